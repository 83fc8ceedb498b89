/**
 * The context for checking a query, and the order in which the faults of a query count. A query can have several
 * faults. The answer reports only the fault that the real server finds first. The check walks over the query only once.
 * For each fault, the check records the step at which the real server would find the fault.
 */

import type { Locales, Role, Settings } from '../graph/graph.ts'
import type { PaginationSyntax, PopulateOptions } from '../parse/syntax.ts'
import type { Refusal } from '../refusal.ts'
import type { Model, Schema } from '../schema/schema.ts'
import type { Departure } from '../strapi/changes.ts'
import type { Database } from '../strapi/databases/database.ts'

/**
 * The passes in which the real server checks a query. The real server checks the names in the query twice, and then
 * the shapes of the values. The last pass is the execution of the query in the database.
 */
type Pass = 'names' | 'again' | 'shapes' | 'run'

/**
 * The stages in which the real server checks a query, first to last, each with its pass. The order of the stages
 * comes from recorded answers to requests with two faults. Within a stage, the walk over the query counts one step
 * for each member of an object. All items of a list in the query start at the same step.
 */
const STAGES = {
  publicationFilter: 'names',
  strictParams: 'names',
  'filters.unknown': 'names',
  'filters.zone': 'names',
  'filters.morph': 'names',
  'filters.password': 'names',
  'filters.private': 'names',
  'filters.permission': 'names',
  'sort.unknown': 'names',
  'sort.zone': 'names',
  'sort.morph': 'names',
  'sort.password': 'names',
  'sort.private': 'names',
  'sort.incomplete': 'names',
  'sort.permission': 'names',
  'fields.unknown': 'names',
  'fields.private': 'names',
  'fields.password': 'names',
  'populate.names': 'names',
  'pagination.style': 'names',
  'names.again': 'again',
  locale: 'shapes',
  'convert.sort': 'shapes',
  'convert.filters': 'shapes',
  'convert.fields': 'shapes',
  'convert.populate': 'shapes',
  'convert.pagination': 'shapes',
  'convert.publication': 'shapes',
  'query.sort': 'shapes',
  'query.filters': 'shapes',
  'query.run': 'run',
  'populated.rows': 'run',
  count: 'run',
} as const satisfies Record<string, Pass>
export type Stage = keyof typeof STAGES

const ORDER = new Map(Object.keys(STAGES).map((stage, at) => [stage, at]))
const EVERY_PASS: readonly Pass[] = ['names', 'again', 'shapes', 'run']

export interface QueryFault {
  readonly stage: Stage
  /** The number of steps in the walk over the query before the walk finds the fault. */
  readonly step: number
  readonly refusal: Refusal
}

/** The faults that the check has found in a query, or in one part of a query. */
export interface Refusals {
  /** The fault that the real server finds first; undefined as long as the check has found no fault. */
  first: QueryFault | undefined
  /** Every fault that the check has found in the query so far. */
  readonly all: QueryFault[]
}

const isEarlier = (a: QueryFault, b: QueryFault): boolean =>
  a.stage === b.stage ? a.step < b.step : (ORDER.get(a.stage) ?? 0) < (ORDER.get(b.stage) ?? 0)

/** The number of steps that the walk over the query has taken so far. */
export interface Clock {
  now: number
}

/**
 * The faults of a query that the real server finds only after it has read rows. Each key of the map is a faulty part
 * of the query, and its value is the refusal for this fault.
 */
export type LateFaults = ReadonlyMap<PopulateOptions | PaginationSyntax, Refusal>

/** The input of every function that checks a part of a query, and the collector of the faults. */
export interface CheckContext {
  readonly schema: Schema
  readonly settings: Settings
  readonly locales: Locales
  readonly role: Role
  /**
   * Returns whether the profile has a departure. Only files in `strapi/check` may call `has` with the name of a
   * departure.
   */
  readonly has: (departure: Departure) => boolean
  readonly database: Database
  readonly refusals: Refusals
  readonly clock: Clock
  readonly late: Map<PopulateOptions | PaginationSyntax, Refusal>
  /**
   * The name of the checked parameter in the details of an error. For all options inside a populate, the error
   * details name the parameter `populate`.
   */
  readonly param: string | null
  /**
   * The models whose tables the query joins. The list `tables` is complete while the check walks over the conditions
   * of `filters`.
   */
  readonly tables: readonly Model[]
  /** True while the check reads operands that the real server passes to the database without a cast. */
  readonly isUncast?: true
  /** The passes whose query errors the check reports; the check drops the errors of all other passes. */
  readonly passes: readonly Pass[]
}

/** Makes the context for checking a whole query. */
export const contextOf = (
  known: Pick<CheckContext, 'schema' | 'settings' | 'locales' | 'role' | 'has' | 'database'>,
): CheckContext => ({
  // Copies each member by name, because a spread is slow and every request makes a context.
  schema: known.schema,
  settings: known.settings,
  locales: known.locales,
  role: known.role,
  has: known.has,
  database: known.database,
  refusals: { first: undefined, all: [] },
  clock: { now: 0 },
  late: new Map(),
  param: null,
  tables: [],
  passes: EVERY_PASS,
})

/**
 * Records a fault with its stage and the current step of the walk. The fault becomes `first` if the real server finds
 * it before every other recorded fault.
 */
export function report(stage: Stage, refusal: Refusal, context: CheckContext): void {
  const { refusals, clock, passes } = context
  if (!passes.includes(STAGES[stage])) return
  const fault: QueryFault = { stage, step: clock.now, refusal }
  refusals.all.push(fault)
  if (refusals.first === undefined || isEarlier(fault, refusals.first)) refusals.first = fault
}

/**
 * Returns the context for a part of the query that has no effect. In a part of the query that has no effect, the real
 * server still refuses unknown names.
 */
export const namesOnly = (context: CheckContext): CheckContext => ({
  ...context,
  passes: context.passes.filter((pass) => pass === 'names'),
})

/** Returns the context for a part of the query that the real server refuses before it checks the shapes of values. */
export const neverConverted = (context: CheckContext): CheckContext => ({
  ...context,
  passes: context.passes.filter((pass) => pass === 'names' || pass === 'again'),
})

/** Returns the context for a part of the query that the real server never sends to its database. */
export const neverRun = (context: CheckContext): CheckContext => ({
  ...context,
  passes: context.passes.filter((pass) => pass !== 'run'),
})

/**
 * Returns a context that records the first fault of one part of a populate. The caller decides whether this fault
 * counts.
 */
export const isolated = (context: CheckContext): CheckContext => ({
  ...context,
  refusals: { first: undefined, all: context.refusals.all },
  param: 'populate',
  tables: [],
  passes: EVERY_PASS,
})

export const isNameStage = (stage: Stage): boolean => STAGES[stage] === 'names' || STAGES[stage] === 'again'

/**
 * Walks over the items of a list in a query, and checks each item. All items of the list start at the same step.
 * After the list, the walk continues at the step that follows the last step of the longest item.
 */
export function sideBySide<T, R>(
  items: readonly T[],
  { clock }: CheckContext,
  walk: (item: T) => R,
): readonly R[] {
  const start = clock.now
  let end = start
  const walked = items.map((item) => {
    clock.now = start
    const result = walk(item)
    end = Math.max(end, clock.now)
    return result
  })
  clock.now = end
  return walked
}
