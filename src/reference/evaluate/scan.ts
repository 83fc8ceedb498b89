/** Finds rows without an index, by testing every row. */
import type { Graph, Row, Table } from '../graph/graph.ts'
import type { QueryPlan } from '../plan/plan.ts'
import * as real from '../strapi/evaluate.ts'
import { matcher } from './conditions.ts'
import { rowTest } from './follow.ts'
import type { Meter } from './meter.ts'
import { sorter } from './sort.ts'

/** The rows of a page in order, and the number of matching rows on all pages together. */
export interface FoundRows {
  readonly page: readonly Row[]
  readonly total: number
}

/** A strategy that finds the rows of a plan. All strategies find the same rows for a plan. */
export type Find = (plan: QueryPlan, graph: Graph, meter: Meter) => FoundRows

/**
 * Finds the rows of a plan by a scan of the table. The scan selects the visible and matching rows, sorts them, and
 * cuts out the page.
 */
export const scan: Find = (plan, graph, meter) => {
  const table = graph.tables.get(plan.type.uid)
  const candidates = table === undefined ? [] : rowsOf(table, plan, meter)
  const matches = matcher(plan.where, graph, meter)
  const search = searcher(plan, meter)
  const found = candidates.filter((row) => matches(row) && search(row))
  const ordered = isInOrder(plan) ? found : sorter<Row>(plan.sort, plan.ties, graph, meter)(found)
  return { page: ordered.slice(...pageOf(plan)), total: found.length }
}

/**
 * Returns whether the found rows need no sort, because the rows of a table are in the order of ids, and the rows of a
 * document are in the order of locales.
 */
export const isInOrder = ({ target, sort, ties }: QueryPlan): boolean =>
  sort.length === 0 && ties === (target.kind === 'document' ? 'documentId' : 'id')

/**
 * Returns the position of the first row of the page, and the position after its last row. The position after the last
 * row is undefined if the page has no limit.
 */
export function pageOf({ page }: QueryPlan): readonly [number, number | undefined] {
  const skip = real.skipOf(page)
  return [skip, page.limit === null ? undefined : skip + page.limit]
}

/** Returns the rows with the requested status and locale, from the requested document or from the whole table. */
function rowsOf(table: Table, plan: QueryPlan, meter: Meter): readonly Row[] {
  const { target } = plan
  const all = target.kind === 'document' ? documentOf(table, target.documentId, plan, meter) : table.rows
  meter.spend(all.length, 'filters')
  const isSeen = seenTest(table, plan)
  const seen: Row[] = []
  // Uses a loop, because V8 is slow to `filter` a frozen array.
  for (const row of all) if (isSeen(row)) seen.push(row)
  return seen
}

/** Makes a test of rows: it returns whether a row has the requested status, cohort and locale. */
export function seenTest(table: Table, { rows, locale }: QueryPlan): (row: Row) => boolean {
  const isSeen = rowTest(rows, table)
  return (row) => isSeen(row) && (locale === null || (row.locale !== null && locale.includes(row.locale)))
}

function documentOf(table: Table, asked: string, { isAsked }: QueryPlan, meter: Meter): readonly Row[] {
  if (isAsked === null) return table.byDocument.get(asked) ?? []
  meter.spend(table.byId.size, 'filters')
  return [...table.byDocument].flatMap(([documentId, rows]) => (isAsked(documentId) ? rows : []))
}

/** Makes a test of rows: it returns whether `_q` finds the row. In a query without `_q`, every row passes the test. */
export function searcher({ search }: QueryPlan, meter: Meter): (row: Row) => boolean {
  if (search === null) return () => true
  return (row) => {
    meter.spend(search.cost(row), '_q')
    return search.finds(row)
  }
}
