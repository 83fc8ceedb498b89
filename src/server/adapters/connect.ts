/// <reference types="node" preserve="true" />
/**
 * `populace/express` provides the content API as a middleware for Express 4 and 5, and for any framework that accepts
 * Connect middleware.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Handler, isBelow, PATHS, type PathOptions } from './handler.ts'

export type Middleware = (
  request: IncomingMessage & { readonly originalUrl?: string | undefined },
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

export interface MiddlewareOptions extends PathOptions {
  /** The maximum size of a request body, in bytes; default: 1,000,000. */
  readonly maxBodySize?: number
}

/**
 * Creates a Connect middleware that answers with `handle`: `app.use(middleware(handle))`. The middleware passes
 * errors, and requests outside `paths`, to the next middleware. The error about a body that is too large has the
 * `status` 413, with which Express answers.
 */
export function middleware(
  handle: Handler,
  { paths = PATHS, maxBodySize = 1_000_000 }: MiddlewareOptions = {},
): Middleware {
  return (request, response, next) => {
    const target = request.originalUrl ?? request.url ?? '/'
    const [path = ''] = target.split('?', 1)
    if (!isBelow(path, paths)) {
      next()
      return
    }
    requestOf(request, target, maxBodySize)
      .then(handle)
      .then((answered) => send(answered, response))
      .catch(next)
  }
}

async function send(answered: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answered.status
  for (const [name, value] of answered.headers) response.setHeader(name, value)
  response.end(Buffer.from(await answered.arrayBuffer()))
}

async function requestOf(request: IncomingMessage, target: string, maxBodySize: number): Promise<Request> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const { method = 'GET' } = request
  const isBodiless = method === 'GET' || method === 'HEAD'
  const body = isBodiless ? undefined : new Uint8Array(await bodyOf(request, maxBodySize))
  return new Request(`http://${request.headers.host ?? 'localhost'}${target}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
}

async function bodyOf(request: IncomingMessage, maxBodySize: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBodySize)
      throw Object.assign(new RangeError(`A body of more than ${maxBodySize} bytes`), { status: 413 })
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
