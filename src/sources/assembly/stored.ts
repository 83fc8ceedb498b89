/** Adds the content types that no file of a project defines, from the copy of the schemas in the database. */

import { ADDED_NAMES } from '../../reference/schema/added.ts'
import { BUILT_IN } from '../../reference/schema/builtin.ts'
import { isObject, type Json, type JsonObject } from '../../util/json.ts'
import { stemOf } from '../database/builtin.ts'
import { at, type SchemaFile, textAt } from '../database/model.ts'
import type { Schemas } from '../database/read.ts'
import type { Stored } from '../database/settings.ts'

/**
 * The built-in content types that project code often extends, and whose attributes differ between releases of
 * Strapi.
 */
const OFTEN_CHANGED = ['plugin::users-permissions.user', 'plugin::upload.file']

const builtIn = new Map(BUILT_IN.map((json) => [textAt(json, ['uid']) ?? '', json]))

/**
 * Adds stored types to the schemas: the missing types that relations lead to, and the types in `OFTEN_CHANGED` that
 * the project changed. Messages use the parameter `place` as the name of the database.
 */
export function withStored(
  schemas: Schemas,
  { contentTypes }: Pick<Stored, 'contentTypes'>,
  place: string,
): Schemas {
  const found = new Map(schemas.contentTypes.map((file) => [file.uid, file]))
  const take = (uid: string): readonly SchemaFile[] => {
    const json = contentTypes.get(uid)
    if (found.has(uid) || !isObject(json)) return []
    const file = storedFile(uid, json, place)
    found.set(uid, file)
    return [file]
  }
  let open: readonly SchemaFile[] = [...schemas.contentTypes, ...schemas.components]
  open = [...open, ...OFTEN_CHANGED.filter((uid) => isChanged(uid, contentTypes.get(uid))).flatMap(take)]
  while (open.length > 0) {
    const targets = open.flatMap(({ json }) => targetsOf(json))
    open = [...new Set(targets)].filter((uid) => !builtIn.has(uid)).flatMap(take)
  }
  return { contentTypes: [...found.values()], components: schemas.components }
}

/** Converts a stored content type to a schema file, without the attributes that the server adds to every type. */
export function storedFile(uid: string, json: JsonObject, file: string): SchemaFile {
  const attributes = Object.entries(attributesOf(json)).filter(([name]) => !ADDED_NAMES.has(name))
  const name = textAt(json, ['info', 'singularName']) ?? ''
  const schema: Json = { ...json, attributes: Object.fromEntries(attributes) }
  return { uid, stem: stemOf(uid), name, file, json: schema }
}

function isChanged(uid: string, json: Json | undefined): boolean {
  if (!isObject(json)) return false
  const names = (attributes: JsonObject): string =>
    Object.keys(attributes)
      .filter((name) => !ADDED_NAMES.has(name))
      .sort()
      .join()
  return names(attributesOf(json)) !== names(attributesOf(builtIn.get(uid)))
}

function attributesOf(json: Json | undefined): JsonObject {
  const attributes = at(json, ['attributes'])
  return isObject(attributes) ? attributes : {}
}

const targetsOf = (json: Json): readonly string[] =>
  Object.values(attributesOf(json)).flatMap((attribute) => textAt(attribute, ['target']) ?? [])
