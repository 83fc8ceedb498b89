/** Spans of values in the order of a column. */
import type { Comparable } from '../../values.ts'

/** A span: the values between two bounds; a null bound means no limit. */
export interface Span {
  readonly from: Bound | null
  readonly to: Bound | null
}

export interface Bound {
  readonly value: Comparable
  /** Whether the value of the bound itself is part of the span. */
  readonly isWithin: boolean
}

export const EVERY_VALUE: readonly Span[] = [{ from: null, to: null }]

/**
 * Returns the spans of values for which `holds` is true. `holds` gets a negative number for values below `value`, zero
 * for `value` itself, and a positive number for values above it.
 */
export function spansFrom(value: Comparable, holds: (order: number) => boolean): readonly Span[] {
  const at = (isWithin: boolean): Bound => ({ value, isWithin })
  const [below, equal, above] = [holds(-1), holds(0), holds(1)]
  if (below && above) return equal ? EVERY_VALUE : [to(at(false)), from(at(false))]
  if (below) return [to(at(equal))]
  if (above) return [from(at(equal))]
  return equal ? [{ from: at(true), to: at(true) }] : []
}

const from = (bound: Bound): Span => ({ from: bound, to: null })
const to = (bound: Bound): Span => ({ from: null, to: bound })

/**
 * Returns a list with the span from the first value to the second value; an empty list if one of the values is
 * missing.
 */
export function spansBetween([low, high]: readonly (Comparable | undefined)[]): readonly Span[] {
  if (low === undefined || high === undefined) return []
  return [{ from: { value: low, isWithin: true }, to: { value: high, isWithin: true } }]
}
