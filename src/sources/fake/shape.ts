/** Reads options of attributes that only the schema file states, such as `maxLength`, `min` and `required`. */

import type { DatasetFiles } from '../../reference/load/files/files.ts'
import type { Schema, Uid } from '../../reference/schema/schema.ts'
import { isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { at } from '../database/model.ts'

/**
 * A function that returns the definition of an attribute in the schema file. For built-in content types, the
 * function returns an empty object.
 */
export type SchemaText = (uid: Uid, attribute: string) => JsonObject

export function writtenIn(
  { contentTypes, components = {} }: DatasetFiles,
  { contentTypes: types }: Schema,
): SchemaText {
  const byName = new Map([...types.values()].map(({ uid, singularName }) => [singularName, uid]))
  const all = new Map<Uid, Json>([
    ...Object.values(contentTypes).map((json) => [uidOf(json, byName), json] as const),
    ...Object.entries(components).map(([path, json]) => [path.replace('/', '.'), json] as const),
  ])
  return (uid, attribute) => {
    const attributes = at(all.get(uid), ['attributes'])
    const found = isObject(attributes) ? member(attributes, attribute) : undefined
    return isObject(found) ? found : {}
  }
}

function uidOf(json: Json, byName: ReadonlyMap<string, Uid>): Uid {
  const written = at(json, ['uid'])
  const name = at(json, ['info', 'singularName'])
  return typeof written === 'string' ? written : (byName.get(String(name)) ?? '')
}

/**
 * Returns the number that an attribute's definition has in the member `key`, such as `maxLength`. The member of the
 * definition may also contain the number as text. If the member contains no number, the result is undefined.
 */
export function numberIn(json: JsonObject, key: string): number | undefined {
  const value = member(json, key)
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
