/** What every adapter is made of: a web-standard handler, as `fetchHandler` gives one. */

export type Handler = (request: Request) => Response | Promise<Response>

/** Which requests are answered: those whose path is this or begins with one of these, each as `/api`. */
export interface PathOptions {
  /** `['/api', '/uploads']` where it is left out. */
  readonly paths?: readonly string[]
}

export const PATHS: readonly string[] = ['/api', '/uploads']

/** Whether a path is one of these or below it. */
export const isBelow = (path: string, paths: readonly string[]): boolean =>
  paths.some((one) => path === one || path.startsWith(one.endsWith('/') ? one : `${one}/`))
