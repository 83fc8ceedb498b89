/**
 * The content API as a pure function, which takes method, URL and headers, and returns status, headers and body.
 * Every server and adapter is a thin layer over this content API function. The phases of an answer are route → access
 * → parse → check → plan → evaluate → respond.
 */
import { isLonger } from '../util/bytes.ts'
import { LruBudget } from '../util/cache/lru.ts'
import type { Json } from '../util/json.ts'
import { bearerToken, type Lacks, may, type RoleOfToken, roleOf } from './access.ts'
import { citeShown } from './cite/entries.ts'
import { citeWritten } from './cite/written.ts'
import type { Values } from './evaluate/render.ts'
import { countMembers } from './evaluate/size.ts'
import { type CallerRole, cachingAnswers } from './fast/answers.ts'
import { FEW_ROWS, indexFinder } from './fast/index/find.ts'
import { cachingReader } from './fast/reader.ts'
import type { Graph, Role } from './graph/graph.ts'
import { faultOfPath } from './not-found.ts'
import type { QuerySyntax } from './parse/syntax.ts'
import type { BeforeFind } from './plan/level.ts'
import type { Reading } from './prepare.ts'
import { createReader, type Read, type Reader } from './read.ts'
import { forbidden, notFound, tooLarge, unauthorized } from './refusal.ts'
import { type ApiRequest, MAX_TARGET_BYTES, type RequestDetails, readable } from './request.ts'
import { format, isReshaped } from './respond/format.ts'
import { corsHeaders, json, plainText } from './respond/http.ts'
import { MAX_ANSWER_MEMBERS } from './respond/json.ts'
import type { Texts } from './respond/pieces.ts'
import { type Answered, CRASH, refuse, respond, type Written } from './respond/respond.ts'
import type { ApiResponse } from './response.ts'
import { findRoute, type Routed, type Routes, router } from './route.ts'
import type { Cite, RuleId } from './rules.ts'
import type { ProfileOptions } from './strapi/profile.ts'

export type { ApiRequest } from './request.ts'
export type { ApiResponse } from './response.ts'

export interface ApiOptions {
  /** A profile name, a profile name with switches, or `ProfileOptions`; the default profile is `documented`. */
  readonly profile?: string | ProfileOptions
  /** Receives the id of every rule that an answer follows. */
  readonly cite?: Cite
  /**
   * The maximum number of steps that one answer may take. Each tested row, followed link, written value and
   * comparison is a step. By default, an answer may take ten million steps, or a hundred for each row of the graph if
   * this is more. The API answers 400 to a request whose answer takes more steps.
   */
  readonly budget?: number
  /**
   * Returns the role of an API token that access.json of the dataset does not list. The API calls `roleOfToken` for
   * each request with a token that access.json does not list.
   */
  readonly roleOfToken?: RoleOfToken
  /**
   * Receives the missing permission each time that the API refuses a read of a known role. No cache contains
   * refusals.
   */
  readonly lacks?: Lacks
  /** Receives the number of steps of each evaluation, when the evaluation ends. */
  readonly spent?: (steps: number) => void
  /** Plugin code that runs between the check and the evaluation of a query. */
  readonly beforeFind?: BeforeFind
  /** The sizes of the caches. The size of a cache never changes an answer. */
  readonly keep?: KeepOptions
}

export interface KeepOptions {
  /**
   * The maximum bytes of the LRU cache for indexes, plans, texts of entries and answers; 256 MiB by default. If
   * `bytes` is 0, the API has no caches and no indexes.
   */
  readonly bytes?: number
  /** The minimum number of rows of a table for which the API builds indexes; 200 by default. */
  readonly rows?: number
  /**
   * A cache that several APIs share. With the option `share`, the API has no cache of its own. The option `bytes`
   * then only matters if it is 0.
   */
  readonly share?: LruBudget
}

export interface ContentApi {
  readonly graph: Graph
  /**
   * Answers one request. The function `answer` never throws and never changes the graph. Equal requests get equal
   * bytes as their answers.
   */
  readonly answer: (request: ApiRequest) => ApiResponse
}

/** A valid read request, for which the role has the permission. */
export type SoundRead = Pick<Reading, 'type' | 'target' | 'role'> & { readonly syntax: QuerySyntax }

/** Evaluates a valid read request: returns the body of the answer, or undefined for status 404. */
export type Evaluator = (graph: Graph, read: SoundRead) => Json | undefined

/**
 * Creates a content API that answers requests from a graph. The parameter `evaluator` replaces the phases `plan` and
 * `evaluate` for valid reads, and disables the caches.
 * @throws ProfileError for an unknown profile or quirk.
 */
export function createReferenceApi(
  given: Graph,
  options: ApiOptions = {},
  evaluator?: Evaluator,
): ContentApi {
  const cite: Cite = options.cite ?? ((_rule: RuleId) => undefined)
  const { bytes = KEPT_BYTES, rows: from = FEW_ROWS } = options.keep ?? {}
  const cache = options.keep?.share ?? new LruBudget(bytes)
  const reader = createReader(given, { ...options, ...(bytes > 0 ? { find: indexFinder(cache, from) } : {}) })
  // The options `cite`, `spent` and `beforeFind` disable all caches except indexes, because they observe each
  // evaluation.
  const isObserved =
    options.cite !== undefined || options.spent !== undefined || options.beforeFind !== undefined
  const isCaching = bytes > 0 && !isObserved && evaluator === undefined
  const { graph } = reader
  const setup: ApiSetup = {
    reader,
    readPlain: isCaching ? cachingReader(reader, cache) : reader.read,
    evaluator,
    routes: router(graph),
    roleOf: (authorization) => roleOf(graph, bearerToken(authorization), options.roleOfToken),
    lacks: options.lacks ?? (() => undefined),
    cite,
    isCited: options.cite !== undefined,
  }
  const work = (request: ApiRequest, caller?: CallerRole): ApiResponse =>
    answerRequest(request, caller, setup)
  const answer = isCaching
    ? cachingAnswers(work, { partition: () => cache.partition<ApiResponse>(), roleOf: setup.roleOf })
    : work
  return { graph: given, answer }
}

