/**
 * Reads the attributes of rows and components from a database. Reads each attribute from the attribute's column or
 * link table.
 */
import { isList, type Json, type JsonObject } from '../../util/json.ts'
import { BUILT_IN_FILE } from './builtin.ts'
import type { DatabaseRow } from './database.ts'
import { type LinkReader, linksReader } from './links.ts'
import { at, type DatabaseModel, textAt } from './model.ts'
import { mediaReader, morphByReader, morphToReader } from './morphs.ts'
import { columnName, partTable } from './names.ts'
import type { DatabaseReading, PartReader } from './reading.ts'
import { columnIn, groupedBy, inOrder, numberIn } from './tables.ts'
import { readValue } from './values.ts'

/** A function that reads the attributes of a database row, in the order of the schema. */
export type ContentReader = (row: DatabaseRow, depth: number) => JsonObject

/** The uid of the content type of uploaded files, to which every `media` attribute is a relation. */
export const FILE_UID = 'plugin::upload.file'

type DeepReader = (row: DatabaseRow, depth: number) => Json | undefined

export async function contentReader(model: DatabaseModel, reading: DatabaseReading): Promise<ContentReader> {
  const parts = await partsOf(model, reading)
  const readers: (readonly [string, DeepReader])[] = []
  for (const [name, attribute] of model.attributes) {
    const reader = await readerOf(name, attribute, model, parts, reading)
    if (reader !== undefined) readers.push([name, reader])
  }
  return (row, depth) => {
    const content: Record<string, Json> = {}
    for (const [name, reader] of readers) {
      const value = reader(row, depth)
      if (value !== undefined) content[name] = value
    }
    return content
  }
}

async function readerOf(
  name: string,
  attribute: JsonObject,
  model: DatabaseModel,
  parts: PartsOf,
  reading: DatabaseReading,
): Promise<DeepReader | undefined> {
  switch (textAt(attribute, ['type'])) {
    case 'component':
      return single(parts(name), at(attribute, ['repeatable']) === true)
    case 'dynamiczone':
      return (row, depth) => parts(name)(row, depth, '__component')
    case 'media':
      return mediaReader(name, at(attribute, ['multiple']) === true, model, reading)
    case 'relation':
      return relationReader(name, attribute, model, reading)
    default:
      return scalarReader(name, attribute, model, reading)
  }
}

async function relationReader(
  name: string,
  attribute: JsonObject,
  model: DatabaseModel,
  reading: DatabaseReading,
): Promise<LinkReader | undefined> {
  const relation = textAt(attribute, ['relation'])
  const isOfFiles = textAt(attribute, ['target']) === FILE_UID && textAt(attribute, ['morphBy']) === 'related'
  if (isOfFiles) return mediaReader(name, relation === 'morphMany', model, reading)
  switch (relation) {
    case 'morphToOne':
    case 'morphToMany':
      return morphToReader(name, attribute, model, reading)
    case 'morphOne':
    case 'morphMany':
      return morphByReader(name, attribute, model, reading)
    default:
      return linksReader(name, attribute, model, reading)
  }
}

function scalarReader(
  name: string,
  attribute: JsonObject,
  model: DatabaseModel,
  reading: DatabaseReading,
): LinkReader | undefined {
  const { tables, note } = reading
  const table = tables.find(model.table)
  const column = columnIn(table?.columns ?? [], columnName(name))
  const type = textAt(attribute, ['type']) ?? ''
  if (column !== undefined) {
    const read: LinkReader = (row) => readValue(type, row[column] ?? null, tables.database.client)
    return type === 'enumeration' ? notingStrays(read, attribute, `${model.uid} ${name}`, reading) : read
  }
  if (table !== undefined && model.file !== BUILT_IN_FILE) {
    const says = `the table ${table.name} has no column ${columnName(name)} yet, so each row gets the default`
    note({ file: model.file, line: 0, pointer: `/attributes/${name}`, says })
  }
  return undefined
}

/**
 * Creates a reader that also collects the enumeration values that the schema no longer has. A Strapi server still
 * returns enumeration values that the schema no longer has.
 */
function notingStrays(
  read: LinkReader,
  attribute: JsonObject,
  key: string,
  { strays }: DatabaseReading,
): LinkReader {
  const values = at(attribute, ['enum'])
  const known = new Set<Json>(isList(values) ? values : [])
  return (row) => {
    const value = read(row)
    if (typeof value === 'string' && !known.has(value))
      strays.set(key, (strays.get(key) ?? new Set()).add(value))
    return value
  }
}

/**
 * Takes the name of an attribute, and returns a function that reads the components in this attribute of a row. If
 * `named` is set, each component has its uid as `__component`.
 */
type PartsOf = (
  name: string,
) => (row: DatabaseRow, depth: number, named?: '__component') => readonly JsonObject[]

/** The maximum depth of nested components in a database; a deeper chain of components must be a cycle. */
const MOST_DEEP = 100

async function partsOf(model: DatabaseModel, reading: DatabaseReading): Promise<PartsOf> {
  const types = [...model.attributes.values()].map((attribute) => textAt(attribute, ['type']) ?? '')
  if (!types.some((type) => ['component', 'dynamiczone'].includes(type))) return () => () => []
  const table = reading.tables.find(partTable(model.table))
  if (table === undefined && reading.tables.find(model.table) !== undefined)
    reading.missTable(model, partTable(model.table), null)
  const rows = inOrder((await table?.rows()) ?? [], 'order', reading.tables.database)
  const groups = groupedBy(rows, 'entity_id')
  return (name) => (row, depth, named) =>
    depth > MOST_DEEP
      ? []
      : (groups.get(numberIn(row, 'id')) ?? []).flatMap((link) => {
          if (link['field'] !== name) return []
          const uid = String(link['component_type'])
          const part = reading.parts.get(uid)?.(numberIn(link, 'cmp_id'), depth + 1)
          if (part === undefined) return []
          return [named === undefined ? part : { [named]: uid, ...part }]
        })
}

function single(parts: ReturnType<PartsOf>, isMany: boolean): DeepReader {
  return (row, depth) => {
    const all = parts(row, depth)
    return isMany ? all : (all[0] ?? null)
  }
}

/**
 * Creates one reader for each component of the schema. Each reader reads a component from the database by the id of
 * the component.
 */
export async function readParts(reading: DatabaseReading): Promise<void> {
  for (const model of reading.models.components.values()) {
    const table = reading.tables.find(model.table)
    if (table === undefined) {
      reading.missTable(model, model.table, null)
      continue
    }
    const rows = new Map((await table.rows()).map((row) => [numberIn(row, 'id'), row]))
    const read = await contentReader(model, reading)
    const part: PartReader = (id, depth) => {
      const row = rows.get(id)
      return row && { id, ...read(row, depth) }
    }
    reading.parts.set(model.uid, part)
  }
}
