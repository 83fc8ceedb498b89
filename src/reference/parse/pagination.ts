/** `pagination[…]`: the given values, and the window of entries that they mean. */
import type { PaginationSyntax } from './syntax.ts'
import { isGiven, isList, isMap, isText, type Raw, type RawMap, written } from './url.ts'

export function parsePagination(raw: RawMap): PaginationSyntax {
  const given = isMap(raw.pagination) ? raw.pagination : {}
  const { page, pageSize, start, limit, withCount } = given
  const bare = { page: raw.page, pageSize: raw.pageSize, start: raw.start, limit: raw.limit }
  return { page, pageSize, start, limit, withCount, bare }
}

/** A query without pagination. */
export const NO_PAGES: PaginationSyntax = parsePagination({})

/** Whether a list is paged by number or by offset. */
export const isByPage = ({ page, pageSize }: PaginationSyntax): boolean => isGiven(page) || isGiven(pageSize)
export const isByOffset = ({ start, limit }: PaginationSyntax): boolean => isGiven(start) || isGiven(limit)

export interface PageSizes {
  readonly defaultLimit: number
  /** null: no upper bound. */
  readonly maxLimit: number | null
}

/** The first entry, counted from 0, and the number of entries. */
export interface Window {
  readonly from: number
  readonly size: number
}

/**
 * The window of a list: whole numbers for whole numbers, NaN and fractions for other texts. A number that is too small
 * becomes the smallest, and a size that is too large or no number the largest.
 */
export function windowOf(syntax: PaginationSyntax, sizes: PageSizes): Window {
  const { page, pageSize, start, limit } = syntax
  const size = sizeOf(isByPage(syntax) ? pageSize : limit, sizes)
  if (isByPage(syntax)) return { from: ((isGiven(page) ? Math.max(asNumber(page), 1) : 1) - 1) * size, size }
  // With a start, a limit without a value is too small.
  const least = limit === null && isGiven(start) ? 1 : size
  return { from: isGiven(start) ? Math.max(asNumber(start), 0) : 0, size: least }
}

/** A number of entries, within the limits of the settings. */
export function sizeOf(raw: Raw | undefined, { defaultLimit, maxLimit }: PageSizes): number {
  const size = isGiven(raw) ? Math.max(asNumber(raw), 1) : defaultLimit
  if (maxLimit === null) return size
  return Number.isNaN(size) ? maxLimit : Math.min(size, maxLimit)
}

/** A value as a number. Every text has one, and a list of one item has that of the item. */
export function asNumber(raw: Raw | undefined): number {
  if (isText(raw)) return Number(raw)
  return isList(raw) && raw.length <= 1 ? Number(written(raw)) : Number.NaN
}

/** The same at the root of a query. There, a name without a value is 0, and a list is not a number. */
export const asLooseNumber = (raw: Raw | undefined): number =>
  isText(raw) || raw === null ? Number(raw) : Number.NaN
