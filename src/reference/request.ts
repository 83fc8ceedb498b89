/** A request to the content API, and its readable form. */
import { isPrintable } from '../util/printable.ts'
import type { GivenMap } from './parse/given.ts'

/** The maximum length in bytes of method, target and version together, as in Node's own server. */
export const MAX_TARGET_BYTES = 16 * 1024

export interface ApiRequest {
  /** GET, HEAD, OPTIONS, …; GET if left out. */
  readonly method?: string
  /** `/api/articles?populate=*`, with or without scheme and host in front. */
  readonly url: string
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Parameters set by code. They replace those of the URL. */
  readonly query?: GivenMap
  /**
   * Whether the route has `auth: false`, so that it needs no role. A caller may find the type itself, and of its links
   * only media.
   */
  readonly open?: boolean
}

/** The parts of a request besides its route. */
export interface RequestDetails {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly query: GivenMap | undefined
  readonly open: boolean
}

interface Readable extends RequestDetails {
  readonly method: string
  readonly url: string
}

/** Headers that an answer repeats. */
const REPEATED: ReadonlySet<string> = new Set(['origin', 'access-control-request-headers'])
/** The headers that an answer depends on. */
const READ = [
  ...REPEATED,
  'authorization',
  'content-type',
  'access-control-request-method',
  'strapi-response-format',
  'strapi-encode-source-maps',
] as const

/**
 * Reads a request of an untyped caller. It leaves out values that are not texts, and texts that no header may repeat.
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