/** The values that one content API computes when it is created, and then uses for every request. */
interface ApiSetup {
  readonly reader: Reader
  /** Reads entries in the usual response format, with cached plans and cached texts of entries if the caches are on. */
  readonly readPlain: (reading: Reading) => Read<Values | Texts>
  readonly evaluator: Evaluator | undefined
  readonly routes: Routes
  /** Returns the role of the caller for the value of an `authorization` header. */
  readonly roleOf: (authorization: string | undefined) => Role | undefined
  readonly lacks: Lacks
  readonly cite: Cite
  readonly isCited: boolean
}

type ReadRoute = Extract<Routed, { kind: 'read' }>

/** Answers a request in the phases route → access → read → respond. */
function answerRequest(request: ApiRequest, caller: CallerRole | undefined, setup: ApiSetup): ApiResponse {
  const { routes, cite, reader } = setup
  const { has } = reader
  const { method, url, headers, query, open } = readable(request)
  const cors = corsHeaders(headers, cite)
  if (isLonger(url, MAX_TARGET_BYTES)) {
    cite('endpoint.too-long')
    return { status: 431, headers: { connection: 'close' }, body: '' }
  }
  const route = findRoute(routes, { method, url, headers, cite, has })
  if (route.kind === 'plain') return plainText(route.status, route.text, { ...cors, ...route.headers })
  const answer =
    route.kind === 'refused'
      ? refuse(route.refusal, has)
      : admit(route, { headers, query, open }, caller, setup)
  if (answer.status >= 400) cite('endpoint.error')
  const response = json(answer, cors, cite)
  return method === 'HEAD' ? { ...response, body: '' } : response
}

/**
 * Checks the access of a request. Returns status 401 if the caller has no role, as with an unknown API token.
 * Returns status 403 if a caller with a role writes, or reads without permission.
 */
function admit(
  route: Extract<Routed, { kind: 'read' | 'write' }>,
  request: RequestDetails,
  caller: CallerRole | undefined,
  setup: ApiSetup,
): Answered | Written {
  const { cite, reader } = setup
  const { headers, open } = request
  if (open && route.kind === 'read') return read(route, NOBODY, request, setup)
  const token = bearerToken(headers['authorization'])
  if (token !== undefined) cite('access.token')
  const { role } = caller ?? { role: setup.roleOf(headers['authorization']) }
  const action = route.target.kind === 'document' ? 'findOne' : 'find'
  const isRead = route.kind === 'read'
  if (role !== undefined && isRead && may(role, route.type.uid, action)) {
    return read(route, role, request, setup)
  }
  const name = role?.name ?? (token === undefined ? reader.graph.access.publicRole : undefined)
  if (isRead && name !== undefined) setup.lacks({ role: name, action: `${route.type.uid}.${action}` })
  cite(role === undefined ? 'access.unknown-token' : 'access.forbidden')
  return refuse(role === undefined ? unauthorized() : forbidden(), reader.has)
}

/** Parses, checks, plans and evaluates a read, and returns the answer with its body. */
function read(
  { type, target, path, search }: ReadRoute,
  role: Role,
  { headers, query }: RequestDetails,
  setup: ApiSetup,
): Answered | Written {
  const { reader, readPlain, evaluator, cite, isCited } = setup
  const { graph, has } = reader
  cite('endpoint.payload')
  const reading: Reading = { type, target, search, role, query }
  if (evaluator !== undefined) return readBy(evaluator, reading, path, headers, setup)
  const isPlain = query === undefined && !isReshaped(headers)
  const found = isPlain ? readPlain(reading) : reader.read(reading)
  if (!found.ok) return found.refusal === null ? CRASH : refuse(found.refusal, has)
  const { syntax, plan, context, result, isAsAsked } = found
  const answer = respond(result, plan.page, cite)
  const fault = answer.status === 404 ? faultOfPath(path, cite) : undefined
  if (fault !== undefined) return refuse(fault, has)
  if ('pieces' in answer) return answer
  if (isCited && isAsAsked && result.form === 'values') {
    const parts = citeShown(plan, result.entries, context, cite)
    citeWritten(syntax, plan, parts, graph, cite)
  }
  return format(answer, type, headers, { graph, cite, has })
}

/**
 * Parses and checks the query of a read, and then passes the read to `evaluator`, which makes the body of the answer.
 */
function readBy(
  evaluator: Evaluator,
  reading: Reading,
  path: string,
  headers: RequestDetails['headers'],
  { reader, cite }: ApiSetup,
): Answered {
  const { graph, has } = reader
  const sound = reader.check(reading)
  if (!sound.ok) return sound.refusal === null ? CRASH : refuse(sound.refusal, has)
  const body = evaluator(graph, { ...reading, syntax: sound.syntax })
  if (body === undefined) return refuse(faultOfPath(path, cite) ?? notFound('endpoint.not-found'), has)
  if (countMembers(body) > MAX_ANSWER_MEMBERS) return refuse(tooLarge(cite), has)
  return format({ status: 200, body }, reading.type, headers, { graph, cite, has })
}

/** The default maximum size of the LRU cache in bytes. */
export const KEPT_BYTES = 256 * 1024 * 1024

/** The role of every caller on a route with `auth: false`. This role has no permissions. */
const NOBODY: Role = { name: '', permissions: new Set() }
