/** Makes mutable copies of frozen JSON. */

import { type JsonTarget, setMember } from '../../reference/load/files/copy.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'

/** Returns a deep mutable copy of frozen JSON, made without recursion. */
export function mutableCopy(original: JsonObject): { [key: string]: Json } {
  const whole: { [key: string]: Json } = {}
  const waiting: (readonly [Json, JsonTarget])[] = [[original, whole]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [source, target] = next
    for (const [key, value] of Object.entries(source ?? {})) {
      if (!isList(value) && !isObject(value)) {
        setMember(target, key, value)
        continue
      }
      const copy: JsonTarget = isList(value) ? [] : {}
      setMember(target, key, copy)
      waiting.push([value, copy])
    }
  }
  return whole
}
