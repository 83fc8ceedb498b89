/**
 * Completes the schemas in `src/extensions` with the schemas of the plugins, because an extension contains only the
 * changes to a plugin's schema.
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
 * Completes the schemas that extend content types of plugins. The parameter `stored` contains the plugins' content
 * types from the database or from the content type builder.
 */
export function withPluginTypes<S extends Schemas>(schemas: S, stored: ReadonlyMap<string, Json>): S {
  return { ...schemas, contentTypes: schemas.contentTypes.map((file) => completed(file, stored)) }
}

/** Completes one schema of an extension. A member of the extension replaces the whole member of the plugin's schema. */
function completed(file: SchemaFile, stored: ReadonlyMap<string, Json>): SchemaFile {
  const { uid, json, name } = file
  if (!uid.startsWith('plugin::') || !isObject(json)) return file
  const merged = { ...baseOf(file, stored), ...json }
  return { ...file, name: textAt(merged, ['info', 'singularName']) ?? name, json: merged }
}

/**
 * Returns the schema that a plugin defines for its content type. For an unknown plugin, the function returns a
 * schema with the names in the path of the extension file.
 */
function baseOf({ uid, name, file }: SchemaFile, stored: ReadonlyMap<string, Json>): JsonObject {
  const own = builtIn.get(uid)
  if (isObject(own)) return { collectionName: tableOfBuiltIn(uid), ...own }
  const copy = stored.get(uid)
  const read = isObject(copy) ? storedFile(uid, copy, file).json : undefined
  if (isObject(read)) return read
  return { kind: 'collectionType', info: { singularName: name, pluralName: `${name}s`, displayName: name } }
}
