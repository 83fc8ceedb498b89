/** A whole server without a port: the content API over a graph, and what a frontend asks for besides. */

import { bearerToken, type RoleOfToken } from '../reference/access.ts'
import {
  type ApiOptions,
  type ApiRequest,
  type ApiResponse,
  type ContentApi,
  KEPT_BYTES,
  type KeepOptions,
} from '../reference/api.ts'
import type { Graph } from '../reference/graph/graph.ts'
import { profile as profileOf } from '../reference/strapi/profile.ts'
import type { Accounts } from '../sources/tokens/accounts.ts'
import { Kept } from '../util/cache/lru.ts'
import type { EditableDataset } from '../writing/edit/edit.ts'
import { departing, type Lacks } from '../writing/index.ts'
import { firstAnswer, type Layer, type MockRequest } from './layer.ts'
import { written } from './plugins/answer.ts'
import { besideLayer, turnedAway } from './plugins/plugins.ts'
import { typedClientLayer } from './plugins/schemas/typed-client.ts'
import { Uploaded } from './plugins/upload/uploaded.ts'
import { Callers } from './plugins/users/callers.ts'
import { Codes } from './plugins/users/codes.ts'
import { Edits } from './plugins/users/edits.ts'
import { Passwords } from './plugins/users/passwords.ts'
import { type MakeApi, type RefusedWrite, World } from './world.ts'
import { readOnlyLayer, writingLayer } from './writing.ts'

export type { Accounts } from '../sources/tokens/accounts.ts'
export type { Lacks } from '../writing/index.ts'

export interface MockOptions extends Pick<ApiOptions, 'profile' | 'budget' | 'keep'> {
  /** The role of a token that the graph does not list: asked at each request that sends one. */
  readonly roleOfToken?: RoleOfToken
  /** How the content API of a graph is made, where code of its own stands before it. */
  readonly api?: MakeApi
  /** How the server is set up to have users; as a new one is where it is left out. */
  readonly accounts?: Accounts
  /** Takes a token that nobody was given for one that may read everything, and is told of each once. */
  readonly admit?: (token: string) => void
  /** Told in a line what the real server would do and this one does not, such as to send mail. */
  readonly tell?: (line: string) => void
  /** Told of the permission that whoever wanted to write has not. */
  readonly lacks?: Lacks
  /** Told of every write of content that is refused. */
  readonly refused?: (refused: RefusedWrite) => void
  /**
   * Milliseconds. Where it is left out, tokens go by the clock of the machine, and every write is a second later than the
   * one before, so that the same writes make the same world.
   */
  readonly now?: () => number
  /** Takes no writes: what would change content, users or files is answered with 405. */
  readonly readOnly?: boolean
  /** Where files that are sent are kept; in a place of its own where it is left out. */
  readonly uploaded?: Uploaded
}

export interface Mock {
  readonly api: ContentApi
  /** What stands before the API; `serve` takes them. */
  readonly layers: readonly Layer[]
  /** Who a token stands for that the graph does not list: a user, or a program. */
  readonly roleOfToken: RoleOfToken
  /** Layers and API together. */
  readonly answer: (request: MockRequest) => Promise<ApiResponse>
  /** Changes what is served from now on, as `editGraph` does. */
  readonly edit: (recipe: (dataset: EditableDataset) => void) => void
  /** Serves another graph from now on. */
  readonly use: (graph: Graph) => void
}

/**
 * A server over a graph: content, users who can register and log in, files, roles, languages, schemas.
 * @throws ProfileError for an unknown profile or quirk.
 */
export function createMock(graph: Graph, options: MockOptions = {}): Mock {
  const { profile, budget, tell = () => undefined, lacks = () => undefined } = options
  // What follows from a graph is worked out anew when it is edited; together it takes no more than before.
  const keep: KeepOptions = {
    ...options.keep,
    share: options.keep?.share ?? new Kept(options.keep?.bytes ?? KEPT_BYTES),
  }
  const callers = new Callers(options)
  const world: World = new World(graph, {
    ...(options.api === undefined ? {} : { make: options.api }),
    ...(profile === undefined ? {} : { profile }),
    ...(budget === undefined ? {} : { budget }),
    keep,
    roleOfToken: (token) => callers.roleOf(token, world.graph),
    clock: options.now,
    lacks,
    ...(options.refused === undefined ? {} : { refused: options.refused }),
  })
  const desk = {
    world,
    departs: departing(profileOf(profile)),
    callers,
    passwords: new Passwords(),
    codes: new Codes(),
    edits: new Edits(world),
    uploaded: options.uploaded ?? new Uploaded(),
    tell,
    lacks,
  }
  const write = writingLayer(world)
  const writing: Layer = (request) => {
    const told = (answer: ApiResponse | undefined): ApiResponse | undefined =>
      answer?.status === 401 ? (lockedOut(request) ?? answer) : answer
    const answer = write(request)
    return answer instanceof Promise ? answer.then(told) : told(answer)
  }
  const layers = [
    ...(options.readOnly === true ? [readOnlyLayer(world)] : []),
    besideLayer(desk),
    typedClientLayer(world, options.now ?? Date.now),
    writing,
  ]
  const api: ContentApi = {
    get graph() {
      return world.graph
    },
    answer: (request) => {
      const answer = world.api.answer(request)
      return answer.status === 401 ? (lockedOut(request) ?? answer) : answer
    },
  }

  /** Who was given a token and may not come any more is told so in other words than who was given none. */
  function lockedOut(request: ApiRequest): ApiResponse | undefined {
    const isSent = bearerToken(request.headers?.['authorization']) !== undefined
    const known = isSent ? callers.who(request, world.graph) : undefined
    return known === 'locked' ? written(turnedAway(known), request) : undefined
  }

  return {
    api,
    layers,
    roleOfToken: (token) => callers.roleOf(token, world.graph),
    answer: async (request) => (await firstAnswer(layers, request)) ?? api.answer(request),
    edit: (recipe) => world.edit(recipe),
    use: (next) => world.use(next),
  }
}
