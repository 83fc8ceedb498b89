/**
 * The context of a check, and the order of faults. A request can be wrong in several ways at once; the answer reports
 * the one that the real server finds first. One walk over the query reports faults in any order, each with its
 * moment.
 */

import type { Locales, Role, Settings } from '../graph/graph.ts'
import type { PaginationSyntax, PopulateOptions } from '../parse/syntax.ts'
import type { Refusal } from '../refusal.ts'
import type { Schema } from '../schema/schema.ts'
import type { Departure } from '../strapi/changes.ts'
import type { Database } from '../strapi/databases/database.ts'

/** The passes of the real server: over names, over names again, over the shapes of values, and in the database. */
type Pass = 'names' | 'again' | 'shapes' | 'run'

/**
 * The stages of the real server, first to last. Recorded answers to requests with two faults show this order. Within a
 * stage the server walks: a member of an object is one step, the items of a list run side by side.
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
  /** The number of steps of the walk before the fault. */
  readonly step: number
  readonly refusal: Refusal
}

/** The faults of a query or of one part of it. */
export interface Refusals {
  /** The earliest one; undefined while the query is sound. */
  first: QueryFault | undefined
  /** Every fault of the query. */
  readonly all: QueryFault[]
}

const isEarlier = (a: QueryFault, b: QueryFault): boolean =>
  a.stage === b.stage ? a.step < b.step : (ORDER.get(a.stage) ?? 0) < (ORDER.get(b.stage) ?? 0)

/** The steps of the walk over the whole query. */
export interface Clock {
  now: number
}

/** Faults that the real server only meets when it has rows: the faulty part of the query, with its refusal. */
export type LateFaults = ReadonlyMap<PopulateOptions | PaginationSyntax, Refusal>

/** The input of every check, and the place that collects its faults. */
export interface CheckContext {
  readonly schema: Schema
  readonly settings: Settings
  readonly locales: Locales
  readonly role: Role
  /** Whether the profile has the departure. Only `strapi/check` calls it with the name of one. */
  readonly has: (departure: Departure) => boolean
  readonly database: Database
  readonly refusals: Refusals
  readonly clock: Clock
  readonly late: Map<PopulateOptions | PaginationSyntax, Refusal>
  /** The parameter that error details name; `populate` for everything inside a populate. */
  readonly param: string | null
  /** The check drops faults of other passes. */
  readonly passes: readonly Pass[]
}

/** The context for a whole query. */
export const contextOf = (
  known: Pick<CheckContext, 'schema' | 'settings' | 'locales' | 'role' | 'has' | 'database'>,
): CheckContext => ({
  // Member by member, because a spread is slow and every request makes a context.
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
  passes: EVERY_PASS,
})

/** Records a fault with its stage and the current step, if it is the earliest. */
export function report(stage: Stage, refusal: Refusal, context: CheckContext): void {
  const { refusals, clock, passes } = context
  if (!passes.includes(STAGES[stage])) return
  const fault: QueryFault = { stage, step: clock.now, refusal }
  refusals.all.push(fault)
  if (refusals.first === undefined || isEarlier(fault, refusals.first)) refusals.first = fault
}

/** For a part without effect: the server still refuses an unknown name in it. */
export const namesOnly = (context: CheckContext): CheckContext => ({
  ...context,
  passes: context.passes.filter((pass) => pass === 'names'),
})

/** For a part that the server refuses before it reads its shapes. */
export const neverConverted = (context: CheckContext): CheckContext => ({
  ...context,
  passes: context.passes.filter((pass) => pass === 'names' || pass === 'again'),
})

/** For a part that never comes to the database. */
export const neverRun = (context: CheckContext): CheckContext => ({
  ...context,
  passes: context.passes.filter((pass) => pass !== 'run'),
})

/** For one part of a populate: it collects its own faults, and the caller decides which of them count. */
export const isolated = (context: CheckContext): CheckContext => ({
  ...context,
  refusals: { first: undefined, all: context.refusals.all },
  param: 'populate',
  passes: EVERY_PASS,
})

export const isNameStage = (stage: Stage): boolean => STAGES[stage] === 'names' || STAGES[stage] === 'again'

/** Walks the items of a list side by side: each starts at the same step, and the list ends with the longest. */
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
