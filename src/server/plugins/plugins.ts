/** What a frontend asks a server besides content: users and their tokens, files, roles, languages, schemas, its health. */

import type { ApiRequest, ApiResponse } from '../../reference/api.ts'
import { splitTarget, startsInAnyCase } from '../../util/url/target.ts'
import type { Layer, MockRequest } from '../layer.ts'
import { corsHeaders, failed, forbidden, type Told, unauthorized, written } from './answer.ts'
import { readBody } from './body.ts'
import type { Desk } from './desk.ts'
import { methodsOf, type Place, placeOf, type Route } from './routes.ts'
import type { Known } from './users/callers.ts'
import { mayUse } from './users/rights.ts'

/** The endpoints of the plugins that every server has, as a layer before its content API. */
export function besideLayer(desk: Desk): Layer {
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
function other(place: Place, { method, headers = {} }: ApiRequest): ApiResponse {
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

const NO_BYTES = new Uint8Array()

/** A body is read before anybody is asked who sends it; then the caller, then the permission. */
async function entered(
  { endpoint, action, method }: Route,
  { params }: Place,
  request: MockRequest,
  search: string,
  desk: Desk,
): Promise<Told> {
  const isRead = endpoint !== null && (method === 'POST' || method === 'PUT')
  const read = isRead
    ? await readBody(request, desk.departs)
    : { ok: true as const, value: undefined, bytes: NO_BYTES }
  if (!read.ok) return read.answer
  const { graph } = desk.world
  const caller = desk.callers.who(request, graph)
  if (typeof caller === 'string') return turnedAway(caller)
  if (!mayUse(caller.role, action, graph.access)) {
    if (method !== 'GET' && endpoint !== null) desk.lacks({ role: caller.role.name, action })
    return forbidden()
  }
  // Nobody is ever given the permission to change anything else.
  if (endpoint === null) return forbidden()
  const contentType = request.headers?.['content-type'] ?? ''
  return endpoint({ desk, caller, params, search, body: read.value, bytes: read.bytes, contentType })
}

/** Why somebody is nobody here. */
export const turnedAway = (known: Extract<Known, string>): Told =>
  known === 'locked' ? failed(401, 'UnauthorizedError', 'Invalid credentials') : unauthorized()
