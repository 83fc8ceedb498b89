/** Explains requests over one graph. */

import { bearerToken, may, roleOf } from '../reference/access.ts'
import { type ApiOptions, type ApiRequest, type ApiResponse, createReferenceApi } from '../reference/api.ts'
import { Meter, WorkExceeded } from '../reference/evaluate/meter.ts'
import type { Graph, Role } from '../reference/graph/graph.ts'
import { givenQuery } from '../reference/parse/given.ts'
import { parseQueryString, type RawMap } from '../reference/parse/url.ts'
import { createReader, type Read, type Reader } from '../reference/read.ts'
import { readable } from '../reference/request.ts'
import { findRoute, type Routed, type Routes, router } from '../reference/route.ts'
import { RULES, type RuleId } from '../reference/rules.ts'
import { splitTarget } from '../util/url/target.ts'
import type {
  Explanation,
  KeptBack,
  Otherwise,
  RefusalExplained,
  RequestRead,
  RuleFollowed,
  Why,
} from './explanation.ts'
import { otherwiseAnswered, otherwiseInTurns } from './otherwise.ts'
import { parametersRead } from './parameters.ts'
import { type Places, placesOf } from './places.ts'
import { refusedAtDoor } from './refused/at-door.ts'
import { readRefused } from './refused/refused.ts'
import { disorderOf } from './rows/order.ts'
import { rootRows, rowOf } from './rows/rows.ts'
import { type ExplainContext, rootEntries } from './told.ts'
import { whyNotAnswered, whyOf, whyTooMuch } from './why.ts'

export interface ExplainOptions extends ApiOptions {
  /** Tells of what the role that asks may not know of: private attributes by name, rows of types that it may not find. */
  readonly developer?: boolean
}

export interface Explainer {
  /** Never throws, never changes the graph. What is told, the role that asks may know, unless `developer` is set. */
  readonly explain: (request: ApiRequest) => Explanation
  /** Why a path of the answer (`data.0.author.email`) is there or not. */
  readonly why: (request: ApiRequest, path: string) => Why
  /** Why a row of the type that is asked for is not shown, by its id; null for one that is, or is none. */
  readonly row: (request: ApiRequest, id: number) => KeptBack | null
  /** The rules by which entries of the list, by their ids, stand the wrong way round; see `disorderOf`. */
  readonly disorder: (request: ApiRequest, ids: readonly number[]) => readonly RuleId[]
  /** What other profiles answer: each departure that this one does not have, or has, and that makes a difference. */
  readonly otherwise: (request: ApiRequest) => readonly Otherwise[]
  /** The same, with a stop between two profiles, so that a server can answer others. */
  readonly otherwiseInTurns: (request: ApiRequest) => Generator<undefined, readonly Otherwise[], undefined>
}

/** A request, answered and read again. */
interface KnownRequest {
  readonly request: RequestRead
  readonly response: ApiResponse
  readonly rules: readonly RuleFollowed[]
  readonly steps: number
  readonly route: Routed
  readonly role: Role | undefined
  readonly path: string
  readonly query: RawMap
  /** null where nothing was read: the request ended at its route, its token or its permissions. */
  readonly read: Read | null
}

/** @throws ProfileError for an unknown profile or quirk. */
export function createExplainer(graph: Graph, options: ExplainOptions = {}): Explainer {
  const reader = createReader(graph, options)
  const routes = router(reader.graph)
  const heard = new Heard()
  const { answer } = createReferenceApi(graph, { ...options, cite: heard.cite, spent: heard.spent })
  const told = (known: KnownRequest): ExplainContext | null => toldOf(known, reader, options)
  // All requests that are tried in place of a refused one have the budget of one answer together.
  const isAnswered = (request: ApiRequest) => (url: string) =>
    heard.steps < reader.budget && answer({ ...request, url }).status === 200

  const explain = (request: ApiRequest): Explanation => {
    const known = knownOf(request, { answer, heard, reader, routes, options })
    const { places, hasMore } = placesWithin(told(known))
    const { response, read, query, rules, steps } = known
    return {
      request: known.request,
      answer: { status: response.status, characters: response.body.length },
      refused: refusedOf(known, reader, routes, isAnswered(request)),
      parameters: read?.ok === true ? parametersRead(query, read.syntax) : [],
      places,
      hasMorePlaces: hasMore,
      rules,
      cost: options.developer === true ? { steps } : null,
    }
  }
  const why = (request: ApiRequest, path: string): Why => {
    const known = knownOf(request, { answer, heard, reader, routes, options })
    const about = told(known)
    if (about !== null) return within(() => whyOf(path, about), whyTooMuch(path))
    return whyNotAnswered(path, refusedOf(known, reader, routes, isAnswered(request)), known.response.status)
  }
  const disorder = (request: ApiRequest, ids: readonly number[]): readonly RuleId[] => {
    const about = aboutOf(request)
    return about === null ? [] : within(() => disorderOf(ids, about), [])
  }
  const aboutOf = (request: ApiRequest): ExplainContext | null =>
    told(knownOf(request, { answer, heard, reader, routes, options }))
  const row = (request: ApiRequest, id: number): KeptBack | null => {
    const about = aboutOf(request)
    return about === null ? null : within(() => rowOf(id, about), null)
  }
  const otherwise = (request: ApiRequest) => otherwiseAnswered(request, graph, options)
  const inTurns = (request: ApiRequest) => otherwiseInTurns(request, graph, options)
  return { explain, why, row, disorder, otherwise, otherwiseInTurns: inTurns }
}

