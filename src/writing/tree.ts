/**
 * Walks over the body of a write without recursion, because a body may have many nested levels. The walk visits an
 * entry, its components, and their nested components, in reading order.
 */

import type { Attribute } from '../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../util/json.ts'
import { pushAll } from '../util/push.ts'
import { isLink, type WritableAttribute, type WriteModel, type WriteModels } from './model.ts'

/** A JSON object that may be changed. */
export type MutableJson = { [key: string]: Json }

interface TreeFrame {
  readonly copy: MutableJson
  readonly model: WriteModel
  /** The keys of the object that the walk has not visited yet; undefined until the walk enters the object. */
  left?: string[]
}

/**
 * Returns a copy of `data` in which the value of each relation and media attribute is replaced by the result of `map`.
 */
export function mapLinks(
  data: JsonObject,
  model: WriteModel,
  models: WriteModels,
  map: (value: Json, attribute: WritableAttribute) => Json,
): JsonObject {
  const whole: MutableJson = { ...data }
  const frames: TreeFrame[] = [{ copy: whole, model }]
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    frame.left ??= Object.keys(frame.copy).reverse()
    const key = frame.left.pop()
    if (key === undefined) {
      frames.pop()
      continue
    }
    const { copy } = frame
    const written = frame.model.attributes.get(key)
    const value = copy[key]
    if (written === undefined || value === undefined) continue
    if (isLink(written.attribute)) copy[key] = map(value, written)
    else pushAll(frames, copyParts(copy, key, written.attribute, models).reverse())
  }
  return whole
}

/** Replaces the components in an attribute by copies, and returns the copies that the walk must enter. */
function copyParts(copy: MutableJson, key: string, attribute: Attribute, models: WriteModels): TreeFrame[] {
  const frames: TreeFrame[] = []
  const copied = (json: Json): Json => {
    const model = partModel(json, attribute, models)
    if (!isObject(json) || model === undefined) return json
    const part: MutableJson = { ...json }
    if (model.hasLinks || model.hasParts) frames.push({ copy: part, model })
    return part
  }
  const value = copy[key] ?? null
  if (attribute.kind === 'component' || attribute.kind === 'zone')
    copy[key] = isList(value) ? value.map(copied) : attribute.kind === 'zone' ? value : copied(value)
  return frames
}

/** Returns the model of a component in a body; undefined if the component names no model. */
export function partModel(json: Json, attribute: Attribute, models: WriteModels): WriteModel | undefined {
  if (attribute.kind === 'component') return models.get(attribute.component)
  const uid = attribute.kind === 'zone' && isObject(json) ? json['__component'] : undefined
  return typeof uid === 'string' ? models.get(uid) : undefined
}
