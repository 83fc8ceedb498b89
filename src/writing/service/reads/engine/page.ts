/** Plans `limit` and `offset` of the query engine. */
import type { Json, JsonObject } from '../../../../util/json.ts'
import { plainFault } from '../../fault.ts'
import { given } from '../parameters.ts'

export interface Cut {
  readonly start: number
  /** The maximum number of rows; null for no limit. */
  readonly limit: number | null
  /**
   * Whether the query has `limit` or `offset`, and `limit` is not -1. The real server then also sorts rows with
   * equal sort keys by id.
   */
  readonly isPaged: boolean
}

/** Reads `limit` and `offset`. @throws ServiceFault for a negative offset. */
export function planCut(params: JsonObject): Cut {
  const [limit, offset] = [given(params, 'limit'), given(params, 'offset')]
  const isPaged = (limit !== undefined || offset !== undefined) && limit !== -1
  const size = wholeNumber(limit)
  const start = wholeNumber(offset) ?? 0
  if (start < 0) throw plainFault('A non-negative integer must be provided to offset.')
  return { start, limit: size === undefined || size < 0 ? null : size, isPaged }
}

/**
 * Reads a number as Strapi does: a falsy value such as zero counts as missing, and a text counts up to its first
 * non-digit.
 */
function wholeNumber(value: Json | undefined): number | undefined {
  if (value === undefined || value === 0 || value === '' || value === false) return undefined
  const found = Number.parseInt(String(value), 10)
  return Number.isNaN(found) ? undefined : found
}
