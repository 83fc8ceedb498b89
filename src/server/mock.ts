/** The whole server without a port: the content API over a graph, and the endpoints of the plugins. */

import { bearerToken, type RoleOfToken } from '../reference/access.ts'
import {
  type ApiOptions,
  type ApiRequest,
  type ApiResponse,
  type ContentApi,
  KEPT_BYTES,
} from '../reference/api.ts'
import type { Graph } from '../reference/graph/graph.ts'
import { profile as profileOf } from '../reference/strapi/profile.ts'
import type { CodeEffect, CodeHost, ProjectCode } from '../sources/runner/project-code.ts'
import type { Accounts } from '../sources/tokens/accounts.ts'
import { LruBudget } from '../util/cache/lru.ts'
import { splitTarget } from '../util/url/target.ts'
import type { EditableDataset } from '../writing/edit/edit.ts'
import { departing, type Lacks, type WritingState } from '../writing/index.ts'
import { codeHost } from './code/host.ts'
import { codeLayer, targetOf, tracedAnswer } from './code/layer.ts'
import { REPLICAS } from './http/limits.ts'
import { firstAnswer, type Layer, type MockRequest } from './layer.ts'
import { written } from './plugins/answer.ts'
import { pluginsLayer, turnedAway } from './plugins/plugins.ts'
import { placeOf, routeOf } from './plugins/routes.ts'
import { typedClientLayer } from './plugins/schemas/typed-client.ts'
import { Uploaded } from './plugins/upload/uploaded.ts'
import { Callers } from './plugins/users/callers.ts'
import { Codes } from './plugins/users/codes.ts'
import { Edits } from './plugins/users/edits.ts'
import { roleOfMade } from './plugins/users/made-tokens.ts'
import { Passwords } from './plugins/users/passwords.ts'
import type { NewIds } from './world/workshop.ts'
import { type MakeApi, type RefusedWrite, ServedWorld } from './world.ts'
import { readOnlyLayer, writingLayer } from './writing.ts'

export type { Accounts } from '../sources/tokens/accounts.ts'
export type { Lacks } from '../writing/index.ts'

export interface MockOptions extends Pick<ApiOptions, 'profile' | 'budget' | 'keep'> {
  /**
   * Returns the role of a token that the graph does not list. The server calls this function at each request with such
   * a token.
   */
  readonly roleOfToken?: RoleOfToken
  /** Creates the content API of a graph; by default, `createReferenceApi`. */
  readonly api?: MakeApi
  /** The running code of the project. The code handles requests before the content API does. */
  readonly code?: ProjectCode
  /** The rows of API tokens and other server tables with which the world begins. */
  readonly tables?: WritingState | undefined
  /** The settings for users; by default, those of a new Strapi project. */
  readonly accounts?: Accounts
  /**
   * If `admit` is set and the dataset lists no tokens, an unknown token may read everything. The server calls `admit`
   * at most once for each unknown token.
   */
  readonly admit?: (token: string) => void
  /** Called with a line of text about an effect that only the real server has, such as sending a mail. */
  readonly tell?: (line: string) => void
  /** Called with the permission that a refused write lacks. */
  readonly lacks?: Lacks
  /**
   * Called with each new graph before it is served, to store it. If the callback throws, the world keeps its earlier
   * graph.
   */
  readonly store?: (graph: Graph) => void
  /** Called with every refused write of content. */
  readonly refused?: (refused: RefusedWrite) => void
  /**
   * Returns the current time in milliseconds. By default, JWTs and API tokens use the system clock, but each write
   * is timed one second after the previous write. With these times, the same sequence of writes always gives the
   * same world.
   */
  readonly now?: () => number
  /**
   * The number of this server among its replicas. Replicas with different numbers never give the same id to new
   * entries.
   */
  readonly replica?: number
  /**
   * Whether the server answers 405 to every change of content, users or files. Logins, and other requests below
   * `/auth` that change no row, are still answered.
   */
  readonly readOnly?: boolean
  /** The store of uploaded files; by default, a store that only this server uses. */
  readonly uploaded?: Uploaded
}

