/** Converts a dataset to table rows of a real server: rows, components and links with their order. */

import type { ComponentNode, Graph, Node, Ref, Row } from '../../../src/reference/graph/graph.ts'
import { FILE_UID, type Schema, type Uid } from '../../../src/reference/schema/schema.ts'
import type { Json } from '../../../src/util/json.ts'
import { ranksOf } from './ranks.ts'

/** A row of a content type or component. */
export interface FilledRow {
  readonly id: number
  /** The values by attribute name, including the ids of creators. */
  readonly values: Readonly<Record<string, Json>>
  /** Components have none. */
  readonly documentId?: string
}

/** A component with its owner and order. */
export interface FilledPart {
  readonly owner: Uid
  readonly ownerId: number
  readonly field: string
  readonly part: Uid
  readonly partId: number
  /** The position, counted from 1; null for a single component. */
  readonly order: number | null
}

/** A link as the owning side stores it. */
export interface FilledLink {
  readonly owner: Uid
  readonly ownerId: number
  readonly field: string
  readonly target: Ref
  /**
   * Whether the link is the first in the owner's list. If a column of the owner's row stores the link, the column holds
   * only the first link.
   */
  readonly isFirst: boolean
  /** The position of the link in the lists of both sides, counted from 1. */
  readonly order: number
  /** The position in the list of the inverse attribute, counted from 1; 0 if there is no inverse attribute. */
  readonly inverseOrder: number
  /**
   * For a morph relation, the inverse attribute of the target that shows the link; null if no attribute shows it, and
   * for other relations.
   */
  readonly seenAs: string | null
}

export interface Filling {
  readonly tables: readonly { readonly uid: Uid; readonly rows: readonly FilledRow[] }[]
  readonly parts: readonly FilledPart[]
  readonly links: readonly FilledLink[]
  readonly locales: Graph['locales']
  readonly publicRole: string
  /** The actions that each role may call, including wildcards. */
  readonly roles: Readonly<Record<string, readonly string[]>>
  /** The role that each token has. */
  readonly tokens: Readonly<Record<string, string>>
}

/** The types whose rows the real server creates at its first start; `grant.ts` adds the rows of the dataset. */
const OF_SERVER: ReadonlySet<Uid> = new Set(
  ['role', 'permission'].map((name) => `plugin::users-permissions.${name}`),
)

export function fillingOf(graph: Graph): Filling {
  const { schema, tables, locales, access } = graph
  const rows = [...tables.values()].flatMap(({ type, rows }) => (OF_SERVER.has(type.uid) ? [] : rows))
  const nodes = rows.flatMap((row) => [row, ...partsOf(row)])
  const uids = [...new Set(nodes.map(({ uid }) => uid))]
  return {
    tables: uids.map((uid) => ({
      uid,
      rows: nodes.filter((node) => node.uid === uid).map((node) => filledRow(node, schema)),
    })),
    parts: nodes.flatMap((node) => filledParts(node, schema)),
    links: inBothOrders(
      nodes.flatMap((node) => filledLinks(node, graph)),
      graph,
    ),
    locales,
    publicRole: access.publicRole,
    roles: Object.fromEntries(
      [...access.roles.values()].map(({ name, permissions }) => [name, [...permissions]]),
    ),
    tokens: Object.fromEntries(access.tokens),
  }
}

/** Returns all components of a node, parents first. */
const partsOf = (node: Node): readonly ComponentNode[] =>
  Object.values(node.components).flatMap((parts) => parts.flatMap((part) => [part, ...partsOf(part)]))

const isRow = (node: Node): node is Row => 'status' in node

const modelOf = (schema: Schema, uid: Uid) => schema.contentTypes.get(uid) ?? schema.components.get(uid)

function filledRow(node: Node, schema: Schema): FilledRow {
  const creators = [...(modelOf(schema, node.uid)?.attributes.values() ?? [])].filter(
    (attribute) => attribute.kind === 'relation' && attribute.via === 'creator',
  )
  const ids = creators.map(({ name }) => [name, node.links[name]?.[0]?.id ?? null] as const)
  const values = { ...node.values, ...Object.fromEntries(ids) }
  return isRow(node) ? { id: node.id, values, documentId: node.documentId } : { id: node.id, values }
}

