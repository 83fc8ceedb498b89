/**
 * The endpoints besides the content API: users, logins, uploaded files, roles, locales, schemas, and the health check.
 */

import type { ApiRequest, ApiResponse } from '../../reference/api.ts'
import { splitTarget } from '../../util/url/target.ts'
import { isForm } from '../../writing/index.ts'
import type { Layer, MockRequest } from '../layer.ts'
import { corsHeaders, failed, forbidden, type PluginResponse, unauthorized, written } from './answer.ts'
import { readBody } from './body.ts'
import type { EndpointContext } from './context.ts'
import { type EndpointPath, type EndpointRoute, methodsOf, placeOf, routeOf } from './routes.ts'
import type { Caller, KnownCaller } from './users/callers.ts'
import { mayUse } from './users/rights.ts'

/** Returns the plugin endpoints of every server, as a layer before the content API. */
export function pluginsLayer(context: EndpointContext): Layer {
  return (request) => {
    const { method = 'GET', url, headers = {} } = request
    // The content API answers every CORS preflight.
    if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) return undefined
    const { path, search } = splitTarget(url)
    if (path.startsWith('/_') && /^\/_health\/?$/i.test(path)) return healthy(headers)
    const { graph } = context.world
    const place = placeOf(path, graph)
    if (place === undefined) return undefined
    const route = routeOf(place, method)
    if (route !== undefined)
      return entered(route, place, request, search, context).then((answer) => written(answer, request))
    // Leaves a GET without a route to the content API, which answers 404.
    return method === 'GET' || method === 'HEAD' ? undefined : other(place, request)
  }
}

const healthy = (headers: NonNullable<ApiRequest['headers']>): ApiResponse => ({
  status: 204,
  headers: { ...corsHeaders(headers['origin']), strapi: 'You are so French!' },
  body: '',
})

/** Answers OPTIONS with the methods of a path, and any method without a route with 405. */
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

/**
 * Handles a request to a plugin endpoint in the order of the real server: reads the body, then checks the caller, then
 * checks the permission.
 */
async function entered(
  route: EndpointRoute,
  { params }: EndpointPath,
  request: MockRequest,
  search: string,
  context: EndpointContext,
): Promise<PluginResponse> {
  const { endpoint, method, reads } = route
  const contentType = request.headers?.['content-type'] ?? ''
  // Refuses a form with files before reading the form, because the form is long and its content cannot change the
  // refusal.
  const early = reads === 'files' && isForm(contentType) ? letIn(route, request, context) : undefined
  if (early?.ok === false) return early.answer
  const isRead = endpoint !== null && (method === 'POST' || method === 'PUT')
  const read = isRead ? await readBody(request, reads, context.departs) : NO_BODY
  if (!read.ok) return read.answer
  // Checks the permission again, because the world may have changed while the body arrived.
  const entry = letIn(route, request, context)
  if (!entry.ok) return entry.answer
  // A route with `endpoint: null` changes data, and no role can have the permission for it.
  if (endpoint === null) return forbidden()
  const { caller } = entry
  return endpoint({ context, caller, params, search, body: read.value, bytes: read.bytes, contentType })
}

type Entry =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly answer: PluginResponse }

/** Returns the caller of a request to a route, or the refusal of the caller with 401 or 403. */
function letIn({ endpoint, action }: EndpointRoute, request: MockRequest, context: EndpointContext): Entry {
  const { graph } = context.world
  const caller = context.callers.who(request, graph)
  if (typeof caller === 'string') return { ok: false, answer: turnedAway(caller) }
  if (mayUse(caller.role, action, graph.access)) return { ok: true, caller }
  if (endpoint !== null) context.lacks({ role: caller.role.name, action })
  return { ok: false, answer: forbidden() }
}

/** Returns the 401 answer to a token that belongs to no active caller. */
export const turnedAway = (known: Extract<KnownCaller, string>): PluginResponse =>
  known === 'locked' ? failed(401, 'UnauthorizedError', 'Invalid credentials') : unauthorized()
