/** The semantics of a read on one screen: rows of the table → seen → matching → ordered → cut → shown. */
import type { Graph, Row, Table } from '../graph/graph.ts'
import type { LateFault, QueryPlan } from '../plan/plan.ts'
import { matcher } from './conditions.ts'
import { rowTest } from './follow.ts'
import { Meter, type Work, WorkExceeded } from './meter.ts'
import { type Entry, showRows } from './populate.ts'
import { sorter } from './sort.ts'

/** What a query finds: a page of a list, or one entry or none; or the part that the real server fails at on the way. */
export type Result =
  | { readonly kind: 'page'; readonly entries: readonly Entry[]; readonly total: number }
  | { readonly kind: 'entry'; readonly entry: Entry | null }
  | { readonly kind: 'failed'; readonly at: LateFault }
  /** Given up: more work than the budget has, or an answer with more members than may be written. */
  | { readonly kind: 'exceeded'; readonly work: Work }
  | { readonly kind: 'too-large' }

/** What an answer may cost. */
export interface AnswerLimits {
  /** Rows looked at, links followed, values written, comparisons made. */
  readonly budget: number
  /** Members of all objects and lists of the answer, each counted wherever it is written. */
  readonly members: number
  /** Told how many steps were taken, once for each evaluation. */
  readonly spent: (steps: number) => void
}

/** Total: a plan over a graph of its schema always has a result. */
export function evaluate(plan: QueryPlan, graph: Graph, limits: AnswerLimits): Result {
  const meter = new Meter(limits.budget)
  try {
    return evaluateWithin(plan, graph, meter, limits.members)
  } catch (error) {
    if (error instanceof WorkExceeded) return { kind: 'exceeded', work: error.work }
    throw error
  } finally {
    limits.spent(meter.spent)
  }
}

function evaluateWithin(plan: QueryPlan, graph: Graph, meter: Meter, maxMembers: number): Result {
  const table = graph.tables.get(plan.type.uid)
  const candidates = table === undefined ? [] : rowsOf(table, plan, meter)
  const matches = matcher(plan.where, graph, meter)
  const search = searcher(plan, meter)
  const found = candidates.filter((row) => matches(row) && search(row))
  // A table is kept by id, and the rows of a document by locale: unsorted, both are in order as they come.
  const isInOrder = plan.sort.length === 0 && plan.ties === 'id'
  const ordered = isInOrder ? found : sorter<Row>(plan.sort, plan.ties, graph, meter)(found)
  const { start, limit, asReal } = plan.page
  const skip = asReal?.skip ?? start
  const page = ordered.slice(skip, limit === null ? undefined : skip + limit)
  const shown = showRows(page, plan.select, graph, { meter, maxMembers })
  if (shown.kind === 'too-large') return shown
  const at = shown.kind === 'failed' ? shown.at : asReal?.fails
  if (at) return { kind: 'failed', at }
  const entries = shown.kind === 'shown' ? shown.entries : []
  if (plan.target.kind === 'list')
    return { kind: 'page', entries, total: asReal?.countsNone === true ? 0 : found.length }
  return { kind: 'entry', entry: entries[0] ?? null }
}

/** The rows of the document asked for, or of the table, that are of the status and locale asked for. */
function rowsOf(table: Table, plan: QueryPlan, meter: Meter): readonly Row[] {
  const { target, rows, locale } = plan
  const isSeen = rowTest(rows, table)
  const all = target.kind === 'document' ? documentOf(table, target.documentId, plan, meter) : table.rows
  meter.spend(all.length, 'filters')
  return all.filter(
    (row) => isSeen(row) && (locale === null || (row.locale !== null && locale.includes(row.locale))),
  )
}

function documentOf(table: Table, asked: string, { isAsked }: QueryPlan, meter: Meter): readonly Row[] {
  if (isAsked === null) return table.byDocument.get(asked) ?? []
  meter.spend(table.byId.size, 'filters')
  return [...table.byDocument].flatMap(([documentId, rows]) => (isAsked(documentId) ? rows : []))
}

/** What `_q` keeps: everything, where it says nothing. */
function searcher({ search }: QueryPlan, meter: Meter): (row: Row) => boolean {
  if (search === null) return () => true
  return (row) => {
    meter.spend(search.cost(row), '_q')
    return search.finds(row)
  }
}

/** A result that has an answer. */
export type Evaluated = Extract<Result, { kind: 'page' | 'entry' }>

/** The entries of a result: a page of them, or one or none. */
export function entriesOf(result: Evaluated): readonly Entry[] {
  if (result.kind === 'page') return result.entries
  return result.entry === null ? [] : [result.entry]
}
