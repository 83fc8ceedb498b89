/**
 * The types that all adapters share: a web-standard handler, such as the result of `fetchHandler`, and the paths that
 * the handler answers.
 */

export type Handler = (request: Request) => Response | Promise<Response>

/** The option that selects the requests that the handler answers, by the path of the request. */
export interface PathOptions {
  /** The paths that the handler answers, including every path below them. The default is `['/api', '/uploads']`. */
  readonly paths?: readonly string[]
}

export const PATHS: readonly string[] = ['/api', '/uploads']

/** Returns whether a path equals one of `paths` or is below one of these paths. */
export const isBelow = (path: string, paths: readonly string[]): boolean =>
  paths.some((one) => path === one || path.startsWith(one.endsWith('/') ? one : `${one}/`))
