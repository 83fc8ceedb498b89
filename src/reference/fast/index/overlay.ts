/**
 * Finds the rows of a plan in a table that consists of a base table and a layer of changed rows. The search uses the
 * indexes of the base table, which many graphs share. After that, the search merges the few changed rows that match
 * the plan.
 */
import { firstPlace } from '../../../util/sorted.ts'
import { matcher } from '../../evaluate/conditions.ts'
import { type FoundRows, isInOrder, pageOf, searcher, seenTest } from '../../evaluate/scan.ts'
import { rowOrder, sorter } from '../../evaluate/sort.ts'
import type { Row, Table } from '../../graph/graph.ts'
import { type Layers, layersOf, type RowChanges } from '../../graph/layered.ts'
import type { QueryPlan } from '../../plan/plan.ts'
import type { Domain } from './indexes.ts'
import { type IndexedPlan, inOrder, isIndexed, isShort, type Matching, matchingIn, rowsOf } from './listed.ts'
import type { Lookup } from './matching.ts'

/**
 * Returns whether a plan needs only the selected rows themselves, and neither other rows of their documents nor sort
 * keys of linked rows.
 */
export const isOfRows = ({ sort, rows }: QueryPlan): boolean =>
  rows.publication === null && sort.every(({ through }) => through.length === 0)

export function findOver(table: Table, plan: QueryPlan, lookup: Lookup): FoundRows {
  const { root, changes } = layersOf(table)
  const domain = lookup.indexes.seen(root, plan)
  const matching = matchingIn(domain, plan, lookup)
  const changed = changedRows(table, changes, plan, lookup)
  const isMerged = isIndexed(plan) && !isShort(matching, domain)
  const found = isMerged
    ? mergedWith(matching, domain, changed, { root, changes }, plan, lookup)
    : sortedWith(rowsOf(matching, domain), changed, changes, plan, lookup)
  lookup.meter.spend(found.page.length, 'filters')
  return found
}

/** Returns the changed rows of a table that match the plan. */
function changedRows(
  table: Table,
  changes: RowChanges,
  plan: QueryPlan,
  { graph, meter }: Lookup,
): readonly Row[] {
  const isSeen = seenTest(table, plan)
  const matches = matcher(plan.where, graph, meter)
  const finds = searcher(plan, meter)
  meter.spend(changes.size, 'filters')
  const rows = [...changes.values()].filter((row) => row !== undefined)
  return rows.filter((row) => isSeen(row) && matches(row) && finds(row))
}

function sortedWith(
  rows: readonly Row[],
  changed: readonly Row[],
  changes: RowChanges,
  plan: QueryPlan,
  { graph, meter }: Lookup,
): FoundRows {
  const all = [...rows.filter(({ id }) => !changes.has(id)), ...changed]
  const ordered = sorter<Row>(plan.sort, plan.ties, graph, meter)(all)
  return { page: ordered.slice(...pageOf(plan)), total: all.length }
}

/**
 * A change to the ordered rows of the base table at the index `place`. If the member `row` has a value, the row is
 * inserted before the index `place`. If `row` is undefined, the base row at the index `place` is skipped.
 */
interface Mark {
  readonly place: number
  readonly row: Row | undefined
}

/** Merges the changed rows into the order of the base table. The merge looks up only the rows of the page. */
function mergedWith(
  matching: Matching,
  domain: Domain<Row>,
  changed: readonly Row[],
  { root, changes }: Layers,
  plan: IndexedPlan,
  lookup: Lookup,
): FoundRows {
  const { nodes } = domain
  const order = rowOrder(plan.sort, plan.ties)
  const base = isInOrder(plan) ? matching : inOrder(matching, domain, plan, lookup)
  const length = (base ?? nodes).length
  const rowAt = (place: number): Row | undefined => nodes[base === undefined ? place : (base[place] ?? -1)]
  const placeOf = (row: Row): number =>
    firstPlace(length, (place) => {
      const there = rowAt(place)
      return there !== undefined && order(there, row) >= 0
    })
  const added = [...changed].sort(order).map((row): Mark => ({ place: placeOf(row), row }))
  const passed: Mark[] = []
  for (const id of changes.keys()) {
    const row = root.byId.get(id)
    const place = row === undefined ? length : placeOf(row)
    if (row !== undefined && rowAt(place) === row) passed.push({ place, row: undefined })
  }
  // At each index, inserted rows come before the skipped row.
  const marks = [...added, ...passed].sort((a, b) => a.place - b.place)
  return { page: cut({ length, rowAt }, marks, pageOf(plan)), total: length + added.length - passed.length }
}

/** Returns the rows between two indexes of the merged order of base rows and changed rows. */
function cut(
  { length, rowAt }: { readonly length: number; readonly rowAt: (place: number) => Row | undefined },
  marks: readonly Mark[],
  [start, end = Number.POSITIVE_INFINITY]: readonly [number, number | undefined],
): readonly Row[] {
  const page: Row[] = []
  let count = 0
  let from = 0
  const take = (to: number): void => {
    const first = from + Math.max(0, start - count)
    const last = Math.min(to, from + end - count)
    for (let place = first; place < last; place++) {
      const row = rowAt(place)
      if (row !== undefined) page.push(row)
    }
    count += to - from
    from = to
  }
  for (const { place, row } of marks) {
    take(place)
    if (row === undefined) from++
    else {
      if (count >= start && count < end) page.push(row)
      count++
    }
  }
  take(length)
  return page
}
