/**
 * `populace/msw` provides the content API for Mock Service Worker 2, in Node, in a browser page, and in Storybook's
 * MSW addon.
 */
import { type HttpHandler, http } from 'msw'
import { type Handler, PATHS, type PathOptions } from './handler.ts'

export interface MswOptions extends PathOptions {
  /**
   * The origin of the requests to intercept, such as `https://cms.example`. By default, the handlers intercept
   * requests to any origin.
   */
  readonly origin?: string
}

/**
 * Returns handlers for `setupServer(...handlers)` and `setupWorker(...handlers)`, or for Storybook as `parameters: {
 * msw: { handlers } }`. Put your own handlers first to override them.
 */
export function mswHandlers(handle: Handler, options: MswOptions = {}): HttpHandler[] {
  const { origin = '*', paths = PATHS } = options
  return paths.flatMap((path) =>
    [path, `${path}/*`].map((one) => http.all(`${origin}${one}`, ({ request }) => handle(request))),
  )
}
