/** `pagination[…]`: one style, and numbers that are numbers. */
import { asLooseNumber, asNumber, isByOffset, isByPage } from '../parse/pagination.ts'
import type { PaginationSyntax } from '../parse/syntax.ts'
import { booleanText, isGiven, isText, type Raw, written } from '../parse/url.ts'
import { crash, paginationError, type Refusal, validation } from '../refusal.ts'
import { windowIn } from '../strapi/plan/pagination.ts'
import * as before from '../strapi/releases/check.ts'
import { type Judge, notice } from './judge.ts'

/** The pages of a list. */
export function checkPages(syntax: PaginationSyntax, judge: Judge): void {
  const { settings, has } = judge
  const { page, pageSize, start, limit, bare } = syntax
  if (isByPage(syntax) && isByOffset(syntax)) {
    const message = 'Cannot use both page & offset pagination in the same query'
    notice('pagination.style', paginationError('pagination.style', message), judge)
  }
  if (isGiven(bare.page) || isGiven(bare.pageSize)) refuseMisplaced(judge)
  const size = isByPage(syntax) ? pageSize : limit
  if (isGiven(size)) {
    checkLeast(1, size, isByPage(syntax) ? 'pageSize' : 'limit', judge)
    if (Number.isNaN(asNumber(size)) && settings.maxLimit !== null && !has('page-size-nan-max'))
      refuseConverted('Limit', Number.NaN, judge)
  }
  if (isByPage(syntax) && isGiven(page)) {
    checkLeast(1, page, 'page', judge)
    if (!has('page-fraction') && !Number.isInteger(asNumber(page))) refuseNumber(page, 'page', judge)
  }
  if (!isByPage(syntax) && isGiven(start)) {
    checkLeast(0, start, 'start', judge)
    if (limit === null && !has('pagination-clamp')) refuseNumber(limit, 'limit', judge)
  }
  const window = windowIn(syntax, settings, judge)
  if (!Number.isInteger(window.from)) refuseConverted('Start', window.from, judge)
  else if (window.from > Number.MAX_SAFE_INTEGER && !isWithinReach(window.from, judge)) {
    const message = `Invalid pagination: entry ${window.from} is out of reach`
    notice('query.run', crash('huge-offset', 'pagination.number', message), judge)
  }
  if (!Number.isInteger(window.size)) refuseConverted('Limit', window.size, judge)
}

/** The real server prints an enormous number and reads its digits again: 2.5e21 becomes 2. */
const isWithinReach = (start: number, { has }: Judge): boolean =>
  has('huge-offset') && Number.parseInt(String(start), 10) < 2 ** 63

/** `withCount`: one of the six texts for true and false, or what is told once the entries are there. */
export function faultOfWithCount(raw: Raw | undefined): Refusal | undefined {
  if (raw === undefined || booleanText(raw) !== undefined) return undefined
  const message = 'Invalid withCount parameter. Expected "t","1","true","false","0","f"'
  return validation('pagination.with-count', message)
}

function checkLeast(least: 0 | 1, raw: Exclude<Raw, null>, name: string, judge: Judge): void {
  if (judge.has('pagination-clamp')) return
  if (asNumber(raw) < least || (isText(raw) && raw.trim() === '')) refuseNumber(raw, name, judge)
}

function refuseNumber(raw: Raw, name: string, judge: Judge): void {
  const least = name === 'start' ? 'at least 0' : 'at least 1'
  const found = isText(raw) ? `"${raw}"` : JSON.stringify(raw)
  const message = `Invalid pagination[${name}]: expected a whole number of ${least}, received ${found}`
  notice('convert.pagination', validation('pagination.number', message), judge)
}

function refuseConverted(what: 'Start' | 'Limit', value: number, judge: Judge): void {
  const message = `convert${what}QueryParams expected a positive integer got ${value}`
  notice('convert.pagination', crash('shape-errors-400', 'pagination.number', message), judge)
}

/** `page` and `pageSize` at the root of the query; `start` and `limit` there are unknown names, and ignored. */
function refuseMisplaced(judge: Judge): void {
  notice('convert.pagination', paginationError('pagination.misplaced', before.misplacedText(judge)), judge)
}

/** A single entry has no pages: `pagination` is ignored, the names at the root are not. */
export function checkNoPages({ bare }: PaginationSyntax, judge: Judge): void {
  const { page, pageSize, start, limit } = bare
  if ((isGiven(page) || isGiven(pageSize)) && (isGiven(start) || isGiven(limit))) refuseMisplaced(judge)
  for (const [name, raw] of Object.entries({ page, pageSize })) {
    const value = asLooseNumber(raw)
    if (!isGiven(raw) || (Number.isInteger(value) && value > 0)) continue
    const message = `Invalid '${name}' parameter. Expected an integer > 0, received: ${written(raw)}`
    notice('convert.pagination', paginationError('pagination.number', message), judge)
  }
  const skip = isGiven(start) ? asLooseNumber(start) : 0
  if (!Number.isInteger(skip) || skip < 0) refuseConverted('Start', skip, judge)
  const size = isGiven(limit) ? asLooseNumber(limit) : 0
  if (!Number.isInteger(size) || size < -1) refuseConverted('Limit', size, judge)
  if (skip <= 0 || judge.has('findone-start')) return
  const message = 'Invalid start: a single entry has no pages'
  notice('convert.pagination', paginationError('pagination.misplaced', message), judge)
}
