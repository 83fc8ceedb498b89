/** Reads and compares the values of a column, for the tests and the sorts of a plan. */
import type { Json } from '../../util/json.ts'
import type { Node } from '../graph/graph.ts'
import type { Column } from '../schema/schema.ts'
import type { ColumnType, Database } from '../strapi/databases/database.ts'
import {
  answeredText,
  type Comparable,
  compare,
  compareText,
  JSON_TYPES,
  SCALARS,
  TEXT_TYPES,
} from '../values.ts'

export const typeOf = (column: Column): ColumnType => (typeof column === 'string' ? column : column.type)

/** Returns a unique name of a column; the name of an attribute never contains brackets. */
export const nameOf = (column: Column): string => (typeof column === 'string' ? `[${column}]` : column.name)

/** Makes a function that reads a column of a row; the value is null if the row has no value. */
export function reader(column: Column, database: Database): (node: Node) => Comparable | null {
  const stored = storedReader(column, database)
  if (typeof column === 'string') return (node) => asComparable(stored(node))
  const comparable = isJson(column) ? database.json.read : SCALARS[column.type].comparable
  return (node) => {
    const found = stored(node)
    return found === null ? null : comparable(found)
  }
}

const asComparable = (value: Json): Comparable | null =>
  typeof value === 'number' || typeof value === 'string' ? value : null

/** Makes a function that reads a column of a row in the form in which the database stores the value. */
export function storedReader(column: Column, { decimals }: Database): (node: Node) => Json {
  const raw = rawReader(column)
  if (typeof column === 'string' || column.type !== 'decimal' || decimals === null) return raw
  return (node) => decimals(raw(node))
}

/** Makes a function that reads a column of a row in the form that the dataset has. */
export function rawReader(column: Column): (node: Node) => Json {
  if (column === 'id') return (node) => node.id
  if (column === 'documentId') return documentIdOf
  return ({ values }) => values[column.name] ?? null
}

/** Returns the documentId of a row or component; null for a component without documentId. */
export function documentIdOf(node: Node): string | null {
  return 'documentId' in node && typeof node.documentId === 'string' ? node.documentId : null
}

export const isJson = (column: Column): boolean => typeof column !== 'string' && JSON_TYPES.has(column.type)
export const isText = (column: Column): boolean =>
  column === 'documentId' || (typeof column !== 'string' && TEXT_TYPES.has(column.type))

/** Compares texts by code point, without a collation. */
export const byCodePoint = (a: Comparable, b: Comparable): number =>
  compareText(answeredText(a), answeredText(b))

/**
 * Returns the function that compares two values of a column. The database decides how texts and JSON compare; all
 * other values compare by value.
 */
export function orderOf(
  column: Column,
  { collation, json }: Database,
): (a: Comparable, b: Comparable) => number {
  if (isJson(column)) return json.compare
  if (!isText(column)) return compare
  // Returns the same function for every order by code point, so that a sort of many texts can recognize this order.
  if (collation.compare === compareText) return byCodePoint
  return (a, b) => collation.compare(answeredText(a), answeredText(b))
}
