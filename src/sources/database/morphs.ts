/** Reads morph relations and media attributes from a database. Strapi stores a media attribute as a morph relation. */
import type { Json, JsonObject } from '../../util/json.ts'
import type { DatabaseRow } from './database.ts'
import type { LinkReader } from './links.ts'
import { type DatabaseModel, textAt } from './model.ts'
import { idColumn, morphTable, typeColumn } from './names.ts'
import type { DatabaseReading } from './reading.ts'
import { columnIn, groupedBy, idIn, inOrder, numberIn, type TableHandle } from './tables.ts'

/**
 * Creates a reader of a morphToOne or morphToMany relation. Each value of a morphToOne or morphToMany relation names
 * the type and the id of a linked row. The reader omits a link to an unknown type or to a missing row.
 */
export async function morphToReader(
  name: string,
  attribute: JsonObject,
  model: DatabaseModel,
  reading: DatabaseReading,
): Promise<LinkReader | undefined> {
  const reference = (type: string | null, id: number | null): Json =>
    type === null || id === null || reading.ids.get(type)?.has(id) !== true ? null : { __type: type, id }
  if (textAt(attribute, ['relation']) === 'morphToOne') {
    const columns = reading.tables.find(model.table)?.columns ?? []
    const type = columnIn(columns, textAt(attribute, ['morphColumn', 'typeColumn', 'name']) ?? 'target_type')
    const id = columnIn(columns, textAt(attribute, ['morphColumn', 'idColumn', 'name']) ?? 'target_id')
    return (row) => reference(textIn(row, type), idIn(row, id))
  }
  const links = await linksOf(name, model, reading)
  if (links === undefined) return undefined
  const { columns, groups } = links
  return (row) =>
    (groups.get(numberIn(row, 'id')) ?? []).flatMap((link) => {
      const found = reference(textIn(link, columns.type), idIn(link, columns.target))
      return found === null ? [] : [found]
    })
}

/**
 * Creates a reader of a morphOne or morphMany relation. A morphOne or morphMany relation lists the rows of another
 * type that link to the row.
 */
export async function morphByReader(
  name: string,
  attribute: JsonObject,
  model: DatabaseModel,
  reading: DatabaseReading,
): Promise<LinkReader | undefined> {
  const by = textAt(attribute, ['morphBy']) ?? ''
  const target = reading.models.contentTypes.get(textAt(attribute, ['target']) ?? '')
  const other = target?.attributes.get(by)
  const isMany = textAt(attribute, ['relation']) === 'morphMany'
  if (target === undefined || other === undefined) return undefined
  const naming =
    textAt(other, ['relation']) === 'morphToOne'
      ? await columnNaming(other, target, model.uid, reading)
      : await tableNaming(by, target, { uid: model.uid, field: name }, reading)
  if (naming === undefined) return undefined
  return (row) => {
    const ids = naming.get(numberIn(row, 'id')) ?? []
    return isMany ? ids : (ids[0] ?? null)
  }
}

type Ids = ReadonlyMap<number, readonly number[]>

async function columnNaming(
  other: JsonObject,
  target: DatabaseModel,
  uid: string,
  { tables }: DatabaseReading,
) {
  const table = tables.find(target.table)
  const type = columnIn(
    table?.columns ?? [],
    textAt(other, ['morphColumn', 'typeColumn', 'name']) ?? 'target_type',
  )
  const id = columnIn(table?.columns ?? [], textAt(other, ['morphColumn', 'idColumn', 'name']) ?? 'target_id')
  if (table === undefined || type === undefined || id === undefined) return undefined
  const naming = (await table.rows()).filter((row) => row[type] === uid)
  return idsBy(groupedBy(naming, id), 'id')
}

/**
 * Returns the stored links of the morph relation `by`, which is an attribute of the type `target`. Only links to the
 * attribute `field` of the type `uid` are included.
 */
async function tableNaming(
  by: string,
  target: DatabaseModel,
  { uid, field }: { readonly uid: string; readonly field: string },
  reading: DatabaseReading,
): Promise<Ids | undefined> {
  const links = await linksOf(by, target, reading)
  if (links === undefined) return undefined
  const { columns, rows } = links
  const ours = rows.filter((row) => row[columns.type] === uid && row['field'] === field)
  return idsBy(groupedBy(ours, columns.target), columns.owner)
}

