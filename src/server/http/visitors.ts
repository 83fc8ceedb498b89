/**
 * Checks the host and the origin of requests. Against DNS rebinding, a server on a loopback address accepts only host
 * names of this machine. Only pages that this machine serves may send credentials. Options allow further hosts and
 * origins.
 */
import { isIPv4 } from 'node:net'
import type { ApiRequest, ApiResponse } from '../../reference/api.ts'
import { memoized } from '../../util/cache/memoized.ts'
import { onceFor } from '../../util/cache/once.ts'
import { errorAnswer } from '../errors.ts'

/** The allowed host names or origins. Each may contain one `*`, which stands for one or more characters. */
export type Allowed = 'all' | readonly string[]

export interface Visitors {
  /** The host names that the server accepts in the header `Host`, in addition to localhost and loopback addresses. */
  readonly hosts: Allowed
  /** The origins whose pages may send credentials, in addition to origins on this machine. */
  readonly origins: Allowed
  /** The headers that pages of other origins may send, in addition to the default headers; `*` means any header. */
  readonly sendable?: readonly string[]
}

/** Returns whether a name is localhost, a subdomain of localhost, or a loopback address. */
export function isLoopback(name: string): boolean {
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    (isIPv4(name) && name.startsWith('127.')) ||
    ['::1', '[::1]'].includes(name)
  )
}

/** The configured host of a server, and the address that it resolved to. */
export interface Listening {
  readonly host: string
  readonly address: string
}

/**
 * Returns the host names that a server accepts. By default, a server that other machines can reach accepts all names,
 * because Populace cannot know the names of the server.
 */
export function hostsOf({ host, address }: Listening, allowed: Allowed | undefined): Allowed {
  if (allowed === 'all') return 'all'
  if (allowed === undefined && !isLoopback(address)) return 'all'
  return [host.includes(':') ? `[${host}]` : host, ...(allowed ?? [])]
}

/**
 * Answers 403 to a request with a host name that the server does not accept; returns undefined for any other request.
 */
export function turnedAway({ url, headers = {} }: ApiRequest, { hosts }: Visitors): ApiResponse | undefined {
  if (hosts === 'all') return undefined
  const inTarget = url.startsWith('/') ? undefined : /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]
  const isUnknown = (authority: string | undefined): authority is string =>
    authority !== undefined && !answersTo(hosts)(authority)
  // A missing `Host` header is accepted, because only clients other than browsers omit it.
  const unknown = isUnknown(inTarget) ? inTarget : headers.host
  return isUnknown(unknown) ? notAnsweredTo(hostName(unknown), headers.origin) : undefined
}

/**
 * Returns a function that checks whether the server accepts a host. Results of the host check are cached, because
 * requests repeat the same few host names.
 */
const answersTo = (hosts: readonly string[]): ((authority: string) => boolean) =>
  doorOnce(hosts, '', () => memoized((authority) => isAnsweredTo(hostName(authority), hosts)))

const doorOnce = onceFor<(authority: string) => boolean>()

function notAnsweredTo(name: string | undefined, origin: string | undefined): ApiResponse {
  const asked = name === undefined ? 'The host of this request' : `The host "${name}"`
  const message =
    `${asked} is not an accepted name of this server. ` +
    `To accept it, start the server with --allowed-host ${name ?? 'NAME'} (allowedHosts), or with --allowed-host all`
  return errorAnswer({ status: 403, name: 'ForbiddenError', message }, origin)
}

const isAnsweredTo = (name: string | undefined, hosts: readonly string[]): boolean =>
  name !== undefined && (isLoopback(name) || isAmong(name, hosts))

/** Returns the host name without port, normalized as browsers do; undefined for an invalid host. */
export const hostName = (authority: string): string | undefined =>
  /^[a-z0-9.:[\]_-]{1,255}$/i.test(authority) ? hostIn(`http://${authority}`)?.replace(/\.$/, '') : undefined

/** Returns the host name of a URL. Parsed URLs are cached, because requests repeat the same few origins. */
const hostIn = memoized((url) => {
  try {
    return new URL(url).hostname
  } catch {
    return undefined
  }
})

/**
 * Adds the headers of the option `sendable` to the CORS headers of an answer. For the page of an origin that is not
 * trusted, the function also removes the header that allows credentials.
 */
export function headersFor(
  origin: string | undefined,
  headers: ApiResponse['headers'],
  { origins, sendable = [] }: Visitors,
): ApiResponse['headers'] {
  const isKept = origin === undefined || isTrusted(origin, origins)
  if (isKept && sendable.length === 0) return headers
  const entries = Object.entries(headers).filter(
    ([name]) => isKept || name !== 'access-control-allow-credentials',
  )
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name === SENDABLE ? widened(value, sendable) : value]),
  )
}

const SENDABLE = 'access-control-allow-headers'

/**
 * Adds the names `more` to the comma-separated list `usual`. A lone `*` does not work: in requests with credentials,
 * browsers read `*` as a literal name.
 */
const widened = (usual: string, more: readonly string[]): string => [...usual.split(','), ...more].join(',')

function isTrusted(origin: string, origins: Allowed): boolean {
  return origins === 'all' || isLoopback(hostIn(origin) ?? '') || isAmong(origin, origins)
}

const isAmong = (text: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matches(text.toLowerCase(), pattern.toLowerCase()))

function matches(text: string, pattern: string): boolean {
  const at = pattern.indexOf('*')
  if (at < 0) return text === pattern
  const [before, after] = [pattern.slice(0, at), pattern.slice(at + 1)]
  return text.length > before.length + after.length && text.startsWith(before) && text.endsWith(after)
}
