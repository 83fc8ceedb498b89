/**
 * Prepares a read for its evaluation: parse → check → plan. The check finds every fault of a query, so that every
 * query that passes the check has a plan.
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

/** The read of a content type by a role: the input for preparing a read. */
export interface Reading {
  readonly type: ContentType
  readonly target: Target
  /** The query string, without `?`. */
  readonly search: string
  readonly role: Role
  /** Query parameters that project code sets. If a read has the member `query`, its query string has no effect. */
  readonly query?: GivenMap | undefined
  /** Present for a read by a plugin, such as the reads of users and files by plugins of the real server. */
  readonly bare?: BareReading
  /** Changes the syntax tree of a valid query before the plan is made. */
  readonly meant?: (syntax: QuerySyntax) => QuerySyntax
  /** Whether the read finds all rows, both drafts and published rows, on a single page. */
  readonly isAll?: boolean
}

/**
 * A read by a plugin, whose answer has no `data` and `meta`. For a read by a plugin, `start` and `limit` at the root
 * of the query limit the list, and `pagination` has no effect.
 */
export interface BareReading {
  /** The id of the only row to read; if missing, the read returns a list of rows. */
  readonly id?: number
  /**
   * Whether a read by a plugin ignores every query parameter except `populate`. Invalid parameters are refused even
   * then.
   */
  readonly isPopulateAlone?: boolean
}

/** A refused read. The member `refusal` is null if plugin code threw an exception, or asked for an invalid populate. */
export interface RefusedRead {
  readonly ok: false
  readonly refusal: Refusal | null
  /** The refusals for the other faults of the query, in any order. */
  readonly others?: readonly Refusal[]
}

/** A query that has passed the check, before its plan is made. */
export interface Checked {
  readonly ok: true
  readonly syntax: QuerySyntax
  readonly context: PlanContext
  /** The parts of the query at which the real server fails only while it reads rows, each with its refusal. */
  readonly late: ReadonlyMap<LateFault, Refusal>
  readonly reading: Reading
  /** The changes that plugin code made to the query. */
  readonly instead: Extract<Instead, { kind: 'instead' }>
}

/** A query that has passed the check, with its plan. */
export interface Prepared extends Pick<Checked, 'ok' | 'syntax' | 'context' | 'late'> {
  readonly plan: QueryPlan
  /** Whether the plan depends only on the query, because no plugin code changed its `populate`. */
  readonly isAsAsked: boolean
}

export interface Preparer {
  readonly parse: (search: string) => QuerySyntax
  /** Parses and checks a query. */
  readonly check: (reading: Reading) => Checked | RefusedRead
  /** Makes the plan of a valid query. */
  readonly plan: (checked: Checked) => Prepared
}

export interface PreparerOptions {
  readonly cite?: Cite
  /** Plugin code that can change a query after its check. */
  readonly beforeFind?: BeforeFind
}

/** The members of the profile that affect a plan. */
type PlanProfile = Pick<PlanContext, 'has' | 'database'>

/** Makes the functions that prepare reads of a graph. */
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

/**
 * Prepares a prepared query again with other operands, without parsing the query again. The result is undefined if
 * the query needs a full preparation.
 */
export function withOperands(prepared: Prepared, operands: Operands): Prepared | undefined {
  const { syntax: other, plan, context, late, isAsAsked } = prepared
  // A late fault in `pagination` belongs to the operands of the earlier query, which the new operands replace.
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

/** Returns the settings with `strictParams` off, because plugins of the real server ignore this setting. */
const withoutStrictness = (settings: Settings): Settings => ({ ...settings, strictParams: false })

/**
 * Returns the refusal of a query string of which the library qs would silently ignore a part; undefined if qs reads
 * the whole text, or if the profile ignores this part too.
 */
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
