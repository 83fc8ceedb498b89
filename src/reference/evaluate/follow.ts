/** Applies the link steps of a plan to a graph: selects visible rows, and follows links to other rows. */

import { onceFor } from '../../util/cache/once.ts'
import type { ComponentNode, Graph, Node, Ref, Row, Table } from '../graph/graph.ts'
import { lazyWeak } from '../graph/lazy.ts'
import { nodesOf } from '../graph/nodes.ts'
import type { Populated, PublicationFilter, RowFilter, Status, Step } from '../plan/plan.ts'
import * as real from '../strapi/evaluate.ts'

export type RowTest = (row: Row) => boolean
export type Follow = (node: Node) => readonly (Row | ComponentNode)[]

const everyRow: RowTest = () => true

/**
 * Makes a test of rows: it returns whether a row has the requested status and belongs to the requested cohort
 * (`publicationFilter`).
 */
export function rowTest(filter: RowFilter, table: Table): RowTest {
  if (!table.type.draftAndPublish) return everyRow
  const { status, publication } = filter
  if (status === null) return everyRow
  if (publication === null) return (row) => row.status === status
  return (row) => row.status === status && isInCohort(row, publication, status, table)
}

/**
 * Returns whether a row belongs to a cohort of `publicationFilter`. A cohort compares the draft and the published row
 * of a document, within each locale or across all locales.
 */
function isInCohort(row: Row, cohort: PublicationFilter, status: Status, table: Table): boolean {
  const others = (table.byDocument.get(row.documentId) ?? []).filter((other) => other.status !== row.status)
  const pairs = others.filter((other) => other.locale === row.locale)
  switch (cohort) {
    case 'never-published':
      return status === 'draft' && pairs.length === 0
    case 'never-published-document':
      return status === 'draft' && others.length === 0
    case 'has-published-version':
      return pairs.length > 0
    case 'has-published-version-document':
      return others.length > 0
    case 'modified':
      return pairs.some((other) => isModified(row, other))
    case 'unmodified':
      return pairs.some((other) => !isModified(row, other))
    case 'published-without-draft':
      return status === 'published' && pairs.length === 0
    case 'published-with-draft':
      return status === 'published' && pairs.length > 0
  }
}

/** Returns whether the draft has a later `updatedAt` than the published row. */
function isModified(row: Row, other: Row): boolean {
  const [draft, published] = row.status === 'draft' ? [row, other] : [other, row]
  return Date.parse(String(draft.values.updatedAt)) > Date.parse(String(published.values.updatedAt))
}

const nothing: readonly Row[] = []

/** Prepares a link step of a plan, so that each use of the step only looks up rows. */
export function followStep(step: Step, graph: Graph): Follow {
  const follow = followAll(step, graph)
  if (!step.onlyFirst) return follow
  return (node) => {
    const found = follow(node)
    const first = found.length > 1 ? firstOf(found) : undefined
    return first === undefined ? found : [first]
  }
}

/**
 * Returns the row with the lowest id among the rows that a to-one attribute links to. The row with the lowest id is
 * the oldest row. A to-one relation may link the draft and the published row of a document, or rows in several
 * locales.
 */
function firstOf<N extends Node>(nodes: readonly N[]): N | undefined {
  let first = nodes[0]
  for (const node of nodes) if (first !== undefined && node.id < first.id) first = node // populate.to-one
  return first
}

function followAll(step: Step, graph: Graph): Follow {
  const { attribute, rows } = step
  const { name } = attribute
  switch (attribute.kind) {
    case 'component':
    case 'zone':
      return (node) => node.components[name] ?? []
    case 'media':
    case 'morphBy':
      return linked(name, rows, graph)
    case 'morphTo':
      return linked(name, rows, graph, {
        isOpen: real.seesPrivate(step) ? everyLink : isPublic,
        component: real.seesComponents(step) ? componentsOf(graph) : noComponent,
      })
    case 'relation':
      return attribute.via === 'localizations'
        ? translations(attribute.target, rows, real.includesSelf(step), graph)
        : linked(name, rows, graph)
  }
}

