/**
 * One read of a content type, from the query string to entries: parse → check → plan → evaluate. The caller decides
 * before it who may read, and after it how to respond.
 */
import { invariant } from '../util/invariant.ts'
import { checkQuery, hasSoundOperands } from './check/query.ts'
import { citeRefused } from './cite/refused.ts'
import { type Evaluated, evaluate } from './evaluate/query.ts'
import { type Render, type Rendered, renderValues, type Values } from './evaluate/render.ts'
import { type Find, scan } from './evaluate/scan.ts'
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
import { bareNeeds, barePlan, bareSyntax } from './plain-read.ts'
import type { BeforeFind, Instead } from './plan/level.ts'
import type { OperandContext } from './plan/operand.ts'
import { type LateFault, type PlanContext, type QueryPlan, type Target, UNREADABLE } from './plan/plan.ts'
import { planOperands, planQuery } from './plan/query.ts'
import { type Refusal, tooLarge, tooMuch, validation } from './refusal.ts'
import { MAX_ANSWER_MEMBERS } from './respond/json.ts'
import type { Cite, RuleId } from './rules.ts'
import type { ContentType } from './schema/schema.ts'
import { readByLetter } from './strapi/by-letter.ts'
import type { Departure } from './strapi/changes.ts'
import { departures, type ProfileOptions, profile } from './strapi/profile.ts'
import * as before from './strapi/releases/read.ts'

export interface ReaderOptions {
  readonly profile?: string | ProfileOptions
  readonly cite?: Cite
  readonly budget?: number
  readonly spent?: (steps: number) => void
  /** Makes the strategy that finds rows; `scan` if left out. */
  readonly find?: MakeFind
  /** What code of plugins does to a query after its check. */
  readonly beforeFind?: BeforeFind
}

/** `budget`: the steps that preparing a search may take at once. */
export type MakeFind = (graph: Graph, context: OperandContext, budget: number) => Find

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
  /** Whether to find every row: drafts and published rows alike, without pages. */
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
}

/** A sound query, planned. */
export interface Prepared {
  readonly ok: true
  readonly syntax: QuerySyntax
  readonly plan: QueryPlan
  readonly context: PlanContext
  /** The refusals for the parts of the query that the real server only fails at while it reads rows. */
  readonly late: ReadonlyMap<LateFault, Refusal>
  /** Whether the plan is that of the query alone, unchanged by code of plugins. */
  readonly isAsAsked: boolean
}

/** A prepared query with its result, or a refusal. */
export type Read<R extends Rendered = Values> = RefusedRead | (Prepared & { readonly result: Evaluated<R> })

export interface Reader {
  /** The graph as the profile sees it. */
  readonly graph: Graph
  readonly has: (departure: Departure) => boolean
  /** The steps that one answer may take. */
  readonly budget: number
  /** Parses a query string. */
  readonly parse: (search: string) => QuerySyntax
  /** Parses, checks and plans. */
  readonly prepare: (reading: Reading) => Prepared | RefusedRead
  /** Prepares the same query with other operands; undefined if only `prepare` can. */
  readonly again: (prepared: Prepared, operands: Operands) => Prepared | undefined
  /** Evaluates. */
  readonly perform: <R extends Rendered>(prepared: Prepared, render: Render<R>) => Read<R>
  /** Prepares and evaluates. Never throws, and never changes the graph. */
  readonly read: (reading: Reading) => Read
}

const MIN_BUDGET = 10_000_000
const BUDGET_PER_ROW = 100

/** The steps that one answer may take by default. */
export const budgetFor = (graph: Graph): number => Math.max(MIN_BUDGET, BUDGET_PER_ROW * rowsOf(graph))

const rowsOf = ({ tables }: Graph): number =>
  [...tables.values()].reduce((sum, { byId }) => sum + byId.size, 0)

