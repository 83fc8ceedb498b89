/** Stores the links of an archive in the tables and columns of a database in memory. */
import type { JsonObject } from '../../../util/json.ts'
import type { Cell } from '../../database/database.ts'
import { linkColumns } from '../../database/links.ts'
import { at, type DatabaseModel, type Models, textAt } from '../../database/model.ts'
import { idColumn, linkTable, morphTable, typeColumn } from '../../database/names.ts'
import type { Note } from '../../note.ts'
import { isId, type Link } from './contents.ts'
import { CREATORS, type Filled } from './rows.ts'
import { newRow, type TableMaker } from './tables.ts'

/**
 * The place where the database stores the links of an attribute: a column in the table of the owning type, or a link
 * table.
 */
type LinkTable =
  | { readonly kind: 'column'; readonly id: string; readonly type?: string }
  | {
      readonly kind: 'table'
      readonly name: string
      readonly columns: readonly string[]
      readonly rowOf: (link: Link, left: number, right: number) => Readonly<Record<string, Cell>>
    }

/**
 * Returns the column or link table in which the database stores an attribute's links. The result is undefined for an
 * attribute that owns no links, such as the inverse side of a relation.
 */
function placeOf(
  name: string,
  attribute: JsonObject,
  model: DatabaseModel,
  models: Models,
): LinkTable | undefined {
  if (textAt(attribute, ['type']) !== 'relation' || textAt(attribute, ['mappedBy']) !== undefined)
    return undefined
  switch (textAt(attribute, ['relation'])) {
    case 'morphToOne': {
      const type = textAt(attribute, ['morphColumn', 'typeColumn', 'name']) ?? 'target_type'
      const id = textAt(attribute, ['morphColumn', 'idColumn', 'name']) ?? 'target_id'
      return { kind: 'column', id, type }
    }
    case 'morphToMany':
      return morphPlace(name, model)
    case 'morphOne':
    case 'morphMany':
      return undefined
    default:
      return plainPlace(name, attribute, model, models)
  }
}

function morphPlace(name: string, model: DatabaseModel): LinkTable {
  const [owner, target, type] = [idColumn(model.singular), idColumn(name), typeColumn(name)]
  return {
    kind: 'table',
    name: morphTable(model.table, name),
    columns: ['id', owner, target, type, 'field', 'order'],
    rowOf: ({ right }, left, id) => ({
      [owner]: left,
      [target]: id,
      [type]: right.type ?? null,
      field: right.field ?? null,
      order: right.pos ?? null,
    }),
  }
}

function plainPlace(
  name: string,
  attribute: JsonObject,
  owner: DatabaseModel,
  { contentTypes }: Models,
): LinkTable | undefined {
  const target = contentTypes.get(textAt(attribute, ['target']) ?? '')
  if (target === undefined) return undefined
  if (at(attribute, ['useJoinTable']) === false)
    return { kind: 'column', id: textAt(attribute, ['joinColumn', 'name']) ?? idColumn(name) }
  const { ownerId, targetId, order, inverseOrder } = linkColumns({ attribute, owner, target })
  return {
    kind: 'table',
    name: linkTable(owner.table, name),
    columns: ['id', ownerId, targetId, ...[order, inverseOrder].filter((column) => column !== undefined)],
    rowOf: ({ left, right }, from, to) => ({
      [ownerId]: from,
      [targetId]: to,
      ...(order === undefined ? {} : { [order]: left.pos ?? null }),
      ...(inverseOrder === undefined ? {} : { [inverseOrder]: right.pos ?? null }),
    }),
  }
}

/**
 * Returns the columns in a type's table that store links. The columns with links contain the ids of linked rows and,
 * for morph relations, the types of the linked rows.
 */
