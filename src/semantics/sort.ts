/** Implements `sort`: orders rows by each sort key in turn. */

import type { Node } from '../reference/graph/graph.ts'
import type { SortKey, SortSyntax } from '../reference/parse/syntax.ts'
import type { Model } from '../reference/schema/schema.ts'
import { followed } from './links.ts'
import { columnOf, leadsTo } from './model.ts'
import { type Comparable, compare, read } from './values.ts'
import type { View } from './visibility.ts'

type Key = Comparable | null

export function sorted<N extends Node>(
  nodes: readonly N[],
  { keys }: SortSyntax,
  model: Model,
  view: View,
): readonly N[] {
  return nodes.toSorted((a, b) => {
    for (const { path, order } of keys) {
      const inOrder = isDescending(order) ? (x: Key, y: Key) => nullsFirst(y, x) : nullsFirst
      const [left = null] = keysAt(path, a, model, view).toSorted(inOrder)
      const [right = null] = keysAt(path, b, model, view).toSorted(inOrder)
      const sign = inOrder(left, right)
      if (sign !== 0) return sign // sort.text sort.object
    }
    return a.id - b.id // sort.ties sort.shape
  })
}

const isDescending = (order: SortKey['order']): boolean =>
  order.kind === 'text' && order.text.trim().toLowerCase() === 'desc' // sort.order

function nullsFirst(a: Key, b: Key): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1 // sort.nulls
  return compare(a, b) // sort.values
}

/** Returns the values of a sort key, one for each way through linked rows; null for a way without a linked row. */
function keysAt(path: SortKey['path'], node: Node, model: Model, view: View): readonly Key[] {
  const [name = '', ...rest] = path
  const column = columnOf(name, model)
  if (column !== undefined) return [read(node, name, column)]
  const attribute = model.attributes.get(name)
  if (attribute === undefined || attribute.kind === 'scalar') return [null]
  const target = leadsTo(attribute, view.graph.schema)
  const found = followed(node, attribute, view)
  if (target === undefined || found.length === 0) return [null]
  return found.flatMap((next) => keysAt(rest, next, target, view)) // sort.through
}
