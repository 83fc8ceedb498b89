/** Anything that answers requests: the reference implementation in memory, or a server behind a URL. */
import type { ApiRequest, ApiResponse } from '../src/api.ts'

/** A function from request to response; it must not throw. */
export type Server = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>

/** The server at `origin`, for instance `http://127.0.0.1:1337`. */
export function serverAt(origin: string): Server {
  return async ({ method = 'GET', url, headers = {} }) => {
    const sent = Object.entries(headers).filter(
      (header): header is [string, string] => header[1] !== undefined,
    )
    const response = await fetch(`${origin}${url}`, { method, headers: sent })
    const body = await response.text()
    return { status: response.status, headers: Object.fromEntries(response.headers), body }
  }
}
