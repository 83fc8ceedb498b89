/** `pagination[…]`: by page or by offset, clamped or refused, with or without a count. */
import { booleanText } from '../parse/populate.ts'
import type { PaginationSyntax } from '../parse/syntax.ts'
import { isList, isText, type Raw, written } from '../parse/url.ts'
import { crash, paginationError, validation } from '../refusal.ts'
import type { PlaceContext } from './context.ts'
import type { PagePlan } from './plan.ts'

const isGiven = (raw: Raw | undefined): raw is Exclude<Raw, null> => raw !== undefined && raw !== null

/** The window of a list. */
export function planPage(syntax: PaginationSyntax, context: PlaceContext): PagePlan {
  const { report, settings, cite } = context
  const { page, pageSize, start, limit } = syntax
  const byPage = isGiven(page) || isGiven(pageSize)
  const byOffset = isGiven(start) || isGiven(limit)
  if (byPage && byOffset) {
    report(
      'pagination.style',
      paginationError('pagination.style', 'Cannot use both page & offset pagination in the same query'),
    )
  }
  refuseBare(syntax, context)
  const size = clampToMax(
    byPage ? sizeOf(pageSize, 'pageSize', context) : sizeOf(limit, 'limit', context),
    context,
  )
  const from = byPage ? (pageOf(page, context) - 1) * size : startOf(start, context)
  if (byPage) cite('pagination.page')
  else cite(byOffset ? 'pagination.offset' : 'list.page-defaults')
  const isOffsetStyle =
    (start !== undefined || limit !== undefined) && page === undefined && pageSize === undefined
  const first = whole(from, 'Start', context)
  return {
    start: first,
    skip: offset(first, context),
    limit: whole(size, 'Limit', context),
    ...counting(syntax.withCount, settings.withCount, context),
    style: isOffsetStyle ? 'offset' : 'page',
  }
}

/** What a value amounts to as a number: every text has one, a missing key has the default. */
function asNumber(raw: Raw | undefined): number {
  if (isText(raw)) return Number(raw)
  return isList(raw) && raw.length <= 1 ? Number(written(raw)) : Number.NaN
}

function sizeOf(raw: Raw | undefined, name: 'pageSize' | 'limit', context: PlaceContext): number {
  if (!isGiven(raw)) return context.settings.defaultLimit
  const size = asNumber(raw)
  if (!context.has('pagination-clamp')) requireAtLeast(1, size, raw, name, context)
  return Math.max(size, 1)
}

function pageOf(raw: Raw | undefined, context: PlaceContext): number {
  if (!isGiven(raw)) return 1
  const page = asNumber(raw)
  if (!context.has('pagination-clamp')) requireAtLeast(1, page, raw, 'page', context)
  if (!context.has('page-fraction') && !Number.isInteger(page)) refuseNumber(raw, 'page', context)
  return Math.max(page, 1)
}

function startOf(raw: Raw | undefined, context: PlaceContext): number {
  if (!isGiven(raw)) return 0
  const start = asNumber(raw)
  if (!context.has('pagination-clamp')) requireAtLeast(0, start, raw, 'start', context)
  return Math.max(start, 0)
}

function requireAtLeast(least: number, value: number, raw: Raw, name: string, context: PlaceContext): void {
  if (value < least || (isText(raw) && raw.trim() === '')) refuseNumber(raw, name, context)
}

function refuseNumber(raw: Raw, name: string, { report }: PlaceContext): void {
  const least = name === 'start' ? 'at least 0' : 'at least 1'
  const found = isText(raw) ? `"${raw}"` : JSON.stringify(raw)
  const message = `Invalid pagination[${name}]: expected a whole number of ${least}, received ${found}`
  report('convert.pagination', validation('pagination.number', message))
}

