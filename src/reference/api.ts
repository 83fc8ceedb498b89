/**
 * The content API as a pure function: method, URL and headers in; status, headers and body out. Every other door is a
 * few lines over this one. Phases: route → access → parse → plan → evaluate → respond.
 */
import { isLonger } from '../util/bytes.ts'
import { Kept } from '../util/cache/lru.ts'
import type { Json } from '../util/json.ts'
import { bearerToken, may, type RoleOfToken, roleOf } from './access.ts'
import { citeShown } from './cite/entries.ts'
import { citeWritten } from './cite/written.ts'
import type { Entry } from './evaluate/populate.ts'
import { entriesOf } from './evaluate/query.ts'
import { remembering, type WhoAsks } from './fast/answers.ts'
import { FEW_ROWS } from './fast/find.ts'
import { quickReader } from './fast/quick.ts'
import type { Graph, Role } from './graph/graph.ts'
import { faultOfPath } from './not-found.ts'
import type { QuerySyntax } from './parse/syntax.ts'
import type { BeforeFind } from './plan/level.ts'
import type { QueryPlan } from './plan/plan.ts'
import { createReader, type Reader, type Reading, tooLarge } from './read.ts'
import { forbidden, notFound, unauthorized } from './refusal.ts'
import { type ApiRequest, type Asking, MAX_TARGET_BYTES, readable } from './request.ts'
import { countMembers, MAX_ANSWER_MEMBERS, writeJson } from './respond/json.ts'
import { type Answered, CRASH, refuse, respond, respondWritten, type Written } from './respond/respond.ts'
import { encodeSourceMaps } from './respond/source-maps.ts'
import { wrapEntries } from './respond/wrapped.ts'
import { type ApiResponse, inPieces } from './response.ts'
import { findRoute, type Routed, router } from './route.ts'
import type { Cite, RuleId } from './rules.ts'
import type { ProfileOptions } from './strapi/profile.ts'

export type { ApiRequest } from './request.ts'
export type { ApiResponse } from './response.ts'

type Headers = ApiResponse['headers']

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
  /** The role of a token that the graph does not list: asked at each request that sends one. */
  readonly roleOfToken?: RoleOfToken
  /** Told how many steps each answer took that had to be worked out. */
  readonly spent?: (steps: number) => void
  /** Code between the check of a query and its entries, as plugins put it there. */
  readonly beforeFind?: BeforeFind
  /** What may be kept of work that was done once. Answers are the same whatever is kept. */
  readonly keep?: KeepOptions
}

export interface KeepOptions {
  /**
   * How many bytes at the most: indexes, plans, written entries and answers, of which the least recently used go first;
   * 256 MiB where it is left out. With 0 nothing is kept.
   */
  readonly bytes?: number
  /** How many rows a table has at the least that gets indexes; 200 where it is left out. */
  readonly rows?: number
  /** What is kept together with other APIs, in place of `bytes` of its own. */
  readonly share?: Kept
}

export interface ContentApi {
  readonly graph: Graph
  /** Answers one request. Never throws and never changes the graph; equal requests get equal bytes. */
  readonly answer: (request: ApiRequest) => ApiResponse
}

/** A well-formed read that the role may do. */
export type SoundRead = Pick<Reading, 'type' | 'target' | 'role'> & { readonly syntax: QuerySyntax }

/** Finds what a sound read answers: the body, or undefined where nothing is found. */
export type Evaluator = (graph: Graph, read: SoundRead) => Json | undefined

/**
 * A content API over a graph. `evaluator` answers sound reads in place of plan and evaluate; nothing is then cached.
 * @throws ProfileError for an unknown profile or quirk.
 */
