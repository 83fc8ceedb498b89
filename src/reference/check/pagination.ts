/** Checks `pagination[…]`. A request may use page numbers or offsets, but not both, and the numbers must be valid. */
import { asLooseNumber, asNumber, isByOffset, isByPage } from '../parse/pagination.ts'
import type { PaginationSyntax } from '../parse/syntax.ts'
import { booleanText, isGiven, isText, type Raw, written } from '../parse/url.ts'
import { paginationError, type Refusal, validation } from '../refusal.ts'
import type { RuleId } from '../rules.ts'
import * as failure from '../strapi/check/failures.ts'
import * as real from '../strapi/check/pagination.ts'
import { windowIn } from '../strapi/plan/pagination.ts'
import { type CheckContext, report } from './context.ts'

/** Checks the pagination of a list request. */
export function checkPages(syntax: PaginationSyntax, context: CheckContext): void {
  const { settings } = context
  const { page, pageSize, start, limit, bare } = syntax
  if (isByPage(syntax) && isByOffset(syntax)) {
    const message = 'Cannot use both page & offset pagination in the same query'
    report('pagination.style', paginationError('pagination.style', message), context)
  }
  if (isGiven(bare.page) || isGiven(bare.pageSize)) refuseMisplaced(context)
  const size = isByPage(syntax) ? pageSize : limit
  if (isGiven(size)) {
    checkLeast(1, size, isByPage(syntax) ? 'pageSize' : 'limit', context)
    if (Number.isNaN(asNumber(size)) && settings.maxLimit !== null && !real.takesMaximum(context))
      refuseConverted('Limit', Number.NaN, context)
  }
  if (isByPage(syntax) && isGiven(page)) {
    checkLeast(1, page, 'page', context)
    if (!real.acceptsFractions(context) && !Number.isInteger(asNumber(page)))
      refuseNumber(page, 'page', context)
  }
  if (!isByPage(syntax) && isGiven(start)) {
    checkLeast(0, start, 'start', context)
    if (limit === null && !real.raisesToMinimum(context)) refuseNumber(limit, 'limit', context)
  }
  const window = windowIn(syntax, settings, context)
  if (!Number.isInteger(window.from)) refuseConverted('Start', window.from, context)
  else if (window.from > Number.MAX_SAFE_INTEGER && !real.reachesOffset(window.from, context)) {
    const message = `Invalid pagination: the offset ${window.from} is too large`
    report('query.run', failure.ofOffset('pagination.number', message), context)
  }
  if (!Number.isInteger(window.size)) refuseConverted('Limit', window.size, context)
}

/**
 * Returns the refusal of a `withCount` that is not one of the six texts for true and false; undefined for a valid
 * value.
 */
export function faultOfWithCount(raw: Raw | undefined): Refusal | undefined {
  if (raw === undefined || booleanText(raw) !== undefined) return undefined
  const message = 'Invalid withCount parameter. Expected "t","1","true","false","0","f"'
  return validation('pagination.with-count', message)
}

function checkLeast(least: 0 | 1, raw: Exclude<Raw, null>, name: string, context: CheckContext): void {
  if (real.raisesToMinimum(context)) return
  if (asNumber(raw) < least || (isText(raw) && raw.trim() === '')) refuseNumber(raw, name, context)
}

function refuseNumber(raw: Raw, name: string, context: CheckContext): void {
  const least = name === 'start' ? 'at least 0' : 'at least 1'
  const found = isText(raw) ? `"${raw}"` : JSON.stringify(raw)
  const message = `Invalid pagination[${name}]: expected a whole number of ${least}, received ${found}`
  report('convert.pagination', validation('pagination.number', message), context)
}

function refuseConverted(
  what: 'Start' | 'Limit',
  value: number,
  context: CheckContext,
  rule: RuleId = 'pagination.number',
): void {
  const message = `convert${what}QueryParams expected a positive integer got ${value}`
  report('convert.pagination', failure.ofShape(rule, message), context)
}

/**
 * Refuses `page` and `pageSize` at the root of the query. A list request ignores `start` and `limit` at the root of
 * the query, like any unknown parameter.
 */
function refuseMisplaced(context: CheckContext, rule: RuleId = 'pagination.misplaced'): void {
  report('convert.pagination', paginationError(rule, real.misplacedText(context)), context)
}

/**
 * Checks the pagination parameters in a request for one entry. Only `page`, `pageSize`, `start` and `limit` at the
 * root are checked, because such a request ignores `pagination[…]`.
 */
export function checkNoPages({ bare }: PaginationSyntax, context: CheckContext): void {
  const { page, pageSize, start, limit } = bare
  if ((isGiven(page) || isGiven(pageSize)) && (isGiven(start) || isGiven(limit)))
    refuseMisplaced(context, 'pagination.single')
  for (const [name, raw] of Object.entries({ page, pageSize })) {
    const value = asLooseNumber(raw)
    if (!isGiven(raw) || (Number.isInteger(value) && value > 0)) continue
    const message = `Invalid '${name}' parameter. Expected an integer > 0, received: ${written(real.printedNumber(raw, page, context))}`
    report('convert.pagination', paginationError('pagination.single', message), context)
  }
  const skip = isGiven(start) ? asLooseNumber(start) : 0
  if (!Number.isInteger(skip) || skip < 0) refuseConverted('Start', skip, context, 'pagination.single')
  const size = isGiven(limit) ? asLooseNumber(limit) : 0
  if (!Number.isInteger(size) || size < -1) refuseConverted('Limit', size, context, 'pagination.single')
  if (skip <= 0 || real.skipsEntry(context)) return
  const message = 'Invalid start: a single entry has no pages'
  report('convert.pagination', paginationError('pagination.single', message), context)
}
