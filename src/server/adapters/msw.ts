/** `populace/msw`: the content API behind Mock Service Worker 2, in Node and in a page; Storybook's MSW addon takes it too. */
import { type HttpHandler, http } from 'msw'
import { type Handler, PATHS, type PathOptions } from './handler.ts'

export interface MswOptions extends PathOptions {
  /** In front of the paths: `https://cms.example`; any origin where it is left out. */
  readonly origin?: string
}

/**
 * Handlers for `setupServer(...handlers)` and `setupWorker(...handlers)`, or for Storybook as
 * `parameters: { msw: { handlers } }`. Handlers of your own that come before them win.
 */
export function mswHandlers(handle: Handler, options: MswOptions = {}): HttpHandler[] {
  const { origin = '*', paths = PATHS } = options
  return paths.flatMap((path) =>
    [path, `${path}/*`].map((one) => http.all(`${origin}${one}`, ({ request }) => handle(request))),
  )
}
