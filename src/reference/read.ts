/**
 * Reads a content type, from the query string to entries: parse → check → plan → evaluate. The caller checks the
 * permissions before the read, and makes the response after the read.
 */
import { invariant } from '../util/invariant.ts'
import { type Evaluated, evaluate } from './evaluate/query.ts'
import { type Render, type Rendered, renderValues, type Values } from './evaluate/render.ts'
import { type Find, scan } from './evaluate/scan.ts'
import type { Graph } from './graph/graph.ts'
import type { OperandContext } from './plan/operand.ts'
import { UNREADABLE } from './plan/plan.ts'
import {
  createPreparer,
  type Prepared,
  type Preparer,
  type PreparerOptions,
  type Reading,
  type RefusedRead,
  refused,
  THROWN,
} from './prepare.ts'
import { tooLarge, tooMuch } from './refusal.ts'
import { MAX_ANSWER_MEMBERS } from './respond/json.ts'
import type { Cite, RuleId } from './rules.ts'
import type { Departure } from './strapi/changes.ts'
import { refusedWhere } from './strapi/check/query.ts'
import { departures, type ProfileOptions, profile } from './strapi/profile.ts'
import { withTypesOf } from './strapi/types.ts'

export interface ReaderOptions extends PreparerOptions {
  readonly profile?: string | ProfileOptions
  readonly budget?: number
  readonly spent?: (steps: number) => void
  /** The function that makes the strategy for finding rows. The default strategy for finding rows is `scan`. */
  readonly find?: MakeFind
}

/** Makes a strategy that finds rows. The parameter `budget` is the maximum number of steps for building one index. */
export type MakeFind = (graph: Graph, context: OperandContext, budget: number) => Find

/** A prepared query with its result, or the refusal of a query. */
export type Read<R extends Rendered = Values> = RefusedRead | (Prepared & { readonly result: Evaluated<R> })

export interface Reader extends Preparer {
  /** The graph, with the content types changed as the profile demands. */
  readonly graph: Graph
  readonly has: (departure: Departure) => boolean
  /** The maximum number of steps that one answer may take. */
  readonly budget: number
  /** Parses, checks and plans the query of a read. */
  readonly prepare: (reading: Reading) => Prepared | RefusedRead
  /** Evaluates a prepared query. */
  readonly perform: <R extends Rendered>(prepared: Prepared, render: Render<R>) => Read<R>
  /** Prepares and evaluates a query. The function `read` never throws an exception, and never changes the graph. */
  readonly read: (reading: Reading) => Read
}

const MIN_BUDGET = 10_000_000
const BUDGET_PER_ROW = 100

/** Returns the default maximum number of steps for one answer, which is higher for a graph with many rows. */
export const budgetFor = (graph: Graph): number => Math.max(MIN_BUDGET, BUDGET_PER_ROW * rowsOf(graph))

const rowsOf = ({ tables }: Graph): number =>
  [...tables.values()].reduce((sum, { byId }) => sum + byId.size, 0)

/** Creates a reader of a graph. @throws ProfileError for an unknown profile or quirk. */
export function createReader(given: Graph, options: ReaderOptions): Reader {
  const chosen = profile(options.profile)
  const { database } = chosen
  const has = departures(chosen)
  const graph = withTypesOf({ has }, given)
  const preparer = createPreparer(graph, { has, database }, options)
  const cite: Cite = options.cite ?? ((_rule: RuleId) => undefined)
  const spent = options.spent ?? ((_steps: number) => undefined)
  const budget = options.budget ?? budgetFor(graph)
  const find = options.find?.(graph, { database, has }, budgetFor(graph)) ?? scan

  function prepare(reading: Reading): Prepared | RefusedRead {
    const checked = preparer.check(reading)
    if (!checked.ok) return checked
    const isAsSent = reading.meant === undefined && reading.bare === undefined
    const failed = isAsSent ? refusedWhere(checked.syntax, has) : undefined
    if (failed === undefined) return preparer.plan(checked)
    cite(failed.rule)
    return refused(failed)
  }

  function perform<R extends Rendered>(prepared: Prepared, render: Render<R>): Read<R> {
    const limits = { budget, members: MAX_ANSWER_MEMBERS, spent }
    const result = evaluate(prepared.plan, graph, { find, render }, limits)
    if (result.kind === 'too-large') return refused(tooLarge(cite))
    if (result.kind === 'exceeded') return refused(tooMuch(result.work, budget, cite))
    if (result.kind === 'failed' && result.at === UNREADABLE) return THROWN
    if (result.kind === 'failed') {
      const refusal = prepared.late.get(result.at)
      invariant(refusal !== undefined, 'the check has found every fault that appears only with rows')
      cite(refusal.rule)
      return refused(refusal)
    }
    // The spread comes last in the new object, because V8 is slow to add members to an object after a spread.
    return { result, ...prepared }
  }

  const read = (reading: Reading): Read => {
    const prepared = prepare(reading)
    return prepared.ok ? perform(prepared, renderValues) : prepared
  }

  return { graph, has, budget, ...preparer, prepare, perform, read }
}
