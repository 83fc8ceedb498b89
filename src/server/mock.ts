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
import type { Accounts } from '../sources/tokens/accounts.ts'
import { LruBudget } from '../util/cache/lru.ts'
import type { EditableDataset } from '../writing/edit/edit.ts'
import { departing, type Lacks } from '../writing/index.ts'
import { firstAnswer, type Layer, type MockRequest } from './layer.ts'
import { written } from './plugins/answer.ts'
import { pluginsLayer, turnedAway } from './plugins/plugins.ts'
import { typedClientLayer } from './plugins/schemas/typed-client.ts'
import { Uploaded } from './plugins/upload/uploaded.ts'
import { Callers } from './plugins/users/callers.ts'
import { Codes } from './plugins/users/codes.ts'
import { Edits } from './plugins/users/edits.ts'
import { Passwords } from './plugins/users/passwords.ts'
import { type MakeApi, type RefusedWrite, ServedWorld } from './world.ts'
import { readOnlyLayer, writingLayer } from './writing.ts'

export type { Accounts } from '../sources/tokens/accounts.ts'
export type { Lacks } from '../writing/index.ts'

export interface MockOptions extends Pick<ApiOptions, 'profile' | 'budget' | 'keep'> {
  /** Returns the role of a token that the graph does not list. Called at each request with a token. */
  readonly roleOfToken?: RoleOfToken
  /** Creates the content API of a graph, for a project whose own code answers first. */
  readonly api?: MakeApi
  /** The settings for users. Default: those of a new project. */
  readonly accounts?: Accounts
  /** Lets an unknown token read everything. Called once for each such token. */
  readonly admit?: (token: string) => void
  /** Receives a line about an effect that only the real server has, such as a mail. */
  readonly tell?: (line: string) => void
  /** Receives the permission that a refused write lacks. */
  readonly lacks?: Lacks
  /** Receives every refused write of content. */
  readonly refused?: (refused: RefusedWrite) => void
  /**
   * The clock, in milliseconds. By default tokens use the system clock, and each write is a second later than the
   * previous one, so that the same writes make the same world.
   */
  readonly now?: () => number
  /** Answers 405 to every change of content, users or files. */
  readonly readOnly?: boolean
  /** The store of uploaded files. Default: a store of this server alone. */
  readonly uploaded?: Uploaded
}

export interface Mock {
  readonly api: ContentApi
  /** Layers before the API, for `serve`. */
  readonly layers: readonly Layer[]
  /** The role of a token that the graph does not list: of a user or a program. */
  readonly roleOfToken: RoleOfToken
  /** Layers and API together. */
  readonly answer: (request: MockRequest) => Promise<ApiResponse>
  /** Changes the served graph, like `editGraph`. */
  readonly edit: (recipe: (dataset: EditableDataset) => void) => void
  /** Serves another graph. */
  readonly use: (graph: Graph) => void
}

/**
 * A server over a graph: content, users who can register and log in, files, roles, locales and schemas.
 * @throws ProfileError for an unknown profile or quirk.
 */
export function createMock(graph: Graph, options: MockOptions = {}): Mock {
  const { tell = () => undefined, lacks = () => undefined } = options
  const callers = new Callers(options)
  const roleOfToken: RoleOfToken = (token) => callers.roleOf(token, world.graph)
  const world: ServedWorld = worldOf(graph, { ...options, roleOfToken, lacks })
  const context = {
    world,
    departs: departing(profileOf(options.profile)),
    callers,
    passwords: new Passwords(),
    codes: new Codes(),
    edits: new Edits(world),
    uploaded: options.uploaded ?? new Uploaded(),
    print: tell,
    lacks,
  }
  const write = writingLayer(world)
  const refuse = lockingOut(callers, world)
  const layers: readonly Layer[] = [
    ...(options.readOnly === true ? [readOnlyLayer(world)] : []),
    pluginsLayer(context),
    typedClientLayer(world, options.now ?? Date.now),
    (request) => {
      const answer = write(request)
      return answer instanceof Promise ? answer.then((one) => refuse(request, one)) : refuse(request, answer)
    },
  ]
  const api: ContentApi = {
    get graph() {
      return world.graph
    },
    answer: (request) => refuse(request, world.api.answer(request)),
  }
  return {
    api,
    layers,
    roleOfToken,
    answer: async (request) => (await firstAnswer(layers, request)) ?? api.answer(request),
    edit: (recipe) => world.edit(recipe),
    use: (next) => world.use(next),
  }
}

function worldOf(
  graph: Graph,
  options: MockOptions & { readonly roleOfToken: RoleOfToken; readonly lacks: Lacks },
): ServedWorld {
  const { api, profile, budget, refused, keep, roleOfToken, lacks } = options
  return new ServedWorld(graph, {
    ...(api === undefined ? {} : { make: api }),
    ...(profile === undefined ? {} : { profile }),
    ...(budget === undefined ? {} : { budget }),
    // An edit makes a new API. All of them share one budget, so that edits do not add up.
    keep: { ...keep, share: keep?.share ?? new LruBudget(keep?.bytes ?? KEPT_BYTES) },
    roleOfToken,
    clock: options.now,
    lacks,
    ...(refused === undefined ? {} : { refused }),
  })
}

/** Rewrites a 401: the token of a blocked user gets another message than an unknown token. */
const lockingOut =
  (callers: Callers, world: ServedWorld) =>
  <Answer extends ApiResponse | undefined>(request: ApiRequest, answer: Answer): Answer | ApiResponse => {
    if (answer?.status !== 401) return answer
    const isSent = bearerToken(request.headers?.['authorization']) !== undefined
    const known = isSent ? callers.who(request, world.graph) : undefined
    return known === 'locked' ? written(turnedAway(known), request) : answer
  }
