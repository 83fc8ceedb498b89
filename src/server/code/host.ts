/**
 * Gives the code of a project access to the world of a request: the callers, the content API and the services of the
 * world.
 */
import type { ApiResponse } from '../../reference/api.ts'
import type { Graph, Role } from '../../reference/graph/graph.ts'
import { queryStringOf } from '../../reference/parse/url.ts'
import { USER_UID } from '../../reference/schema/schema.ts'
import type { CodeHost, CodeRequest } from '../../sources/runner/project-code.ts'
import type { CallerMessage, CoreCall } from '../../sources/runner/protocol.ts'
import { isObject } from '../../util/json.ts'
import { splitTarget } from '../../util/url/target.ts'
import type { MockRequest } from '../layer.ts'
import type { Callers } from '../plugins/users/callers.ts'
import { permissionsOf } from '../plugins/users/rights.ts'
import type { ServedWorld } from '../world.ts'
import { transactedCalls } from './transaction.ts'

interface HostParts {
  readonly world: ServedWorld
  readonly callers: Callers
  /** Answers a request without the code of the project. */
  readonly answer: (request: MockRequest) => Promise<ApiResponse>
  /** Answers a request without the code of the project, and discards the writes of the request. */
  readonly tryOut: (request: MockRequest) => Promise<ApiResponse>
}

/**
 * Creates the object through which a project's code accesses one world. The function `body` reads the body of the
 * original request, and may be called only once.
 */
export function codeHost(
  { world, callers, answer, tryOut }: HostParts,
  body?: MockRequest['body'],
): CodeHost {
  return {
    caller: (authorization) => callerOf(authorization, world, callers),
    core: (request, call) =>
      (call.dryRun === true ? tryOut : answer)(coreRequest(request, call, world.graph, body)),
    call: transactedCalls(world),
  }
}

function callerOf(authorization: string | undefined, world: ServedWorld, callers: Callers): CallerMessage {
  const { graph } = world
  const headers = authorization === undefined ? {} : { authorization }
  const found = callers.who({ url: '', headers }, graph)
  if (typeof found === 'string')
    return { kind: found === 'locked' ? found : 'refused', role: '', permissions: [] }
  const { role, user } = found
  const permissions = permissionsIn(role, graph)
  if (user === undefined) {
    const kind = authorization === undefined ? 'public' : 'token'
    return { kind, role: role.name, permissions }
  }
  const entry = world.call({
    service: 'query',
    uid: USER_UID,
    method: 'findOne',
    args: [{ where: { id: user.id }, populate: ['role'] }],
  })
  const value = entry.ok && 'value' in entry ? entry.value : undefined
  return {
    kind: 'user',
    role: role.name,
    permissions,
    ...(isObject(value ?? null) ? { user: Object(value) } : {}),
  }
}

const cached = new WeakMap<Role, WeakMap<Graph, readonly string[]>>()

/**
 * Returns the permissions of a role in a graph. The permissions are cached, because every request needs them and the
 * graph never changes.
 */
function permissionsIn(role: Role, graph: Graph): readonly string[] {
  const ofRole = cached.get(role) ?? new WeakMap<Graph, readonly string[]>()
  cached.set(role, ofRole)
  const known = ofRole.get(graph) ?? permissionsOf(role, graph.access)
  ofRole.set(graph, known)
  return known
}

/** Returns the request to the content API: the original request with the changes that the project's code made. */
function coreRequest(
  request: CodeRequest,
  call: CoreCall,
  graph: Graph,
  body: MockRequest['body'],
): MockRequest {
  const method = call.method ?? request.method
  const { path, search } = splitTarget(call.target ?? request.target)
  const isRead = method === 'GET' || method === 'HEAD'
  const asked = !isRead && call.query !== undefined ? queryStringOf(call.query) : search
  const bytes = call.body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(call.body))
  const given = bytes === undefined ? body : async () => bytes
  return {
    method,
    url: `${call.action === undefined ? path : pathOf(call.action, path, graph)}${asked === '' ? '' : `?${asked}`}`,
    headers: headersOf(request, call),
    ...(isRead && call.query !== undefined ? { query: call.query } : {}),
    ...(call.open === true ? { open: true } : {}),
    ...(given === undefined || isRead ? {} : { body: given }),
  }
}

function headersOf(
  { headers }: CodeRequest,
  { body, authorization }: CoreCall,
): Readonly<Record<string, string>> {
  const { authorization: sent, ...rest } = headers
  const caller = authorization === undefined ? sent : (authorization ?? undefined)
  return {
    ...rest,
    ...(caller === undefined ? {} : { authorization: caller }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
}

/**
 * Returns the path of an action of a content type. The API prefix in the path has the same spelling as in the request,
 * because the router ignores case.
 */
function pathOf(
  { uid, name, id }: NonNullable<CoreCall['action']>,
  path: string,
  { schema, settings }: Graph,
): string {
  const type = schema.contentTypes.get(uid)
  const sent = path.slice(0, settings.prefix.length)
  const prefix = sent.toLowerCase() === settings.prefix.toLowerCase() ? sent : settings.prefix
  // Returns the bare prefix for an unknown type, so that the content API answers 404.
  if (type === undefined) return `${prefix}/`
  if (type.kind === 'singleType') return `${prefix}/${type.singularName}`
  const list = `${prefix}/${type.pluralName}`
  return name === 'find' || name === 'create' ? list : `${list}/${encodeURIComponent(id)}`
}
