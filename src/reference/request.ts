/** A request to the content API, and what of it can be read. */
import { isPrintable } from '../util/printable.ts'
import type { GivenMap } from './parse/given.ts'

/** How long method, target and version of a request may be together, in bytes, as Node's own server has it. */
export const MAX_TARGET_BYTES = 16 * 1024

export interface ApiRequest {
  /** GET, HEAD, OPTIONS, …; GET where it is left out. */
  readonly method?: string
  /** `/api/articles?populate=*`, with or without scheme and host in front. */
  readonly url: string
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** The parameters where code has set them: they stand in place of those of the URL. */
  readonly query?: GivenMap
  /**
   * Whether the route asks nobody who they are, as with `auth: false`: whoever asks may find the type itself, and nothing
   * that it links to but media.
   */
  readonly open?: boolean
}

/** What is asked for besides a route. */
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
/** All that an answer depends on. */
const READ = [
  ...REPEATED,
  'authorization',
  'content-type',
  'access-control-request-method',
  'strapi-response-format',
  'strapi-encode-source-maps',
] as const

/**
 * A request as it can be read, whatever a caller without types hands in: what is no text is left out, and what no header
 * can hold where it would be repeated in one.
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
