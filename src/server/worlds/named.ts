/** Finds the world that a request names in a header, in a cookie or in a prefix of its path. */
import { cookieNamed } from '../cookie.ts'
import type { MockRequest } from '../layer.ts'

/** The name of the header and of the cookie that select a world. */
export const WORLD = 'populace-world'
/** The name of the default world. */
export const BASE = 'base'
/** The path prefix before the name of a world. A client that can set neither header nor cookie uses this prefix. */
const PREFIX = '/_populace/in/'

export interface NamedWorld {
  readonly name: string
  /** The request, whose path has no prefix `/_populace/in/NAME` any more. */
  readonly request: MockRequest
}

/** Returns whether a name has 1 to 100 letters, digits, dots, dashes and underscores. */
export const isWorldName = (name: string): boolean => /^[\w.-]{1,100}$/.test(name)

/**
 * Returns the world that a request names; undefined if the request names no world, and `bad` if the name is invalid.
 */
export function namedWorld(request: MockRequest): NamedWorld | 'bad' | undefined {
  const { url, headers = {} } = request
  if (url.startsWith(PREFIX)) {
    const [name = '', ...rest] = url.slice(PREFIX.length).split('/')
    return isWorldName(name) ? { name, request: { ...request, url: `/${rest.join('/')}` } } : 'bad'
  }
  const name = headers[WORLD] ?? cookieNamed(headers['cookie'], WORLD)
  if (name === undefined) return undefined
  return isWorldName(name) ? { name, request } : 'bad'
}
