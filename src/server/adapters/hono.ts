/** `populace/hono` provides the content API as a middleware for Hono 4, on any runtime that Hono supports. */
import type { MiddlewareHandler } from 'hono'
import { type Handler, isBelow, PATHS, type PathOptions } from './handler.ts'

/**
 * Creates a Hono middleware that answers with `handle`: `app.use(honoMiddleware(handle))`. The middleware passes
 * requests outside `paths` to the next handler.
 */
export function honoMiddleware(handle: Handler, { paths = PATHS }: PathOptions = {}): MiddlewareHandler {
  return async (context, next) => {
    if (isBelow(context.req.path, paths)) return handle(context.req.raw)
    return next()
  }
}
