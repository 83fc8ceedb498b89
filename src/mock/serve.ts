/** The content API over node:http. The only module that knows sockets. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { performance } from 'node:perf_hooks'
import { type ApiResponse, type ContentApi, MAX_TARGET_BYTES } from '../reference/api.ts'

export interface ServeOptions {
  /** 1337 where it is left out; 0 takes any free port. */
  readonly port?: number
  /** 127.0.0.1 where it is left out: nobody but this machine is answered. */
  readonly host?: string
  /** Told every request that was answered. */
  readonly log?: (line: RequestLog) => void
}

export interface RequestLog {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly milliseconds: number
}

export interface Running {
  /** `http://127.0.0.1:1337` */
  readonly url: string
  /** Answers what has begun, takes nothing new, and resolves when the last connection is gone. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a server and resolves when it listens.
 * @throws The error of node:http, for instance EADDRINUSE when the port is taken.
 */
export function serve(api: ContentApi, options: ServeOptions = {}): Promise<Running> {
  const { port = 1337, host = '127.0.0.1', log } = options
  const server = createServer({ maxHeaderSize: MAX_TARGET_BYTES }, (request, response) => {
    const start = performance.now()
    const { method = 'GET', url = '/' } = request
    const answered = api.answer({ method, url, headers: singleValues(request.headers) })
    send(answered, request, response)
    log?.({ method, url, status: answered.status, milliseconds: performance.now() - start })
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve({ url: urlOf(server, host), stop: () => stop(server) })
    })
  })
}

function send(answered: ApiResponse, request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = answered
  // A request body is never read: what is left of it must not hold up the connection.
  request.resume()
  const hasLength = status !== 204 && request.method !== 'HEAD'
  response.writeHead(status, {
    ...headers,
    ...(hasLength ? { 'content-length': Buffer.byteLength(body) } : {}),
  })
  response.end(body)
}

function singleValues(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  const entries = Object.entries(headers)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
}

function urlOf(server: Server, host: string): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
}