function filledParts(node: Node, schema: Schema): readonly FilledPart[] {
  return Object.entries(node.components).flatMap(([field, parts]) => {
    const attribute = modelOf(schema, node.uid)?.attributes.get(field)
    const isSingle = attribute?.kind === 'component' && !attribute.many
    return parts.map((part, at) => ({
      owner: node.uid,
      ownerId: node.id,
      field,
      part: part.uid,
      partId: part.id,
      order: isSingle ? null : at + 1,
    }))
  })
}

function filledLinks(node: Node, graph: Graph): readonly FilledLink[] {
  const model = modelOf(graph.schema, node.uid)
  return Object.entries(node.links).flatMap(([field, refs]) => {
    const attribute = model?.attributes.get(field)
    const isOwn =
      attribute?.kind === 'media' ||
      attribute?.kind === 'morphTo' ||
      (attribute?.kind === 'relation' && attribute.via === 'stored')
    // Skips links that the other side writes; a file link is written by its owner and not by the file.
    if (!isOwn || (node.uid === FILE_UID && field === 'related')) return []
    const inverse = attribute.kind === 'relation' ? attribute.inverse : null
    return refs.map((target, at) => ({
      owner: node.uid,
      ownerId: node.id,
      field,
      target,
      isFirst: at === 0,
      order: at + 1,
      inverseOrder: inverse === null ? 0 : placeIn(linksOf(target, inverse, graph), node),
      seenAs: attribute.kind === 'morphTo' ? seenAs(target, node, field, graph) : null,
    }))
  })
}

/**
 * Gives each link of files and morph relations one order number for both sides, because a table of such links has one
 * order column. The numbers increase along the owner's list and along the inverse list.
 */
function inBothOrders(links: readonly FilledLink[], graph: Graph): readonly FilledLink[] {
  const shared = links.filter((link) => farList(link, graph) !== undefined)
  const chains = [
    ...listsBy(
      shared,
      ({ owner, ownerId, field }) => `${owner} ${ownerId} ${field}`,
      ({ order }) => order,
    ),
    ...listsBy(shared, farName, (link) => placeOf(link, graph)),
  ]
  const ranks = ranksOf(chains)
  return links.map((link) => ({ ...link, order: ranks.get(keyOf(link)) ?? link.order }))
}

const keyOf = ({ owner, ownerId, field, target }: FilledLink): string =>
  `${owner} ${ownerId} ${field} ${target.type} ${target.id}`

/** Groups links by their owner or by their target. Each list of a group has the keys of its links in order. */
function listsBy(
  links: readonly FilledLink[],
  nameOf: (link: FilledLink) => string,
  placeIn: (link: FilledLink) => number,
): readonly (readonly string[])[] {
  const lists = new Map<string, FilledLink[]>()
  for (const link of links) lists.set(nameOf(link), [...(lists.get(nameOf(link)) ?? []), link])
  return [...lists.values()].map((list) => [...list].sort((a, b) => placeIn(a) - placeIn(b)).map(keyOf))
}

/** Returns the inverse list that contains a link, which is `related` of a file, or an attribute of the target. */
function farList({ target, seenAs }: FilledLink, graph: Graph): readonly Ref[] | undefined {
  if (seenAs !== null) return linksOf(target, seenAs, graph)
  return target.type === FILE_UID ? linksOf(target, 'related', graph) : undefined
}

const farName = ({ target, seenAs }: FilledLink): string => `${target.type} ${target.id} ${seenAs ?? ''}`

const placeOf = (link: FilledLink, graph: Graph): number =>
  (farList(link, graph) ?? []).findIndex((ref) => ref.type === link.owner && ref.id === link.ownerId)

const linksOf = (ref: Ref, field: string, { tables }: Graph): readonly Ref[] =>
  tables.get(ref.type)?.byId.get(ref.id)?.links[field] ?? []

const placeIn = (refs: readonly Ref[], { uid, id }: Node): number =>
  refs.findIndex((ref) => ref.type === uid && ref.id === id) + 1

/** Returns the inverse attribute of the target that shows the given node; null if no attribute shows it. */
function seenAs(target: Ref, node: Node, field: string, graph: Graph): string | null {
  const attributes = [...(graph.schema.contentTypes.get(target.type)?.attributes.values() ?? [])]
  const shows = attributes.find(
    (one) =>
      one.kind === 'morphBy' &&
      one.target === node.uid &&
      one.by === field &&
      placeIn(linksOf(target, one.name, graph), node) > 0,
  )
  return shows?.name ?? null
}
