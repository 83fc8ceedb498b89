/** Implements `pagination`: the part of a list that the answer shows, and the content of `meta.pagination`. */

import type { Settings } from '../reference/graph/graph.ts'
import type { PaginationSyntax } from '../reference/parse/syntax.ts'
import type { Raw } from '../reference/parse/url.ts'
import type { Json } from '../util/json.ts'
import { isYes } from './values.ts'

export interface Page {
  readonly start: number
  readonly size: number
  /** The content of `meta.pagination`; `total` is the number of matching entries. */
  readonly meta: (total: number) => Json
}

export function pageOf(syntax: PaginationSyntax, settings: Settings): Page {
  const { page, pageSize, start, limit, withCount } = syntax
  const counts = withCount === undefined ? settings.withCount : isYes(withCount) // pagination.with-count
  if (start !== undefined || limit !== undefined) {
    const window = { start: numberOr(0, start), limit: sizeOf(limit, settings) } // pagination.offset
    const meta = (total: number): Json => (counts ? { ...window, total } : window)
    return { start: window.start, size: window.limit, meta }
  }
  const shown = { page: numberOr(1, page), pageSize: sizeOf(pageSize, settings) } // list.page list.page-size
  const size = shown.pageSize
  const pageCount = (total: number): number => Math.ceil(total / size) // list.page-count
  const meta = (total: number): Json => (counts ? { ...shown, pageCount: pageCount(total), total } : shown) // list.total
  return { start: (shown.page - 1) * size, size, meta } // pagination.page
}

function sizeOf(raw: Raw | undefined, { defaultLimit, maxLimit }: Settings): number {
  const size = numberOr(defaultLimit, raw) // list.page-defaults
  return maxLimit === null ? size : Math.min(size, maxLimit) // pagination.max
}

const numberOr = (absent: number, raw: Raw | undefined): number =>
  typeof raw === 'string' ? Number(raw) : absent
