/** A server as a function: the reference implementation in memory, or a server behind a URL. */
import type { ApiRequest, ApiResponse } from '../src/reference/api.ts'

/** The origin of the server that reports print, or a function that returns the origin for a request. */
export type ServerOrigin = string | ((request: ApiRequest) => string)

/**
 * A function from request to response. A server function throws only if it did not send the request or got no answer.
 *
 * ```ts
 * const server: Server = Object.assign(answer, { origin: 'https://cms.example.org' })
 * ```
 */
export interface Server {
  (request: ApiRequest): ApiResponse | Promise<ApiResponse>
  /** The origin in the `curl` lines of reports. */
  readonly origin?: ServerOrigin
}

/** A request with a body, for a server that writes. */
export interface SentRequest extends ApiRequest {
  readonly body?: string
}

/**
 * The error for a request that `serverAt` refuses to send. If a law sends a refused request, the law skips the
 * experiment.
 *
 * ```ts
 * await server({ method: 'DELETE', url: '/api/articles/1' }).catch((error) => error instanceof UnsentError)
 * ```
 */
export class UnsentError extends Error {
  override readonly name = 'UnsentError'
}

/**
 * The error for a request without an answer: the server is down, the server is too slow, or the connection broke.
 *
 * ```ts
 * await server({ url: '/api/articles' }).catch((error) => error instanceof UnreachableError)
 * ```
 */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

export interface ServerOptions {
  /**
   * The methods that `serverAt` may send: `GET` and `HEAD` by default. Methods other than `GET` and `HEAD` can change
   * data.
   */
  readonly methods?: readonly string[]
  /** The milliseconds after which a request without an answer fails; ten seconds by default. */
  readonly timeout?: number
  /**
   * The function that sends the requests; the global `fetch` by default. With the handler of a mock as `fetch`, no port
   * is needed.
   */
  readonly fetch?: (request: Request, how: RequestInit) => Promise<Response>
}

const READING = ['GET', 'HEAD']
const TIMEOUT = 10_000

/**
 * The error codes of a closed connection. After such an error, `serverAt` sends a request that only reads data once
 * more, because a server may close an idle connection while the next request is on its way.
 */
const CLOSED: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/**
 * Makes a server function that sends each request to the origin, even if the URL of the request has another host. The
 * server follows no redirect. Reports print the origin.
 *
 * ```ts
 * const server = serverAt('http://127.0.0.1:1337')
 * const { status } = await server({ url: '/api/restaurants' })
 * ```
 *
 * @throws TypeError for a text that is not an origin.
 */
export function serverAt(
  origin: string,
  options: ServerOptions = {},
): ((request: SentRequest) => Promise<ApiResponse>) & { readonly origin: string } {
  const pinned = originOf(origin)
  const { methods = READING, timeout = TIMEOUT, fetch: send = fetch } = options
  const ask = async ({ method = 'GET', url, headers = {}, body }: SentRequest): Promise<ApiResponse> => {
    if (!methods.includes(method))
      throw new UnsentError(`${method} ${url} is not sent: \`methods\` allows ${methods.join(', ')}`)
    const request = requestTo(pinned, { method, url, headers, ...(body === undefined ? {} : { body }) })
    const attempt = async (): Promise<ApiResponse> => {
      const response = await send(request, { redirect: 'manual', signal: AbortSignal.timeout(timeout) })
      const text = await response.text()
      return { status: response.status, headers: Object.fromEntries(response.headers), body: text }
    }
    try {
      return await attempt().catch((error: unknown) => {
        if (READING.includes(method) && CLOSED.has(causeOf(error))) return attempt()
        throw error
      })
    } catch (error) {
      throw new UnreachableError(`the server ${pinned} gives no answer: ${causeOf(error)}`)
    }
  }
  return Object.assign(ask, { origin: pinned })
}

/** `https://cms.example.org/` → `https://cms.example.org`. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    [url.pathname, url.search, url.hash, url.username, url.password].join('') === '/'
  if (isOrigin) return url.origin
  throw new TypeError(
    `${JSON.stringify(text)} is not an origin; write scheme, host and port: http://127.0.0.1:1337`,
  )
}

/**
 * Returns the request to an origin. The path must begin with a slash, which ends the origin, so that no path can
 * change the host.
 */
function requestTo(origin: string, { method = 'GET', url, headers = {}, body }: SentRequest): Request {
  if (!url.startsWith('/'))
    throw new UnsentError(`${JSON.stringify(url)} is not sent: a path begins with a slash`)
  const target = new URL(`${origin}${url}`)
  if (target.origin !== origin) throw new UnsentError(`${url} is not sent: it leads to ${target.origin}`)
  const sent = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined)
  try {
    return new Request(target, { method, headers: sent, ...(body === undefined ? {} : { body }) })
  } catch (error) {
    throw new UnsentError(`${method} ${url} is not sent: ${causeOf(error)}`)
  }
}

/** Returns the reason of a failed `fetch`, from the member `cause` of its error. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return error.name === 'TimeoutError' ? 'it takes too long' : error.message
}
