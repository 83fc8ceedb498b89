/**
 * Reads relations between a content type or component and a content type. Reads a relation from either side, in the
 * order of the links that the database stores for this side.
 */
import type { Json, JsonObject } from '../../util/json.ts'
import type { DatabaseRow } from './database.ts'
import { at, type DatabaseModel, textAt } from './model.ts'
import { idColumn, inverseIdColumn, inverseOrderColumn, linkTable, orderColumn } from './names.ts'
import type { DatabaseReading } from './reading.ts'
import { columnIn, groupedBy, idIn, inOrder, numberIn, type TableHandle } from './tables.ts'

/** A function that reads the links of one relation of a database row. */
export type LinkReader = (row: DatabaseRow) => Json

/** A relation, with the content type or component that owns the links of the relation. */
interface Owned {
  readonly name: string
  readonly attribute: JsonObject
  readonly owner: DatabaseModel
  readonly target: DatabaseModel
}

/**
 * Returns the reader of a relation. Returns undefined if the schema lacks the target type or the owning attribute,
 * or if the database lacks the table or column of the links.
 */
export async function linksReader(
  name: string,
  attribute: JsonObject,
  model: DatabaseModel,
  reading: DatabaseReading,
): Promise<LinkReader | undefined> {
  const target = reading.models.contentTypes.get(textAt(attribute, ['target']) ?? '')
  if (target === undefined) return undefined
  const isMany = ['oneToMany', 'manyToMany'].includes(textAt(attribute, ['relation']) ?? '')
  const mappedBy = textAt(attribute, ['mappedBy'])
  if (mappedBy === undefined) {
    const ids = await idsOf({ name, attribute, owner: model, target }, 'forward', reading)
    return ids && ((row) => oneOrMany(ids(row), isMany))
  }
  const other = target.attributes.get(mappedBy)
  if (other === undefined) return undefined
  const ids = await idsOf({ name: mappedBy, attribute: other, owner: target, target: model }, 'back', reading)
  return ids && ((row) => oneOrMany(ids(row), isMany))
}

/**
 * Returns the value of a relation from the ids of its linked rows. A to-one relation may have two ids: the draft and
 * the published row of one document.
 */
function oneOrMany(ids: readonly number[], isMany: boolean): Json {
  const [first, ...more] = ids
  return isMany || more.length > 0 ? ids : (first ?? null)
}

type Side = 'forward' | 'back'

async function idsOf(
  owned: Owned,
  side: Side,
  reading: DatabaseReading,
): Promise<((row: DatabaseRow) => readonly number[]) | undefined> {
  const { name, attribute, owner } = owned
  if (at(attribute, ['useJoinTable']) === false) return columnIds(owned, side, reading)
  const table = reading.tables.find(linkTable(owner.table, name))
  if (table === undefined) {
    reading.missTable(owner, linkTable(owner.table, name), name)
    return undefined
  }
  const columns = columnsOf(owned, table, side)
  const rows = inOrder(await table.rows(), columns.order, reading.tables.database)
  const groups = groupedBy(rows, columns.from)
  const known = reading.ids.get((side === 'forward' ? owned.target : owned.owner).uid)
  return (row) =>
    (groups.get(numberIn(row, 'id')) ?? []).flatMap((link) => {
      const id = idIn(link, columns.to)
      return id === null || known?.has(id) === false ? [] : [id]
    })
}

/**
 * Returns the names of the columns of a link table, according to Strapi's naming rules. The name of an order column
 * is undefined if the relation has no order column.
 */
export function linkColumns({
  attribute,
  owner,
  target,
}: {
  readonly attribute: JsonObject
  readonly owner: Pick<DatabaseModel, 'singular'>
  readonly target: Pick<DatabaseModel, 'singular'>
}) {
  const isSelf = idColumn(owner.singular) === idColumn(target.singular)
  const relation = textAt(attribute, ['relation']) ?? ''
  const isBothOrders =
    relation === 'manyToMany' && orderColumn(owner.singular) === orderColumn(target.singular)
  return {
    ownerId: idColumn(owner.singular),
    targetId: isSelf ? inverseIdColumn(target.singular) : idColumn(target.singular),
    /** The name of the column with the position of a link among all links of the owning row. */
    order: relation.endsWith('ToMany') ? orderColumn(target.singular) : undefined,
    /** The name of the column with the position of a link among all links of the target row. */
    inverseOrder: relation.startsWith('many')
      ? (isBothOrders ? inverseOrderColumn : orderColumn)(owner.singular)
      : undefined,
  }
}

/**
 * Returns the columns of a link table for reading the relation from one side. The result contains the id column of
 * this side, the id column of the opposite side, and the order column.
 */
function columnsOf(owned: Owned, { columns }: TableHandle, side: Side) {
  const names = linkColumns(owned)
  // If the expected column names are missing, the first column that ends in `_id` belongs to the owner, and the
  // second to the target.
  const ids = columns.filter((column) => column.endsWith('_id'))
  const ownerId = columnIn(columns, names.ownerId) ?? ids[0] ?? ''
  const targetId = columnIn(columns, names.targetId) ?? ids[1] ?? ''
  const name = side === 'forward' ? names.order : names.inverseOrder
  const order = name === undefined ? undefined : columnIn(columns, name)
  return side === 'forward' ? { from: ownerId, to: targetId, order } : { from: targetId, to: ownerId, order }
}

/** Reads a relation that the database stores in a column of the owning type's table. */
async function columnIds(
  { name, attribute, owner }: Owned,
  side: Side,
  { tables }: DatabaseReading,
): Promise<((row: DatabaseRow) => readonly number[]) | undefined> {
  const table = tables.find(owner.table)
  const wanted = textAt(attribute, ['joinColumn', 'name']) ?? idColumn(name)
  const column = table && columnIn(table.columns, wanted)
  if (table === undefined || column === undefined) return undefined
  if (side === 'forward') {
    return (row) => {
      const id = idIn(row, column)
      return id === null ? [] : [id]
    }
  }
  const groups = groupedBy(await table.rows(), column)
  return (row) => (groups.get(numberIn(row, 'id')) ?? []).map((owning) => numberIn(owning, 'id'))
}
