/** What `strapi export` wrote as a source: schemas, rows, links and what the server keeps about itself. */
import { isObject, type Json, type JsonObject } from '../../ground/json.ts'
import type { Answers, Places } from '../assembly/dataset.ts'
import { type ReadOptions, readAll } from '../assembly/read.ts'
import { storedFile } from '../assembly/stored.ts'
import { BUILT_IN_FILE } from '../database/builtin.ts'
import { at, type Models, modelOf, type SchemaFile, textAt } from '../database/model.ts'
import { lookInto, type OpenDatabase } from '../database/read.ts'
import { type Note, noteText } from '../note.ts'
import { type Source, SourceError } from '../source.ts'
import { roleOfTokens } from '../tokens/roles.ts'
import { tarIn } from './bytes.ts'
import { type Contents, readContents } from './contents.ts'
import { filesBelow, uploadsBelow } from './folder.ts'
import { lackingNotes } from './lacking.ts'
import { ARCHIVE_LIMITS, type ArchiveLimits } from './limits.ts'
import { columnsOfLinks, placeLinks } from './links.ts'
import { fill, makeTables } from './rows.ts'
import { newRow, tableMaker } from './tables.ts'
import { filesIn } from './tar.ts'

export interface ArchiveOptions extends ReadOptions {
  /** Of an encrypted archive. */
  readonly key?: string
  /** Variables of the process: `JWT_SECRET` of the server, which no archive has. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Each that is left out is as in `ARCHIVE_LIMITS`. */
  readonly limits?: Partial<ArchiveLimits>
}

const PLACES: Places = {
  rows: 'entities',
  contentTypes: 'schemas',
  settings: 'settings',
  stored: 'schemas',
}

/**
 * Reads an archive; nothing of it is run, and nothing written.
 * @throws SourceError for a file that is none, not a whole one or too large; DatasetError for faults of what is in it.
 */
export async function openArchive(path: string, options: ArchiveOptions): Promise<Source> {
  const limits = { ...ARCHIVE_LIMITS, ...options.limits }
  return sourceOf(
    path,
    await readContents(path, filesIn(path, tarIn(path, options.key), limits), limits),
    options,
  )
}

/**
 * Reads an export that is a folder, likewise.
 * @throws SourceError, DatasetError
 */
export async function openExportFolder(path: string, options: ArchiveOptions): Promise<Source> {
  const limits = { ...ARCHIVE_LIMITS, ...options.limits }
  const contents = await readContents(path, filesBelow(path, limits), limits)
  const folder = uploadsBelow(path)
  if (folder === undefined) return sourceOf(path, contents, options)
  const parts = new Set([...contents.parts, 'assets'])
  const source = await sourceOf(path, { ...contents, parts }, options)
  return { ...source, uploads: { kind: 'folder', folder } }
}

async function sourceOf(path: string, contents: Contents, options: ArchiveOptions): Promise<Source> {
  const version = versionOf(path, contents.metadata)
  const found = schemaFiles(contents.schemas)
  const { open, notes } = await databaseOf(path, contents, found)
  if (options.strict === true) refuseNotes(path, notes)
  const own = found.filter(({ uid }) => uid.startsWith('api::'))
  const schemas = { contentTypes: own, components: found.filter(({ uid }) => !uid.includes('::')) }
  const read = await readAll(schemas, ANSWERS, open, options, PLACES)
  const secret = options.env['JWT_SECRET'] ?? null
  const salt = options.env['API_TOKEN_SALT'] ?? null
  const users = read.content?.users ?? new Map()
  const tokens = read.content?.tokens ?? []
  const advanced = open.stored.setting('plugin_users-permissions_advanced')
  const asksConfirmation = at(advanced, ['email_confirmation']) === true
  return {
    watched: { paths: [path] },
    kind: `Strapi export${version === null ? '' : ` of ${version}`}`,
    ...read.loaded,
    notes: [
      ...contents.notes,
      ...notes,
      // A plugin that the server does not have left nothing out.
      ...read.notes.filter(({ file }) => file !== BUILT_IN_FILE),
      ...lackingNotes(contents, options),
    ],
    roleOfToken: roleOfTokens({ salt, secret, tokens, users, asksConfirmation }),
    uploads: { kind: 'files', files: contents.uploads },
    server: {
      version,
      versionFrom: version === null ? null : 'metadata.json',
      database: null,
      databaseFrom: null,
      notes: [],
    },
  }
}

/** What `config/api` of a new project says: an archive does not have its own. */
const ANSWERS: Answers = {
  settings: { rest: { defaultLimit: 25, maxLimit: 100, withCount: true } },
  privateAttributes: [],
}

/** null for a release that has no number. */
function versionOf(path: string, metadata: Json): string | null {
  const version = textAt(metadata, ['strapi', 'version'])
  if (version === undefined) {
    const expected = 'expected metadata.json with {"strapi": {"version"}}'
    throw new SourceError(`${path}: not what \`strapi export\` writes: ${expected}, found none`)
  }
  const number = /^\d{1,9}\.\d{1,9}\.\d{1,9}/.exec(version)?.[0]
  const major = number?.split('.')[0]
  if (number !== undefined && major !== '5' && major !== '0')
    throw new SourceError(
      `${path}: expected an export of Strapi 5, found one of ${number}; migrate the project to Strapi 5, and export it again`,
    )
  return major === '5' ? (number ?? null) : null
}

/** What the server adds to a schema file when it starts is left out. */
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

/** The database that was exported, as far as the archive has it. */
async function databaseOf(path: string, contents: Contents, found: readonly SchemaFile[]): Promise<Rebuilt> {
  const maker = tableMaker(path)
  const byUid = (files: readonly SchemaFile[]) => new Map(files.map((file) => [file.uid, modelOf(file)]))
  const models: Models = {
    contentTypes: byUid(found.filter(({ uid }) => uid.includes('::'))),
    components: byUid(found.filter(({ uid }) => !uid.includes('::'))),
  }
  const tables = makeTables(models, maker, columnsOfLinks(models))
  const strangers = new Map<string, number>()
  for (const entity of contents.entities)
    if (!fill(entity, tables)) strangers.set(entity.type, (strangers.get(entity.type) ?? 0) + 1)
  const lost = placeLinks(contents.links, tables, models, maker)
  const settings = maker.make('strapi_core_store_settings', ['id', 'key', 'value'])
  for (const [key, value] of contents.settings)
    settings.push(newRow({ id: settings.length + 1, key, value: JSON.stringify(value) }))
  maker.make('strapi_database_schema', ['id', 'schema'])
  const { tables: known, stored } = await lookInto(maker.database)
  const contentTypes = new Map(found.map(({ uid, json }) => [uid, json]))
  return {
    open: { tables: known, stored: { ...stored, contentTypes } },
    notes: [...strangerNotes(strangers), ...lost],
  }
}

const strangerNotes = (strangers: ReadonlyMap<string, number>): readonly Note[] =>
  [...strangers].map(([type, count]) => ({
    file: 'entities',
    line: 0,
    says: `${count} of ${type}, which no schema of the archive describes; left out`,
  }))

function refuseNotes(path: string, notes: readonly Note[]): void {
  if (notes.length === 0) return
  throw new SourceError(`${path}: ${notes.map(noteText).join('\n')}`)
}
