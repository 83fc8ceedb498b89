/** Sorting by keys, ties by id. */

import { leadsTo } from '../../properties/arbitraries/places.ts'
import type { Node } from '../reference/graph/graph.ts'
import type { SortKey, SortSyntax } from '../reference/parse/syntax.ts'
import type { Model } from '../reference/schema/schema.ts'
import { type Comparable, order } from './values.ts'
import { columnOf, read, shownBy, type View } from './view.ts'

type Key = Comparable | null

/** Nodes of one model in the order asked for; without keys by id. */
export function sorted<N extends Node>(
  nodes: readonly N[],
  sort: SortSyntax,
  model: Model,
  view: View,
): readonly N[] {
  return nodes.toSorted((a, b) => {
    for (const key of sort.keys) {
      const isDescending = key.order.kind === 'text' && key.order.text.trim().toLowerCase() === 'desc'
      const inOrder = (x: Key, y: Key): number => (isDescending ? nullsFirst(y, x) : nullsFirst(x, y))
      const [left = null] = keysOf(a, key, model, view).toSorted(inOrder)
      const [right = null] = keysOf(b, key, model, view).toSorted(inOrder)
      const sign = inOrder(left, right)
      if (sign !== 0) return sign
    }
    return a.id - b.id
  })
}

function nullsFirst(a: Key, b: Key): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1
  return order(a, b)
}

/** The values at the end of every way that the path can take; null for a way that ends before. */
function keysOf(node: Node, { path }: Pick<SortKey, 'path'>, model: Model, view: View): readonly Key[] {
  const [name = '', ...rest] = path
  const column = columnOf(name, model)
  if (column !== undefined) return [read(node, name, column)]
  const attribute = model.attributes.get(name)
  if (attribute === undefined || attribute.kind === 'scalar') return [null]
  const target = leadsTo(attribute, view.graph.schema)
  const found = shownBy(node, attribute, view)
  if (target === undefined || found.length === 0) return [null]
  return found.flatMap((next) => keysOf(next, { path: rest }, target, view))
}
