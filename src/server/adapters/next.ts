/** `populace/next` provides the content API as a route of the app router of Next.js: `app/api/[...path]/route.ts`. */
import type { Handler } from './handler.ts'

export type NextRoute = (request: Request) => Promise<Response>

/**
 * Creates the handlers of a route, for example `export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } =
 * nextRoute(handle)`.
 */
export function nextRoute(
  handle: Handler,
): Readonly<Record<'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', NextRoute>> {
  const route: NextRoute = async (request) => handle(request)
  return { GET: route, HEAD: route, OPTIONS: route, POST: route, PUT: route, PATCH: route, DELETE: route }
}
