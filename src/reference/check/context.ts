/**
 * Which of several faults is told. A request can be wrong in several ways at once; the caller is told the one that the
 * real server notices first. One walk over the query notices in any order, each at its moment, and the earliest counts.
 */

import type { Locales, Role, Settings } from '../graph/graph.ts'
import type { PaginationSyntax, PopulateOptions } from '../parse/syntax.ts'
import type { Refusal } from '../refusal.ts'
import type { Schema } from '../schema/schema.ts'
import type { Departure } from '../strapi/changes.ts'
import type { Database } from '../strapi/databases/database.ts'

/** What kind of pass a stage takes: at names alone, at names again, at what they are given, at the database. */
type Pass = 'names' | 'again' | 'shapes' | 'run'

/**
 * The stages of the real server, first to last, as recorded answers to requests with two faults tell them isolated. Within
 * a stage it walks: a member of an object is one step, the items of a list are walked side by side.
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
  /** The steps of the walk until it is noticed. */
  readonly step: number
  readonly refusal: Refusal
}

/** The earliest fault of a query, or of a part of it; undefined as long as all is sound. */
export interface Refusals {
  first: QueryFault | undefined
}

const isEarlier = (a: QueryFault, b: QueryFault): boolean =>
  a.stage === b.stage ? a.step < b.step : (ORDER.get(a.stage) ?? 0) < (ORDER.get(b.stage) ?? 0)

/** The steps taken by the walk over the whole query. */
export interface Clock {
  now: number
}

/**
 * What the real server only comes to when it has rows in its hands: the part of the query that is at fault, and what it
 * says then. Empty where its documentation is followed.
 */
export type LateFaults = ReadonlyMap<PopulateOptions | PaginationSyntax, Refusal>

/** What every check needs to know, and where the faults go. */
export interface CheckContext {
  readonly schema: Schema
  readonly settings: Settings
  readonly locales: Locales
  readonly role: Role
  /** Whether the profile follows the real server in this. */
  readonly has: (departure: Departure) => boolean
  readonly database: Database
  readonly refusals: Refusals
  readonly clock: Clock
  readonly late: Map<PopulateOptions | PaginationSyntax, Refusal>
  /** Names the parameter in error details; `populate` for everything inside a populate. */
  readonly param: string | null
  /** Faults of other passes are not noticed here. */
  readonly passes: readonly Pass[]
}

/** A context of a whole query. */
export const contextOf = (
  known: Pick<CheckContext, 'schema' | 'settings' | 'locales' | 'role' | 'has' | 'database'>,
): CheckContext => ({
  // One by one: spreading a context into each context is slow.
  schema: known.schema,
  settings: known.settings,
  locales: known.locales,
  role: known.role,
  has: known.has,
  database: known.database,
  refusals: { first: undefined },
  clock: { now: 0 },
  late: new Map(),
  param: null,
  passes: EVERY_PASS,
})

/** A fault, noticed at a stage of the real server and at this moment of the walk. */
export function report(stage: Stage, refusal: Refusal, context: CheckContext): void {
  const { refusals, clock, passes } = context
  if (!passes.includes(STAGES[stage])) return
  const fault: QueryFault = { stage, step: clock.now, refusal }
  if (refusals.first === undefined || isEarlier(fault, refusals.first)) refusals.first = fault
}

/** Looks at names alone: what stands here is never honoured, but an unknown name in it is told. */
export const namesOnly = (context: CheckContext): CheckContext => ({
  ...context,
  passes: context.passes.filter((pass) => pass === 'names'),
})

/** Looks at names and names again: what stands here is refused before its shapes are come to. */
export const neverConverted = (context: CheckContext): CheckContext => ({
  ...context,
  passes: context.passes.filter((pass) => pass === 'names' || pass === 'again'),
})

/** Looks at all but what only shows when the query runs. */
export const neverRun = (context: CheckContext): CheckContext => ({
  ...context,
  passes: context.passes.filter((pass) => pass !== 'run'),
})

/** A context of one part of a populate, whose faults are weighed before they are told. */
export const isolated = (context: CheckContext): CheckContext => ({
  ...context,
  refusals: { first: undefined },
  param: 'populate',
  passes: EVERY_PASS,
})

export const isNameStage = (stage: Stage): boolean => STAGES[stage] === 'names' || STAGES[stage] === 'again'

/** Walks the items of a list as if at once: each begins when the first did, and the list ends with the last. */
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
