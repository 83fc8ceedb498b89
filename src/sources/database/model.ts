/** A type or component with the facts from which the readers know its table and columns. */
import { isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { tableName } from './names.ts'

export interface DatabaseModel {
  readonly uid: string
  /** The name of the type's files in a dataset, without extension. */
  readonly stem: string
  /** The file of the schema, as notes name this file. */
  readonly file: string
  readonly table: string
  /** The singular name, which column names contain. */
  readonly singular: string
  readonly localized: boolean
  readonly draftAndPublish: boolean
  readonly attributes: ReadonlyMap<string, JsonObject>
}

/** A schema file with the facts that follow from its path. */
export interface SchemaFile {
  readonly uid: string
  readonly stem: string
  /** The singular name of a type, or the file name of a component. */
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

/** Follows a path of member names, and returns the value at its end. */
export function at(json: Json | undefined, path: readonly string[]): Json | undefined {
  let found = json
  for (const key of path) found = isObject(found) ? member(found, key) : undefined
  return found
}

export function textAt(json: Json | undefined, path: readonly string[]): string | undefined {
  const found = at(json, path)
  return typeof found === 'string' ? found : undefined
}
