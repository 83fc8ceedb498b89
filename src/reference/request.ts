/** A request to the content API, and its validated form. */
import { isPrintable } from '../util/printable.ts'
import type { GivenMap } from './parse/given.ts'

/** The maximum length of a URL in bytes. The HTTP server uses the same limit for the whole head of a request. */
export const MAX_TARGET_BYTES = 16 * 1024

export interface ApiRequest {
  /** The HTTP method; if missing, the method is GET. */
  readonly method?: string
  /** The URL, such as `/api/articles?populate=*`, with or without scheme and host. */
  readonly url: string
  /** The request headers by lower-case name. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /**
   * Query parameters that project code sets. If a request has the member `query`, the query string of its URL has no
   * effect.
   */
  readonly query?: GivenMap
  /**
   * Whether the route has `auth: false`, so that the caller needs no role. On a route with `auth: false`, every caller
   * may read entries of the requested type, but no linked entries except media and public creators.
   */
  readonly open?: boolean
}

/** The parts of a request that do not determine its route. */
export interface RequestDetails {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly query: GivenMap | undefined
  readonly open: boolean
}

interface Readable extends RequestDetails {
  readonly method: string
  readonly url: string
}

/** The request headers whose values a response may repeat. */
const REPEATED: ReadonlySet<string> = new Set(['origin', 'access-control-request-headers'])
/** The request headers that affect a response. */
const READ = [
  ...REPEATED,
  'authorization',
  'content-type',
  'access-control-request-method',
  'strapi-response-format',
  'strapi-encode-source-maps',
] as const

/**
 * Validates a request from an untyped caller. The function keeps only headers that affect a response, without values
 * that are not texts or that a response must not repeat.
 */
export function readable(request: ApiRequest | null | undefined): Readable {
  const { method, url, headers, query, open }: ApiRequest = request ?? { url: '' }
  return {
    method: typeof method === 'string' ? method : 'GET',
    url: typeof url === 'string' ? url : '',
    headers: typeof headers === 'object' && headers !== null ? headersIn(headers) : {},
    query: typeof query === 'object' && query !== null ? query : undefined,
    open: open === true,
  }
}

function headersIn(headers: NonNullable<ApiRequest['headers']>): Readable['headers'] {
  const read: Record<string, string> = {}
  for (const name of READ) {
    const value = headers[name]
    if (typeof value === 'string' && (isPrintable(value) || !REPEATED.has(name))) read[name] = value
  }
  return read
}
