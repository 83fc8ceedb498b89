/**
 * Evaluates the plan of a read: finds the rows, renders them as entries, and returns the page or the entry. Every
 * read that no cache answers passes through `evaluate`. A strategy changes only the way of finding rows, or the way
 * of rendering rows.
 */
import type { Graph } from '../graph/graph.ts'
import type { QueryPlan } from '../plan/plan.ts'
import * as real from '../strapi/evaluate.ts'
import { Meter, type Work, WorkExceeded } from './meter.ts'
import type { Stopped } from './populate.ts'
import type { Render, Rendered, Values } from './render.ts'
import type { Find } from './scan.ts'

/** The strategies that find rows and render entries. All strategies have the same result for a query. */
export interface Strategies<R extends Rendered> {
  /** The strategy that finds rows: `scan`, or a search by indexes. */
  readonly find: Find
  /** The strategy that renders rows: `renderValues`, or a renderer that caches the texts of entries. */
  readonly render: Render<R>
}

/** The limits on the steps and the size of one answer. */
export interface AnswerLimits {
  /** The maximum number of evaluation steps that the meter allows. */
  readonly budget: number
  /**
   * The maximum number of members in all objects and lists of one answer. An entry that occurs several times in the
   * answer counts each time.
   */
  readonly members: number
  /** Receives the number of steps of each evaluation, when the evaluation ends. */
  readonly spent: (steps: number) => void
}

/**
 * The result of a read. The result contains the entries of a page with the total of all pages, or the entry of a
 * document or single type.
 */
export type Evaluated<R extends Rendered = Values> = R &
  ({ readonly kind: 'page'; readonly total: number } | { readonly kind: 'entry' })

export type Result<R extends Rendered = Values> =
  | Evaluated<R>
  | Stopped
  /** The evaluation would take more steps than the budget; `work` is the part of the query that exceeds the budget. */
  | { readonly kind: 'exceeded'; readonly work: Work }

/** Evaluates a plan. The evaluation of a plan has a result on every graph of its schema. */
export function evaluate<R extends Rendered>(
  plan: QueryPlan,
  graph: Graph,
  strategies: Strategies<R>,
  limits: AnswerLimits,
): Result<R> {
  const meter = new Meter(limits.budget)
  try {
    return evaluateWithin(meter, plan, graph, strategies, limits.members)
  } catch (error) {
    if (error instanceof WorkExceeded) return { kind: 'exceeded', work: error.work }
    throw error
  } finally {
    limits.spent(meter.spent)
  }
}

function evaluateWithin<R extends Rendered>(
  meter: Meter,
  plan: QueryPlan,
  graph: Graph,
  { find, render }: Strategies<R>,
  maxMembers: number,
): Result<R> {
  const { page, total } = find(plan, graph, meter)
  const rendering = render(page, plan.select, graph, { meter, maxMembers })
  if (rendering.kind !== 'rendered') return rendering
  const failure = real.failureOfPage(plan)
  if (failure !== null) return { kind: 'failed', at: failure }
  const { rendered } = rendering
  if (rendered.members + envelopeMembers(plan) > maxMembers) return { kind: 'too-large' }
  // The spread comes last in the new object, because V8 is slow to add members to an object after a spread.
  if (plan.target.kind !== 'list') return { kind: 'entry', ...rendered }
  return { kind: 'page', total: real.totalOf(plan, total), ...rendered }
}

/** Returns the number of members of the answer outside its entries: `data`, `meta`, and the members of `meta`. */
function envelopeMembers({ target, page: { style, withCount } }: QueryPlan): number {
  if (target.kind !== 'list') return 1
  if (style === 'offset') return withCount ? 6 : 5
  return withCount ? 7 : 5
}
