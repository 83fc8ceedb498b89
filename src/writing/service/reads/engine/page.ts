/** `limit` and `offset` of the query engine. */
import type { Json, JsonObject } from '../../../../util/json.ts'
import { plainFault } from '../../fault.ts'
import { given } from '../parameters.ts'

export interface Cut {
  readonly start: number
  /** null: no end. */
  readonly limit: number | null
  /** Whether `limit` or `offset` is given, so that rows come in a total order. */
  readonly isPaged: boolean
}

/** The cut of a query. @throws ServiceFault for a negative offset. */
export function planCut(params: JsonObject): Cut {
  const [limit, offset] = [given(params, 'limit'), given(params, 'offset')]
  const isPaged = (limit !== undefined || offset !== undefined) && limit !== -1
  const size = wholeNumber(limit)
  const start = wholeNumber(offset) ?? 0
  if (start < 0) throw plainFault('A non-negative integer must be provided to offset.')
  return { start, limit: size === undefined || size < 0 ? null : size, isPaged }
}

/**
 * Zero and other falsy values do not count as numbers. A text counts up to its first character that is not a
 * digit.
 */
function wholeNumber(value: Json | undefined): number | undefined {
  if (value === undefined || value === 0 || value === '' || value === false) return undefined
  const found = Number.parseInt(String(value), 10)
  return Number.isNaN(found) ? undefined : found
}
