/** Makes mutable copies of frozen JSON, rows and components. */
import type { Node, Ref } from '../../reference/graph/graph.ts'

import { type JsonTarget, setMember } from '../../reference/load/files/copy.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import { hasKeys } from '../../util/plain-object.ts'

/** The members that mutable rows and components have in common. */
export interface MutableNode {
  readonly uid: Uid
  readonly id: number
  values: Record<string, Json>
  links: Record<string, readonly Ref[]>
  components: Record<string, MutableNode[]>
}

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

/** Returns a deep copy of a row or component, which the caller may change. */
export function copyOf(node: Node | MutableNode): MutableNode {
  const top = shallowCopy(node)
  const waiting: [Node | MutableNode, MutableNode][] = [[node, top]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, to] = next
    for (const [name, parts] of Object.entries<readonly (Node | MutableNode)[]>(from.components)) {
      to.components[name] = parts.map((part) => {
        const copy = shallowCopy(part)
        if (hasKeys(part.components)) waiting.push([part, copy])
        return copy
      })
    }
  }
  return top
}

const shallowCopy = ({ uid, id, values, links }: Node | MutableNode): MutableNode => ({
  uid,
  id,
  values: { ...values },
  links: { ...links },
  components: {},
})