/** Sizes above the maximum become the maximum; on the real server so does whatever is no number. */
function clampToMax(size: number, { settings, has, cite, report }: PlaceContext): number {
  const { maxLimit } = settings
  if (maxLimit === null) return size
  if (size > maxLimit) cite('pagination.max')
  if (Number.isNaN(size) && !has('page-size-nan-max')) {
    report(
      'convert.pagination',
      validation('pagination.number', 'convertLimitQueryParams expected a positive integer got NaN'),
    )
  }
  return Number.isNaN(size) ? maxLimit : Math.min(size, maxLimit)
}

function whole(value: number, what: 'Start' | 'Limit', { report }: PlaceContext): number {
  if (Number.isInteger(value)) return value
  report(
    'convert.pagination',
    validation('pagination.number', `convert${what}QueryParams expected a positive integer got ${value}`),
  )
  return 0
}

/** Offsets that no database can count to. */
function offset(start: number, { report, has }: PlaceContext): number {
  if (start <= Number.MAX_SAFE_INTEGER) return start
  // The real server prints the number and reads its digits again: 2.5e21 becomes 2.
  const read = Number.parseInt(String(start), 10)
  if (has('huge-offset') && read < 2 ** 63) return read
  report(
    'query.run',
    crash('huge-offset', 'pagination.number', `Invalid pagination: entry ${start} is out of reach`),
  )
  return 0
}

function counting(
  raw: Raw | undefined,
  fallback: boolean,
  { report, cite, has }: PlaceContext,
): Pick<PagePlan, 'withCount' | 'refused'> {
  if (raw === undefined) return { withCount: fallback, refused: null }
  cite('pagination.with-count')
  const wanted = booleanText(raw)
  if (wanted !== undefined) return { withCount: wanted, refused: null }
  const message = 'Invalid withCount parameter. Expected "t","1","true","false","0","f"'
  const refusal = validation('pagination.with-count', message)
  const isLate = has('late-populate-errors')
  if (!isLate) report('count', refusal)
  return { withCount: false, refused: isLate ? refusal : null }
}

const MISPLACED =
  'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object'

/** `page` and `pageSize` at the root of the query; `start` and `limit` there are unknown names, and ignored. */
function refuseBare({ bare }: PaginationSyntax, { report }: PlaceContext): void {
  if (isGiven(bare.page) || isGiven(bare.pageSize)) {
    report('convert.pagination', paginationError('pagination.misplaced', MISPLACED))
  }
}

/** A single entry has no pages: `pagination` is ignored, the names at the root are not. Answers the rows to skip. */
export function planSinglePage({ bare }: PaginationSyntax, context: PlaceContext): number {
  const { report, has } = context
  const { page, pageSize, start, limit } = bare
  if ((isGiven(page) || isGiven(pageSize)) && (isGiven(start) || isGiven(limit))) {
    report('convert.pagination', paginationError('pagination.misplaced', MISPLACED))
  }
  for (const [name, raw] of [
    ['page', page],
    ['pageSize', pageSize],
  ] as const) {
    const value = asLooseNumber(raw)
    if (!isGiven(raw) || (Number.isInteger(value) && value > 0)) continue
    const message = `Invalid '${name}' parameter. Expected an integer > 0, received: ${written(raw)}`
    report('convert.pagination', paginationError('pagination.number', message))
  }
  const skip = isGiven(start) ? asLooseNumber(start) : 0
  if (!Number.isInteger(skip) || skip < 0) refuseConverted('Start', skip, context)
  const size = isGiven(limit) ? asLooseNumber(limit) : 0
  if (!Number.isInteger(size) || size < -1) refuseConverted('Limit', size, context)
  if (skip > 0 && !has('findone-start')) {
    report(
      'convert.pagination',
      paginationError('pagination.misplaced', 'Invalid start: a single entry has no pages'),
    )
  }
  return skip
}

const asLooseNumber = (raw: Raw | undefined): number =>
  isText(raw) || raw === null ? Number(raw) : Number.NaN

function refuseConverted(what: 'Start' | 'Limit', value: number, { report }: PlaceContext): void {
  report(
    'convert.pagination',
    validation('pagination.number', `convert${what}QueryParams expected a positive integer got ${value}`),
  )
}
