/** Decides whether the target stored another value than the reference. */
import { type Json, member } from '../../../util/json.ts'
import { pointerSteps } from '../../../util/pointer.ts'
import { askedOf } from './misread/kit.ts'
import { isRecast } from './values.ts'
import type { WriteMismatch } from './written.ts'

/**
 * Returns whether the target stored the expected value in another form, or any other value of the same type in place
 * of a written value. The value before a PUT does not count, because the target may have ignored the PUT.
 */
export function isOtherValue(writing: WriteMismatch): boolean {
  const { difference, isReadBack } = writing
  const { expected, found } = difference
  const isPlain = !isReadBack && expected !== null && typeof expected !== 'object'
  return (
    isRecast(difference) || (isPlain && typeof expected === typeof found && found !== valueBefore(writing))
  )
}

/** Returns the value at the place of the mismatch before a PUT; undefined for other writes. */
function valueBefore({ difference: { path }, method, last, session }: WriteMismatch): Json | undefined {
  const [, name = '', ...inside] = pointerSteps(path)
  const asked = method === 'PUT' && inside.length === 0 ? askedOf(last, session.reference.graph) : undefined
  const row = asked?.rowOf('draft')
  return row && member(row, name)
}
