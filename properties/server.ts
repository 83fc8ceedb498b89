/** A server as a function: the reference implementation in memory, or a server behind a URL. */
import type { ApiRequest, ApiResponse } from '../src/reference/api.ts'

/** A function from request to response; it must not throw. */
export type Server = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>

/** The answer to a request that the HTTP client refuses to send, as a server would give it. */
const UNSENDABLE: ApiResponse = { status: 400, headers: {}, body: '' }

/** The server at `origin`, for instance `http://127.0.0.1:1337`. */
export function serverAt(origin: string): Server {
  return async ({ method = 'GET', url, headers = {} }) => {
    const request = requestTo(`${origin}${url}`, method, headers)
    if (request === undefined) return UNSENDABLE
    const response = await fetch(request, { redirect: 'manual' })
    const body = await response.text()
    return { status: response.status, headers: Object.fromEntries(response.headers), body }
  }
}

function requestTo(
  url: string,
  method: string,
  headers: NonNullable<ApiRequest['headers']>,
): Request | undefined {
  const sent = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined)
  try {
    return new Request(url, { method, headers: sent })
  } catch {
    return undefined
  }
}
