/** Creates explainers. An explainer explains the answers to requests to one graph. */

import { bearerToken, may, roleOf } from '../reference/access.ts'
import { type ApiOptions, type ApiRequest, type ApiResponse, createReferenceApi } from '../reference/api.ts'
import { Meter, WorkExceeded } from '../reference/evaluate/meter.ts'
import type { Graph, Role } from '../reference/graph/graph.ts'
import { givenQuery } from '../reference/parse/given.ts'
import { parseQueryString, type RawMap } from '../reference/parse/url.ts'
import { createReader, type Read, type Reader } from '../reference/read.ts'
import type { Refusal } from '../reference/refusal.ts'
import { readable } from '../reference/request.ts'
import { findRoute, type Routed, type Routes, router } from '../reference/route.ts'
import { RULES, type RuleId } from '../reference/rules.ts'
import { parseJson } from '../util/json.ts'
import { splitTarget } from '../util/url/target.ts'
import { withCode } from './code/explainer.ts'
import { type ExplainContext, rootEntries } from './explain-context.ts'
import type { Explainer, PlainExplainer } from './explainer.ts'
import type {
  Explanation,
  KeptBack,
  RefusalExplained,
  RequestRead,
  RuleFollowed,
  Why,
} from './explanation.ts'
import { otherwiseAnswered, otherwiseInTurns, stepsAround } from './otherwise.ts'
import { parametersRead } from './parameters.ts'
import { type Places, placesOf } from './places.ts'
import { refusedEarly } from './refused/early.ts'
import { readRefused } from './refused/refused.ts'
import { disorderOf } from './rows/order.ts'
import { promisedBy, promisedPlaces } from './rows/promised.ts'
import { rootRows, rowOf } from './rows/rows.ts'
import { namesIn, whyNotAnswered, whyOf, whyOfMember, whyTooMuch } from './why.ts'

export interface ExplainOptions extends ApiOptions {
  /** If true, explanations also name private attributes, and rows of types that the role may not find. */
  readonly developer?: boolean
}

export type { Explainer } from './explainer.ts'

/** A request with its answer, and with the plan that the explainer made by reading the request a second time. */
interface AnsweredRequest {
  readonly request: RequestRead
  readonly response: ApiResponse
  readonly rules: readonly RuleFollowed[]
  readonly steps: number
  readonly route: Routed
  readonly role: Role | undefined
  readonly path: string
  readonly query: RawMap
  /**
   * The result of reading the query; null means that the API refused the request for its path, token or permissions
   * before it read the query.
   */
  readonly read: Read | null
}

/** Creates an explainer. @throws ProfileError for an unknown profile or quirk. */
export function createExplainer(graph: Graph, options: ExplainOptions = {}): Explainer {
  const { plain, unproven, answer, typeOf } = explainerOf(graph, options)
  return withCode(plain, { ...unproven, answer, typeOf })
}

/** Creates an explainer that ignores the project's own code. @throws ProfileError for an unknown profile or quirk. */
export const createPlainExplainer = (graph: Graph, options: ExplainOptions = {}): PlainExplainer =>
  explainerOf(graph, options).plain

function explainerOf(graph: Graph, options: ExplainOptions) {
  const reader = createReader(graph, options)
  const routes = router(reader.graph)
  const observer = new AnswerObserver()
  const { answer } = createReferenceApi(graph, { ...options, cite: observer.cite, spent: observer.spent })
  const answered = (request: ApiRequest): AnsweredRequest =>
    answeredRequest(request, { answer, observer, reader, routes, options })
  const contextFor = (request: ApiRequest): ExplainContext | null =>
    contextOf(answered(request), reader, options)
  // All proposed requests of one explanation together may take as many evaluation steps as one answer.
  const isAnswered =
    ({ query: _, ...request }: ApiRequest) =>
    (url: string) => {
      if (observer.steps >= reader.budget) return false
      const { status, body } = answer({ ...request, url })
      observer.spent(stepsAround(url, body))
      return status === 200
    }

  const unproven = unprovenOf({ answered, isAnswered, reader, routes, options })
  const explain = (request: ApiRequest): Explanation => {
    const known = unproven.explain(request)
    return { ...known, places: promisedPlaces(known.places, promisedBy(isAnswered(request))) }
  }
  const why = (request: ApiRequest, path: string): Why =>
    promisedBy(isAnswered(request))(unproven.why(request, path))
  const disorder = (request: ApiRequest, ids: readonly number[]): readonly RuleId[] => {
    const context = contextFor(request)
    return context === null ? [] : within(() => disorderOf(ids, context), [])
  }
  const row = (request: ApiRequest, id: number): KeptBack | null => {
    const context = contextFor(request)
    const found = context === null ? null : within(() => rowOf(id, context), null)
    return found === null ? null : promisedBy(isAnswered(request))(found)
  }
  const faults = (request: ApiRequest): readonly Refusal[] => {
    const { read } = answered(request)
    return read === null || read.ok || read.refusal === null ? [] : [read.refusal, ...(read.others ?? [])]
  }
  const otherwise = (request: ApiRequest) => otherwiseAnswered(request, graph, options)
  const inTurns = (request: ApiRequest) => otherwiseInTurns(request, graph, options)
  const plain: PlainExplainer = { explain, why, row, faults, disorder, otherwise, otherwiseInTurns: inTurns }
  const typeOf = (request: ApiRequest) => {
    const route = findRoute(routes, { ...readable(request), cite: () => undefined, has: reader.has })
    return route.kind === 'read' ? route.type : undefined
  }
  return { plain, unproven, answer, typeOf }
}

