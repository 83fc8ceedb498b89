/** The semantics of a read on one screen: the rows are found, as `scan.ts` says, and shown, as `populate.ts` does. */
import type { Graph } from '../graph/graph.ts'
import type { LateFault, QueryPlan } from '../plan/plan.ts'
import { Meter, type Work, WorkExceeded } from './meter.ts'
import { type Entry, showRows } from './populate.ts'
import { type Find, scan } from './scan.ts'

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
  /** How rows are found; by looking at every one where it is left out. */
  readonly find?: Find | undefined
  /** Told how many steps were taken, once for each evaluation. */
  readonly spent: (steps: number) => void
}

/** Total: a plan over a graph of its schema always has a result. */
export function evaluate(plan: QueryPlan, graph: Graph, limits: AnswerLimits): Result {
  const meter = new Meter(limits.budget)
  try {
    return evaluateWithin(plan, graph, meter, limits)
  } catch (error) {
    if (error instanceof WorkExceeded) return { kind: 'exceeded', work: error.work }
    throw error
  } finally {
    limits.spent(meter.spent)
  }
}

function evaluateWithin(plan: QueryPlan, graph: Graph, meter: Meter, limits: AnswerLimits): Result {
  const { page, total } = (limits.find ?? scan)(plan, graph, meter)
  const shown = showRows(page, plan.select, graph, { meter, maxMembers: limits.members })
  if (shown.kind === 'too-large') return shown
  const { asReal } = plan.page
  const at = shown.kind === 'failed' ? shown.at : asReal?.fails
  if (at) return { kind: 'failed', at }
  const entries = shown.kind === 'shown' ? shown.entries : []
  if (plan.target.kind === 'list')
    return { kind: 'page', entries, total: asReal?.countsNone === true ? 0 : total }
  return { kind: 'entry', entry: entries[0] ?? null }
}

/** A result that has an answer. */
export type Evaluated = Extract<Result, { kind: 'page' | 'entry' }>

/** The entries of a result: a page of them, or one or none. */
export function entriesOf(result: Evaluated): readonly Entry[] {
  if (result.kind === 'page') return result.entries
  return result.entry === null ? [] : [result.entry]
}
