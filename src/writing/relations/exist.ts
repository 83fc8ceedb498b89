/** Checks that every row that a body names by id exists. The check skips ids in `position` and in `disconnect`. */

import type { Attribute, Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import { pushAll } from '../../util/push.ts'
import { isLink, type WriteModel, type WriteModels } from '../model.ts'
import { partModel } from '../tree.ts'

/** Returns the message about a row that does not exist; undefined if all named rows exist. */
export function faultOfExistence(
  data: JsonObject,
  model: WriteModel,
  models: WriteModels,
  has: (uid: Uid, id: Json) => boolean,
): string | undefined {
  const named = namedRows(data, model, models)
  if (typeof named === 'string') return named
  for (const [uid, ids] of named) {
    if (ids.has(undefined)) return UNREADABLE
    const there = new Set([...ids].filter((id) => id !== undefined && has(uid, id)).map(String))
    const missing = ids.size - there.size
    if (missing > 0) return `${missing} relation(s) of type ${uid} associated with this entity do not exist`
  }
  return undefined
}

const UNREADABLE = 'Invalid relations'
const NO_COMPONENT = 'Cannot build relations store from dynamiczone, component identifier is undefined'

type NamedIds = ReadonlyMap<Uid, ReadonlySet<Json | undefined>>

interface RelationsPart {
  readonly json: Json
  readonly model: WriteModel
}

/**
 * Returns the ids of rows that a body names, by type; an item without an id gives undefined. For an invalid body, the
 * function returns the error message.
 */
function namedRows(data: JsonObject, top: WriteModel, models: WriteModels): NamedIds | string {
  const named = new Map<Uid, Set<Json | undefined>>()
  const waiting: RelationsPart[] = [{ json: data, model: top }]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const inner: RelationsPart[] = []
    for (const { attribute } of part.model.attributes.values()) {
      const value = isObject(part.json) ? part.json[attribute.name] : undefined
      if (value === undefined || value === null) continue
      if (isLink(attribute)) {
        const fault = addNamed(named, attribute, value)
        if (fault !== undefined) return fault
        continue
      }
      if (attribute.kind === 'scalar') continue
      for (const json of isList(value) ? value : [value]) {
        if (attribute.kind === 'zone' && json === null) return UNREADABLE
        if (attribute.kind === 'zone' && (!isObject(json) || !json['__component'])) return NO_COMPONENT
        const model = partModel(json, attribute, models)
        if (model !== undefined) {
          if (model.hasLinks || model.hasParts) inner.push({ json, model })
        } else if (attribute.kind === 'zone') return UNREADABLE
      }
    }
    pushAll(waiting, inner.reverse())
  }
  return named
}

function addNamed(
  named: Map<Uid, Set<Json | undefined>>,
  attribute: Attribute,
  value: Json,
): string | undefined {
  if (attribute.kind !== 'relation' && attribute.kind !== 'morphBy' && attribute.kind !== 'media')
    return undefined
  const uid = attribute.kind === 'media' ? FILE_UID : attribute.target
  const list = sourceOf(value)
  if (list === undefined) return UNREADABLE
  const ids = named.get(uid) ?? new Set<Json | undefined>()
  named.set(uid, ids)
  for (const item of list) {
    if (item === null) return UNREADABLE
    ids.add(isObject(item) ? item['id'] : isList(item) ? undefined : item)
  }
  return undefined
}

/**
 * Returns the items in the value of a relation: the items of a list, a single id, or the items of `connect`,
 * otherwise `set`. Returns undefined if `connect` or `set` is not a list.
 */
function sourceOf(value: Json): readonly Json[] | undefined {
  if (isList(value)) return value
  if (!isObject(value)) return [value]
  const { connect, set } = value
  const source = connect ?? set ?? []
  return isList(source) ? source : undefined
}
