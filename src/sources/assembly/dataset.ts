/** Combines the schemas, settings and rows of a server into the JSON files of a dataset. */

import { type DatasetFiles, DEFAULT_FILES } from '../../reference/load/files/files.ts'
import { isList, isObject, type Json, member } from '../../util/json.ts'
import { at, type SchemaFile } from '../database/model.ts'
import type { DatabaseContent, Schemas } from '../database/read.ts'
import type { Note } from '../note.ts'

/** The settings of a server that change its answers. */
export interface Answers {
  readonly settings: Json
  /** The names of attributes that are private in every content type. */
  readonly privateAttributes: readonly string[]
}

/**
 * Makes the JSON files of a dataset. The parameter `content` is null if the source has no database, or if the
 * database has not been read yet.
 */
export function datasetOf(
  { contentTypes, components }: Schemas,
  { settings, privateAttributes }: Answers,
  content: Pick<DatabaseContent, 'entries' | 'media' | 'access' | 'locales'> | null,
): DatasetFiles {
  const schemas = (files: readonly SchemaFile[]): Readonly<Record<string, Json>> =>
    Object.fromEntries(files.map((file) => [file.stem, schemaOf(file, privateAttributes)]))
  return {
    contentTypes: schemas(contentTypes),
    components: schemas(components),
    settings,
    ...(content === null
      ? {}
      : {
          entries: content.entries,
          media: content.media,
          access: content.access,
          locales: content.locales ?? DEFAULT_FILES.locales,
        }),
  }
}

function schemaOf({ uid, json }: SchemaFile, privateAttributes: readonly string[]): Json {
  if (!isObject(json)) return json
  const isType = uid.includes('::')
  const own = isType && member(json, 'uid') === undefined ? { uid, ...json } : json
  if (privateAttributes.length === 0) return own
  const written = at(json, ['options', 'privateAttributes'])
  const names = [...new Set([...(isList(written) ? written : []), ...privateAttributes])]
  const options = member(json, 'options')
  return { ...own, options: { ...(isObject(options) ? options : {}), privateAttributes: names } }
}

/** The names that messages use for the origins of data in a source. */
export interface PartNames {
  /** The name of the store that contains the rows, such as `database`. */
  readonly rows: string
  readonly contentTypes: string
  readonly settings: string
  /** The name of the store in which the server keeps the types that project code adds. */
  readonly stored: string
}

/** Returns a function that maps the name of a dataset file to the name of the file's origin in the source. */
export function placesOf({ contentTypes, components }: Schemas, names: PartNames): (file: string) => string {
  const { rows } = names
  const places = new Map([
    ...contentTypes.map(({ stem, file }) => [`content-types/${stem}.json`, file] as const),
    ...contentTypes.map(({ stem, uid }) => [`entries/${stem}.json`, `${rows}, rows of ${uid}`] as const),
    ...components.map(({ stem, file }) => [`components/${stem}.json`, file] as const),
    ['content-types', names.contentTypes],
    ['media.json', `${rows}, rows of plugin::upload.file`],
    ['access.json', `${rows}, roles`],
    ['locales.json', `${rows}, locales`],
    ['settings.json', names.settings],
  ])
  return (file) => places.get(file) ?? file
}

/** Adds to the schemas the enumeration values that rows contain but the schemas lack. */
export function withStrays(
  { contentTypes, components }: Schemas,
  strays: DatabaseContent['strays'],
): { readonly schemas: Schemas; readonly notes: readonly Note[] } {
  const notes: Note[] = []
  const grown = (file: SchemaFile): SchemaFile => {
    const attributes = at(file.json, ['attributes'])
    if (!isObject(attributes) || !isObject(file.json)) return file
    const changed = Object.entries(attributes).flatMap(([name, attribute]): [string, Json][] => {
      const values = [...(strays.get(`${file.uid} ${name}`) ?? [])]
      const known = at(attribute, ['enum'])
      if (values.length === 0 || !isObject(attribute)) return []
      const says = `rows contain values outside this list: ${values.join(', ')}; the list now includes them`
      notes.push({ file: file.file, line: 0, pointer: `/attributes/${name}/enum`, says })
      return [[name, { ...attribute, enum: [...(isList(known) ? known : []), ...values] }]]
    })
    if (changed.length === 0) return file
    return { ...file, json: { ...file.json, attributes: { ...attributes, ...Object.fromEntries(changed) } } }
  }
  return { schemas: { contentTypes: contentTypes.map(grown), components: components.map(grown) }, notes }
}
