/** The semantics of a read on one screen: rows of the table → seen → matching → ordered → cut → shown. */
import type { Graph, Row, Table } from '../graph/graph.ts'
import type { LateFault, QueryPlan } from '../plan/plan.ts'
import { matcher } from './conditions.ts'
import { rowTest } from './follow.ts'
import { type Entry, showRows } from './populate.ts'
import { sorter } from './sort.ts'

/** What a query finds: a page of a list, or one entry or none; or the part that the real server fails at on the way. */
export type Result =
  | { readonly kind: 'page'; readonly entries: readonly Entry[]; readonly total: number }
  | { readonly kind: 'entry'; readonly entry: Entry | null }
  | { readonly kind: 'failed'; readonly at: LateFault }

/** Total: a plan over a graph of its schema always has a result. */
export function evaluate(plan: QueryPlan, graph: Graph): Result {
  const table = graph.tables.get(plan.type.uid)
  const candidates = table === undefined ? [] : rowsOf(table, plan)
  const matches = matcher(plan.where, graph)
  const search = plan.search ?? (() => true)
  const found = candidates.filter((row) => matches(row) && search(row))
  // A table is kept by id, and the rows of a document by locale: unsorted, both are in order as they come.
  const ordered = plan.sort.length === 0 ? found : sorter<Row>(plan.sort, 'id', graph)(found)
  const { start, limit, asReal } = plan.page
  const skip = asReal?.skip ?? start
  const page = ordered.slice(skip, limit === null ? undefined : skip + limit)
  const { entries, failed } = showRows(page, plan.select, graph)
  const at = failed ?? asReal?.fails
  if (at) return { kind: 'failed', at }
  if (plan.target.kind === 'list') return { kind: 'page', entries, total: found.length }
  return { kind: 'entry', entry: entries[0] ?? null }
}

/** The rows of the document asked for, or of the table, that are of the status and locale asked for. */
function rowsOf(table: Table, { target, rows, locale }: QueryPlan): readonly Row[] {
  const isSeen = rowTest(rows, table)
  const all = target.kind === 'document' ? (table.byDocument.get(target.documentId) ?? []) : table.rows
  return all.filter(
    (row) => isSeen(row) && (locale === null || (row.locale !== null && locale.includes(row.locale))),
  )
}

/** The entries of a result: a page of them, or one or none. */
export function entriesOf(result: Exclude<Result, { kind: 'failed' }>): readonly Entry[] {
  if (result.kind === 'page') return result.entries
  return result.entry === null ? [] : [result.entry]
}
