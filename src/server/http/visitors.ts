/**
 * Who may ask. A page in a browser can reach a server on this machine by giving it a name of its own (DNS rebinding),
 * so a server that listens to this machine only answers to names of this machine. And a page may send its visitor's
 * credentials along only if it is of this machine too. Either list opens more.
 */
import { isIPv4 } from 'node:net'
import type { ApiRequest, ApiResponse } from '../../reference/api.ts'
import { memoized } from '../../util/cache/memoized.ts'
import { onceFor } from '../../util/cache/once.ts'
import { errorAnswer } from '../errors.ts'

/** Names or patterns in which one `*` stands for any text. */
export type Allowed = 'all' | readonly string[]

export interface Visitors {
  /** The names that are answered to, besides those of this machine. */
  readonly hosts: Allowed
  /** The origins whose pages may send credentials, besides those of this machine. */
  readonly origins: Allowed
  /** Headers that a page of another origin may send, besides the usual ones; `*` for every one. */
  readonly sendable?: readonly string[]
}

/** localhost, what is below it, and the addresses that never leave this machine. */
export function isLoopback(name: string): boolean {
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    (isIPv4(name) && name.startsWith('127.')) ||
    ['::1', '[::1]'].includes(name)
  )
}

/** What a server listens to: the name it was given and the address that was found for it. */
export interface Listening {
  readonly host: string
  readonly address: string
}

/** A server that others reach is called by names that only they know. */
export function hostsOf({ host, address }: Listening, allowed: Allowed | undefined): Allowed {
  if (allowed === 'all') return 'all'
  if (allowed === undefined && !isLoopback(address)) return 'all'
  return [host.includes(':') ? `[${host}]` : host, ...(allowed ?? [])]
}

/** 403 for a request that names a host this server does not answer to; undefined for any other. */
export function turnedAway({ url, headers = {} }: ApiRequest, { hosts }: Visitors): ApiResponse | undefined {
  if (hosts === 'all') return undefined
  const inTarget = url.startsWith('/') ? undefined : /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]
  const isStrange = (authority: string | undefined): authority is string =>
    authority !== undefined && !answersTo(hosts)(authority)
  // Only what is no browser names no host at all.
  const stranger = isStrange(inTarget) ? inTarget : headers.host
  return isStrange(stranger) ? notAnsweredTo(hostName(stranger), headers.origin) : undefined
}

/** Whether one is answered to, for the list of a server; the same few are named again and again. */
const answersTo = (hosts: readonly string[]): ((authority: string) => boolean) =>
  doorOnce(hosts, '', () => memoized((authority) => isAnsweredTo(hostName(authority), hosts)))

const doorOnce = onceFor<(authority: string) => boolean>()

function notAnsweredTo(name: string | undefined, origin: string | undefined): ApiResponse {
  const asked = name === undefined ? 'The host of this request' : `The host "${name}"`
  const message =
    `${asked} is not one that this server answers to. ` +
    `To open it, start it with --allowed-host ${name ?? 'NAME'} (allowedHosts), or with --allowed-host all`
  return errorAnswer({ status: 403, name: 'ForbiddenError', message }, origin)
}

const isAnsweredTo = (name: string | undefined, hosts: readonly string[]): boolean =>
  name !== undefined && (isLoopback(name) || isAmong(name, hosts))

/** Without port, as browsers compare it; undefined for what is no host. */
const hostName = (authority: string): string | undefined =>
  /^[a-z0-9.:[\]_-]{1,255}$/i.test(authority) ? hostIn(`http://${authority}`)?.replace(/\.$/, '') : undefined

/** The same few are named again and again. */
const hostIn = memoized((url) => {
  try {
    return new URL(url).hostname
  } catch {
    return undefined
  }
})

/** The headers of an answer as the page that asks may have them: credentials are not for every origin. */
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

/** Beside credentials a star stands for a header of that name alone, so authorization is named as well. */
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
