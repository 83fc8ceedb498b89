/**
 * The two layers for writes of content. One layer changes the world in memory, and the other layer refuses all writes.
 */

import type { ApiResponse } from '../reference/api.ts'
import { splitTarget } from '../util/url/target.ts'
import { errorAnswer } from './errors.ts'
import type { Layer, MockRequest } from './layer.ts'
import type { ServedWorld } from './world.ts'

const METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'DELETE'])

/** Creates the layer that answers writes of content and changes the world in memory. */
export function writingLayer(world: ServedWorld): Layer {
  return (request) => {
    const { method = 'GET' } = request
    if (!METHODS.has(method)) return undefined
    const { body, query: _, ...rest } = request
    // The path of a DELETE identifies the document, so the server does not wait for a body.
    return body === undefined || method === 'DELETE' ? world.write(rest) : written(body, rest, world)
  }
}

async function written(
  body: NonNullable<MockRequest['body']>,
  request: Omit<MockRequest, 'body' | 'query'>,
  world: ServedWorld,
): Promise<ApiResponse | undefined> {
  const taken = await body()
  if (taken === 'no-room') return tooBusy(request)
  return world.write({ ...request, body: taken === 'gone' ? 'too-large' : taken })
}

const tooBusy = ({ headers }: MockRequest): ApiResponse => {
  const message = 'The server is reading too many request bodies. Try again in a moment'
  return errorAnswer({ status: 503, name: 'ServiceUnavailableError', message }, headers?.['origin'])
}

/**
 * Creates the layer that refuses every change below the API prefix, like a server without routes for changes. The layer
 * passes on the requests below `/auth` that change no row.
 */
export function readOnlyLayer(world: ServedWorld): Layer {
  return (request) => {
    const { method = 'GET', url, headers = {} } = request
    const { path } = splitTarget(url)
    const own = `${world.graph.settings.prefix}/`.toLowerCase()
    const lower = path.toLowerCase()
    const auth = `${own}auth/`
    const isLogin = lower.startsWith(auth) && LOGINS.has(lower.slice(auth.length).replace(/\/$/, ''))
    if (!lower.startsWith(own) || !METHODS.has(method) || isLogin) return undefined
    return {
      status: 405,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        allow: 'HEAD, GET',
        ...corsOf(headers['origin']),
      },
      body: 'Method Not Allowed',
    }
  }
}

/** The paths below `/auth` that a read-only server still answers, because they change no row. */
const LOGINS: ReadonlySet<string> = new Set([
  'local',
  'refresh',
  'logout',
  'forgot-password',
  'send-email-confirmation',
])

const corsOf = (origin: string | undefined): Readonly<Record<string, string>> =>
  origin === undefined
    ? { vary: 'Origin' }
    : { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
