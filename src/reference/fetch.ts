import type { ApiResponse, ContentApi } from './api.ts'
import { type Failure, internalError, printFailure } from './failure.ts'

/** The statuses for which the fetch standard forbids a body. */
const BODILESS = new Set([101, 204, 205, 304])

/**
 * Wraps the content API as a web-standard handler for MSW, Hono, Next route handlers, Playwright and similar tools.
 * For example, MSW uses `http.get('*\/api/*', ({ request }) => handle(request))`. The handler does not throw: an
 * exception becomes a 500 and goes to `fail`, which by default prints to standard error.
 */
export function fetchHandler(
  api: ContentApi,
  fail: (failure: Failure) => void = printFailure,
): (request: Request) => Response {
  return (request) => {
    const { method, url } = request
    const headers = Object.fromEntries(request.headers)
    try {
      return responseOf(api.answer({ method, url, headers }), method)
    } catch (error) {
      fail({ method, url, error })
      return responseOf(internalError(headers.origin), method)
    }
  }
}

export function responseOf({ status, headers, body, bytes }: ApiResponse, method: string): Response {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value.split('\n').map((one): [string, string] => [name, one]),
  )
  const content = bytes === undefined ? body : new Uint8Array(bytes)
  return new Response(BODILESS.has(status) || method === 'HEAD' ? null : content, { status, headers: pairs })
}
