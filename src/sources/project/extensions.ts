/** Completes the schemas of `src/extensions`, which state only what they change, with the types of the plugins. */

import { BUILT_IN } from '../../reference/schema/builtin.ts'
import { tableOfBuiltIn } from '../../runner/tables.ts'
import { isObject, type Json, type JsonObject } from '../../util/json.ts'
import { storedFile } from '../assembly/stored.ts'
import { type SchemaFile, textAt } from '../database/model.ts'
import type { Schemas } from '../database/read.ts'

const builtIn: ReadonlyMap<string, Json> = new Map(
  BUILT_IN.map((json) => [textAt(json, ['uid']) ?? '', json]),
)

/** `stored` are the types as the server stored them at its last start. */
export function withPluginTypes<S extends Schemas>(schemas: S, stored: ReadonlyMap<string, Json>): S {
  return { ...schemas, contentTypes: schemas.contentTypes.map((file) => completed(file, stored)) }
}

/** Each member of the extension replaces that of the plugin's type, as a whole. */
function completed(file: SchemaFile, stored: ReadonlyMap<string, Json>): SchemaFile {
  const { uid, json, name } = file
  if (!uid.startsWith('plugin::') || !isObject(json)) return file
  const merged = { ...baseOf(file, stored), ...json }
  return { ...file, name: textAt(merged, ['info', 'singularName']) ?? name, json: merged }
}

/** The type of the plugin; of an unknown plugin its names, as the path of the file says them. */
function baseOf({ uid, name, file }: SchemaFile, stored: ReadonlyMap<string, Json>): JsonObject {
  const own = builtIn.get(uid)
  if (isObject(own)) return { collectionName: tableOfBuiltIn(uid), ...own }
  const copy = stored.get(uid)
  const read = isObject(copy) ? storedFile(uid, copy, file).json : undefined
  if (isObject(read)) return read
  return { kind: 'collectionType', info: { singularName: name, pluralName: `${name}s`, displayName: name } }
}
