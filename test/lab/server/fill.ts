/** Runs once inside the real server: inserts the rows that `rows.ts` computes into its tables, with their ids. */

import { FILE_UID } from '../../../src/reference/schema/schema.ts'
import type { Json } from '../../../src/util/json.ts'
import { grant } from './grant.ts'
import type { FilledLink, FilledPart, FilledRow, Filling } from './rows.ts'
import type { Column, JoinTable, Strapi } from './strapi.ts'

const BATCH = 100

export async function fill(filling: Filling, strapi: Strapi): Promise<Readonly<Record<string, string>>> {
  await fillLocales(filling, strapi)
  for (const { uid, rows } of inOrder(filling.tables)) await fillTable(uid, rows, strapi)
  await insertAll(
    gathered(filling.parts, (part) => partRow(part, strapi)),
    strapi,
  )
  await insertAll(
    gathered(filling.links, (link) => linkRow(link, strapi)),
    strapi,
  )
  await fillColumns(filling.links, strapi)
  return grant(filling, strapi)
}

/** Returns the tables in an order in which each table comes after the tables that its foreign keys refer to. */
const inOrder = (tables: Filling['tables']): Filling['tables'] =>
  [...tables].sort((a, b) => Number(b.uid === 'admin::user') - Number(a.uid === 'admin::user'))

async function fillLocales({ locales }: Filling, strapi: Strapi): Promise<void> {
  const query = strapi.db.query('plugin::i18n.locale')
  await query.deleteMany({})
  for (const { code, name } of locales.codes) await query.create({ data: { code, name } })
  await strapi.store({ type: 'plugin', name: 'i18n' }).set({ key: 'default_locale', value: locales.default })
}

async function fillTable(uid: string, rows: readonly FilledRow[], strapi: Strapi): Promise<void> {
  const { attributes } = strapi.db.metadata.get(uid)
  const data = rows.map(({ id, documentId, values }) => {
    const known = Object.entries(values).filter(([name]) => attributes[name] !== undefined)
    const stored = known.map(([name, value]) => [
      name,
      storedValue(attributes[name]?.type, value, strapi.db.dialect.client),
    ])
    const folder = attributes['folderPath'] === undefined ? {} : { folderPath: '/' }
    return {
      id,
      ...(documentId === undefined ? {} : { documentId }),
      ...folder,
      ...Object.fromEntries(stored),
    }
  })
  data.sort((a, b) => a.id - b.id)
  for (let at = 0; at < data.length; at += BATCH)
    await strapi.db.query(uid).createMany({ data: data.slice(at, at + BATCH) })
  await countOn(uid, strapi)
}

/** Moves the id sequence of a table past the inserted ids, because PostgreSQL does not count inserted ids. */
async function countOn(uid: string, { db }: Strapi): Promise<void> {
  const table = db.metadata.get(uid).tableName
  if (db.dialect.client !== 'postgres') return
  const last = `(select coalesce(max(id), 1) from "${table}")`
  await db.connection.raw(`select setval(pg_get_serial_sequence('"${table}"', 'id'), ${last})`)
}

function storedValue(type: string | undefined, value: Json, client: string): unknown {
  if (value === null) return null
  if (type === 'timestamp' && /^-?\d+$/.test(String(value))) {
    // MariaDB stores no timestamps before 1970.
    return client === 'mysql' && Number(value) < 1000 ? null : new Date(Number(value))
  }
  return type === 'json' || type === 'blocks' ? storedJson(value, client) : value
}

/**
 * Encodes the value of a JSON attribute. SQLite stores any text and converts texts of numbers to numbers, and the
 * server parses texts twice. Therefore, a text gets the encoding that the server reads back unchanged. Other databases
 * store only JSON.
 */
function storedJson(value: Json, client: string): unknown {
  if (client !== 'sqlite') return JSON.stringify(value)
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return JSON.stringify(value)
  const forms = [value, JSON.stringify(value), JSON.stringify(JSON.stringify(value))]
  return forms.find((form) => readBack(form) === value) ?? value
}

function readBack(stored: string): unknown {
  const isNumber = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(stored)
  return isNumber ? Number(stored) : parsed(stored)
}

/** Parses a stored text as the real server does. */
function parsed(stored: string): unknown {
  try {
    const once: unknown = JSON.parse(stored)
    return typeof once === 'string' ? JSON.parse(once) : once
  } catch {
    return stored
  }
}

/** A row of a join table. */
interface Joined {
  readonly table: string
  readonly row: Readonly<Record<string, unknown>>
}

