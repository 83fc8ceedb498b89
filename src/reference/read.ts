/**
 * One read of a content type, from the query string to entries that are still values. Phases: parse → check → plan →
 * evaluate. Who may read, and in what form the entries are answered, is left to whoever asks.
 */

import type { Kept } from '../util/cache/lru.ts'
import { invariant } from '../util/invariant.ts'
import { readByLetter } from './by-letter.ts'
import { checkQuery, hasSoundOperands } from './check/query.ts'
import { citeRefused } from './cite/refused.ts'
import { type AnswerLimits, type Evaluated, evaluate } from './evaluate/query.ts'
import { finder } from './fast/find.ts'
import { Indexes } from './fast/indexes.ts'
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
import { type LateFault, type PlanContext, type QueryPlan, type Target, UNREADABLE } from './plan/plan.ts'
import { planOperands, planQuery } from './plan/query.ts'
import { type Refusal, validation } from './refusal.ts'
import { MAX_ANSWER_MEMBERS } from './respond/json.ts'
import type { Cite, RuleId } from './rules.ts'
import type { ContentType } from './schema/schema.ts'
import type { Departure } from './strapi/changes.ts'
import { departures, type ProfileOptions, profile } from './strapi/profile.ts'
import * as before from './strapi/releases/read.ts'

export interface ReaderOptions {
  readonly profile?: string | ProfileOptions
  readonly cite?: Cite
  readonly budget?: number
  readonly spent?: (steps: number) => void
  /** How rows are found by indexes; where it is left out, by looking at every one. */
  readonly indexes?: IndexOptions
  /** What code does to a query below its validation. */
  readonly beforeFind?: BeforeFind
}

/** Where indexes are kept, and of which tables there are any. */
export interface IndexOptions {
  readonly kept: Kept
  /** How many rows a table has at the least. */
  readonly from: number
}

/** What is read, and for whom. */
export interface Reading {
  readonly type: ContentType
  readonly target: Target
  /** The query string, without `?`. */
  readonly search: string
  readonly role: Role
  /** The parameters where code has set them: they stand in place of those of the query string. */
  readonly query?: GivenMap | undefined
  /** As plugins of the real server read their own types; left out for a type of the content API. */
  readonly bare?: BareReading
  /** What becomes of a sound query before it is planned. */
  readonly meant?: (syntax: QuerySyntax) => QuerySyntax
  /** Whether every row is found: drafts and published rows alike, and not a page of them. */
  readonly isAll?: boolean
}

/** A read without an envelope: `start` and `limit` at the root of the query say which entries, `pagination` nothing. */
export interface BareReading {
  /** The one row that is asked for; a list where it is left out. */
  readonly id?: number
  /** Of a sound query only `populate` counts. */
  readonly isPopulateAlone?: boolean
}

/** null where code below the query has thrown. */
export interface Refused {
  readonly ok: false
  readonly refusal: Refusal | null
}

export type Read =
  | Refused
  | {
      readonly ok: true
      readonly syntax: QuerySyntax
      readonly plan: QueryPlan
      readonly context: PlanContext
      readonly result: Evaluated
      /** Whether it shows what was asked for, and nothing that code has put in its place. */
      readonly isAsAsked: boolean
    }

/** A sound query, planned. */
export interface Prepared {
  readonly ok: true
  readonly syntax: QuerySyntax
  readonly plan: QueryPlan
  readonly context: PlanContext
  /** What the parts of the query are refused with that are found at fault only while rows are read. */
  readonly late: ReadonlyMap<LateFault, Refusal>
  /** Whether it shows what was asked for, and nothing that code has put in its place. */
  readonly isAsAsked: boolean
}

export interface Reader {
  /** The graph as the profile has it. */
  readonly graph: Graph
  readonly has: (departure: Departure) => boolean
  /** What an answer may cost. */
  readonly limits: AnswerLimits
  /** What a query string says. */
  readonly parse: (search: string) => QuerySyntax
  /** Parses, checks and plans. */
  readonly prepare: (reading: Reading) => Prepared | Refused
  /** The same query with other operands; undefined where `prepare` has to look at all of it. */
  readonly again: (prepared: Prepared, operands: Operands) => Prepared | undefined
  /** Evaluates. */
  readonly perform: (prepared: Prepared) => Read
  /** Both. Never throws, and never changes the graph. */
  readonly read: (reading: Reading) => Read
}

