/** Types shared by all adapters: a web-standard handler, as `fetchHandler` returns one, and the paths it answers. */

export type Handler = (request: Request) => Response | Promise<Response>

/** Selects requests by path: equal to one of `paths`, such as `/api`, or below it. */
export interface PathOptions {
  /** Default: `['/api', '/uploads']`. */
  readonly paths?: readonly string[]
}

export const PATHS: readonly string[] = ['/api', '/uploads']

/** Whether a path equals one of these or lies below it. */
export const isBelow = (path: string, paths: readonly string[]): boolean =>
  paths.some((one) => path === one || path.startsWith(one.endsWith('/') ? one : `${one}/`))