/** What an answer tells while it is worked out. */
class Heard {
  /** Taken since the last answer began. */
  steps = 0
  private readonly rules = new Map<RuleId, string | null>()

  readonly cite = (rule: RuleId, at?: string): void => {
    if (!this.rules.has(rule)) this.rules.set(rule, at ?? null)
  }

  readonly spent = (taken: number): void => {
    this.steps += taken
  }

  /** What was told of one answer, and of no other. */
  of<T>(work: () => T): {
    readonly result: T
    readonly rules: readonly RuleFollowed[]
    readonly steps: number
  } {
    this.rules.clear()
    this.steps = 0
    const result = work()
    const rules = [...this.rules].map(([id, at]) => ({ id, says: RULES[id].says, at }))
    return { result, rules, steps: this.steps }
  }
}

/** What answers and reads. */
interface ExplainArgs {
  readonly answer: (request: ApiRequest) => ApiResponse
  readonly heard: Heard
  readonly reader: Reader
  readonly routes: Routes
  readonly options: ExplainOptions
}

function knownOf(request: ApiRequest, { answer, heard, reader, routes, options }: ExplainArgs): KnownRequest {
  const { result: response, rules, steps } = heard.of(() => answer(request))
  const { method, url, headers, query, open } = readable(request)
  const { path, search } = splitTarget(url)
  const route = findRoute(routes, { method, url, headers, cite: () => undefined, has: reader.has })
  const asking = roleOf(reader.graph, bearerToken(headers.authorization), options.roleOfToken)
  const role = open ? { name: 'nobody', permissions: new Set<string>() } : asking
  const isLetIn = route.kind === 'read' && role !== undefined && (open || isAllowed(role, route))
  return {
    request: {
      method,
      url,
      type: route.kind === 'read' ? route.type.uid : null,
      target: route.kind === 'read' ? route.target.kind : null,
      role: role?.name ?? null,
      profile: nameOf(options.profile),
    },
    response,
    rules,
    steps,
    route,
    role,
    path,
    query: query === undefined ? parseQueryString(search, () => undefined) : givenQuery(query),
    read: isLetIn ? reader.read({ ...route, role, query }) : null,
  }
}

const isAllowed = (role: Role, { type, target }: Extract<Routed, { kind: 'read' }>): boolean =>
  may(role, type.uid, target.kind === 'document' ? 'findOne' : 'find')

const nameOf = (profile: ApiOptions['profile']): string =>
  typeof profile === 'object' ? profile.base : (profile ?? 'documented')

function toldOf(
  known: KnownRequest,
  { graph, budget }: Reader,
  { developer }: ExplainOptions,
): ExplainContext | null {
  const { read, path, query, steps } = known
  if (read === null || !read.ok) return null
  return {
    graph,
    plan: read.plan,
    context: read.context,
    path,
    query,
    result: read.result,
    isDeveloper: developer === true,
    // The budget is that of the answer, which was worked out twice: to be answered and to be read.
    meter: new Meter(budget - 2 * steps),
  }
}

const NO_PLACES: Places = { places: [], hasMore: false }

const placesWithin = (told: ExplainContext | null): Places =>
  told === null
    ? NO_PLACES
    : within(() => placesOf(rootEntries(told), rootRows(told), told), { places: [], hasMore: true })

/** What cannot be explained within the budget is not explained. */
function within<T>(explain: () => T, otherwise: T): T {
  try {
    return explain()
  } catch (error) {
    if (error instanceof WorkExceeded) return otherwise
    throw error
  }
}

function refusedOf(
  { route, role, read, response, request, path, query, rules }: KnownRequest,
  { graph: { schema } }: Reader,
  routes: Routes,
  isAnswered: (url: string) => boolean,
): RefusalExplained | null {
  if (response.status < 400) return null
  if (read?.ok === false && read.refusal !== null && route.kind === 'read' && role !== undefined) {
    const viewer = { role, schema }
    return readRefused({ refusal: read.refusal, type: route.type, viewer, path, query, isAnswered })
  }
  return refusedAtDoor({
    response,
    route,
    role,
    request,
    path,
    routes,
    rule: read === null ? (rules.findLast(({ id }) => id !== 'endpoint.error')?.id ?? null) : null,
  })
}
