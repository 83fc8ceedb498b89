/** Writes missing ids into the JSON of rows, so that adding or removing a row renumbers no other row. */

import { freezeTree } from '../../reference/graph/freeze.ts'
import { setMember } from '../../reference/load/files/copy.ts'
import type { Model, Schema, Uid } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { pushAll } from '../../util/push.ts'
import { mutableCopy } from './mutable-copy.ts'

/** The JSON of a component, with its model. */
interface WrittenComponent {
  readonly json: JsonObject
  readonly model: Model
}

/**
 * Yields every component in the JSON of a row or component, in reading order: a component comes before the components
 * inside it.
 */
export function* componentsIn(json: JsonObject, model: Model, schema: Schema): Generator<WrittenComponent> {
  const waiting = partsOf(json, model, schema).reverse()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next
    pushAll(waiting, partsOf(next.json, next.model, schema).reverse())
  }
}

function partsOf(json: JsonObject, { attributes }: Model, { components }: Schema): WrittenComponent[] {
  const parts: WrittenComponent[] = []
  const add = (part: Json, uid: Json | undefined): void => {
    const model = components.get(String(uid))
    if (isObject(part) && model !== undefined) parts.push({ json: part, model })
  }
  for (const { name, ...attribute } of holdersOf(attributes.values())) {
    const written = member(json, name)
    for (const part of isList(written) ? written : [written ?? null]) {
      add(part, attribute.component ?? (isObject(part) ? member(part, '__component') : undefined))
    }
  }
  return parts
}

/**
 * Yields the attributes of a model that hold components. The member `component` is undefined for a dynamic zone, which
 * may contain components of several uids.
 */
function* holdersOf(
  attributes: Iterable<{ readonly kind: string; readonly name: string; readonly component?: Uid }>,
) {
  for (const { kind, name, component } of attributes) {
    if (kind === 'component') yield { name, component }
    else if (kind === 'zone') yield { name, component: undefined }
  }
}

/** Functions that supply ids for a row and components whose JSON has no id. */
export interface MissingIds {
  readonly id: () => number
  readonly documentId: () => string
  /**
   * Returns the id for a component without an id. The parameter `at` is the number of components that precede this
   * component in the row.
   */
  readonly component: (uid: Uid, at: number) => number
}

/**
 * Returns the frozen JSON of a row with the ids of the row and of its components. The function returns the existing
 * object if no id was missing.
 */
export function completed(json: JsonObject, type: Model, schema: Schema, ids: MissingIds): JsonObject {
  const whole = withComponentIds(json, type, schema, ids)
  const [id, documentId] = [member(whole, 'id'), member(whole, 'documentId')]
  if (id !== undefined && documentId !== undefined) return whole
  const own = { id: id ?? ids.id(), documentId: documentId ?? ids.documentId() }
  return freezeTree({ ...own, ...whole })
}

function withComponentIds(json: JsonObject, type: Model, schema: Schema, ids: MissingIds): JsonObject {
  const isWhole = [...componentsIn(json, type, schema)].every((part) => Object.hasOwn(part.json, 'id'))
  if (isWhole) return json
  const copy = mutableCopy(json)
  let at = 0
  for (const part of componentsIn(copy, type, schema)) {
    if (!Object.hasOwn(part.json, 'id')) setMember(part.json, 'id', ids.component(part.model.uid, at))
    at++
  }
  return freezeTree(copy)
}
