/** Content that is written: created, updated and deleted in the memory of the world that is asked. */
import { splitTarget } from '../ground/target.ts'
import type { ApiResponse } from '../reference/api.ts'
import { errorAnswer } from './errors.ts'
import type { Layer, MockRequest } from './layer.ts'
import type { World } from './world.ts'

const METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'DELETE'])

/** Takes writes. */
export function writingLayer(world: World): Layer {
  return async (request) => {
    if (!METHODS.has(request.method ?? 'GET')) return undefined
    const body = await request.body?.()
    if (body === 'no-room') return tooBusy(request)
    const { body: _, query: __, open: ___, ...rest } = request
    if (body === undefined) return world.write(rest)
    return world.write({ ...rest, body: body === 'gone' ? 'too-large' : body })
  }
}

const tooBusy = ({ headers }: MockRequest): ApiResponse => {
  const message = 'Too many bodies are being read. Ask again in a moment'
  return errorAnswer({ status: 503, name: 'ServiceUnavailableError', message }, headers?.['origin'])
}

/** Refuses what would change anything below the prefix, as a server does that has no such routes. */
export function readOnlyLayer(world: World): Layer {
  return (request) => {
    const { method = 'GET', url, headers = {} } = request
    const { path } = splitTarget(url)
    const isOwn = path.toLowerCase().startsWith(`${world.graph.settings.prefix.toLowerCase()}/`)
    if (!isOwn || !METHODS.has(method) || isAuth(path)) return undefined
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

/** Logging in changes nothing that is served. */
const isAuth = (path: string): boolean => /\/auth\//i.test(path)

const corsOf = (origin: string | undefined): Readonly<Record<string, string>> =>
  origin === undefined
    ? { vary: 'Origin' }
    : { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
