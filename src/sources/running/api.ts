/** An API that answers as a project does, by running the code of the project. */
import { bearerToken, may, roleOf } from '../../reference/access.ts'
import {
  type ApiOptions,
  type ApiResponse,
  type ContentApi,
  createReferenceApi,
} from '../../reference/api.ts'
import { internalError } from '../../reference/failure.ts'
import type { Graph, Role } from '../../reference/graph/graph.ts'
import type { GivenMap } from '../../reference/parse/given.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import { type CodeRequest, forbidden, nowhere, routedApi } from '../routes/routed.ts'
import {
  type Action,
  type CodeRoute,
  corePath,
  type Match,
  segmentsOf,
  usualRoutes,
} from '../routes/table.ts'
import { bodyOf } from './http-error.ts'
import type { Done, FromThread, ModelMessage, RunRoute } from './messages.ts'
import { Thread, type ThreadOptions } from './thread.ts'

export interface RunOptions {
  /** The project, absolute. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly models: Readonly<Record<string, ModelMessage>>
  /** Told what could not be run, on one line. */
  readonly tell: (line: string) => void
  /** Milliseconds for the code of one request; 10,000 where it is left out. */
  readonly patience?: number
  /** The file of the thread. */
  readonly file?: URL
}

export interface RunningProject {
  readonly api: (graph: Graph, options: ApiOptions) => ContentApi
  readonly end: () => void
}

const PATIENCE = 10_000
/** Beside the chunk that this becomes part of. */
const THREAD = new URL('./project-code.js', import.meta.url)

/**
 * Loads the code of a project; files that cannot be run are told.
 * @throws Error where nothing of it can be loaded.
 */
export function runProject({
  tell,
  patience = PATIENCE,
  file = THREAD,
  ...start
}: RunOptions): RunningProject {
  const options: ThreadOptions = { ...start, patience, file }
  let thread = new Thread(options)
  const { routes, faults } = thread.opened
  for (const { file: where, message } of faults) tell(`${where}: cannot be run: ${message}`)
  const current = (): Thread => {
    if (thread.isEnded) thread = new Thread(options)
    return thread
  }
  return { api: (graph, given) => apiOf(graph, given, { routes, current, tell }), end: () => thread.end() }
}

interface Running {
  readonly routes: readonly RunRoute[]
  readonly current: () => Thread
  readonly tell: (line: string) => void
}

function apiOf(graph: Graph, options: ApiOptions, running: Running): ContentApi {
  const { routes, current, tell } = running
  const { contentTypes } = graph.schema
  const apis = new Set(routes.map(({ api }) => api))
  const isKnown = ({ uid }: ContentType): boolean => apis.has(apiOfUid(uid))
  const own = routes.map((route, place) => ownRoute(route, place, contentTypes))
  const usual = [...contentTypes.values()]
    .filter((type) => type.uid.startsWith('api::') && !isKnown(type))
    // No code of the project runs for them.
    .flatMap((type) => usualRoutes(type, () => -1))
  const roleFor = ({ headers }: CodeRequest): Role | undefined =>
    roleOf(graph, bearerToken(headers['authorization']), options.roleOfToken)
  const isForbidden = (asked: CodeRequest, { scope, core, isOpen }: CodeRoute<number>): boolean => {
    if (scope === null || core === undefined || isOpen) return false
    const role = roleFor(asked)
    return role !== undefined && !may(role, scope, core.action === 'find' ? 'find' : 'findOne')
  }

  function answer(asked: CodeRequest, match: Match<number>): ApiResponse {
    const { route, params } = match
    const toCore = coreOf(asked, match)
    if (route.before < 0) return toCore({ query: undefined })
    const role = roleFor(asked)
    if (!route.isOpen && !isPermitted(role, route, routes[route.before]?.handler ?? ''))
      return forbidden(asked, match)
    const { method, path, search, headers } = asked
    const user =
      route.isOpen || role === undefined ? null : userOf(role, bearerToken(headers['authorization']), graph)
    try {
      const ended = current().ask(
        { route: route.before, method, path, search, headers, params, user },
        toCore,
      )
      if (ended.kind === 'done') return responseOf(ended, asked)
      tell(`${method} ${path}: ${ended.message}`)
      return ended.isOurs ? failed(asked, ended.message) : internalError(headers['origin'])
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      tell(`${method} ${path}: ${message}`)
      return failed(asked, message)
    }
  }

  const base = createReferenceApi(graph, options)
  return routedApi(base, { routes: [...own, ...usual], isKnown, isForbidden, answer })
}

