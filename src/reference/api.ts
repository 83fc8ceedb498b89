/**
 * The content API as a pure function: method, URL and headers in; status, headers and body out. Every
 * server and adapter is a few lines over it. Phases: route → access → parse → check → plan → evaluate → respond.
 */
import { isLonger } from '../util/bytes.ts'
import { LruBudget } from '../util/cache/lru.ts'
import { bearerToken, type RoleOfToken, roleOf } from './access.ts'
import { answerRoute, type Evaluator } from './answer.ts'
import { type CallerRole, cachingAnswers } from './fast/answers.ts'
import { FEW_ROWS, indexFinder } from './fast/index/find.ts'
import { cachingReader } from './fast/reader.ts'
import type { Graph, Role } from './graph/graph.ts'
import type { BeforeFind } from './plan/level.ts'
import { createReader } from './read.ts'
import { type ApiRequest, MAX_TARGET_BYTES, readable } from './request.ts'
import { corsHeaders, json, plainText } from './respond/http.ts'
import { refuse } from './respond/respond.ts'
import type { ApiResponse } from './response.ts'
import { findRoute, router } from './route.ts'
import type { Cite, RuleId } from './rules.ts'
import type { ProfileOptions } from './strapi/profile.ts'

export type { ApiRequest } from './request.ts'
export type { ApiResponse } from './response.ts'

export interface ApiOptions {
  /** A profile by name, a name with changes, or the same as an object; `documented` by default. */
  readonly profile?: string | ProfileOptions
  /** Observes the id of every rule that an answer follows. */
  readonly cite?: Cite
  /**
   * The steps that one answer may take: each row tested, link followed, value shown and comparison made is one. The
   * default is ten million, or a hundred for each row of the graph if that is more. A request that takes more is
   * refused with 400.
   */
  readonly budget?: number
  /** The role of a token that the graph does not list. It is called at each request that sends one. */
  readonly roleOfToken?: RoleOfToken
  /** Observes the steps of each evaluation. */
  readonly spent?: (steps: number) => void
  /** Code of plugins that runs between the check of a query and its evaluation. */
  readonly beforeFind?: BeforeFind
  /** The caches. Answers are the same with every setting. */
  readonly keep?: KeepOptions
}

export interface KeepOptions {
  /**
   * The bytes of an LRU cache of indexes, plans, texts of entries and answers; 256 MiB by default. 0 disables all
   * caches and indexes.
   */
  readonly bytes?: number
  /** The number of rows from which on a table gets indexes; 200 by default. */
  readonly rows?: number
  /** A cache shared with other APIs, in place of one of `bytes`. */
  readonly share?: LruBudget
}

export interface ContentApi {
  readonly graph: Graph
  /** Answers one request. Never throws and never changes the graph; equal requests get equal bytes. */
  readonly answer: (request: ApiRequest) => ApiResponse
}

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
  const cache = options.keep?.share ?? new LruBudget(bytes)
  const reader = createReader(given, { ...options, ...(bytes > 0 ? { find: indexFinder(cache, from) } : {}) })
  const { graph, has } = reader
  const isCaching = bytes > 0 && !isObserved(options) && evaluator === undefined
  const readPlain = isCaching ? cachingReader(reader, cache) : reader.read
  const routes = router(graph)
  const roleNow = (authorization: string | undefined): Role | undefined =>
    roleOf(graph, bearerToken(authorization), options.roleOfToken)
  const answering = { reader, readPlain, evaluator, roleNow, cite, isCited: options.cite !== undefined }

  const work = (request: ApiRequest, caller?: CallerRole): ApiResponse => {
    const { method, url, headers, query, open } = readable(request)
    const cors = corsHeaders(headers, cite)
    if (isLonger(url, MAX_TARGET_BYTES)) {
      cite('endpoint.too-long')
      return { status: 431, headers: { connection: 'close' }, body: '' }
    }
    const route = findRoute(routes, { method, url, headers, cite, has })
    if (route.kind === 'plain') return plainText(route.status, route.text, { ...cors, ...route.headers })
    const answered =
      route.kind === 'refused'
        ? refuse(route.refusal, has)
        : answerRoute(route, { headers, query, open }, answering, caller)
    if (answered.status >= 400) cite('endpoint.error')
    const response = json(answered, cors, cite)
    return method === 'HEAD' ? { ...response, body: '' } : response
  }

  const answer = isCaching
    ? cachingAnswers(work, { partition: () => cache.shelf<ApiResponse>(), roleOf: roleNow })
    : work
  return { graph: given, answer }
}

/** An observer disables all caches but indexes, so that it always sees a real evaluation. */
const isObserved = ({ cite, spent, beforeFind }: ApiOptions): boolean =>
  cite !== undefined || spent !== undefined || beforeFind !== undefined

/** The default size of the cache. */
export const KEPT_BYTES = 256 * 1024 * 1024