export const columnsOfLinks =
  (models: Models) =>
  (model: DatabaseModel): readonly string[] =>
    [...model.attributes].flatMap(([name, attribute]) => {
      const place = placeOf(name, attribute, model, models)
      return place?.kind === 'column' ? [place.id, ...(place.type === undefined ? [] : [place.type])] : []
    })

/**
 * The attribute whose links name rows by documentId instead of id. No database table stores the links of
 * `localizations`.
 */
const VIRTUAL = 'localizations'

/**
 * Stores the links of an archive in tables. Omits a link to a missing row, and adds one note for each attribute with
 * such links.
 */
export function placeLinks(
  links: readonly Link[],
  tables: ReadonlyMap<string, Filled>,
  models: Models,
  { make }: TableMaker,
): readonly Note[] {
  const writers = writersOf(tables, models, make)
  const dangling = new Map<string, { readonly link: Link; count: number }>()
  for (const link of links) {
    const { left } = link
    if (left.field === VIRTUAL) continue
    const key = `${left.type} ${left.field}`
    if (writers.get(key)?.(link) === true) continue
    const known = dangling.get(key)
    if (known === undefined) dangling.set(key, { link, count: 1 })
    else known.count++
  }
  return [...dangling.values()].map(({ link: { file, line, left }, count }) => {
    const what = count === 1 ? 'this link' : `this link and ${count - 1} more`
    const says = `${what} of ${left.field} in ${left.type}: the archive lacks the target; ignored`
    return { file, line, says }
  })
}

/**
 * The functions that store a link, by the uid of the owning type and the attribute name, with a blank in between. A
 * function that stores a link returns false if the linked row is missing.
 */
type LinkWriters = ReadonlyMap<string, (link: Link) => boolean>

function writersOf(
  tables: ReadonlyMap<string, Filled>,
  models: Models,
  make: TableMaker['make'],
): LinkWriters {
  const writers = new Map<string, (link: Link) => boolean>()
  for (const table of tables.values()) {
    const { model } = table
    for (const [field, id] of Object.entries(CREATORS))
      writers.set(`${model.uid} ${field}`, (link) => writeColumn(link, { kind: 'column', id }, table, tables))
    for (const [name, attribute] of model.attributes) {
      const place = placeOf(name, attribute, model, models)
      if (place === undefined) continue
      writers.set(`${model.uid} ${name}`, writerOf(place, table, tables, make))
    }
  }
  return writers
}

function writerOf(
  place: LinkTable,
  table: Filled,
  tables: ReadonlyMap<string, Filled>,
  make: TableMaker['make'],
): (link: Link) => boolean {
  if (place.kind === 'column') return (link) => writeColumn(link, place, table, tables)
  const rows = make(place.name, place.columns)
  return (link) => {
    const ends = endsOf(link, table, tables)
    if (ends === undefined) return false
    // Links without a position keep their order in the archive, because each new row gets the next id.
    rows.push(newRow({ id: rows.length + 1, ...place.rowOf(link, ends.left, ends.right) }))
    return true
  }
}

function writeColumn(
  link: Link,
  { id, type }: Extract<LinkTable, { kind: 'column' }>,
  table: Filled,
  tables: ReadonlyMap<string, Filled>,
): boolean {
  const ends = endsOf(link, table, tables)
  const row = ends && table.byId.get(ends.left)
  if (ends === undefined || row === undefined) return false
  row[id] = ends.right
  if (type !== undefined) row[type] = link.right.type ?? null
  return true
}

/** Returns the ids of the rows at both ends of a link; undefined if one of these rows is missing. */
function endsOf(
  { left, right }: Link,
  table: Filled,
  tables: ReadonlyMap<string, Filled>,
): { readonly left: number; readonly right: number } | undefined {
  const other = tables.get(right.type ?? '')
  if (!isId(left.ref) || !isId(right.ref)) return undefined
  const isThere = table.byId.has(left.ref) && other?.byId.has(right.ref) === true
  return isThere ? { left: left.ref, right: right.ref } : undefined
}
