/**
 * The content API as a pure function: method, URL and headers in; status, headers and body out. Every other door is a
 * few lines over this one. Phases: route → access → parse → plan → evaluate → respond.
 */

import { invariant } from '../ground/invariant.ts'
import { isPrintable } from '../ground/printable.ts'
import { bearerToken, may, roleOf } from './access.ts'
import { readByLetter } from './by-letter.ts'
import { checkQuery } from './check/query.ts'
import { citeShown } from './cite/entries.ts'
import { citeRefused } from './cite/refused.ts'
import { citeWritten } from './cite/written.ts'
import type { Entry } from './evaluate/populate.ts'
import { entriesOf, evaluate } from './evaluate/query.ts'
import type { Graph, Role } from './graph/graph.ts'
import { parseQuery } from './parse/query.ts'
import {
  DEEP_LIMIT,
  DEPTH_LIMIT,
  droppedKey,
  exceedsParameterLimit,
  PARAMETER_LIMIT,
  parseQueryString,
} from './parse/url.ts'
import type { PlanContext, QueryPlan } from './plan/plan.ts'
import { planQuery } from './plan/query.ts'
import { type ProfileOptions, profile } from './profile/profile.ts'
import type { QuirkId } from './profile/quirks.ts'
import { notFound, type Refusal, validation } from './refusal.ts'
import { countMembers, MAX_ANSWER_MEMBERS, writeJson } from './respond/json.ts'
import { type Answered, refuse, respond } from './respond/respond.ts'
import { encodeSourceMaps } from './respond/source-maps.ts'
import { wrapEntries } from './respond/wrapped.ts'
import { findRoute, type Routed, router } from './route.ts'
import type { Cite, RuleId } from './rules.ts'