const MIN_BUDGET = 10_000_000
const BUDGET_PER_ROW = 100

/** How many steps one answer may take, unless an option says otherwise. */
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
  const { schema, locales } = graph
  const { indexes } = options
  const find = indexes && finder(new Indexes(graph, database, budgetFor(graph), indexes.kept), indexes.from)
  const limits: AnswerLimits = { budget, members: MAX_ANSWER_MEMBERS, find, spent }

  const syntaxOf = (raw: RawMap): QuerySyntax => before.syntaxBefore(parseQuery(raw), has)

  function prepare(reading: Reading): Prepared | Refused {
    const { type, target, search, role, query, bare, meant: change = asItIs, isAll } = reading
    const unread = unreadPart(search, has)
    if (unread !== undefined) {
      cite(unread.rule)
      return refused(unread)
    }
    const raw = query === undefined ? parseQueryString(search, cite, splitting) : givenQuery(query)
    const parsed = syntaxOf(raw)
    const asked = bare === undefined ? parsed : bareSyntax(parsed)
    const settings = bare === undefined ? graph.settings : withoutStrictness(graph.settings)
    const seen = isAll === true ? { anyStatus: isAll } : {}
    const context: PlanContext = { schema, settings, locales, role, has, database, ...seen }
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
    // What is found at fault late is told by the page that it belongs to.
    if (late.has(other.pagination)) return undefined
    const syntax = { ...other, ...operands }
    if (!hasSoundOperands(syntax, plan.type, plan.target, context)) return undefined
    const replanned = planOperands(plan, syntax, context, late)
    return { ok: true, syntax, plan: replanned, context, late, isAsAsked }
  }

  function perform({ syntax, plan, context, late, isAsAsked }: Prepared): Read {
    const result = evaluate(plan, graph, limits)
    if (result.kind === 'too-large') return refused(tooLarge(cite))
    if (result.kind === 'exceeded') return refused(tooMuch(result.work, budget, cite))
    if (result.kind === 'failed' && result.at === UNREADABLE) return THROWN
    if (result.kind === 'failed') {
      const refusal = late.get(result.at)
      invariant(refusal !== undefined, 'what fails late was found by the check')
      cite(refusal.rule)
      return refused(refusal)
    }
    return { ok: true, syntax, plan, context, result, isAsAsked }
  }

  const read = (reading: Reading): Read => {
    const prepared = prepare(reading)
    return prepared.ok ? perform(prepared) : prepared
  }

  const parse = (search: string): QuerySyntax => syntaxOf(parseQueryString(search, cite, splitting))
  return { graph, has, limits, parse, prepare, again, perform, read }
}

const WHOLE: QueryPlan['page'] = { start: 0, limit: null, withCount: false, style: 'page', asReal: null }

const asItIs = (syntax: QuerySyntax): QuerySyntax => syntax

const AS_ASKED: Instead = { kind: 'instead' }
const THROWN: Refused = { ok: false, refusal: null }

const refused = (refusal: Refusal): Refused => ({ ok: false, refusal })

/** Plugins do not ask whether unknown parameters are refused. */
const withoutStrictness = (settings: Settings): Settings => ({ ...settings, strictParams: false })

/** What the splitting of a query string would leave out without a word. */
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

/** An answer with more members or characters than may be written. */
export function tooLarge(cite: Cite): Refusal {
  cite('limit.answer-size')
  const message =
    'Invalid populate: the answer would be too long to write; populate fewer levels or a shorter page'
  return validation('limit.answer-size', message)
}

function tooMuch(work: string, budget: number, cite: Cite): Refusal {
  cite('limit.answer-size')
  const message =
    `Invalid ${work}: answering it would take more than ${budget} steps; ` +
    'ask for fewer conditions, keys or levels, or for a shorter page'
  return validation('limit.answer-size', message)
}
