/** Parses `pagination[…]`, and computes which entries of a list the page contains. */
import type { PaginationSyntax } from './syntax.ts'
import { isGiven, isList, isMap, isText, type Raw, type RawMap, written } from './url.ts'

export function parsePagination(raw: RawMap): PaginationSyntax {
  const given = isMap(raw.pagination) ? raw.pagination : {}
  const { page, pageSize, start, limit, withCount } = given
  const bare = { page: raw.page, pageSize: raw.pageSize, start: raw.start, limit: raw.limit }
  return { page, pageSize, start, limit, withCount, bare }
}

/** The syntax of a query without pagination. */
export const NO_PAGES: PaginationSyntax = parsePagination({})

/**
 * `isByPage` returns whether the query has a page number or a page size. `isByOffset` returns whether the query has
 * an offset (`start`) or a `limit`.
 */
export const isByPage = ({ page, pageSize }: PaginationSyntax): boolean => isGiven(page) || isGiven(pageSize)
export const isByOffset = ({ start, limit }: PaginationSyntax): boolean => isGiven(start) || isGiven(limit)

export interface PageSizes {
  readonly defaultLimit: number
  /** The maximum page size; null for no limit. */
  readonly maxLimit: number | null
}

/** The entries of a page: the index of the first entry, from 0, and the number of entries. */
export interface Window {
  readonly from: number
  readonly size: number
}

/**
 * Computes the window of entries on the requested page. If a pagination parameter is not a whole number, the window
 * may have fractions or NaN. Page numbers and sizes that are too small become the minimum. If the settings have a
 * maximum, page sizes that are too large or not numbers become this maximum.
 */
export function windowOf(syntax: PaginationSyntax, sizes: PageSizes): Window {
  const { page, pageSize, start, limit } = syntax
  const size = sizeOf(isByPage(syntax) ? pageSize : limit, sizes)
  if (isByPage(syntax)) return { from: ((isGiven(page) ? Math.max(asNumber(page), 1) : 1) - 1) * size, size }
  // If `start` has a value, a `limit` without a value counts as 1.
  const least = limit === null && isGiven(start) ? 1 : size
  return { from: isGiven(start) ? Math.max(asNumber(start), 0) : 0, size: least }
}

/** Returns the requested or default page size, limited to the maximum page size of the settings if they have one. */
export function sizeOf(raw: Raw | undefined, { defaultLimit, maxLimit }: PageSizes): number {
  const size = isGiven(raw) ? Math.max(asNumber(raw), 1) : defaultLimit
  if (maxLimit === null) return size
  return Number.isNaN(size) ? maxLimit : Math.min(size, maxLimit)
}

/**
 * Converts the value of a pagination parameter to a number, which may be NaN. A list with one item is converted like
 * the item itself.
 */
export function asNumber(raw: Raw | undefined): number {
  if (isText(raw)) return Number(raw)
  return isList(raw) && raw.length <= 1 ? Number(written(raw)) : Number.NaN
}

/**
 * Converts `page`, `pageSize`, `start` or `limit` without `pagination[…]` around it to a number. Such a parameter
 * becomes 0 without a value, and NaN with a list or an object.
 */
export const asLooseNumber = (raw: Raw | undefined): number =>
  isText(raw) || raw === null ? Number(raw) : Number.NaN
