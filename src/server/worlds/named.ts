/** Finds the world of a request: its header, its cookie, or a prefix of its path names it. */
import { cookieNamed } from '../cookie.ts'
import type { MockRequest } from '../layer.ts'

/** The name of the header and the cookie. A client that can set neither puts `/_populace/in/NAME` before the path. */
export const WORLD = 'populace-world'
const PREFIX = '/_populace/in/'

export interface NamedWorld {
  readonly name: string
  /** The request without the prefix of its path. */
  readonly request: MockRequest
}

/** Accepts letters, digits, dots, dashes and underscores. */
export const isWorldName = (name: string): boolean => /^[\w.-]{1,100}$/.test(name)

/** undefined if the request names no world; `bad` if the name is invalid. */
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
