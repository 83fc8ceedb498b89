/**
 * The types that all adapters share: a web-standard handler, like the handler of `fetchHandler`, and the paths that it
 * answers.
 */

export type Handler = (request: Request) => Response | Promise<Response>

/** Selects the requests that the handler answers, by their path. */
export interface PathOptions {
  /** The paths that the handler answers, including every path below them. The default is `['/api', '/uploads']`. */
  readonly paths?: readonly string[]
}

export const PATHS: readonly string[] = ['/api', '/uploads']

/** Returns whether a path equals one of `paths` or lies below one of them. */
export const isBelow = (path: string, paths: readonly string[]): boolean =>
  paths.some((one) => path === one || path.startsWith(one.endsWith('/') ? one : `${one}/`))
