/**
 * Detects bodies with a new component that lacks a required attribute. A PUT to a type without draft & publish accepts
 * a body with an incomplete new component.
 */
import type { Graph } from '../../src/reference/graph/graph.ts'
import { isObject, type Json, type JsonObject } from '../../src/util/json.ts'
import { modelsOf } from '../../src/writing/index.ts'

/**
 * Returns whether a body contains a new component that lacks a required attribute. The generated types are stricter
 * than the server on purpose: they require all required attributes in each component without an id.
 */
export function hasUnfinishedComponent(graph: Graph, uid: string, data: JsonObject): boolean {
  const models = modelsOf(graph)
  const waiting: { readonly uid: string; readonly data: JsonObject; readonly isNew: boolean }[] = [
    { uid, data, isNew: false },
  ]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { data, isNew } = one
    for (const { attribute, required } of models.get(one.uid)?.attributes.values() ?? []) {
      const { kind, name } = attribute
      const value: Json | undefined = data[name]
      if (isNew && required && value === undefined && kind !== 'relation' && kind !== 'media') return true
      if (kind !== 'component' && kind !== 'zone') continue
      for (const item of Array.isArray(value) ? value : [value]) {
        if (!isObject(item ?? null)) continue
        const part: JsonObject = Object(item)
        const inner = kind === 'component' ? attribute.component : String(part['__component'])
        waiting.push({ uid: inner, data: part, isNew: part['id'] === undefined })
      }
    }
  }
  return false
}
