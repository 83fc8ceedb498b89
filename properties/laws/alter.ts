/** Changes parts of a dataset on which the answers to some requests must not depend. */

import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import type { Attribute, Model, Schema, Uid } from '../../src/reference/schema/schema.ts'
import { FILE_UID } from '../../src/reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../../src/util/json.ts'
import { STAMPS, VALUES } from '../arbitraries/values.ts'
import { stemOf } from '../arbitraries/world.ts'

/** Returns the rows of a type in the form of the dataset file. */
export function jsonRows(files: DatasetFiles, uid: Uid): readonly JsonObject[] {
  const rows = uid === FILE_UID ? files.media : files.entries?.[stemOf(uid)]
  return isList(rows) ? rows.filter(isObject) : []
}

/** Returns the dataset files with a change to the rows of some types. The change may also drop rows. */
export function mapRows(
  files: DatasetFiles,
  schema: Schema,
  change: (row: JsonObject, model: Model) => Json | undefined,
): DatasetFiles {
  const entries: Record<string, Json> = {}
  for (const type of schema.contentTypes.values()) {
    if (type.uid === FILE_UID || files.entries?.[stemOf(type.uid)] === undefined) continue
    entries[stemOf(type.uid)] = jsonRows(files, type.uid).flatMap((row) => change(row, type) ?? [])
  }
  const type = schema.contentTypes.get(FILE_UID)
  const media = type === undefined ? [] : jsonRows(files, FILE_UID).flatMap((row) => change(row, type) ?? [])
  return { ...files, entries, media }
}

/** A function that returns whether a change of the dataset affects an attribute of a row or component. */
export type Choice = (attribute: Attribute, model: Model, row: JsonObject) => boolean

/**
 * Returns the dataset files in which every selected scalar has another value, and every other selected attribute is
 * absent.
 */
export function withOtherValues(files: DatasetFiles, schema: Schema, choose: Choice): DatasetFiles {
  return mapRows(files, schema, (row, type) => changed(row, type, row, schema, choose))
}

function changed(
  node: JsonObject,
  model: Model,
  row: JsonObject,
  schema: Schema,
  choose: Choice,
): JsonObject {
  const copy: Record<string, Json> = { ...node }
  for (const attribute of model.attributes.values()) {
    const { name } = attribute
    const value = node[name]
    if (!isPlace(name, model) && choose(attribute, model, row)) change(copy, attribute)
    else if (attribute.kind === 'component' || attribute.kind === 'zone') {
      const inner = (one: Json): Json => {
        const uid =
          isObject(one) && attribute.kind === 'zone'
            ? String(one.__component)
            : attribute.kind === 'component'
              ? attribute.component
              : ''
        const below = schema.components.get(uid)
        return isObject(one) && below !== undefined ? changed(one, below, row, schema, choose) : one
      }
      if (value !== undefined) copy[name] = isList(value) ? value.map(inner) : inner(value)
    }
  }
  return copy
}

/**
 * Returns whether an attribute is `locale` or `publishedAt` of a content type, which identify the version of a
 * document.
 */
const isPlace = (name: string, { modelType }: Model): boolean =>
  modelType === 'contentType' && (name === 'locale' || name === 'publishedAt')

function change(node: Record<string, Json>, attribute: Attribute): void {
  const { name } = attribute
  if (attribute.kind !== 'scalar') {
    delete node[name]
    return
  }
  // The default of `publishedAt` is `createdAt`, so `publishedAt` is written into the row before `createdAt` changes.
  if (name === 'createdAt' && node.publishedAt === undefined) node.publishedAt = node.createdAt ?? null
  const isStamp = name === 'createdAt' || name === 'updatedAt'
  const pool: readonly Json[] = isStamp
    ? STAMPS
    : attribute.type === 'enumeration'
      ? attribute.enum
      : VALUES[attribute.type]
  const at = pool.findIndex((value) => JSON.stringify(value) === JSON.stringify(node[name]))
  node[name] = pool[(at + 1) % pool.length] ?? null
}

/** Returns the dataset files without some rows, and without all references to these rows. */
export function withoutRows(
  files: DatasetFiles,
  schema: Schema,
  isGone: (row: JsonObject, uid: Uid) => boolean,
): DatasetFiles {
  const gone = new Set<string>()
  for (const { uid } of schema.contentTypes.values()) {
    for (const row of jsonRows(files, uid)) if (isGone(row, uid)) gone.add(`${uid} ${String(row.id)}`)
  }
  return mapRows(files, schema, (row, type) =>
    gone.has(`${type.uid} ${String(row.id)}`) ? undefined : scrubbed(row, type, schema, gone),
  )
}

function scrubbed(node: JsonObject, model: Model, schema: Schema, gone: ReadonlySet<string>): JsonObject {
  const copy: Record<string, Json> = { ...node }
  for (const attribute of model.attributes.values()) {
    const value = node[attribute.name]
    if (value === undefined || attribute.kind === 'scalar') continue
    copy[attribute.name] = isList(value)
      ? value.flatMap((one) => withoutReferences(one, attribute, schema, gone))
      : (withoutReferences(value, attribute, schema, gone)[0] ?? null)
  }
  return copy
}

/** Returns the value of an attribute without its references to removed rows. */
function withoutReferences(
  one: Json,
  attribute: Attribute,
  schema: Schema,
  gone: ReadonlySet<string>,
): readonly Json[] {
  switch (attribute.kind) {
    case 'relation':
    case 'morphBy':
      return gone.has(`${attribute.target} ${String(one)}`) ? [] : [one]
    case 'media':
      return gone.has(`${FILE_UID} ${String(one)}`) ? [] : [one]
    case 'morphTo':
      return isObject(one) && gone.has(`${String(one.__type)} ${String(one.id)}`) ? [] : [one]
    case 'component':
    case 'zone': {
      const uid =
        attribute.kind === 'component' ? attribute.component : isObject(one) ? String(one.__component) : ''
      const model = schema.components.get(uid)
      return [isObject(one) && model !== undefined ? scrubbed(one, model, schema, gone) : one]
    }
    case 'scalar':
      return [one]
  }
}

/** Returns the dataset files with other permissions of one role. */
export function withPermissions(
  files: DatasetFiles,
  role: string,
  permissions: readonly string[],
): DatasetFiles {
  const access = isObject(files.access) ? files.access : {}
  const roles = isObject(access.roles) ? access.roles : {}
  return { ...files, access: { ...access, roles: { ...roles, [role]: { permissions: [...permissions] } } } }
}