export interface Mock {
  readonly api: ContentApi
  /** The layers that answer requests before the content API does; pass these layers to `serve`. */
  readonly layers: readonly Layer[]
  /** Returns the role of a token that the graph does not list: the JWT of a user, or the API token of a program. */
  readonly roleOfToken: RoleOfToken
  /** Answers a request with one of the layers or with the content API. */
  readonly answer: (request: MockRequest) => Promise<ApiResponse>
  /** Replaces the served graph by the result of `editGraph` with the same recipe. */
  readonly edit: (recipe: (dataset: EditableDataset) => void) => void
  /**
   * Replaces the graph of the world. The world keeps its clock and its record of used ids, so that new rows get unused
   * ids.
   */
  readonly use: (graph: Graph) => void
  /**
   * Starts a new world with `graph`. If the body of a request is still arriving during the reset, the request belongs
   * to the new world.
   */
  readonly reset: (graph: Graph) => void
  /** The ids that rows of the world have already used, so that new rows get other ids. */
  readonly newIds: NewIds
  /** Gives the code of a project access to this server. */
  readonly host: () => CodeHost
  /** Returns the rows of API tokens and other tables that the project's code has written. */
  readonly tables: () => WritingState | undefined
  /**
   * Answers a request, and returns the answer with the effect of the project's code. The effect is undefined if the
   * code does not concern the request and no plugin endpoint answers it.
   */
  readonly trace: (request: MockRequest) => Promise<Traced>
}

export interface Traced {
  readonly answer: ApiResponse
  readonly effect: CodeEffect | undefined
}

/**
 * Creates a mock server over a graph. The server answers requests for content, users, logins, uploaded files, roles,
 * locales and schemas.
 * @throws ProfileError for an unknown profile or quirk.
 */
export function createMock(graph: Graph, options: MockOptions = {}): Mock {
  const { lacks = () => undefined } = options
  const callers = callersOf(options, () => world.tables)
  const roleOfToken: RoleOfToken = (token) => callers.roleOf(token, world.graph)
  const world: ServedWorld = worldOf(graph, { ...options, roleOfToken, lacks })
  const context = contextOf(world, callers, options)
  const refuse = lockingOut(callers, world)
  const own: readonly Layer[] = [
    pluginsLayer(context),
    typedClientLayer(world, options.now ?? Date.now),
    refusing(writingLayer(world), refuse),
  ]
  const api: ContentApi = {
    get graph() {
      return world.graph
    },
    answer: (request) => refuse(request, world.api.answer(request)),
  }
  const withoutCode = async (request: MockRequest): Promise<ApiResponse> =>
    (await firstAnswer(own, request)) ?? api.answer(request)
  const hostOf = (body?: MockRequest['body']): CodeHost =>
    codeHost({ world, callers, answer: withoutCode, tryOut }, body)
  const tryOut = (request: MockRequest): Promise<ApiResponse> =>
    createMock(world.graph, { ...silent(options), tables: world.tables }).answer(request)
  const { code, readOnly } = options
  const layers: readonly Layer[] = [
    ...(readOnly === true ? [readOnlyLayer(world)] : []),
    ...(code === undefined ? [] : [codeLayer({ code, hostOf })]),
    ...own,
  ]
  const answer = async (request: MockRequest): Promise<ApiResponse> =>
    (await firstAnswer(layers, request)) ?? api.answer(request)
  return {
    api,
    layers,
    roleOfToken,
    answer,
    edit: (recipe) => world.edit(recipe),
    use: (next) => world.use(next),
    reset: (next) => {
      world.reset(next)
      for (const one of [context.codes, context.edits]) one.clear()
    },
    newIds: world.newIds,
    host: () => hostOf(),
    tables: () => world.tables,
    trace: async (request) =>
      withEndpoint(
        request,
        world.graph,
        code?.concerns(request.method ?? 'GET', targetOf(request.url)) === true
          ? await tracedAnswer(request, { code, hostOf })
          : { answer: await answer(request), effect: undefined },
      ),
  }
}

