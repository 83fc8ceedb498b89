/**
 * The part of a read before its evaluation: parse → check → plan. The check finds all that is wrong with a query, so that
 * a plan can always be made of a checked one.
 */
import { checkQuery, hasSoundOperands } from './check/query.ts'
import { citeRefused } from './cite/refused.ts'
import { citeUnvalued } from './cite/unvalued.ts'
import type { Graph, Role, Settings } from './graph/graph.ts'
import { type GivenMap, givenQuery } from './parse/given.ts'
import { parseQuery } from './parse/query.ts'
import type { Operands } from './parse/shape.ts'
import type { QuerySyntax } from './parse/syntax.ts'
import {
  droppedKey,
  exceedsParameterLimit,
  PARAMETER_LIMIT,
  parseQueryString,
  type RawMap,
} from './parse/url.ts'
import type { BeforeFind, Instead } from './plan/level.ts'
import type { LateFault, PlanContext, QueryPlan, Target } from './plan/plan.ts'
import { planOperands, planQuery } from './plan/query.ts'
import { type Refusal, validation } from './refusal.ts'
import type { Cite, RuleId } from './rules.ts'
import type { ContentType } from './schema/schema.ts'
import type { HasDepartures } from './strapi/changes.ts'
import { bareNeeds, barePlan, bareSyntax } from './strapi/plain-read.ts'
import * as real from './strapi/read.ts'

/** A read, and the role that it is for. */
export interface Reading {
  readonly type: ContentType
  readonly target: Target
  /** The query string, without `?`. */
  readonly search: string
  readonly role: Role
  /** Parameters set by code. They replace those of the query string. */
  readonly query?: GivenMap | undefined
  /** Set for a read in the way that plugins of the real server read their own types. */
  readonly bare?: BareReading
  /** Changes a sound query before it is planned. */
  readonly meant?: (syntax: QuerySyntax) => QuerySyntax
  /** Whether to find every row: both drafts and published rows, without pages. */
  readonly isAll?: boolean
}

/** A read without an envelope: `start` and `limit` at the root of the query cut the list, and `pagination` does nothing. */
export interface BareReading {
  /** The id of the one row to read; a list if left out. */
  readonly id?: number
  /** Whether all of a sound query but `populate` is ignored. */
  readonly isPopulateAlone?: boolean
}

/** The refusal is null if code of plugins threw. */
export interface RefusedRead {
  readonly ok: false
  readonly refusal: Refusal | null
  /** The refusals of the other faults of the query, in any order. */
  readonly others?: readonly Refusal[]
}

/** A sound query. */
export interface Checked {
  readonly ok: true
  readonly syntax: QuerySyntax
  readonly context: PlanContext
  /** The refusals for the parts of the query that the real server only fails at while it reads rows. */
  readonly late: ReadonlyMap<LateFault, Refusal>
  readonly reading: Reading
  /** The changes of code of plugins. */
  readonly instead: Extract<Instead, { kind: 'instead' }>
}

/** A sound query, planned. */
export interface Prepared extends Pick<Checked, 'ok' | 'syntax' | 'context' | 'late'> {
  readonly plan: QueryPlan
  /** Whether the plan is that of the query alone, unchanged by code of plugins. */
  readonly isAsAsked: boolean
}

export interface Preparer {
  /** Parses a query string. */
  readonly parse: (search: string) => QuerySyntax
  /** Parses and checks. */
  readonly check: (reading: Reading) => Checked | RefusedRead
  /** Plans a sound query. */
  readonly plan: (checked: Checked) => Prepared
}

export interface PreparerOptions {
  readonly cite?: Cite
  /** Code of plugins, which can change a query after its check. */
  readonly beforeFind?: BeforeFind
}

/** The profile, as far as a plan depends on it. */
type PlanProfile = Pick<PlanContext, 'has' | 'database'>

