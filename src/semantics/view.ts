/** What can be seen of a graph by one request: rows of one status, links that a role may follow. */

import type { Column } from '../../properties/arbitraries/values.ts'
import type { ComponentNode, Graph, Node, Role, Row } from '../reference/graph/graph.ts'
import type { Model, PopulatableAttribute, ScalarType } from '../reference/schema/schema.ts'
import { type Comparable, comparable } from './values.ts'

export interface View {
  readonly graph: Graph
  readonly role: Role
  readonly status: 'draft' | 'published'
}

export type Linked = Row | ComponentNode

/** Every row of a type. */
export const rowsOf = ({ graph }: View, uid: string): readonly Row[] => graph.tables.get(uid)?.rows ?? []

export function isVisible(row: Row, { graph, status }: View): boolean {
  const type = graph.schema.contentTypes.get(row.uid)
  return type?.draftAndPublish !== true || row.status === status
}

/** Everything visible that a node links to or holds under an attribute, in stored order. */
export function linked(node: Node, attribute: PopulatableAttribute, view: View): readonly Linked[] {
  if (attribute.kind === 'component' || attribute.kind === 'zone')
    return node.components[attribute.name] ?? []
  if (attribute.kind === 'relation' && attribute.via === 'localizations') return translations(node, view)
  const refs = node.links[attribute.name] ?? []
  const open = refs.filter(({ isPrivate }) => isPrivate !== true)
  const rows = open.flatMap(({ type, id }) => rowsOf(view, type).filter((row) => row.id === id))
  return rows.filter((row) => isVisible(row, view))
}

function translations(node: Node, view: View): readonly Row[] {
  const all = rowsOf(view, node.uid)
  const self = all.find(({ id }) => id === node.id)
  return all
    .filter(
      (row) => row.documentId === self?.documentId && row.locale !== self.locale && isVisible(row, view),
    )
    .toSorted((a, b) => (String(a.locale) < String(b.locale) ? -1 : 1))
}

export const isMany = (attribute: PopulatableAttribute): boolean =>
  attribute.kind === 'zone' || attribute.many

/** Of several rows of a to-one, that with the lowest id is shown. */
export function firstIfOne<N extends Node>(
  found: readonly N[],
  attribute: PopulatableAttribute,
): readonly N[] {
  if (isMany(attribute)) return found
  const first = Math.min(...found.map(({ id }) => id))
  return found.filter(({ id }) => id === first).slice(0, 1)
}

/** What a filter or a sort looks at: what populating the attribute shows. */
export const shownBy = (node: Node, attribute: PopulatableAttribute, view: View): readonly Linked[] =>
  firstIfOne(linked(node, attribute, view), attribute)

export const documentIdOf = (node: Node): string | null =>
  'documentId' in node && typeof node.documentId === 'string' ? node.documentId : null

/** What a name stands for at a model. */
export function columnOf(name: string, model: Model): Column | undefined {
  const attribute = model.attributes.get(name)
  if (attribute?.kind === 'scalar') return attribute.type
  return name === 'id' || name === 'documentId' ? name : undefined
}

/** The value of a column as it compares. */
export function read(node: Node, name: string, column: Column): Comparable | null {
  if (column === 'id') return node.id
  if (column === 'documentId') return documentIdOf(node)
  return comparable(node.values[name] ?? null, asType(column))
}

export const asType = (column: Column): ScalarType =>
  column === 'id' || column === 'documentId' ? 'string' : column
