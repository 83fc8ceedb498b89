/** Reads a Strapi database into the rows of a dataset. */
import type { Json, JsonObject } from '../../util/json.ts'
import type { Note } from '../note.ts'
import { SourceError } from '../source.ts'
import { readAccess, type StoredAccess } from './access.ts'
import { builtInModels } from './builtin.ts'
import { FILE_UID, readParts } from './content.ts'
import type { Database } from './database.ts'
import { readEntries } from './entries.ts'
import { type DatabaseModel, type Models, modelOf, type SchemaFile } from './model.ts'
import { relatedReader, shownFiles } from './morphs.ts'
import { type DatabaseReading, idsOf, missing, type Strays } from './reading.ts'
import { readLocales, readStored, type Stored } from './settings.ts'
import { type Tables, tablesOf } from './tables.ts'

/** The schema files of a project's content types and components. */
export interface Schemas {
  readonly contentTypes: readonly SchemaFile[]
  readonly components: readonly SchemaFile[]
}

/** The rows of a database, converted to the dataset format. */
export interface DatabaseContent extends StoredAccess {
  /** The rows of each content type, by the name of the type's dataset file without extension. */
  readonly entries: Readonly<Record<string, Json>>
  readonly media: Json
  /** The content of `locales.json`; undefined if the database lists no locale. */
  readonly locales: Json | undefined
  /** The enumeration values that database rows contain, but that the schema no longer has. */
  readonly strays: Strays
  readonly notes: readonly Note[]
}

/** An open database with the server's stored settings. */
export interface OpenDatabase {
  readonly tables: Tables
  readonly stored: Stored
}

/**
 * Finds the tables of a database, and reads the server's settings that the database stores.
 * @throws SourceError if the database does not belong to a Strapi server.
 */
export async function lookInto(database: Database): Promise<OpenDatabase> {
  const tables = await tablesOf(database)
  refuseOtherDatabase(tables)
  return { tables, stored: await readStored(tables) }
}

/** Reads the rows of a Strapi database. @throws SourceError for an incompletely migrated or unreadable database. */
export async function readDatabase(
  { tables, stored }: OpenDatabase,
  schemas: Schemas,
): Promise<DatabaseContent> {
  const models = modelsOf(schemas)
  const notes: Note[] = []
  const note = (one: Note): void => void notes.push(one)
  const types = [...models.contentTypes.values()]
  for (const model of types) refuseUnmigrated(model, tables)
  const ids = await idsOf(tables, types)
  const reading: DatabaseReading = {
    tables,
    models,
    ids,
    files: await shownFiles(tables, ids.get(FILE_UID) ?? new Set()),
    showing: new Set(),
    strays: new Map(),
    parts: new Map(),
    note,
    missTable: missing(stored.tables, tables.database.name, note),
  }
  const { entries, media } = await readRows(types, reading)
  const access = await readAccess(tables, new Set(models.contentTypes.keys()))
  const locales = await readLocales(tables, stored)
  return { ...access, entries, media, locales, strays: reading.strays, notes }
}

function modelsOf({ contentTypes, components }: Schemas): Models {
  const byUid = (files: readonly SchemaFile[]) => new Map(files.map((file) => [file.uid, modelOf(file)]))
  const own = byUid(contentTypes)
  const builtIn = builtInModels(own)
  return {
    contentTypes: new Map([...own, ...builtIn.map((model) => [model.uid, model] as const)]),
    components: byUid(components),
  }
}

async function readRows(types: readonly DatabaseModel[], reading: DatabaseReading) {
  await readParts(reading)
  const entries: Record<string, Json> = {}
  for (const model of types)
    if (model.uid !== FILE_UID) entries[model.stem] = await readEntries(model, reading)
  const files = types.find(({ uid }) => uid === FILE_UID)
  const media = files === undefined ? [] : await readFiles(files, reading)
  return { entries, media }
}

/**
 * Reads the database rows of uploaded files. Each row of an uploaded file lists the rows that show the file, in
 * stored order.
 */
async function readFiles(model: DatabaseModel, reading: DatabaseReading): Promise<readonly JsonObject[]> {
  const attributes = new Map([...model.attributes].filter(([name]) => name !== 'related'))
  const related = await relatedReader(reading)
  const rows = await readEntries({ ...model, attributes }, reading)
  return rows.map((row) => ({ ...row, __related: related(Number(row['id'])) }))
}

/** The names of tables that every Strapi 5 database has. */
const MARKS = ['strapi_core_store_settings', 'strapi_database_schema']

function refuseOtherDatabase({ database, find }: Tables): void {
  const missed = MARKS.find((name) => find(name) === undefined)
  if (missed === undefined) return
  const says = `expected the tables of Strapi 5, found no table ${missed}`
  throw new SourceError(
    `${database.name}: not a database of Strapi: ${says}; start the server of the project once`,
  )
}

function refuseUnmigrated({ table: wanted, file }: DatabaseModel, { database, find }: Tables): void {
  const table = find(wanted)
  if (table === undefined || table.columns.includes('document_id')) return
  const says = `the table ${table.name} of ${file} has no column document_id`
  throw new SourceError(
    `${database.name}: not migrated to Strapi 5: ${says}; start the server of the project once`,
  )
}
