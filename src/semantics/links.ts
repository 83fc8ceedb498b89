/** The rows and components that an attribute of a row or component links to, with the status of the request. */

import type { ComponentNode, Node, Row } from '../reference/graph/graph.ts'
import type { PopulatableAttribute } from '../reference/schema/schema.ts'
import { isMany } from './model.ts'
import { isVisible, rowOf, type View, versionsOf } from './visibility.ts'

export type Linked = Row | ComponentNode

/** Returns the nodes that an attribute links to, in link order, without private links and rows of another status. */
export function linked(node: Node, attribute: PopulatableAttribute, view: View): readonly Linked[] {
  const { kind, name } = attribute
  if (kind === 'component' || kind === 'zone') return node.components[name] ?? []
  if (kind === 'relation' && attribute.via === 'localizations') return localizations(node, view)
  const open = (node.links[name] ?? []).filter(({ isPrivate }) => isPrivate !== true)
  const rows = open.flatMap(({ type, id }) => rowOf(type, id, view.graph) ?? []) // populate.order media.related
  return rows.filter((row) => isVisible(row, view)) // populate.status
}

/** Returns the visible rows of the same document in all other locales, ordered by locale code. */
function localizations(node: Node, view: View): readonly Row[] {
  const self = rowOf(node.uid, node.id, view.graph)
  const versions = self === undefined ? [] : versionsOf(self, view.graph)
  const others = versions.filter((row) => row.locale !== self?.locale && isVisible(row, view))
  return others.toSorted((a, b) => ((a.locale ?? '') < (b.locale ?? '') ? -1 : 1)) // populate.localizations
}

/** Returns only the row with the lowest id for a to-one attribute (its links may name several locales), else all. */
export function firstIfOne<N extends Node>(
  found: readonly N[],
  attribute: PopulatableAttribute,
): readonly N[] {
  return isMany(attribute) ? found : found.toSorted((a, b) => a.id - b.id).slice(0, 1) // populate.to-one
}

/** Returns the linked rows that a filter or sort uses: those that a plain populate shows, regardless of the role. */
export const followed = (node: Node, attribute: PopulatableAttribute, view: View): readonly Linked[] =>
  firstIfOne(linked(node, attribute, view), attribute)