/** Prepares reads of a graph. */
export function createPreparer(graph: Graph, profile: PlanProfile, options: PreparerOptions): Preparer {
  const { beforeFind } = options
  const cite: Cite = options.cite ?? ((_rule: RuleId) => undefined)
  const splitting = real.splittingOf(profile)
  const syntaxOf = (raw: RawMap): QuerySyntax => real.syntaxRead(parseQuery(raw), profile)

  function check(reading: Reading): Checked | RefusedRead {
    const { type, target, search, query, bare, meant = asItIs } = reading
    const unread = unreadPart(search, profile)
    if (unread !== undefined) {
      cite(unread.rule)
      return refused(unread)
    }
    const raw = query === undefined ? parseQueryString(search, cite, splitting) : givenQuery(query)
    const parsed = syntaxOf(raw)
    const requested = bare === undefined ? parsed : bareSyntax(parsed)
    const context = contextOf(reading, graph, profile)
    const needs = bare === undefined ? { target, context } : bareNeeds(context)
    const more = beforeFind && { raw, longest: beforeFind.parameters }
    const checked = checkQuery(requested, type, needs.target, needs.context, more)
    if (!checked.ok) {
      if (options.cite !== undefined) citeRefused(checked, options.cite)
      return checked
    }
    if (options.cite !== undefined) citeUnvalued(raw, options.cite)
    const syntax = meant(requested)
    const instead = beforeFind?.ask(raw, type) ?? AS_ASKED
    return instead.kind === 'thrown'
      ? THROWN
      : { ok: true, syntax, context, late: checked.late, reading, instead }
  }

  return {
    check,
    plan: (checked) => planned(checked, graph),
    parse: (search) => syntaxOf(parseQueryString(search, cite, splitting)),
  }
}

function contextOf(
  { role, bare, isAll }: Reading,
  { schema, locales, settings: own }: Graph,
  { has, database }: PlanProfile,
): PlanContext {
  const settings = bare === undefined ? own : withoutStrictness(own)
  const seen = isAll === true ? { anyStatus: isAll } : {}
  return { schema, settings, locales, role, has, database, ...seen }
}

function planned({ syntax, context, late, reading, instead }: Checked, graph: Graph): Prepared {
  const { type, target, bare, isAll } = reading
  const { populate: level, search = syntax.search } = instead
  const meant = search === syntax.search ? syntax : { ...syntax, search }
  const ofQuery =
    bare === undefined
      ? planQuery(meant, type, target, context, late, level)
      : barePlan(syntax, type, context, late, bare, graph)
  const plan = isAll === true ? { ...ofQuery, page: WHOLE } : ofQuery
  return { ok: true, syntax, plan, context, late, isAsAsked: level === undefined }
}

/** The same query with other operands; undefined if it must be prepared again. */
export function withOperands(prepared: Prepared, operands: Operands): Prepared | undefined {
  const { syntax: other, plan, context, late, isAsAsked } = prepared
  // The key of a late fault is the pagination of its query.
  if (late.has(other.pagination)) return undefined
  const syntax = { ...other, ...operands }
  if (!hasSoundOperands(syntax, plan.type, plan.target, context)) return undefined
  return { ok: true, syntax, plan: planOperands(plan, syntax, context, late), context, late, isAsAsked }
}

const WHOLE: QueryPlan['page'] = { start: 0, limit: null, withCount: false, style: 'page', asReal: null }

const asItIs = (syntax: QuerySyntax): QuerySyntax => syntax

const AS_ASKED: Checked['instead'] = { kind: 'instead' }
export const THROWN: RefusedRead = { ok: false, refusal: null }

export const refused = (refusal: Refusal): RefusedRead => ({ ok: false, refusal })

/** Plugins ignore the setting that refuses unknown parameters. */
const withoutStrictness = (settings: Settings): Settings => ({ ...settings, strictParams: false })

/** The part of a query string that splitting it would silently drop. */
function unreadPart(search: string, profile: HasDepartures): Refusal | undefined {
  if (exceedsParameterLimit(search) && !real.dropsParameters(profile)) {
    const message = `Too many parameters. The maximum number of parameters is ${PARAMETER_LIMIT}`
    return validation('query.parameter-limit', message)
  }
  const key = real.dropsInheritedKeys(profile) ? undefined : droppedKey(search)
  return key === undefined
    ? undefined
    : validation('query.inherited-key', `Invalid key ${key}`, { key, path: null })
}
