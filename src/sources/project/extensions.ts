/**
 * Completes the schemas in `src/extensions` with the types of the plugins, because an extension contains only its
 * changes.
 */

import { BUILT_IN } from '../../reference/schema/builtin.ts'
import { isObject, type Json, type JsonObject } from '../../util/json.ts'
import { storedFile } from '../assembly/stored.ts'
import { type SchemaFile, textAt } from '../database/model.ts'
import type { Schemas } from '../database/read.ts'
import { tableOfBuiltIn } from '../runner/tables.ts'

const builtIn: ReadonlyMap<string, Json> = new Map(
  BUILT_IN.map((json) => [textAt(json, ['uid']) ?? '', json]),
)

/**
 * Completes the schemas of plugin types. The parameter `stored` contains the types as the database or the content type
 * builder returns them.
 */
export function withPluginTypes<S extends Schemas>(schemas: S, stored: ReadonlyMap<string, Json>): S {
  return { ...schemas, contentTypes: schemas.contentTypes.map((file) => completed(file, stored)) }
}

/** Completes one schema: a member of the extension replaces the whole member of the plugin's type. */
function completed(file: SchemaFile, stored: ReadonlyMap<string, Json>): SchemaFile {
  const { uid, json, name } = file
  if (!uid.startsWith('plugin::') || !isObject(json)) return file
  const merged = { ...baseOf(file, stored), ...json }
  return { ...file, name: textAt(merged, ['info', 'singularName']) ?? name, json: merged }
}

/** Returns the type that the plugin defines; for an unknown plugin, a type with the names in the path of the file. */
function baseOf({ uid, name, file }: SchemaFile, stored: ReadonlyMap<string, Json>): JsonObject {
  const own = builtIn.get(uid)
  if (isObject(own)) return { collectionName: tableOfBuiltIn(uid), ...own }
  const copy = stored.get(uid)
  const read = isObject(copy) ? storedFile(uid, copy, file).json : undefined
  if (isObject(read)) return read
  return { kind: 'collectionType', info: { singularName: name, pluralName: `${name}s`, displayName: name } }
}