const idsBy = (groups: ReadonlyMap<number, readonly DatabaseRow[]>, column: string): Ids =>
  new Map([...groups].map(([key, rows]) => [key, rows.map((row) => numberIn(row, column))]))

/** Reads the link table of a morphToMany relation. */
async function linksOf(name: string, model: DatabaseModel, reading: DatabaseReading) {
  const table = reading.tables.find(morphTable(model.table, name))
  if (table === undefined) {
    reading.missTable(model, morphTable(model.table, name), name)
    return undefined
  }
  const columns = morphColumns(name, model, table)
  const rows = inOrder(await table.rows(), 'order', reading.tables.database)
  return { columns, rows, groups: groupedBy(rows, columns.owner) }
}

function morphColumns(name: string, model: DatabaseModel, { columns }: TableHandle) {
  const ids = columns.filter((column) => column.endsWith('_id'))
  return {
    owner: columnIn(columns, idColumn(model.singular)) ?? ids[0] ?? '',
    target: columnIn(columns, idColumn(name)) ?? ids[1] ?? '',
    type: columnIn(columns, typeColumn(name)) ?? '',
  }
}

const textIn = (row: DatabaseRow, column: string | undefined): string | null => {
  const cell = column === undefined ? null : row[column]
  return typeof cell === 'string' ? cell : null
}

/**
 * Creates a reader of the uploaded files in a media attribute. For each file, the reader records in `showing` that
 * the row shows this file.
 */
export function mediaReader(
  name: string,
  isMany: boolean,
  model: DatabaseModel,
  { files, showing }: DatabaseReading,
): LinkReader | undefined {
  const shown = files.get(`${model.uid} ${name}`)
  return (row) => {
    const id = numberIn(row, 'id')
    const all = shown?.get(id) ?? []
    const ids = isMany ? all : all.slice(0, 1)
    for (const file of ids) showing.add(showingKey({ file, uid: model.uid, id, name }))
    return isMany ? ids : (ids[0] ?? null)
  }
}

interface Showing {
  readonly file: number
  readonly uid: string
  readonly id: number
  readonly name: string
}

const showingKey = ({ file, uid, id, name }: Showing): string => `${file} ${uid} ${id} ${name}`

const FILE_LINKS = 'files_related_mph'

/**
 * Returns the ids of the uploaded files that each row shows, by the uid and the attribute name with a blank in
 * between.
 */
export async function shownFiles(
  tables: DatabaseReading['tables'],
  known: ReadonlySet<number>,
): Promise<ReadonlyMap<string, Ids>> {
  const shown = new Map<string, Map<number, number[]>>()
  for (const row of await fileLinks(tables)) {
    const { file, uid, id, name } = showingOf(row)
    if (!known.has(file)) continue
    const rows = shown.get(`${uid} ${name}`) ?? new Map<number, number[]>()
    shown.set(`${uid} ${name}`, rows)
    const ids = rows.get(id)
    if (ids === undefined) rows.set(id, [file])
    else if (!ids.includes(file)) ids.push(file)
  }
  return shown
}

/**
 * Returns a function that lists the rows that show an uploaded file, in stored order. In the dataset, the attribute
 * `__related` of a file contains the list of the rows that show the file.
 */
export async function relatedReader({
  tables,
  showing,
}: DatabaseReading): Promise<(file: number) => readonly JsonObject[]> {
  const related = new Map<number, Map<string, JsonObject>>()
  for (const row of await fileLinks(tables)) {
    const one = showingOf(row)
    const key = showingKey(one)
    if (!showing.has(key)) continue
    const list = related.get(one.file) ?? new Map<string, JsonObject>()
    related.set(one.file, list)
    list.set(key, { __type: one.uid, id: one.id, field: one.name })
  }
  return (file) => [...(related.get(file)?.values() ?? [])]
}

const fileLinks = async (tables: DatabaseReading['tables']): Promise<readonly DatabaseRow[]> =>
  inOrder((await tables.find(FILE_LINKS)?.rows()) ?? [], 'order', tables.database)

const showingOf = (row: DatabaseRow): Showing => ({
  file: numberIn(row, 'file_id'),
  uid: String(row['related_type']),
  id: numberIn(row, 'related_id'),
  name: String(row['field']),
})