export interface ApiRequest {
  /** GET, HEAD, OPTIONS, …; GET where it is left out. */
  readonly method?: string
  /** `/api/articles?populate=*`, with or without scheme and host in front. */
  readonly url: string
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

export interface ApiResponse {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface ApiOptions {
  /** A profile by name, a name with changes, or an object that says the same; `documented` where it is left out. */
  readonly profile?: string | ProfileOptions
  /** Told the id of every rule that an answer follows. */
  readonly cite?: Cite
  /**
   * How much work one answer may take: rows looked at, links followed, values written and comparisons made each count
   * one. Ten million where it is left out, or a hundred for each row of the graph where that is more. What takes more is
   * refused with 400.
   */
  readonly budget?: number
  /** Told how many steps each answer took that had to be worked out. */
  readonly spent?: (steps: number) => void
}

export interface ContentApi {
  readonly graph: Graph
  /** Answers one request. Never throws and never changes the graph; equal requests get equal bytes. */
  readonly answer: (request: ApiRequest) => ApiResponse
}

/** How long method, target and version of a request may be together, in bytes, as Node's own server has it. */
export const MAX_TARGET_BYTES = 16 * 1024

const MIN_BUDGET = 10_000_000
const BUDGET_PER_ROW = 100

const rowsOf = ({ tables }: Graph): number =>
  [...tables.values()].reduce((sum, { rows }) => sum + rows.length, 0)

/**
 * A content API over a graph.
 * @throws ProfileError for an unknown profile or quirk.
 */
export function createContentApi(given: Graph, options: ApiOptions = {}): ContentApi {
  const { quirks } = profile(options.profile)
  const cite: Cite = options.cite ?? ((_rule: RuleId) => undefined)
  const has = quirks.has.bind(quirks)
  const graph = readByLetter(given, has)
  const spent = options.spent ?? ((_steps: number) => undefined)
  const routes = router(graph)
  const budget = options.budget ?? Math.max(MIN_BUDGET, BUDGET_PER_ROW * rowsOf(graph))
  const answer = (request: ApiRequest): ApiResponse => {
    const { method, url, headers } = readable(request)
    const cors = corsHeaders(headers, cite)
    if (Buffer.byteLength(url) > MAX_TARGET_BYTES) {
      cite('endpoint.too-long')
      return { status: 431, headers: { connection: 'close' }, body: '' }
    }
    const route = findRoute(routes, { method, url, headers, cite, has })
    if (route.kind === 'plain') return plainText(route.status, route.text, { ...cors, ...route.headers })
    const answered = route.kind === 'refused' ? refuse(route.refusal, has) : enter(route, headers)
    const response = json(answered, cors, cite)
    return method === 'HEAD' ? { ...response, body: '' } : response
  }

  /** Access: 401 for a token nobody was given, 403 for what the role may not do; nobody may write. */
  function enter(
    route: Extract<Routed, { kind: 'read' | 'write' }>,
    headers: ApiRequest['headers'],
  ): Answered {
    const token = bearerToken(headers?.authorization)
    if (token !== undefined) cite('access.token')
    const role = roleOf(graph, token)
    if (role === undefined) {
      cite('access.unknown-token')
      return refuse(unauthorized(), has)
    }
    if (
      route.kind === 'write' ||
      !may(role, route.type.uid, route.target.kind === 'document' ? 'findOne' : 'find')
    ) {
      cite('access.forbidden')
      return refuse(forbidden(), has)
    }
    return read(route, role, headers)
  }

  function read(
    route: Extract<Routed, { kind: 'read' }>,
    role: Role,
    headers: ApiRequest['headers'],
  ): Answered {
    const { type, target, search } = route
    cite('endpoint.payload')
    const unread = unreadPart(search, has)
    if (unread !== undefined) {
      cite(unread.rule)
      return refuse(unread, has)
    }
    const depth = has('deep-brackets') ? DEEP_LIMIT : DEPTH_LIMIT
    const syntax = parseQuery(parseQueryString(search, cite, depth))
    const { schema, settings, locales } = graph
    const context: PlanContext = { schema, settings, locales, role, has }
    const checked = checkQuery(syntax, type, target, context)
    if (!checked.ok) {
      if (options.cite !== undefined) citeRefused(checked.refusal, options.cite)
      return refuse(checked.refusal, has)
    }
    const plan = planQuery(syntax, type, target, context, checked.late)
    const result = evaluate(plan, graph, { budget, members: MAX_ANSWER_MEMBERS, spent })
    if (result.kind === 'too-large') return refuse(tooLarge(cite), has)
    if (result.kind === 'exceeded') return refuse(tooMuch(result.work, budget, cite), has)
    if (result.kind === 'failed') {
      const refusal = checked.late.get(result.at)
      invariant(refusal !== undefined, 'what fails late was found by the check')
      cite(refusal.rule)
      return refuse(refusal, has)
    }
    const answered = respond(result, plan.page, cite)
    // Counted while entries that many places show are still one: written out they may be more than there is memory.
    if (countMembers(answered.body) > MAX_ANSWER_MEMBERS) return refuse(tooLarge(cite), has)
    if (options.cite !== undefined) {
      const parts = citeShown(plan, entriesOf(result), context, options.cite)
      citeWritten(syntax, plan, parts, graph, options.cite)
    }
    return format(answered, plan, headers)
  }

  /** Two headers ask for another shape of the entries. */
  function format(answered: Answered, plan: QueryPlan, headers: ApiRequest['headers'] = {}): Answered {
    if (headers['strapi-response-format'] === 'v4') {
      cite('format.v4')
      return reshape(answered, (entries) => wrapEntries(entries, plan.type, graph.schema)) ?? answered
    }
    if (answered.status !== 200) return answered
    cite('entry.flat')
    cite('version.flat')
    cite('version.flattened-only')
    if (headers['strapi-encode-source-maps'] !== 'true') return answered
    cite('format.source-maps')
    const mark = (entries: readonly Entry[]) => encodeSourceMaps(entries, plan.type, graph.schema)
    return reshape(answered, mark) ?? refuse(tooLarge(cite), has)
  }

  return { graph: given, answer }
}

interface Readable {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** Headers that an answer repeats. */
const REPEATED = ['origin', 'access-control-request-headers']

/**
 * A request as it can be read, whatever a caller without types hands in: what is no text is left out, and what no header
 * can hold where it would be repeated in one.
 */
function readable(request: ApiRequest | null | undefined): Readable {
  const { method, url, headers } = request ?? { url: '' }
  const texts = Object.entries(headers ?? {}).filter(
    ([name, value]) => typeof value === 'string' && (isPrintable(value) || !REPEATED.includes(name)),
  )
  return {
    method: typeof method === 'string' ? method : 'GET',
    url: typeof url === 'string' ? url : '',
    headers: Object.fromEntries(texts),
  }
}

/** What the splitting of a query string would leave out without a word. */
function unreadPart(search: string, has: (quirk: QuirkId) => boolean): Refusal | undefined {
  if (exceedsParameterLimit(search) && !has('parameter-limit')) {
    const message = `Too many parameters. The maximum number of parameters is ${PARAMETER_LIMIT}`
    return validation('query.parameter-limit', message)
  }
  const key = has('prototype-keys-dropped') ? undefined : droppedKey(search)
  return key === undefined
    ? undefined
    : validation('query.inherited-key', `Invalid key ${key}`, { key, path: null })
}

/** With other entries in it; undefined where there are none. */
function reshape(
  answered: Answered,
  change: (entries: readonly Entry[]) => readonly Entry[] | undefined,
): Answered | undefined {
  const { body } = answered
  if (typeof body !== 'object' || body === null || !('data' in body) || body.data === null) return answered
  const isList = Array.isArray(body.data)
  const entries = (isList ? body.data : [body.data]) as readonly Entry[]
  const changed = change(entries)
  if (changed === undefined) return undefined
  return { ...answered, body: { ...body, data: isList ? changed : (changed[0] ?? null) } }
}

const unauthorized = (): Refusal => ({
  ...notFound('access.unknown-token'),
  status: 401,
  name: 'UnauthorizedError',
  message: 'Missing or invalid credentials',
})
const forbidden = (): Refusal => ({
  ...notFound('access.forbidden'),
  status: 403,
  name: 'ForbiddenError',
  message: 'Forbidden',
})

/** Any origin may read the answer. */
function corsHeaders(
  headers: Readonly<Record<string, string | undefined>>,
  cite: Cite,
): Record<string, string> {
  const { origin } = headers
  if (origin === undefined) return { vary: 'Origin' }
  cite('endpoint.cors')
  return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
}

function json({ status, body }: Answered, headers: Record<string, string>, cite: Cite): ApiResponse {
  // An error is short and flat; entries may be neither.
  const text = status === 200 ? writeJson(body) : JSON.stringify(body)
  if (text === undefined)
    return json(
      refuse(tooLarge(cite), () => false),
      headers,
      cite,
    )
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body: text }
}

function tooLarge(cite: Cite): Refusal {
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

function plainText(status: number, text: string, headers: Record<string, string>): ApiResponse {
  const type = text === '' ? {} : { 'content-type': 'text/plain; charset=utf-8' }
  return { status, headers: { ...type, ...headers }, body: text }
}
