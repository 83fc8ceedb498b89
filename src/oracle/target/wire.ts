/**
 * Normalizes requests to a form that HTTP can carry, so that the reference and every kind of target receive the same
 * request.
 */
import { METHODS } from 'node:http'
import type { ApiRequest } from '../../reference/api.ts'
import type { WireRequest } from './target.ts'

/** Maps each bearer token of the dataset to the bearer token of the target that replaces it. */
export type Tokens = ReadonlyMap<string, string>

/** The names of the headers about the connection or the body, which the check removes from requests. */
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
 * Makes a request that fits an HTTP message. Its URL has no scheme, host and fragment, and all characters except
 * printable ASCII are percent-encoded. Headers about the connection, and headers that HTTP cannot carry, are omitted.
 */
export function onWire({ method = 'GET', url, headers = {} }: ApiRequest): WireRequest {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '')
  const path = target.startsWith('/') ? target : `/${target}`
  return { method, url: path.replace(/[^!-~]+/g, encoded), headers: validHeaders(headers) }
}

/**
 * Percent-encodes a text. `encodeURIComponent` throws for an unpaired surrogate. Therefore, the text is first
 * converted to UTF-8 and back.
 */
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

/** Replaces the bearer token of a request by the token that the target has in place of this dataset token. */
export function withTokens(request: WireRequest, tokens: Tokens): WireRequest {
  const [, scheme, token] = /^(bearer\s+)(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const known = token === undefined ? undefined : tokens.get(token)
  if (known === undefined) return request
  return { ...request, headers: { ...request.headers, authorization: `${scheme}${known}` } }
}

/** The methods that change nothing, by RFC 9110 and RFC 4918. Strapi supports all of these methods except PROPFIND. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND'])

/** Returns whether a request changes nothing: its method is in `READING`. */
export const isReading = ({ method }: Pick<WireRequest, 'method'>): boolean => READING.has(method)

/** Returns whether the HTTP parser of Node knows the method of a request. */
export const isHttpMethod = ({ method }: Pick<WireRequest, 'method'>): boolean => METHODS.includes(method)
