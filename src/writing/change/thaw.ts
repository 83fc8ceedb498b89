/** Frozen JSON → a copy that may be changed. */

import { put, type Target } from '../../reference/load/files/plain.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'

/** A copy that shares nothing with its original, however deep that is. */
export function thawed(original: JsonObject): { [key: string]: Json } {
  const whole: { [key: string]: Json } = {}
  const waiting: (readonly [Json, Target])[] = [[original, whole]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [source, target] = next
    for (const [key, value] of Object.entries(source ?? {})) {
      if (!isList(value) && !isObject(value)) {
        put(target, key, value)
        continue
      }
      const copy: Target = isList(value) ? [] : {}
      put(target, key, copy)
      waiting.push([value, copy])
    }
  }
  return whole
}
