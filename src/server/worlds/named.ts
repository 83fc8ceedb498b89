/** Which world a request is for: its header says it, or its cookie, or what its path begins with. */
import type { MockRequest } from '../layer.ts'

/** The header and the cookie; who can set neither puts `/_populace/in/NAME` in front of the path. */
export const WORLD = 'populace-world'
const PREFIX = '/_populace/in/'

export interface NamedWorld {
  readonly name: string
  /** The request as the world gets it. */
  readonly request: MockRequest
}

/** Letters, digits, dots, dashes and underscores. */
export const isWorldName = (name: string): boolean => /^[\w.-]{1,100}$/.test(name)

/** undefined for a request that names none; `bad` for a name that is none. */
export function namedWorld(request: MockRequest): NamedWorld | 'bad' | undefined {
  const { url, headers = {} } = request
  if (url.startsWith(PREFIX)) {
    const [name = '', ...rest] = url.slice(PREFIX.length).split('/')
    return isWorldName(name) ? { name, request: { ...request, url: `/${rest.join('/')}` } } : 'bad'
  }
  const name = headers[WORLD] ?? cookieOf(headers['cookie'])
  if (name === undefined) return undefined
  return isWorldName(name) ? { name, request } : 'bad'
}

function cookieOf(header: string | undefined): string | undefined {
  if (header === undefined || !header.includes(WORLD)) return undefined
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === WORLD) return part.slice(at + 1).trim()
  }
  return undefined
}
