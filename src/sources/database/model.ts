/**
 * A content type or component, with the names and options that the database readers need to find its table and
 * columns.
 */
import { isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { tableName } from './names.ts'

export interface DatabaseModel {
  readonly uid: string
  /** The name of the model's files in a dataset, without the file extension. */
  readonly stem: string
  /** The path of the schema file in notes for the user. */
  readonly file: string
  readonly table: string
  /** The singular name of the model. The names of columns in link tables contain the singular name. */
  readonly singular: string
  readonly localized: boolean
  readonly draftAndPublish: boolean
  readonly attributes: ReadonlyMap<string, JsonObject>
}

/** A schema file, with the uid and the names that follow from the path of the file. */
export interface SchemaFile {
  readonly uid: string
  readonly stem: string
  /** The singular name of a content type, or the file name of a component. */
  readonly name: string
  readonly file: string
  readonly json: Json
}

export interface Models {
  readonly contentTypes: ReadonlyMap<string, DatabaseModel>
  readonly components: ReadonlyMap<string, DatabaseModel>
}

export function modelOf({ uid, stem, name, file, json }: SchemaFile): DatabaseModel {
  const collection = textAt(json, ['collectionName']) ?? name
  return {
    uid,
    stem,
    file,
    table: tableName(collection),
    singular: name,
    localized: at(json, ['pluginOptions', 'i18n', 'localized']) === true,
    draftAndPublish: at(json, ['options', 'draftAndPublish']) === true,
    attributes: attributesOf(at(json, ['attributes'])),
  }
}

function attributesOf(json: Json | undefined): ReadonlyMap<string, JsonObject> {
  if (!isObject(json)) return new Map()
  const written = Object.entries(json)
  return new Map(written.flatMap(([name, attribute]) => (isObject(attribute) ? [[name, attribute]] : [])))
}

/** Follows a path of member names into a JSON value, and returns the value at the end of the path. */
export function at(json: Json | undefined, path: readonly string[]): Json | undefined {
  let found = json
  for (const key of path) found = isObject(found) ? member(found, key) : undefined
  return found
}

export function textAt(json: Json | undefined, path: readonly string[]): string | undefined {
  const found = at(json, path)
  return typeof found === 'string' ? found : undefined
}