export function createReferenceApi(
  given: Graph,
  options: ApiOptions = {},
  evaluator?: Evaluator,
): ContentApi {
  const cite: Cite = options.cite ?? ((_rule: RuleId) => undefined)
  const { bytes = KEPT_BYTES, rows: from = FEW_ROWS } = options.keep ?? {}
  const kept = options.keep?.share ?? new Kept(bytes)
  const reader = createReader(given, { ...options, ...(bytes > 0 ? { indexes: { kept, from } } : {}) })
  const { graph, has } = reader
  // Who is told of each answer how it came about is told of one that was worked out.
  const isTold = options.cite !== undefined || options.spent !== undefined || options.beforeFind !== undefined
  const quick = evaluator !== undefined || isTold || bytes <= 0 ? undefined : quickReader(reader, kept)
  const routes = router(graph)
  const roleNow = (authorization: string | undefined): Role | undefined =>
    roleOf(graph, bearerToken(authorization), options.roleOfToken)

  const work = (request: ApiRequest, who?: WhoAsks): ApiResponse => {
    const { method, url, headers, query, open } = readable(request)
    const cors = corsHeaders(headers, cite)
    if (isLonger(url, MAX_TARGET_BYTES)) {
      cite('endpoint.too-long')
      return { status: 431, headers: { connection: 'close' }, body: '' }
    }
    const route = findRoute(routes, { method, url, headers, cite, has })
    if (route.kind === 'plain') return plainText(route.status, route.text, { ...cors, ...route.headers })
    const answered =
      route.kind === 'refused' ? refuse(route.refusal, has) : enter(route, { headers, query, open }, who)
    if (answered.status >= 400) cite('endpoint.error')
    const response = json(answered, cors, cite)
    return method === 'HEAD' ? { ...response, body: '' } : response
  }

  /** Access: 401 for a token nobody was given, 403 for what the role may not do; nobody may write. */
  function enter(
    route: Extract<Routed, { kind: 'read' | 'write' }>,
    request: Asking,
    who?: WhoAsks,
  ): Answered | Written {
    const { headers, open } = request
    if (open && route.kind === 'read') return read(route, NOBODY, request)
    if (bearerToken(headers['authorization']) !== undefined) cite('access.token')
    const { role } = who ?? { role: roleNow(headers['authorization']) }
    if (role === undefined) {
      cite('access.unknown-token')
      return refuse(unauthorized(), has)
    }
    // A reader lets nobody write.
    if (
      route.kind === 'write' ||
      !may(role, route.type.uid, route.target.kind === 'document' ? 'findOne' : 'find')
    ) {
      cite('access.forbidden')
      return refuse(forbidden(), has)
    }
    return read(route, role, request)
  }

  function read(
    { type, target, path, search }: Extract<Routed, { kind: 'read' }>,
    role: Role,
    { headers, query }: Asking,
  ): Answered | Written {
    cite('endpoint.payload')
    const reading = { type, target, search, role, query }
    if (evaluator !== undefined) return readBy(evaluator, reading, path, headers)
    const isPlain = query === undefined && !isReshaped(headers)
    const found = quick !== undefined && isPlain ? quick(reading) : reader.read(reading)
    if (!found.ok) return found.refusal === null ? CRASH : refuse(found.refusal, has)
    if ('written' in found) return respondWritten(found.written, found.plan, cite)
    const { syntax, plan, context, result, isAsAsked } = found
    const answered = respond(result, plan.page, cite)
    const lost = answered.status === 404 ? faultOfPath(path, cite) : undefined
    if (lost !== undefined) return refuse(lost, has)
    // Counted while entries that many places show are still one: written out they may be more than there is memory.
    if (countMembers(answered.body) > MAX_ANSWER_MEMBERS) return refuse(tooLarge(cite), has)
    if (options.cite !== undefined && isAsAsked) {
      const parts = citeShown(plan, entriesOf(result), context, options.cite)
      citeWritten(syntax, plan, parts, graph, options.cite)
    }
    return format(answered, plan, headers, { graph, cite, has })
  }

  /** Parses and checks as always, and leaves the answer to the evaluator. */
  function readBy(answer: Evaluator, reading: Reading, path: string, headers: Asking['headers']): Answered {
    const sound = reader.prepare(reading)
    if (!sound.ok) return sound.refusal === null ? CRASH : refuse(sound.refusal, has)
    const body = answer(graph, { ...reading, syntax: sound.syntax })
    if (body === undefined) return refuse(faultOfPath(path, cite) ?? notFound('endpoint.not-found'), has)
    if (countMembers(body) > MAX_ANSWER_MEMBERS) return refuse(tooLarge(cite), has)
    return format({ status: 200, body }, sound.plan, headers, { graph, cite, has })
  }

  const answer =
    quick === undefined
      ? work
      : remembering(work, { shelf: () => kept.shelf<ApiResponse>(), roleOf: roleNow })
  return { graph: given, answer }
}