/** @throws ProfileError for an unknown profile or quirk. */
export function createReader(given: Graph, options: ReaderOptions): Reader {
  const chosen = profile(options.profile)
  const { database } = chosen
  const cite: Cite = options.cite ?? ((_rule: RuleId) => undefined)
  const has = departures(chosen)
  const graph = before.typesBefore(readByLetter(given, has), has)
  const splitting = before.splittingOf(has)
  const spent = options.spent ?? ((_steps: number) => undefined)
  const budget = options.budget ?? budgetFor(graph)
  const find = options.find?.(graph, { database, has }, budgetFor(graph)) ?? scan

  const syntaxOf = (raw: RawMap): QuerySyntax => before.syntaxBefore(parseQuery(raw), has)

  function contextOf({ role, bare, isAll }: Reading): PlanContext {
    const { schema, locales } = graph
    const settings = bare === undefined ? graph.settings : withoutStrictness(graph.settings)
    const seen = isAll === true ? { anyStatus: isAll } : {}
    return { schema, settings, locales, role, has, database, ...seen }
  }

  function prepare(reading: Reading): Prepared | RefusedRead {
    const { type, target, search, query, bare, meant: change = asItIs, isAll } = reading
    const unread = unreadPart(search, has)
    if (unread !== undefined) {
      cite(unread.rule)
      return refused(unread)
    }
    const raw = query === undefined ? parseQueryString(search, cite, splitting) : givenQuery(query)
    const parsed = syntaxOf(raw)
    const asked = bare === undefined ? parsed : bareSyntax(parsed)
    const context = contextOf(reading)
    const needs = bare === undefined ? { target, context } : bareNeeds(context)
    const more = options.beforeFind && { raw, longest: options.beforeFind.parameters }
    const checked = checkQuery(asked, type, needs.target, needs.context, more)
    if (!checked.ok) {
      if (options.cite !== undefined) citeRefused(checked.refusal, options.cite)
      return refused(checked.refusal)
    }
    const syntax = change(asked)
    const instead = options.beforeFind?.ask(raw, type) ?? AS_ASKED
    if (instead.kind === 'thrown') return THROWN
    const { populate: level, search: text = syntax.search } = instead
    const meant = text === syntax.search ? syntax : { ...syntax, search: text }
    const { late } = checked
    const planned =
      bare === undefined
        ? planQuery(meant, type, target, context, late, level)
        : barePlan(syntax, type, context, late, bare, graph)
    const plan = isAll === true ? { ...planned, page: WHOLE } : planned
    return { ok: true, syntax, plan, context, late, isAsAsked: level === undefined }
  }

  function again(prepared: Prepared, operands: Operands): Prepared | undefined {
    const { syntax: other, plan, context, late, isAsAsked } = prepared
    // A late fault is known by the pagination that it belongs to.
    if (late.has(other.pagination)) return undefined
    const syntax = { ...other, ...operands }
    if (!hasSoundOperands(syntax, plan.type, plan.target, context)) return undefined
    const replanned = planOperands(plan, syntax, context, late)
    return { ok: true, syntax, plan: replanned, context, late, isAsAsked }
  }

  function perform<R extends Rendered>(prepared: Prepared, render: Render<R>): Read<R> {
    const limits = { budget, members: MAX_ANSWER_MEMBERS, spent }
    const result = evaluate(prepared.plan, graph, { find, render }, limits)
    if (result.kind === 'too-large') return refused(tooLarge(cite))
    if (result.kind === 'exceeded') return refused(tooMuch(result.work, budget, cite))
    if (result.kind === 'failed' && result.at === UNREADABLE) return THROWN
    if (result.kind === 'failed') {
      const refusal = prepared.late.get(result.at)
      invariant(refusal !== undefined, 'the check found what fails late')
      cite(refusal.rule)
      return refused(refusal)
    }
    // The new member comes first: V8 adds a member after a spread slowly.
    return { result, ...prepared }
  }

  const read = (reading: Reading): Read => {
    const prepared = prepare(reading)
    return prepared.ok ? perform(prepared, renderValues) : prepared
  }

  const parse = (search: string): QuerySyntax => syntaxOf(parseQueryString(search, cite, splitting))
  return { graph, has, budget, parse, prepare, again, perform, read }
}

const WHOLE: QueryPlan['page'] = { start: 0, limit: null, withCount: false, style: 'page', asReal: null }

const asItIs = (syntax: QuerySyntax): QuerySyntax => syntax

const AS_ASKED: Instead = { kind: 'instead' }
const THROWN: RefusedRead = { ok: false, refusal: null }

const refused = (refusal: Refusal): RefusedRead => ({ ok: false, refusal })

/** Plugins ignore the setting that refuses unknown parameters. */
const withoutStrictness = (settings: Settings): Settings => ({ ...settings, strictParams: false })

/** The part of a query string that splitting it would silently drop. */
function unreadPart(search: string, has: (departure: Departure) => boolean): Refusal | undefined {
  if (exceedsParameterLimit(search) && !has('parameter-limit')) {
    const message = `Too many parameters. The maximum number of parameters is ${PARAMETER_LIMIT}`
    return validation('query.parameter-limit', message)
  }
  const key = has('prototype-keys-dropped') ? undefined : droppedKey(search)
  return key === undefined
    ? undefined
    : validation('query.inherited-key', `Invalid key ${key}`, { key, path: null })
}
