/** Finds the schemas of a project, with the uids that follow from their paths. */

import type { Refuse } from '../../reference/load/files/disk.ts'
import { readJsonBytes } from '../../reference/load/json/read.ts'
import { DEFAULT_LIMITS } from '../../reference/load/limits.ts'
import { type Collected, collectFaults, wholeFile } from '../../reference/schema/fault.ts'
import { isObject, type Json } from '../../util/json.ts'
import { exportedBy } from '../code/module.ts'
import { jsonOf } from '../code/value.ts'
import { stemOf } from '../database/builtin.ts'
import { type SchemaFile, textAt } from '../database/model.ts'
import { snakeCase } from '../database/names.ts'
import type { Schemas } from '../database/read.ts'
import type { Note } from '../note.ts'
import type { ProjectFiles } from './files.ts'

export interface SchemasFound extends Schemas {
  /** The faults of unreadable files. Faults that follow from them are suppressed. */
  readonly collected: Collected
  readonly notes: readonly Note[]
}

/** The possible path of a schema file, with its owner. */
interface SchemaLocation {
  /** Without its extension. */
  readonly path: string
  readonly uid: string
  readonly stem: string
  /** The dataset folder of the schema. */
  readonly folder: 'content-types' | 'components'
  readonly name: string
}

const CODE = ['js', 'cjs', 'mjs', 'ts']

export function readSchemas(files: ProjectFiles): SchemasFound {
  const unread: string[] = []
  const collected = collectFaults(unread)
  const notes: Note[] = []
  const read = (place: SchemaLocation): readonly SchemaFile[] => {
    const found = readJson(place, files, collected) ?? readCode(place, files, notes)
    if (found === undefined) return []
    if (found === 'unread') {
      unread.push(`${place.folder}/${place.stem}.json`)
      return []
    }
    if (place.folder === 'components') return [{ ...place, ...found }]
    const name = textAt(found.json, ['info', 'singularName']) ?? place.name
    const stem = place.uid === `api::${name}.${name}` ? name : place.stem
    return [{ uid: place.uid, stem, name, ...found }]
  }
  const contentTypes = [...apiPlaces(files), ...extensionPlaces(files)].flatMap(read)
  const components = componentPlaces(files).flatMap(read)
  return { contentTypes, components, collected, notes }
}

/** No limit of values besides the length of the file. */
const ANY_VALUES = { depth: DEFAULT_LIMITS.depth, values: Number.POSITIVE_INFINITY }

type FoundSchema = { readonly file: string; readonly json: Json } | 'unread' | undefined

function readJson({ path }: SchemaLocation, files: ProjectFiles, { report }: Collected): FoundSchema {
  const file = `${path}.json`
  const bytes = files.bytes(file)
  if (bytes === undefined) return undefined
  const refuse: Refuse = (_path, problem) => report(wholeFile(file), problem)
  const json = readJsonBytes(bytes, ANY_VALUES, file, report, refuse)?.json
  return json === undefined ? 'unread' : { file, json }
}

/** Reads a schema in code as far as it is a literal. */
function readCode({ path }: SchemaLocation, files: ProjectFiles, notes: Note[]): FoundSchema {
  const found = files.first(CODE.map((extension) => `${path}.${extension}`))
  if (found === undefined) return undefined
  const { json, unknown } = jsonOf(exportedBy(found.text, false, {}, files.folder))
  if (unknown !== null) {
    const says = `the schema cannot be read without running the project: ${unknown.why}`
    notes.push({ file: found.path, line: unknown.line, says })
  }
  return isObject(json) ? { file: found.path, json } : undefined
}

/** `src/api/<api>/content-types/<name>/schema` → `api::<api>.<name>` */
function apiPlaces(files: ProjectFiles): readonly SchemaLocation[] {
  return foldersIn('src/api', files).flatMap((api) =>
    foldersIn(`src/api/${api}/content-types`, files).map((name): SchemaLocation => {
      const uid = `api::${kebabCase(api)}.${kebabCase(name)}`
      const path = `src/api/${api}/content-types/${name}/schema`
      return { path, uid, stem: stemOf(uid), folder: 'content-types', name }
    }),
  )
}

/** `src/extensions/<plugin>/content-types/<name>/schema` → `plugin::<plugin>.<name>` */
function extensionPlaces(files: ProjectFiles): readonly SchemaLocation[] {
  return foldersIn('src/extensions', files).flatMap((plugin) =>
    foldersIn(`src/extensions/${plugin}/content-types`, files).map((name): SchemaLocation => {
      const uid = `plugin::${plugin}.${name}`
      const path = `src/extensions/${plugin}/content-types/${name}/schema`
      return { path, uid, stem: stemOf(uid), folder: 'content-types', name }
    }),
  )
}

/** `src/components/<category>/<name>` → `<category>.<name>` */
function componentPlaces(files: ProjectFiles): readonly SchemaLocation[] {
  return foldersIn('src/components', files).flatMap((category) => {
    const names = files.names(`src/components/${category}`).map((name) => name.replace(/\.\w+$/, ''))
    return [...new Set(names)].map((name): SchemaLocation => {
      const stem = `${category}/${name}`
      return { path: `src/components/${stem}`, uid: `${category}.${name}`, stem, folder: 'components', name }
    })
  })
}

const foldersIn = (path: string, files: ProjectFiles): readonly string[] =>
  files.names(path).filter((name) => files.kindOf(`${path}/${name}`) === 'folder')

const kebabCase = (name: string): string =>
  /^[a-z0-9-]+$/.test(name) ? name : snakeCase(name).replaceAll('_', '-')