/** Bytes that are kept where nobody says otherwise. */
export const KEPT_BYTES = 256 * 1024 * 1024

/** Who asks where nobody is asked who they are. */
const NOBODY: Role = { name: '', permissions: new Set() }

/** Whether a header asks for another shape of the entries. */
const isReshaped = (headers: Asking['headers']): boolean =>
  headers['strapi-response-format'] === 'v4' || headers['strapi-encode-source-maps'] === 'true'

interface Formatting {
  readonly graph: Graph
  readonly cite: Cite
  readonly has: Reader['has']
}

/** Two headers ask for another shape of the entries. */
export function format(
  answered: Answered,
  plan: QueryPlan,
  headers: ApiRequest['headers'] = {},
  { graph, cite, has }: Formatting,
): Answered {
  if (headers['strapi-response-format'] === 'v4') {
    cite('format.v4')
    return reshape(answered, (entries) => wrapEntries(entries, plan.type, graph.schema)) ?? answered
  }
  if (answered.status >= 300) return answered
  cite('entry.flat')
  cite('version.flat')
  cite('version.flattened-only')
  if (headers['strapi-encode-source-maps'] !== 'true' || has('content-source-map-header')) return answered
  cite('format.source-maps')
  const mark = (entries: readonly Entry[]) => encodeSourceMaps(entries, plan.type, graph.schema)
  return reshape(answered, mark) ?? refuse(tooLarge(cite), has)
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

/** The same objects each time: who sends answers keeps what it makes of them. */
const NO_ORIGIN: Headers = Object.freeze({ vary: 'Origin' })
const JSON_TYPE = 'application/json; charset=utf-8'
const JSON_TO_NOBODY: Headers = Object.freeze({ 'content-type': JSON_TYPE, ...NO_ORIGIN })

/** Any origin may read the answer. */
export function corsHeaders(headers: Readonly<Record<string, string | undefined>>, cite: Cite): Headers {
  const { origin } = headers
  if (origin === undefined) return NO_ORIGIN
  cite('endpoint.cors')
  return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
}

/** An answer with its body as JSON. */
export function json(answered: Answered | Written, headers: Headers, cite: Cite): ApiResponse {
  const { status } = answered
  const withType = headers === NO_ORIGIN ? JSON_TO_NOBODY : { 'content-type': JSON_TYPE, ...headers }
  if ('pieces' in answered) return inPieces({ status, headers: withType }, answered.pieces)
  const text = textOf(answered)
  if (text === undefined)
    return json(
      refuse(tooLarge(cite), () => false),
      headers,
      cite,
    )
  return { status, headers: withType, body: text }
}

/** An error is short and flat; entries may be neither. */
const textOf = ({ status, body }: Answered): string | undefined =>
  status < 300 ? writeJson(body) : JSON.stringify(body)

function plainText(status: number, text: string, headers: Headers): ApiResponse {
  const type = text === '' && status !== 200 ? {} : { 'content-type': 'text/plain; charset=utf-8' }
  return { status, headers: { ...type, ...headers }, body: text }
}