/** A route of the project. `place` is its index, by which the thread finds it. */
function ownRoute(
  { api, handler, method, path, isOpen }: RunRoute,
  place: number,
  contentTypes: ReadonlyMap<string, ContentType>,
): CodeRoute<number> {
  const { uid, action } = handlerOf(handler)
  const type = contentTypes.get(uid)
  const core = type !== undefined && isAction(action) ? { type, action } : undefined
  const scope = apiOfUid(uid) === api ? null : `api::${api}.${uid}`
  return { method, segments: segmentsOf(path), core, isOpen, scope, before: place }
}

/** Whether the code of a route may run. The reference checks the permission for a scoped route. */
function isPermitted(role: Role | undefined, { scope }: CodeRoute<number>, handler: string): boolean {
  if (role === undefined) return false
  const { uid, action } = handlerOf(handler)
  if (scope !== null || uid === '') return true
  return ['*', `*.${action}`, handler].some((permission) => role.permissions.has(permission))
}

/** `api::a.b.find` → `api::a.b` and `find` */
function handlerOf(handler: string): { readonly uid: string; readonly action: string } {
  const at = handler.lastIndexOf('.')
  return { uid: handler.slice(0, at), action: handler.slice(at + 1) }
}

/** `api::a.b` → `a` */
const apiOfUid = (uid: string): string => uid.replace('api::', '').split('.')[0] ?? ''

const ACTIONS: readonly string[] = ['find', 'findOne', 'create', 'update', 'delete']
const isAction = (name: string): name is Action => ACTIONS.includes(name)

/** Asks the reference, as Strapi's own controller of a type is asked. */
function coreOf(asked: CodeRequest, { route, id }: Match<number>) {
  return (
    message: Pick<Extract<FromThread, { kind: 'core' }>, 'query'> & {
      readonly uid?: string
      readonly action?: string
    },
  ): ApiResponse => {
    const { api, request, search } = asked
    const type = message.uid === undefined ? undefined : api.graph.schema.contentTypes.get(message.uid)
    const action = message.action === 'findOne' ? 'findOne' : 'find'
    const core = type === undefined ? route.core : { type, action: action as Action }
    if (core === undefined) return nowhere(asked)
    return api.answer({
      ...request,
      method: message.uid === undefined ? (request.method ?? 'GET') : 'GET',
      url: `${corePath(api.graph, core, id)}${search === '' ? '' : `?${search}`}`,
      ...(isMap(message.query) ? { query: message.query } : {}),
      ...(route.isOpen ? { open: true } : {}),
    })
  }
}

const isMap = (value: unknown): value is GivenMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function responseOf({ status, headers, body }: Done, asked: CodeRequest): ApiResponse {
  if (status === null) return nowhere(asked)
  const common = internalError(asked.headers['origin']).headers
  return { status, headers: { ...common, ...headers }, body: asked.method === 'HEAD' ? '' : body }
}

/** A fault of ours, or of what we cannot do: said in so many words. */
function failed({ headers }: CodeRequest, message: string): ApiResponse {
  return { ...internalError(headers['origin']), body: bodyOf(500, 'ProjectCodeError', message, {}) }
}

/** Who a role belongs to, as far as that is told: a user's token says their id. */
function userOf(
  role: Role,
  token: string | undefined,
  graph: Graph,
): { readonly id: unknown; readonly role: string } | null {
  if (role.name === graph.access.publicRole || token === undefined) return null
  const [, payload] = token.split('.')
  if (payload === undefined) return null
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    return { id: Reflect.get(Object(claims), 'id'), role: role.name }
  } catch {
    return null
  }
}
