/**
 * Normalizes requests to a form that HTTP can carry, so that the reference and every kind of target receive the same
 * request.
 */
import { METHODS } from 'node:http'
import type { ApiRequest } from '../../reference/api.ts'
import type { WireRequest } from './target.ts'

/** Bearer tokens of the dataset → the tokens of the target. */
export type Tokens = ReadonlyMap<string, string>

/** Headers about the connection or the body, which are omitted. */
const CONNECTION_HEADERS = new Set([
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
 * A request that fits an HTTP message: without scheme, host and fragment, and with percent-encoding for everything
 * but printable ASCII. Omits header values that HTTP cannot carry.
 */
export function onWire({ method = 'GET', url, headers = {} }: ApiRequest): WireRequest {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '')
  const path = target.startsWith('/') ? target : `/${target}`
  return { method, url: path.replace(/[^!-~]+/g, encoded), headers: validHeaders(headers) }
}

/** Percent-encodes a text after a conversion to UTF-8 and back, because an unpaired surrogate cannot be encoded. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString())

function validHeaders(headers: NonNullable<ApiRequest['headers']>): Record<string, string> {
  const valid: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || CONNECTION_HEADERS.has(name.toLowerCase())) continue
    if (/^[a-z0-9!#$%&'*+.^_`|~-]+$/i.test(name) && /^[\t -~]*$/.test(value))
      valid[name.toLowerCase()] = value.trim()
  }
  return valid
}

/** The request with its bearer token replaced by the target's token. */
export function withTokens(request: WireRequest, tokens: Tokens): WireRequest {
  const [, scheme, token] = /^(bearer\s+)(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const known = token === undefined ? undefined : tokens.get(token)
  if (known === undefined) return request
  return { ...request, headers: { ...request.headers, authorization: `${scheme}${known}` } }
}

/** Methods without effects (RFC 9110, RFC 4918). Of these, Strapi does not have PROPFIND. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND'])

/** Whether a request only reads, by its method. */
export const isReading = ({ method }: Pick<WireRequest, 'method'>): boolean => READING.has(method)

/** Whether the parsers of HTTP servers accept the method. */
export const isHttpMethod = ({ method }: Pick<WireRequest, 'method'>): boolean => METHODS.includes(method)
