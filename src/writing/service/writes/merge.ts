/**
 * Merges the values that a call passes for a clone into the values of the original, member by member and item by item.
 */
import { isList, isObject, type Json, type JsonObject } from '../../../util/json.ts'

type MutableObject = { [key: string]: Json }

const RELATION_WORDS: readonly string[] = ['connect', 'disconnect', 'set']

const isOperation = (value: Json): boolean =>
  isObject(value) && RELATION_WORDS.some((word) => Object.hasOwn(value, word))

/**
 * Returns the members of `original` with the members of `given` merged into them. A value with `connect`, `disconnect`
 * or `set` replaces the original value.
 */
export function resolvedMembers(original: JsonObject, given: JsonObject): JsonObject {
  const whole: MutableObject = { ...original }
  const waiting: (readonly [MutableObject, JsonObject])[] = [[whole, given]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [into, from] = next
    for (const [key, value] of Object.entries(from)) {
      const before = Object.hasOwn(into, key) ? into[key] : undefined
      if (isOperation(value)) into[key] = value
      else if (isObject(before) && isObject(value) && !isOperation(before)) {
        const copy: MutableObject = { ...before }
        into[key] = copy
        waiting.push([copy, value])
      } else if (isList(value)) into[key] = mergedList(listIn(before), value)
      else into[key] = value
    }
  }
  return whole
}

/**
 * Converts the value of a relation to a list: the value itself if it is a list, or its `set`; empty for any other
 * value.
 */
const listIn = (value: Json | undefined): readonly Json[] => {
  const set = isObject(value) ? value['set'] : value
  return isList(set) ? set : []
}

/** Merges the items of two lists that have the same index. The remaining items of the longer list stay unchanged. */
function mergedList(before: readonly Json[], given: readonly Json[]): readonly Json[] {
  const merged = given.map((item, at) => {
    const original = before[at]
    return isObject(item) && isObject(original) ? resolvedMembers(original, item) : item
  })
  return [...merged, ...before.slice(given.length)]
}