/**
 * Creates the object that identifies the callers of a mock: users, API tokens of the source, and API tokens that the
 * project's code made.
 */
function callersOf(options: MockOptions, tablesOf: () => WritingState | undefined): Callers {
  const salt = options.accounts?.apiTokenSalt ?? ''
  return new Callers({
    ...options,
    roleOfMade: (token, now) => {
      const tables = tablesOf()
      return tables === undefined ? undefined : roleOfMade(token, tables.graph, salt, now)
    },
  })
}

/** Adds the plugin endpoint to a traced answer, if a plugin answered in place of the content API. */
function withEndpoint(request: MockRequest, graph: Graph, traced: Traced): Traced {
  const { answer, effect } = traced
  const core = effect === undefined ? request : effect.core
  const place = core && placeOf(splitTarget(core.url).path, graph)
  const route = place && routeOf(place, core.method ?? 'GET')
  if (route === undefined) return traced
  return { answer, effect: { changes: [], ran: [], ...effect, core: undefined, endpoint: route.action } }
}

/** Returns the state that the endpoints of the plugins share. */
function contextOf(world: ServedWorld, callers: Callers, options: MockOptions) {
  const { tell = () => undefined, lacks = () => undefined, uploaded = new Uploaded(), profile } = options
  return {
    world,
    departs: departing(profileOf(profile)),
    callers,
    passwords: new Passwords(world),
    codes: new Codes(),
    edits: new Edits(world),
    uploaded,
    print: tell,
    lacks,
  }
}

/**
 * Returns the options of a mock for a dry run: without the project's code, `readOnly`, the store and the callbacks that
 * report.
 */
function silent({
  code: _,
  tell: __,
  lacks: ___,
  refused: ____,
  readOnly: _____,
  store: ______,
  ...options
}: MockOptions): MockOptions {
  return options
}

function worldOf(
  graph: Graph,
  options: MockOptions & { readonly roleOfToken: RoleOfToken; readonly lacks: Lacks },
): ServedWorld {
  const { api, profile, budget, refused, store, keep, replica, roleOfToken, tables, lacks } = options
  return new ServedWorld(graph, {
    ...(api === undefined ? {} : { make: api }),
    ...(profile === undefined ? {} : { profile }),
    ...(budget === undefined ? {} : { budget }),
    // Every edit creates a new API. All APIs of a mock share one cache budget, so many edits do not need more memory.
    keep: { ...keep, share: keep?.share ?? new LruBudget(keep?.bytes ?? KEPT_BYTES) },
    roleOfToken,
    tables,
    clock: options.now,
    replica: replica === undefined ? undefined : { number: replica, of: REPLICAS },
    lacks,
    ...(store === undefined ? {} : { store }),
    ...(refused === undefined ? {} : { refused }),
  })
}

const refusing =
  (layer: Layer, refuse: ReturnType<typeof lockingOut>): Layer =>
  (request) => {
    const answer = layer(request)
    return answer instanceof Promise ? answer.then((one) => refuse(request, one)) : refuse(request, answer)
  }

/** Returns a function that replaces the message of a 401 answer if the token belongs to a blocked user. */
const lockingOut =
  (callers: Callers, world: ServedWorld) =>
  <Answer extends ApiResponse | undefined>(request: ApiRequest, answer: Answer): Answer | ApiResponse => {
    if (answer?.status !== 401) return answer
    const isSent = bearerToken(request.headers?.['authorization']) !== undefined
    const known = isSent ? callers.who(request, world.graph) : undefined
    return known === 'locked' ? written(turnedAway(known), request) : answer
  }
