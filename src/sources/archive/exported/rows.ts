/** Converts the entities of an archive and their components to database rows. */
import { isList, isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import type { Cell } from '../../database/database.ts'
import { type DatabaseModel, type Models, textAt } from '../../database/model.ts'
import { columnName, partTable } from '../../database/names.ts'
import { type Entity, isId } from './contents.ts'
import { newRow, type TableMaker } from './tables.ts'

type TableRows = ReturnType<TableMaker['make']>

/**
 * The properties of every row that belong to no attribute of the schema. Each property is a pair of its name in an
 * archive and the name of its database column.
 */
const SYSTEM: readonly (readonly [string, string])[] = [
  ['documentId', 'document_id'],
  ['locale', 'locale'],
  ['publishedAt', 'published_at'],
  ['createdAt', 'created_at'],
  ['updatedAt', 'updated_at'],
]

/**
 * The database columns of the attributes `createdBy` and `updatedBy`. The columns `created_by_id` and
 * `updated_by_id` contain ids of admin users.
 */
export const CREATORS: Readonly<Record<string, string>> = {
  createdBy: 'created_by_id',
  updatedBy: 'updated_by_id',
}

/** A content type or component, with the database rows that the reader has added so far. */
export interface Filled {
  readonly model: DatabaseModel
  readonly rows: TableRows
  /** The rows of the link table between a type and its components; null for a type without components. */
  readonly parts: TableRows | null
  readonly byId: Map<number, Record<string, Cell>>
}

/**
 * Creates empty database tables for all content types and components. The function `own` returns the columns of a
 * table that store relations.
 */
export function makeTables(
  models: Models,
  { make }: TableMaker,
  own: (model: DatabaseModel) => readonly string[],
): ReadonlyMap<string, Filled> {
  const all = [...models.contentTypes.values(), ...models.components.values()]
  return new Map(
    all.map((model): [string, Filled] => {
      const attributes = [...model.attributes].flatMap(([name, attribute]) =>
        kindOf(attribute) === 'scalar' ? [columnName(name)] : [],
      )
      const system = SYSTEM.map(([, column]) => column)
      const columns = ['id', ...attributes, ...own(model), ...system, ...Object.values(CREATORS)]
      const hasParts = [...model.attributes.values()].some((one) => kindOf(one) === 'parts')
      const parts = hasParts ? make(partTable(model.table), PART_COLUMNS) : null
      return [model.uid, { model, rows: make(model.table, columns), parts, byId: new Map() }]
    }),
  )
}

const PART_COLUMNS = ['id', 'entity_id', 'cmp_id', 'component_type', 'field', 'order']

function kindOf(attribute: JsonObject): 'scalar' | 'parts' | 'links' {
  switch (textAt(attribute, ['type'])) {
    case 'component':
    case 'dynamiczone':
      return 'parts'
    case 'media':
    case 'relation':
      return 'links'
    default:
      return 'scalar'
  }
}

/** The maximum depth of nested components in an archive; no real schema nests components so deep. */
const MOST_DEEP = 100

/** Adds an entity of the archive to the tables as a row. Returns false for an entity with an unknown content type. */
export function fill({ type, id, data }: Entity, tables: ReadonlyMap<string, Filled>): boolean {
  const table = tables.get(type)
  if (table === undefined) return false
  const row = newRow({ id })
  for (const [name, column] of SYSTEM) row[column] = plainCell(member(data, name))
  place(row, data, table, tables, 0)
  return true
}

function place(
  row: Record<string, Cell>,
  data: JsonObject,
  table: Filled,
  tables: ReadonlyMap<string, Filled>,
  depth: number,
): void {
  const id = Number(row['id'])
  table.rows.push(row)
  table.byId.set(id, row)
  for (const [name, attribute] of table.model.attributes) {
    const value = member(data, name) ?? null
    const kind = kindOf(attribute)
    if (kind === 'scalar') row[columnName(name)] = cellOf(textAt(attribute, ['type']) ?? '', value)
    if (kind !== 'parts' || depth === MOST_DEEP) continue
    const uid = textAt(attribute, ['component'])
    for (const part of isList(value) ? value : [value]) {
      if (isObject(part))
        placePart(part, uid ?? textAt(part, ['__component']), { id, name, table, tables, depth })
    }
  }
}

interface Within {
  readonly id: number
  readonly name: string
  readonly table: Filled
  readonly tables: ReadonlyMap<string, Filled>
  readonly depth: number
}

/** Adds a component of an entity to the tables as a row. Ignores a component without an id, or with an unknown uid. */
function placePart(
  part: JsonObject,
  uid: string | undefined,
  { id, name, table, tables, depth }: Within,
): void {
  const own = tables.get(uid ?? '')
  const partId = member(part, 'id')
  if (own === undefined || uid === undefined || !isId(partId) || table.parts === null) return
  const order = table.parts.length + 1
  table.parts.push(
    newRow({ id: order, entity_id: id, cmp_id: partId, component_type: uid, field: name, order }),
  )
  place(newRow({ id: partId }), part, own, tables, depth + 1)
}

/**
 * Converts the value of an attribute to the value of a database column. Converts JSON to text, because a JSON column
 * contains text.
 */
const cellOf = (type: string, value: Json): Cell =>
  ['json', 'blocks', 'array'].includes(type) && value !== null ? JSON.stringify(value) : plainCell(value)

function plainCell(value: Json | undefined): Cell {
  if (value === undefined) return null
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