const everyLink = (_ref: Ref): boolean => true
const isPublic = ({ isPrivate }: Ref): boolean => isPrivate !== true

/** The functions that decide the references that a link step follows: to rows, and to components. */
interface FollowedLinks {
  readonly isOpen: (ref: Ref) => boolean
  readonly component: (ref: Ref) => ComponentNode | undefined
}

const noComponent = (): undefined => undefined
const TO_ROWS: FollowedLinks = { isOpen: everyLink, component: noComponent }

function linked(name: string, filter: RowFilter, graph: Graph, { isOpen, component } = TO_ROWS): Follow {
  const tests = new Map([...graph.tables].map(([uid, table]) => [uid, rowTest(filter, table)]))
  return (node) => {
    const refs = node.links[name] ?? []
    if (refs.length === 0) return nothing
    const found: (Row | ComponentNode)[] = []
    for (const ref of refs) {
      if (!isOpen(ref)) continue
      const row = graph.tables.get(ref.type)?.byId.get(ref.id)
      const node = row === undefined ? component(ref) : tests.get(ref.type)?.(row) === true ? row : undefined
      if (node !== undefined) found.push(node)
    }
    return found
  }
}

const indexOnce = onceFor<() => ReadonlyMap<string, ComponentNode>>()

/**
 * Returns a function that finds the component that a reference names. The function uses an index of all components,
 * which is made on first use.
 */
function componentsOf(graph: Graph): FollowedLinks['component'] {
  const index = indexOnce(graph, '', () => lazyWeak(() => componentIndex(graph)))
  return ({ type, id }) => index().get(`${type}#${id}`)
}

function componentIndex({ tables, orphans = [] }: Graph): ReadonlyMap<string, ComponentNode> {
  const index = new Map<string, ComponentNode>()
  for (const { rows } of tables.values())
    for (const row of rows)
      for (const node of nodesOf<Node>(row)) if (node !== row) index.set(`${node.uid}#${node.id}`, node)
  for (const orphan of orphans)
    for (const node of nodesOf<ComponentNode>(orphan)) index.set(`${node.uid}#${node.id}`, node)
  return index
}

/**
 * Follows `localizations` to the visible rows of the same document, in the order of their locales. Rows in the own
 * locale are included only with `includesSelf`.
 */
function translations(uid: string, filter: RowFilter, includesSelf: boolean, graph: Graph): Follow {
  const table = graph.tables.get(uid)
  if (table === undefined) return () => nothing
  const isVisible = rowTest(filter, table)
  return (node) => {
    if (!('status' in node)) return nothing
    const { documentId, locale } = node as Row
    const rows = table.byDocument.get(documentId) ?? nothing
    return rows.filter((row) => isVisible(row) && (includesSelf || row.locale !== locale))
  }
}

/**
 * Returns a list with the one row that a to-one attribute shows, or an empty list. The shown row is the first row in
 * the requested order; without a sort, it is the oldest row.
 */
export function firstShown<N extends Node>(nodes: readonly N[], isSorted: boolean): readonly N[] {
  if (nodes.length < 2) return nodes
  const oldest = firstOf(nodes)
  return isSorted || oldest === undefined ? nodes.slice(0, 1) : [oldest]
}

export const isMany = ({ attribute }: Populated): boolean => attribute.kind === 'zone' || attribute.many

/**
 * Makes a test of nodes: it returns whether a node has links, and all of them lead to types that the answer does not
 * show.
 */
export function hiddenTest(
  plan: Populated,
  graph: Graph,
): (node: Node, shown: ReadonlyMap<string, unknown>) => boolean {
  const rows = real.rowsOfHidden(plan)
  if (rows === null) return () => false
  const follow = followStep(real.stepToLinks(plan, rows), graph)
  return (node, shown) => {
    const linked = follow(node)
    return linked.length > 0 && linked.every((row) => !shown.has(row.uid))
  }
}