/** Returns rows by table. */
function gathered<T>(
  items: readonly T[],
  joined: (item: T) => Joined | undefined,
): ReadonlyMap<string, readonly Joined['row'][]> {
  const tables = new Map<string, Joined['row'][]>()
  for (const item of items) {
    const one = joined(item)
    if (one !== undefined) tables.set(one.table, [...(tables.get(one.table) ?? []), one.row])
  }
  return tables
}

async function insertAll(
  tables: ReadonlyMap<string, readonly Joined['row'][]>,
  { db }: Strapi,
): Promise<void> {
  for (const [table, rows] of tables)
    for (let at = 0; at < rows.length; at += BATCH)
      await db.connection(table).insert(rows.slice(at, at + BATCH))
}

function partRow(
  { owner, ownerId, field, part, partId, order }: FilledPart,
  { db }: Strapi,
): Joined | undefined {
  const join = db.metadata.get(owner).attributes[field]?.joinTable
  if (join === undefined) return undefined
  const idColumn = join.morphColumn?.idColumn.name ?? join.inverseJoinColumn?.name ?? 'cmp_id'
  const row = { [join.joinColumn.name]: ownerId, [idColumn]: partId, component_type: part, field, order }
  return { table: join.name, row }
}

function linkRow(link: FilledLink, { db }: Strapi): Joined | undefined {
  const attribute = db.metadata.get(link.owner).attributes[link.field]
  if (attribute?.morphBy !== undefined) {
    const related = db.metadata.get(FILE_UID).attributes[attribute.morphBy]?.joinTable
    return related === undefined ? undefined : fileRow(link, related)
  }
  const join = attribute?.joinTable
  // Skips links that the other side of the relation writes, and links that are columns of the row itself.
  if (attribute === undefined || join === undefined || attribute.mappedBy !== undefined) return undefined
  if (join.morphColumn !== undefined) return morphRow(link, join)
  const { ownerId, target, order, inverseOrder } = link
  return {
    table: join.name,
    row: {
      [join.joinColumn.name]: ownerId,
      [join.inverseJoinColumn?.name ?? '']: target.id,
      ...positions(join, order, inverseOrder),
    },
  }
}

function positions(join: JoinTable, order: number, inverseOrder: number): Readonly<Record<string, number>> {
  const { orderColumnName: own, inverseOrderColumnName: inverse } = join
  return {
    ...(own === undefined ? {} : { [own]: order }),
    ...(inverse === undefined ? {} : { [inverse]: Math.max(inverseOrder, 1) }),
  }
}

/**
 * Returns the row of a join table for the link to an uploaded file. The links of all attributes share this table, so
 * the row also names the type of the owner and the attribute.
 */
function fileRow({ owner, ownerId, field, target, order }: FilledLink, join: JoinTable): Joined | undefined {
  const morph = join.morphColumn
  if (morph === undefined) return undefined
  const row = { [join.joinColumn.name]: target.id, ...morphColumns(morph, ownerId, owner), field, order }
  return { table: join.name, row }
}

function morphRow({ ownerId, target, order, seenAs }: FilledLink, join: JoinTable): Joined | undefined {
  const morph = join.morphColumn
  if (morph === undefined) return undefined
  const row = { [join.joinColumn.name]: ownerId, ...morphColumns(morph, target.id, target.type) }
  return { table: join.name, row: { ...row, field: seenAs, order } }
}

const morphColumns = (
  { idColumn, typeColumn }: { readonly idColumn: Column; readonly typeColumn: Column },
  id: number,
  uid: string,
): Readonly<Record<string, unknown>> => ({ [idColumn.name]: id, [typeColumn.name]: uid })

/** Writes links that are columns of the row itself. Such a column holds only the first link. */
async function fillColumns(links: readonly FilledLink[], { db }: Strapi): Promise<void> {
  for (const { owner, ownerId, field, target, isFirst } of links) {
    if (!isFirst) continue
    const { tableName, attributes } = db.metadata.get(owner)
    const attribute = attributes[field]
    if (attribute === undefined || attribute.joinTable !== undefined || attribute.mappedBy !== undefined)
      continue
    const { morphColumn, joinColumn } = attribute
    const columns =
      morphColumn !== undefined
        ? morphColumns(morphColumn, target.id, target.type)
        : joinColumn !== undefined && attribute.owner === true
          ? { [joinColumn.name]: target.id }
          : undefined
    if (columns !== undefined) await db.connection(tableName).where({ id: ownerId }).update(columns)
  }
}
