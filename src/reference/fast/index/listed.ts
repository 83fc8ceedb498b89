/**
 * Finds the rows of a plan in a list of nodes. The search finds first the matching positions, then the order of the
 * matching rows, and then the page.
 */
import { type FoundRows, isInOrder, pageOf, searcher } from '../../evaluate/scan.ts'
import { sorter } from '../../evaluate/sort.ts'
import type { Row } from '../../graph/graph.ts'
import type { Condition, QueryPlan, Search } from '../../plan/plan.ts'
import { searchAccess } from './access.ts'
import type { Domain } from './indexes.ts'
import { holding, holdingImages, type Lookup, narrowed, positionsOf } from './matching.ts'
import { everyPosition, union } from './positions.ts'

/**
 * The share of matching nodes below which it is faster to sort their positions than to pass over the sorted positions
 * of all nodes.
 */
const SORTED_BELOW = 1 / 8

/** The positions of the matching rows, ascending; undefined if all rows match. */
export type Matching = Uint32Array | undefined

export function findIn(domain: Domain<Row>, plan: QueryPlan, lookup: Lookup): FoundRows {
  const matching = matchingIn(domain, plan, lookup)
  const page = isInOrder(plan)
    ? pageAsIs(matching, domain, plan)
    : pageInOrder(matching, domain, plan, lookup)
  lookup.meter.spend(page.length, 'filters')
  return { page, total: (matching ?? domain.nodes).length }
}

export function matchingIn(domain: Domain<Row>, plan: QueryPlan, lookup: Lookup): Matching {
  const { where, search } = plan
  const found = isAlways(where) ? undefined : matchingOf(where, domain, lookup)
  if (search === null) return found
  if (found === undefined) return searched(search, domain, lookup)
  return holding(found, domain.nodes, searcher(plan, lookup.meter))
}

const matchingOf = (where: Condition, domain: Domain<Row>, lookup: Lookup): Uint32Array =>
  positionsOf(where, domain, lookup) ?? narrowed(everyPosition(domain.nodes.length), where, domain, lookup)

/**
 * Returns the positions of the rows that `_q` finds in a whole list. The search by `_q` reads each searched column
 * only once.
 */
function searched(search: Search, domain: Domain<Row>, { indexes, meter }: Lookup): Uint32Array {
  const { images, holds } = searchAccess(search, indexes.context)
  meter.spend(images.length * domain.nodes.length, '_q')
  const lists = images.map((image) => holdingImages(indexes.images(domain, image), holds))
  return union(lists, domain.nodes.length)
}

/**
 * Returns whether a condition matches every row. A condition that matches every row is an empty group, or a group of
 * which all members match every row.
 */
const isAlways = (condition: Condition): boolean =>
  (condition.kind === 'all' && condition.of.every(isAlways)) ||
  (condition.kind === 'any' && condition.of.length === 0)

function pageAsIs(matching: Matching, { nodes }: Domain<Row>, plan: QueryPlan): readonly Row[] {
  const range = pageOf(plan)
  return matching === undefined ? nodes.slice(...range) : rowsAt(matching.slice(...range), nodes)
}

function pageInOrder(
  matching: Matching,
  domain: Domain<Row>,
  plan: QueryPlan,
  lookup: Lookup,
): readonly Row[] {
  const { nodes } = domain
  const range = pageOf(plan)
  if (isIndexed(plan) && !isShort(matching, domain))
    return rowsAt(inOrder(matching, domain, plan, lookup).slice(...range), nodes)
  const { graph, meter } = lookup
  return sorter<Row>(plan.sort, plan.ties, graph, meter)(rowsOf(matching, domain)).slice(...range)
}

/** Returns whether so few positions match that sorting them is cheaper than using a permutation of all positions. */
export const isShort = (matching: Matching, { nodes }: Domain): matching is Uint32Array =>
  matching !== undefined && matching.length < nodes.length * SORTED_BELOW

/** A plan whose order an index can hold, because the order does not depend on the conditions of the query. */
export type IndexedPlan = QueryPlan & { readonly ties: 'id' | 'documentId' }

export const isIndexed = (plan: QueryPlan): plan is IndexedPlan => typeof plan.ties === 'string'

/** Returns the positions of the matching nodes, in the sort order of the plan. */
export function inOrder(
  matching: Matching,
  domain: Domain<Row>,
  { sort, ties }: IndexedPlan,
  { indexes }: Lookup,
): Uint32Array {
  const permutation = indexes.permutation(domain, sort, ties === 'id' ? 'listed' : ties)
  return matching === undefined ? permutation : within(permutation, matching)
}

/** Returns the sorted positions of `permutation` that are also in `positions`. */
function within(permutation: Uint32Array, positions: Uint32Array): Uint32Array {
  const marks = new Uint8Array(permutation.length)
  for (let at = 0; at < positions.length; at++) marks[positions[at] ?? 0] = 1
  return permutation.filter((at) => marks[at] === 1)
}

/** Returns the matching rows, in the order of the list of nodes. */
export const rowsOf = (matching: Matching, { nodes }: Domain<Row>): readonly Row[] =>
  matching === undefined ? nodes : rowsAt(matching, nodes)

function rowsAt(positions: Uint32Array, nodes: readonly Row[]): readonly Row[] {
  const rows: Row[] = []
  for (const at of positions) {
    const row = nodes[at]
    if (row !== undefined) rows.push(row)
  }
  return rows
}
