/** Finds the schema files of a project. The uid of a schema follows from the path of its file. */

import type { Refuse } from '../../reference/load/files/disk.ts'
import { readJsonBytes } from '../../reference/load/json/read.ts'
import { DEFAULT_LIMITS } from '../../reference/load/limits.ts'
import { type Collected, collectFaults, type Report, wholeFile } from '../../reference/schema/fault.ts'
import { isObject, type Json } from '../../util/json.ts'
import { stemOf } from '../database/builtin.ts'
import { type SchemaFile, textAt } from '../database/model.ts'
import { snakeCase } from '../database/names.ts'
import type { Schemas } from '../database/read.ts'
import type { ProjectFiles } from './files.ts'
import { withoutTrailingCommas } from './trailing-commas.ts'

export interface SchemasFound extends Schemas {
  /**
   * The faults of schema files that could not be read. Faults that only result from an unreadable file are not
   * reported.
   */
  readonly collected: Collected
}

/** The schemas of a project before the code in its schema files has run. */
export interface SchemaSet {
  /** The paths of the schema files that contain code instead of JSON. */
  readonly code: readonly string[]
  /**
   * The faults for values in JSON files that Strapi loses: earlier values of a duplicate name, and digits of large
   * numbers.
   */
  readonly lost: Collected
  /**
   * Returns all schemas of the project. The parameter `values` contains the schemas that code files export, by file
   * path. The result omits a code file that exports no schema.
   */
  readonly complete: (values: Readonly<Record<string, Json>>) => SchemasFound
}

/** A path at which a schema file may exist, and the content type or component that this file would define. */
interface SchemaLocation {
  /** The path of the schema file, without its extension. */
  readonly path: string
  readonly uid: string
  readonly stem: string
  /** The folder to which the schema belongs in the dataset format. */
  readonly folder: 'content-types' | 'components'
  readonly name: string
}

type LocatedSchema = SchemaLocation &
  ({ readonly kind: 'json'; readonly file: string; readonly json: Json } | CodeSchema)

interface CodeSchema {
  readonly kind: 'code'
  readonly file: string
}

const CODE = ['js', 'cjs', 'mjs', 'ts']

/**
 * Reads the schema files of a project. If a schema exists both as a JSON file and as a code file, the JSON file
 * counts.
 */
export function readSchemas(files: ProjectFiles): SchemaSet {
  const unread: string[] = []
  const collected = collectFaults(unread)
  const lost = collectFaults()
  const read = (place: SchemaLocation): readonly LocatedSchema[] => {
    const found = readJson(place, files, { refused: collected.report, lost: lost.report })
    if (found === 'unread') {
      unread.push(`${place.folder}/${place.stem}.json`)
      return []
    }
    const schema = found ?? codeAt(place, files)
    return schema === undefined ? [] : [{ ...place, ...schema }]
  }
  const contentTypes = [...apiPlaces(files), ...extensionPlaces(files)].flatMap(read)
  const components = componentPlaces(files).flatMap(read)
  return {
    code: [...contentTypes, ...components].flatMap((one) => (one.kind === 'code' ? [one.file] : [])),
    lost,
    complete: (values) => ({
      contentTypes: contentTypes.flatMap((one) => schemaFile(one, values)),
      components: components.flatMap((one) => schemaFile(one, values)),
      collected,
    }),
  }
}

function schemaFile(schema: LocatedSchema, values: Readonly<Record<string, Json>>): readonly SchemaFile[] {
  const { uid, stem, name, file, folder } = schema
  const json = schema.kind === 'json' ? schema.json : Object.hasOwn(values, file) ? values[file] : undefined
  if (json === undefined || (schema.kind === 'code' && !isObject(json))) return []
  if (folder === 'components') return [{ uid, stem, name, file, json }]
  const singular = textAt(json, ['info', 'singularName']) ?? name
  return [
    {
      uid,
      stem: uid === `api::${singular}.${singular}` ? singular : stem,
      name: singular,
      file,
      json,
    },
  ]
}

/** The limits for the JSON in a schema file. The number of values in a schema file is not limited. */
const ANY_VALUES = { depth: DEFAULT_LIMITS.depth, values: Number.POSITIVE_INFINITY }

/**
 * Reads the JSON file of a schema as Strapi does. Reports invalid JSON with `refused`, and values that Strapi loses
 * with `lost`.
 */
function readJson(
  { path }: SchemaLocation,
  files: ProjectFiles,
  { refused, lost }: { readonly refused: Report; readonly lost: Report },
) {
  const file = `${path}.json`
  const stored = files.bytes(file)
  if (stored === undefined) return undefined
  const bytes = files.kindOf('tsconfig.json') === 'file' ? withoutTrailingCommas(stored) : stored
  const refuse: Refuse = (_path, problem) => refused(wholeFile(file), problem)
  const json = readJsonBytes(bytes, ANY_VALUES, file, lost, refuse)?.json
  return json === undefined ? 'unread' : ({ kind: 'json', file, json } as const)
}

function codeAt({ path }: SchemaLocation, files: ProjectFiles): CodeSchema | undefined {
  const found = CODE.map((extension) => `${path}.${extension}`).find((file) => files.kindOf(file) === 'file')
  return found === undefined ? undefined : { kind: 'code', file: found }
}

/**
 * Returns the locations of content type schemas in `src/api`. The schema `src/api/<api>/content-types/<name>/schema`
 * has the uid `api::<api>.<name>`.
 */
function apiPlaces(files: ProjectFiles): readonly SchemaLocation[] {
  return foldersIn('src/api', files).flatMap((api) =>
    foldersIn(`src/api/${api}/content-types`, files).map((name): SchemaLocation => {
      const uid = `api::${kebabCase(api)}.${kebabCase(name)}`
      const path = `src/api/${api}/content-types/${name}/schema`
      return { path, uid, stem: stemOf(uid), folder: 'content-types', name }
    }),
  )
}

/**
 * Returns the locations of schemas in `src/extensions`. The schema
 * `src/extensions/<plugin>/content-types/<name>/schema` has the uid `plugin::<plugin>.<name>`.
 */
function extensionPlaces(files: ProjectFiles): readonly SchemaLocation[] {
  return foldersIn('src/extensions', files).flatMap((plugin) =>
    foldersIn(`src/extensions/${plugin}/content-types`, files).map((name): SchemaLocation => {
      const uid = `plugin::${plugin}.${name}`
      const path = `src/extensions/${plugin}/content-types/${name}/schema`
      return { path, uid, stem: stemOf(uid), folder: 'content-types', name }
    }),
  )
}

/**
 * Returns the locations of component schemas. The schema `src/components/<category>/<name>` has the uid
 * `<category>.<name>`.
 */
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
