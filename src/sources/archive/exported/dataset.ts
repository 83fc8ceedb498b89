/**
 * Converts the contents of an archive to the JSON files of a dataset. The conversion is a pure function, and reads
 * no file from disk, no key and no state of the process.
 */
import { isObject, type Json, type JsonObject } from '../../../util/json.ts'
import type { Answers, PartNames } from '../../assembly/dataset.ts'
import { type ReadAll, type ReadOptions, readAll } from '../../assembly/read.ts'
import { storedFile } from '../../assembly/stored.ts'
import { BUILT_IN_FILE } from '../../database/builtin.ts'
import { at, type Models, modelOf, type SchemaFile, textAt } from '../../database/model.ts'
import { lookInto, type OpenDatabase } from '../../database/read.ts'
import { type Note, noteText } from '../../note.ts'
import { SourceError } from '../../source.ts'
import type { Contents } from './contents.ts'
import { type ArchiveContext, lackingNotes } from './lacking.ts'
import { columnsOfLinks, placeLinks } from './links.ts'
import { fill, makeTables } from './rows.ts'
import { newRow, tableMaker } from './tables.ts'

export interface ExportOptions extends ReadOptions, ArchiveContext {}

/** An exported dataset. */
export interface Exported {
  /** The description of the source in messages, such as `Strapi export of 5.54.0`. */
  readonly kind: string
  /**
   * The Strapi release that made the export; null if the archive names a release without a number, or a release 0.x.
   */
  readonly version: string | null
  readonly read: ReadAll
  readonly notes: readonly Note[]
  /** Whether new users must confirm their e-mail address before they log in. */
  readonly asksConfirmation: boolean
}

const PLACES: PartNames = {
  rows: 'entities',
  contentTypes: 'schemas',
  settings: 'settings',
  stored: 'schemas',
}

/**
 * Converts an archive to a dataset; `path` names the archive in messages.
 * @throws SourceError for anything but an export of Strapi 5; DatasetError for faults in the archive.
 */
export async function datasetIn(path: string, contents: Contents, options: ExportOptions): Promise<Exported> {
  const version = versionOf(path, contents.metadata)
  const found = schemaFiles(contents.schemas)
  const { open, notes } = await databaseOf(path, contents, found)
  if (options.strict === true) refuseNotes(path, notes)
  const own = found.filter(({ uid }) => uid.startsWith('api::'))
  const schemas = { contentTypes: own, components: found.filter(({ uid }) => !uid.includes('::')) }
  const read = await readAll(schemas, ANSWERS, open, options, PLACES)
  const advanced = open.stored.setting('plugin_users-permissions_advanced')
  return {
    kind: `Strapi export${version === null ? '' : ` of ${version}`}`,
    version,
    read,
    notes: [
      ...contents.notes,
      ...notes,
      // Leaves out notes on built-in types, because the exported server may not have the plugins of such types.
      ...read.notes.filter(({ file }) => file !== BUILT_IN_FILE),
      ...lackingNotes(contents, options),
    ],
    asksConfirmation: at(advanced, ['email_confirmation']) === true,
  }
}

/**
 * The settings in `config/api` of a new project. The settings of a new project apply to every archive, because an
 * archive does not contain settings of `config/api`.
 */
const ANSWERS: Answers = {
  settings: { rest: { defaultLimit: 25, maxLimit: 100, withCount: true } },
  privateAttributes: [],
}

/** Returns the Strapi release that made the archive; null for a release without a number, or a release 0.x. */
function versionOf(path: string, metadata: Json): string | null {
  const version = textAt(metadata, ['strapi', 'version'])
  if (version === undefined) {
    const expected = 'expected metadata.json with {"strapi": {"version"}}'
    throw new SourceError(`${path}: not an archive of \`strapi export\`: ${expected}, found none`)
  }
  const number = /^\d{1,9}\.\d{1,9}\.\d{1,9}/.exec(version)?.[0]
  const major = number?.split('.')[0]
  if (number !== undefined && major !== '5' && major !== '0')
    throw new SourceError(
      `${path}: expected an export of Strapi 5, found one of ${number}; migrate the project to Strapi 5, and export it again`,
    )
  return major === '5' ? (number ?? null) : null
}

/**
 * Converts the schemas of an archive to schema files, without the attributes that the server adds to a schema at its
 * start.
 */
function schemaFiles(schemas: readonly JsonObject[]): readonly SchemaFile[] {
  return schemas.map((schema) => {
    const uid = textAt(schema, ['uid']) ?? ''
    const written = Object.entries(schema).filter(([name]) => WRITTEN.includes(name))
    const file = storedFile(uid, Object.fromEntries(written), `schemas, ${uid}`)
    if (textAt(schema, ['modelType']) === 'contentType') {
      const name = file.name
      return uid === `api::${name}.${name}` ? { ...file, stem: name } : file
    }
    const { uid: _, ...json } = isObject(file.json) ? file.json : {}
    return { ...file, json, stem: uid.replace('.', '/'), name: uid.slice(uid.indexOf('.') + 1) }
  })
}

const WRITTEN = ['uid', 'kind', 'collectionName', 'info', 'options', 'pluginOptions', 'attributes']

interface Rebuilt {
  readonly open: OpenDatabase
  readonly notes: readonly Note[]
}

/** Rebuilds the tables of the exported database in memory, from the contents of the archive. */
async function databaseOf(path: string, contents: Contents, found: readonly SchemaFile[]): Promise<Rebuilt> {
  const maker = tableMaker(path)
  const byUid = (files: readonly SchemaFile[]) => new Map(files.map((file) => [file.uid, modelOf(file)]))
  const models: Models = {
    contentTypes: byUid(found.filter(({ uid }) => uid.includes('::'))),
    components: byUid(found.filter(({ uid }) => !uid.includes('::'))),
  }
  const tables = makeTables(models, maker, columnsOfLinks(models))
  const unknown = new Map<string, number>()
  for (const entity of contents.entities)
    if (!fill(entity, tables)) unknown.set(entity.type, (unknown.get(entity.type) ?? 0) + 1)
  const dangling = placeLinks(contents.links, tables, models, maker)
  const settings = maker.make('strapi_core_store_settings', ['id', 'key', 'value'])
  for (const [key, value] of contents.settings)
    settings.push(newRow({ id: settings.length + 1, key, value: JSON.stringify(value) }))
  maker.make('strapi_database_schema', ['id', 'schema'])
  const { tables: known, stored } = await lookInto(maker.database)
  const contentTypes = new Map(found.map(({ uid, json }) => [uid, json]))
  return {
    open: { tables: known, stored: { ...stored, contentTypes } },
    notes: [...unknownTypeNotes(unknown), ...dangling],
  }
}

const unknownTypeNotes = (unknown: ReadonlyMap<string, number>): readonly Note[] =>
  [...unknown].map(([type, count]) => ({
    file: 'entities',
    line: 0,
    says: `${count} of ${type} without a schema in the archive; ignored`,
  }))

function refuseNotes(path: string, notes: readonly Note[]): void {
  if (notes.length === 0) return
  throw new SourceError(`${path}: ${notes.map(noteText).join('\n')}`)
}
