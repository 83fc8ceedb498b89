import type { ContentApi } from './api.ts'

/** Statuses that the fetch standard allows no body for. */
const BODILESS = new Set([101, 204, 205, 304])

/**
 * The content API as a web-standard handler, for MSW, Hono, Next route handlers, Playwright and the like:
 * `http.get('*\/api/*', ({ request }) => handle(request))`.
 */
export function fetchHandler(api: ContentApi): (request: Request) => Response {
  return (request) => {
    const { method, url } = request
    const { status, headers, body } = api.answer({
      method,
      url,
      headers: Object.fromEntries(request.headers),
    })
    return new Response(BODILESS.has(status) || method === 'HEAD' ? null : body, {
      status,
      headers: { ...headers },
    })
  }
}
