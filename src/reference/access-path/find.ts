/**
 * Access paths: how the rows of a plan are found without looking at every one. Phases: the list that the plan sees → the
 * positions that match → their order → the page. Finds what `scan` finds, ties included, and falls back on it where there
 * is little to look through.
 */
import { type Find, type Found, isInOrder, pageOf, scan, searcher } from '../evaluate/scan.ts'
import { sorter } from '../evaluate/sort.ts'
import type { Row } from '../graph/graph.ts'
import type { Condition, QueryPlan, Search } from '../plan/plan.ts'
import type { Domain, Indexes } from './indexes.ts'
import { kept, type Lookup, looked, MOST_INDEXES, positionsOf } from './matching.ts'
import { everyPosition, union } from './positions.ts'

/** A table with fewer rows is looked through as fast. */
export const FEW_ROWS = 200

/** Of so large a part of a list on, it is cheaper to go through all in order than to sort what matches. */
const SORTED_BELOW = 1 / 8

/** `from`: of how many rows on a table is looked into by its indexes. */
export function finder(indexes: Indexes, from = FEW_ROWS): Find {
  return (plan, graph, meter) => {
    const table = graph.tables.get(plan.type.uid)
    if (plan.target.kind === 'document' || table === undefined || table.rows.length < from)
      return scan(plan, graph, meter)
    return findIn(indexes.seen(table, plan), plan, { indexes, graph, meter, left: MOST_INDEXES })
  }
}

/** Positions that match, ascending; all of them where it is left out. */
type Matching = Uint32Array | undefined

function findIn(domain: Domain<Row>, plan: QueryPlan, lookup: Lookup): Found {
  const matching = matchingIn(domain, plan, lookup)
  const page = isInOrder(plan)
    ? pageAsIs(matching, domain, plan)
    : pageInOrder(matching, domain, plan, lookup)
  lookup.meter.spend(page.length, 'filters')
  return { page, total: (matching ?? domain.nodes).length }
}

function matchingIn(domain: Domain<Row>, plan: QueryPlan, lookup: Lookup): Matching {
  const { where, search } = plan
  const { nodes } = domain
  const told = isAlways(where) ? undefined : positionsOf(where, domain, lookup)
  const found =
    told ?? (isAlways(where) ? undefined : kept(everyPosition(nodes.length), where, domain, lookup))
  if (search === null) return found
  if (found === undefined) return searched(search, domain, lookup)
  const finds = searcher(plan, lookup.meter)
  return found.filter((at) => {
    const row = nodes[at]
    return row !== undefined && finds(row)
  })
}

/** What `_q` finds in a whole list: each kind of text at a time. */
function searched(
  { images, occursIn }: Search,
  domain: Domain<Row>,
  { indexes, meter }: Lookup,
): Uint32Array {
  meter.spend(images.length * domain.nodes.length, '_q')
  const lists = images.map((image) => looked(indexes.images(domain, image), occursIn))
  return union(lists, domain.nodes.length)
}

/** Whether a condition is none. */
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
  { indexes, graph, meter }: Lookup,
): readonly Row[] {
  const { nodes } = domain
  const { sort, ties } = plan
  const range = pageOf(plan)
  if (matching !== undefined && matching.length < nodes.length * SORTED_BELOW)
    return sorter<Row>(sort, ties, graph, meter)(rowsAt(matching, nodes)).slice(...range)
  const permutation = indexes.permutation(domain, sort, ties === 'id' ? 'listed' : ties)
  return rowsAt((matching === undefined ? permutation : within(permutation, matching)).slice(...range), nodes)
}

/** A permutation with some positions only. */
function within(permutation: Uint32Array, positions: Uint32Array): Uint32Array {
  const marks = new Uint8Array(permutation.length)
  for (let at = 0; at < positions.length; at++) marks[positions[at] ?? 0] = 1
  return permutation.filter((at) => marks[at] === 1)
}

const rowsAt = (positions: Uint32Array, nodes: readonly Row[]): readonly Row[] =>
  Array.from(positions).flatMap((at) => nodes[at] ?? [])
