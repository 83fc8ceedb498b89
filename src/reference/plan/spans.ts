/** Where in the order of a column the values lie that an operator takes. */
import type { Comparable } from '../values.ts'
import type { Bound, Span } from './plan.ts'

/** Whatever there is a value. */
export const EVERY_VALUE: readonly Span[] = [{ from: null, to: null }]

/** By what the operator makes of the order of a value and the operand: negative, zero or positive. */
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

/** From the first value to the second; nothing where one of them is none. */
export function spansBetween([low, high]: readonly (Comparable | undefined)[]): readonly Span[] {
  if (low === undefined || high === undefined) return []
  return [{ from: { value: low, isWithin: true }, to: { value: high, isWithin: true } }]
}
