/** What a frontend asks a server besides content: users and their tokens, files, roles, languages, schemas, its health. */

import type { ApiRequest, ApiResponse } from '../../reference/api.ts'
import { splitTarget, startsInAnyCase } from '../../util/url/target.ts'
import { isForm } from '../../writing/index.ts'
import type { Layer, MockRequest } from '../layer.ts'
import { corsHeaders, failed, forbidden, type PluginResponse, unauthorized, written } from './answer.ts'
import { readBody } from './body.ts'
import type { EndpointContext } from './desk.ts'
import { type EndpointPath, type EndpointRoute, methodsOf, placeOf } from './routes.ts'
import type { Caller, KnownCaller } from './users/callers.ts'
import { mayUse } from './users/rights.ts'

/** The endpoints of the plugins that every server has, as a layer before its content API. */
export function besideLayer(desk: EndpointContext): Layer {
  return (request) => {
    const { method = 'GET', url, headers = {} } = request
    // Every preflight has the same answer, and the content API has it.
    if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) return undefined
    const { path, search } = splitTarget(url)
    if (path.startsWith('/_') && /^\/_health\/?$/i.test(path)) return healthy(headers)
    const { graph } = desk.world
    const prefix = `${graph.settings.prefix}/`
    if (!startsInAnyCase(path, prefix.toLowerCase())) return undefined
    const place = placeOf(path.slice(prefix.length), graph)
    if (place === undefined) return undefined
    const route = place.routes.find((one) => one.method === (method === 'HEAD' ? 'GET' : method))
    if (route !== undefined)
      return entered(route, place, request, search, desk).then((told) => written(told, request))
    // What has no page of its own is asked for in vain.
    return method === 'GET' || method === 'HEAD' ? undefined : other(place, request)
  }
}

const healthy = (headers: NonNullable<ApiRequest['headers']>): ApiResponse => ({
  status: 204,
  headers: { ...corsHeaders(headers['origin']), strapi: 'You are so French!' },
  body: '',
})

/** What a path can do, or that it cannot do this. */
function other(place: EndpointPath, { method, headers = {} }: ApiRequest): ApiResponse {
  const isAsked = method === 'OPTIONS'
  return {
    status: isAsked ? 200 : 405,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      allow: methodsOf(place).join(', '),
      ...corsHeaders(headers['origin']),
    },
    body: isAsked ? '' : 'Method Not Allowed',
  }
}

const NO_BODY = { ok: true, value: undefined, bytes: new Uint8Array() } as const

/** As the real server: reads the body, then checks the caller, then the permission. */
async function entered(
  route: EndpointRoute,
  { params }: EndpointPath,
  request: MockRequest,
  search: string,
  desk: EndpointContext,
): Promise<PluginResponse> {
  const { endpoint, method, reads } = route
  const contentType = request.headers?.['content-type'] ?? ''
  // A form with files is long, and its bytes do not change this refusal: the server answers without them.
  const early = reads === 'files' && isForm(contentType) ? letIn(route, request, desk) : undefined
  if (early?.ok === false) return early.answer
  const isRead = endpoint !== null && (method === 'POST' || method === 'PUT')
  const read = isRead ? await readBody(request, reads, desk.departs) : NO_BODY
  if (!read.ok) return read.answer
  // The world may have changed while the body arrived.
  const entry = letIn(route, request, desk)
  if (!entry.ok) return entry.answer
  // Nobody is ever given the permission to change anything else.
  if (endpoint === null) return forbidden()
  const { caller } = entry
  return endpoint({ desk, caller, params, search, body: read.value, bytes: read.bytes, contentType })
}

type Entry =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly answer: PluginResponse }

/** The caller of a route, or 401 or 403. */
function letIn(
  { endpoint, action, method }: EndpointRoute,
  request: MockRequest,
  desk: EndpointContext,
): Entry {
  const { graph } = desk.world
  const caller = desk.callers.who(request, graph)
  if (typeof caller === 'string') return { ok: false, answer: turnedAway(caller) }
  if (mayUse(caller.role, action, graph.access)) return { ok: true, caller }
  if (method !== 'GET' && endpoint !== null) desk.lacks({ role: caller.role.name, action })
  return { ok: false, answer: forbidden() }
}

/** Why somebody is nobody here. */
export const turnedAway = (known: Extract<KnownCaller, string>): PluginResponse =>
  known === 'locked' ? failed(401, 'UnauthorizedError', 'Invalid credentials') : unauthorized()
