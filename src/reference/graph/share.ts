/** Shares structure between two graphs: an unchanged row remains the same object. */
import type { JsonObject } from '../../util/json.ts'
import type { ContentType, Schema, Uid } from '../schema/schema.ts'
import type { Graph, Row, Table } from './graph.ts'
import { makeTable } from './table.ts'

const jsons = new WeakMap<Row, JsonObject>()

/** Records the complete JSON of a row, including every id. */
export function setRowJson(row: Row, json: JsonObject): void {
  jsons.set(row, json)
  whole.add(json)
}

const whole = new WeakSet<object>()

/** Returns whether an object is the JSON of a row that `setRowJson` has recorded. */
export const isRowJson = (json: unknown): json is JsonObject =>
  typeof json === 'object' && json !== null && whole.has(json)

/** Returns the JSON that `setRowJson` has recorded for a row; only rows of an edited graph have recorded JSON. */
export const rowJson = (row: Row): JsonObject | undefined => jsons.get(row)

/**
 * Returns the JSON of a row in the graph `after`. A row with another JSON object than the earlier row is not shared,
 * even if both rows are equal.
 */
type WrittenAs = (uid: Uid, id: number) => JsonObject | undefined

/** Returns the graph `after`, but with the objects of `before` for all unchanged parts. */
export function shareUnchanged(before: Graph, after: Graph, writtenAs: WrittenAs): Graph {
  const schema = shareSchema(before.schema, after.schema)
  const tables = new Map<Uid, Table>()
  for (const type of schema.contentTypes.values()) {
    const table = after.tables.get(type.uid)
    if (table !== undefined)
      tables.set(type.uid, shareTable(type, before.tables.get(type.uid), table, writtenAs))
  }
  return {
    schema,
    tables: share(before.tables, tables),
    locales: share(before.locales, after.locales),
    access: share(before.access, after.access),
    settings: share(before.settings, after.settings),
    ...(after.orphans && { orphans: after.orphans }),
  }
}

function shareSchema(before: Schema, after: Schema): Schema {
  if (isSame(before, after)) return before
  return {
    contentTypes: shareEach(before.contentTypes, after.contentTypes),
    components: shareEach(before.components, after.components),
  }
}

const shareEach = <T>(before: ReadonlyMap<Uid, T>, after: ReadonlyMap<Uid, T>): ReadonlyMap<Uid, T> =>
  new Map([...after].map(([uid, model]) => [uid, share(before.get(uid), model)]))

function shareTable(type: ContentType, before: Table | undefined, after: Table, writtenAs: WrittenAs): Table {
  const rows = after.rows.map((row): Row => {
    const earlier = before?.byId.get(row.id)
    const isWrittenSo = earlier !== undefined && rowJson(earlier) === writtenAs(row.uid, row.id)
    return isWrittenSo ? share(earlier, row) : row
  })
  const isUntouched =
    before !== undefined &&
    before.type === type &&
    before.rows.length === rows.length &&
    rows.every((row, index) => row === before.rows[index])
  return isUntouched ? before : makeTable(type, rows)
}

/** Returns `before` if both values are equal, and otherwise `after`. */
export const share = <T>(before: T | undefined, after: T): T =>
  before !== undefined && isSame(before, after) ? before : after

/**
 * Returns whether two values are deeply equal, tested without recursion. Two objects with different key orders are
 * not equal, because answers show keys in the order of the object.
 */
export function isSame(a: unknown, b: unknown): boolean {
  const waiting: (readonly [unknown, unknown])[] = [[a, b]]
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [one, other] = pair
    if (Object.is(one, other)) continue
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
    const [left, right] = [partsOf(one), partsOf(other)]
    if (left.length !== right.length) return false
    for (const [index, part] of left.entries()) if (part !== right[index]) waiting.push([part, right[index]])
  }
  return true
}

/**
 * Returns the values that `isSame` compares for an object or list: its kind (list, map, set or object), and then its
 * keys and values in order.
 */
function partsOf(tree: object): readonly unknown[] {
  if (Array.isArray(tree)) return ['list', ...tree]
  if (tree instanceof Map) return ['map', ...[...tree].flat()]
  if (tree instanceof Set) return ['set', ...tree]
  const parts: unknown[] = ['object']
  for (const [key, value] of Object.entries(tree)) parts.push(key, value)
  return parts
}
