/** `pagination[…]`: the values given, and what they amount to as numbers. */
import type { PaginationSyntax } from './syntax.ts'
import { isGiven, isList, isMap, isText, type Raw, type RawMap, written } from './url.ts'

export function parsePagination(raw: RawMap): PaginationSyntax {
  const given = isMap(raw.pagination) ? raw.pagination : {}
  const { page, pageSize, start, limit, withCount } = given
  const bare = { page: raw.page, pageSize: raw.pageSize, start: raw.start, limit: raw.limit }
  return { page, pageSize, start, limit, withCount, bare }
}

/** Nothing said of pages. */
export const NO_PAGES: PaginationSyntax = parsePagination({})

/** Whether a list is paged by number or by offset; by neither where nothing is given. */
export const isByPage = ({ page, pageSize }: PaginationSyntax): boolean => isGiven(page) || isGiven(pageSize)
export const isByOffset = ({ start, limit }: PaginationSyntax): boolean => isGiven(start) || isGiven(limit)

interface Sizes {
  readonly defaultLimit: number
  /** null: no upper bound. */
  readonly maxLimit: number | null
}

/**
 * The first entry, counted from 0, and how many: whole numbers for whole numbers in, NaN and fractions for nonsense.
 * What is too small becomes the smallest, a size that is too large or no number the largest.
 */
export function windowOf(
  syntax: PaginationSyntax,
  sizes: Sizes,
  isOnePerPage = false,
): { from: number; size: number } {
  const { page, pageSize, start, limit } = syntax
  if (isOnePerPage && isByPage(syntax)) return onePerPage(page, pageSize, sizes)
  const size = sizeOf(isByPage(syntax) ? pageSize : limit, sizes)
  if (isByPage(syntax)) return { from: ((isGiven(page) ? Math.max(asNumber(page), 1) : 1) - 1) * size, size }
  // Beside a start, a limit without a value is none at all, and so too small.
  const least = limit === null && isGiven(start) ? 1 : size
  return { from: isGiven(start) ? Math.max(asNumber(start), 0) : 0, size: least }
}

/** As it was once: a page holds one entry unless told otherwise, and pages are counted before they are cut to the maximum. */
function onePerPage(
  page: Raw | undefined,
  pageSize: Raw | undefined,
  sizes: Sizes,
): { from: number; size: number } {
  const wanted = isGiven(pageSize) ? Math.max(asNumber(pageSize), 1) : 1
  const from = ((isGiven(page) ? asNumber(page) : 1) - 1) * wanted
  return { from: Math.max(from, 0), size: sizeOf(String(wanted), sizes) }
}

function sizeOf(raw: Raw | undefined, { defaultLimit, maxLimit }: Sizes): number {
  const size = isGiven(raw) ? Math.max(asNumber(raw), 1) : defaultLimit
  if (maxLimit === null) return size
  return Number.isNaN(size) ? maxLimit : Math.min(size, maxLimit)
}

/** What a value amounts to as a number: every text has one, a list of one item that item's. */
export function asNumber(raw: Raw | undefined): number {
  if (isText(raw)) return Number(raw)
  return isList(raw) && raw.length <= 1 ? Number(written(raw)) : Number.NaN
}

/** The same for the names at the root of a query, where a name without a value is 0 and a list nothing. */
export const asLooseNumber = (raw: Raw | undefined): number =>
  isText(raw) || raw === null ? Number(raw) : Number.NaN
