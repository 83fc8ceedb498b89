/**
 * Requests in the form in which they are sent, so that every kind of target and the reference get the same.
 */
import { METHODS } from 'node:http'
import type { ApiRequest } from '../../reference/api.ts'
import type { WireRequest } from './target.ts'

/** Bearer tokens of the dataset → those that the target knows in their place. */
export type Tokens = ReadonlyMap<string, string>

/** Headers that say how a message is sent and not what is asked. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * A request as it can stand on the first line of an HTTP message: without scheme, host and fragment, with
 * everything that is not printable ASCII percent-encoded. Header values that HTTP has no form for are left
 * out.
 */
export function onWire({ method = 'GET', url, headers = {} }: ApiRequest): WireRequest {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '')
  const path = target.startsWith('/') ? target : `/${target}`
  return { method, url: path.replace(/[^!-~]+/g, encoded), headers: sendable(headers) }
}

/** `toWellFormed` by way of UTF-8: half a surrogate pair has no encoding of its own. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString())

function sendable(headers: NonNullable<ApiRequest['headers']>): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || OF_THE_CONNECTION.has(name.toLowerCase())) continue
    if (/^[a-z0-9!#$%&'*+.^_`|~-]+$/i.test(name) && /^[\t -~]*$/.test(value))
      kept[name.toLowerCase()] = value.trim()
  }
  return kept
}

/** The request with the token that the target knows. */
export function withTokens(request: WireRequest, tokens: Tokens): WireRequest {
  const [, scheme, token] = /^(bearer\s+)(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const known = token === undefined ? undefined : tokens.get(token)
  if (known === undefined) return request
  return { ...request, headers: { ...request.headers, authorization: `${scheme}${known}` } }
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a server that takes the request seriously would change nothing. */
export const isReading = ({ method }: Pick<WireRequest, 'method'>): boolean => READING.has(method)

/** Whether the method is one that the parsers of HTTP servers let through to what stands behind them. */
export const isHttpMethod = ({ method }: WireRequest): boolean => METHODS.includes(method)
