/** A model for reading rows: a schema file with its table. */
import { isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { tableName } from './names.ts'

export interface DatabaseModel {
  readonly uid: string
  /** The stem of its files in a dataset. */
  readonly stem: string
  /** The schema's file, for notes. */
  readonly file: string
  readonly table: string
  /** The singular name in column names. */
  readonly singular: string
  readonly localized: boolean
  readonly draftAndPublish: boolean
  readonly attributes: ReadonlyMap<string, JsonObject>
}

/** A schema file with the facts that its path implies. */
export interface SchemaFile {
  readonly uid: string
  readonly stem: string
  /** The singular name; of a component the file name. */
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

/** The value at the end of a path of members. */
export function at(json: Json | undefined, path: readonly string[]): Json | undefined {
  let found = json
  for (const key of path) found = isObject(found) ? member(found, key) : undefined
  return found
}

export function textAt(json: Json | undefined, path: readonly string[]): string | undefined {
  const found = at(json, path)
  return typeof found === 'string' ? found : undefined
}
