/** How a test or a sort reads a column of a row. */
import type { Json } from '../../ground/json.ts'
import type { Node } from '../graph/graph.ts'
import type { Column } from '../schema/schema.ts'
import { type Comparable, SCALARS } from '../values.ts'

/** null where there is no value. */
export function reader(column: Column): (node: Node) => Comparable | null {
  const raw = rawReader(column)
  if (typeof column === 'string') return (node) => asComparable(raw(node))
  const { comparable } = SCALARS[column.type]
  return (node) => {
    const found = raw(node)
    return found === null ? null : comparable(found)
  }
}

const asComparable = (value: Json): Comparable | null =>
  typeof value === 'number' || typeof value === 'string' ? value : null

/** What a row holds in a column, as it was written. */
export function rawReader(column: Column): (node: Node) => Json {
  if (column === 'id') return (node) => node.id
  if (column === 'documentId') return documentIdOf
  return ({ values }) => values[column.name] ?? null
}

/** null for a component without one. */
export function documentIdOf(node: Node): string | null {
  return 'documentId' in node && typeof node.documentId === 'string' ? node.documentId : null
}
