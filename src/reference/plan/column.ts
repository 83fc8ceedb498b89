/** What a test or a sort looks at, and how it is read from a row. */
import type { Json } from '../../ground/json.ts'
import type { Node } from '../graph/graph.ts'
import type { ScalarAttribute } from '../schema/schema.ts'
import { type Comparable, SCALARS } from '../values.ts'

/** What a test looks at: an attribute, or the id or documentId that every entry has. */
export interface Column {
  /** For error messages: the attribute names down to here, dotted. */
  readonly path: string
  readonly attribute: ScalarAttribute | 'id' | 'documentId'
}

/** How a filter or a sort reads a column: null where there is no value. */
export function reader(column: Column): (node: Node) => Comparable | null {
  const raw = rawReader(column)
  const { attribute } = column
  if (attribute === 'id' || attribute === 'documentId') return (node) => asComparable(raw(node))
  const { comparable } = SCALARS[attribute.type]
  return (node) => {
    const found = raw(node)
    return found === null ? null : comparable(found)
  }
}

const asComparable = (value: Json): Comparable | null =>
  typeof value === 'number' || typeof value === 'string' ? value : null

/** What a row holds in a column, as it was written. */
export function rawReader({ attribute }: Column): (node: Node) => Json {
  if (attribute === 'id') return (node) => node.id
  if (attribute === 'documentId') return documentIdOf
  const { name } = attribute
  return (node) => node.values[name] ?? null
}

/** null for a component without one. */
export function documentIdOf(node: Node): string | null {
  return 'documentId' in node && typeof node.documentId === 'string' ? node.documentId : null
}