interface Unproven {
  readonly answered: (request: ApiRequest) => AnsweredRequest
  readonly isAnswered: (request: ApiRequest) => (url: string) => boolean
  readonly reader: Reader
  readonly routes: Routes
  readonly options: ExplainOptions
}

/** Creates the functions that explain requests, without a test of the requests that an explanation proposes. */
function unprovenOf({
  answered,
  isAnswered,
  reader,
  routes,
  options,
}: Unproven): Pick<PlainExplainer, 'explain' | 'why'> {
  const explain = (request: ApiRequest): Explanation => {
    const known = answered(request)
    const { places, hasMore } = placesWithin(contextOf(known, reader, options))
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
    const known = answered(request)
    const member = whyOfMember(path, namesIn(path), parseJson(known.response.body))
    if (member !== null) return member
    const context = contextOf(known, reader, options)
    if (context !== null) return within(() => whyOf(path, context), whyTooMuch(path))
    return whyNotAnswered(path, refusedOf(known, reader, routes, isAnswered(request)), known.response.status)
  }
  return { explain, why }
}

/** Observes one answer. The observer collects the rules that the answer follows, and counts the evaluation steps. */
class AnswerObserver {
  /** The number of steps since the current answer began. */
  steps = 0
  private readonly rules = new Map<RuleId, string | null>()

  readonly cite = (rule: RuleId, at?: string): void => {
    if (!this.rules.has(rule)) this.rules.set(rule, at ?? null)
  }

  readonly spent = (taken: number): void => {
    this.steps += taken
  }

  /** Runs `work`, and returns the rules that this run cited and the number of steps that this run took. */
  observe<T>(work: () => T): {
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

/** The arguments of `answeredRequest`. */
interface ExplainArgs {
  readonly answer: (request: ApiRequest) => ApiResponse
  readonly observer: AnswerObserver
  readonly reader: Reader
  readonly routes: Routes
  readonly options: ExplainOptions
}

function answeredRequest(
  request: ApiRequest,
  { answer, observer, reader, routes, options }: ExplainArgs,
): AnsweredRequest {
  const { result: response, rules, steps } = observer.observe(() => answer(request))
  const { method, url, headers, query, open } = readable(request)
  const { path, search } = splitTarget(url)
  const route = findRoute(routes, { method, url, headers, cite: () => undefined, has: reader.has })
  const asking = roleOf(reader.graph, bearerToken(headers.authorization), options.roleOfToken)
  const role = open ? { name: 'nobody', permissions: new Set<string>() } : asking
  const isPermitted = route.kind === 'read' && role !== undefined && (open || isAllowed(role, route))
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
    read: isPermitted ? reader.read({ ...route, role, query }) : null,
  }
}

const isAllowed = (role: Role, { type, target }: Extract<Routed, { kind: 'read' }>): boolean =>
  may(role, type.uid, target.kind === 'document' ? 'findOne' : 'find')

const nameOf = (profile: ApiOptions['profile']): string =>
  typeof profile === 'object' ? profile.base : (profile ?? 'documented')

function contextOf(
  known: AnsweredRequest,
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
    // Reduces the budget by two times `steps`, because the answer and the explanation each evaluated the request.
    meter: new Meter(budget - 2 * steps),
  }
}

const NO_PLACES: Places = { places: [], hasMore: false }

const placesWithin = (explained: ExplainContext | null): Places =>
  explained === null
    ? NO_PLACES
    : within(() => placesOf(rootEntries(explained), rootRows(explained), explained), {
        places: [],
        hasMore: true,
      })

/** Runs `explain`; returns `otherwise` if the explanation exceeds its budget of steps. */
function within<T>(explain: () => T, otherwise: T): T {
  try {
    return explain()
  } catch (error) {
    if (error instanceof WorkExceeded) return otherwise
    throw error
  }
}

function refusedOf(
  { route, role, read, response, request, path, query, rules }: AnsweredRequest,
  { graph: { schema } }: Reader,
  routes: Routes,
  isAnswered: (url: string) => boolean,
): RefusalExplained | null {
  if (response.status < 400) return null
  if (read?.ok === false && read.refusal !== null && route.kind === 'read' && role !== undefined) {
    const viewer = { role, schema }
    return readRefused({ refusal: read.refusal, type: route.type, viewer, path, query, isAnswered })
  }
  return refusedEarly({
    response,
    route,
    role,
    request,
    path,
    routes,
    rule:
      read === null
        ? (rules.findLast(({ id }) => id !== 'endpoint.error' && id !== 'endpoint.content-type')?.id ?? null)
        : null,
  })
}
