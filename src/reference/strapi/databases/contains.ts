/** Implements `JSON_CONTAINS` of MariaDB and MySQL. */
import { isList, isObject, type Json, member, parseJson } from '../../../util/json.ts'
import type { Superset } from './database.ts'

/**
 * The way to search a list for an item of the operand. The value `whole` searches the list itself, and `item`
 * searches each item of the list.
 */
type Looks = 'whole' | 'item'

/**
 * Makes a test whether a JSON value contains the operand; the result of the test is null if the operand is not JSON.
 */
export const containing =
  (looks: Looks): Superset['holds'] =>
  (operand) => {
    const wanted = operand === null ? undefined : parseJson(operand)
    return (found) => (wanted === undefined ? null : contains(found, wanted, looks, 0))
  }

/** The maximum depth of a value in a dataset. */
const MAX_DEPTH = 1_000

function contains(found: Json, wanted: Json, looks: Looks, depth: number): boolean {
  if (depth > MAX_DEPTH) return false
  const inner = (one: Json, other: Json): boolean => contains(one, other, looks, depth + 1)
  if (isList(found)) {
    if (!isList(wanted)) return found.some((item) => inner(item, wanted))
    if (looks === 'whole') return wanted.every((item) => inner(found, item))
    return wanted.every((item) => found.some((one) => inner(one, item)))
  }
  if (!isObject(found)) return found === wanted
  if (!isObject(wanted)) return false
  return Object.entries(wanted).every(([key, value]) => {
    const own = member(found, key)
    return own !== undefined && inner(own, value)
  })
}
