/**
 * The response to a request. The body of a response is a text, bytes, or pieces that consist of cached texts of
 * entries.
 */
import { bytesOf, type Pieces, textOf } from './respond/pieces.ts'

export interface ApiResponse {
  readonly status: number
  /** The headers by lower-case name. A line feed separates several values of one header, such as `set-cookie`. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /**
   * A response body that is not text, such as a download. If a response has the member `bytes`, its member `body` is
   * empty.
   */
  readonly bytes?: Uint8Array
}

/**
 * The maximum length of a body that the server sends as one text together with the headers, which is faster for a
 * short body.
 */
export const SHORT_BODY = 1_000

/**
 * The last long response whose body was assembled from cached texts. The server sends only the last assembled
 * response in pieces, and sends every earlier response as one text.
 */
let last: { readonly answer: ApiResponse; readonly parts: Pieces } | undefined

/** Makes a response whose body is assembled from cached texts. */
export function inPieces({ status, headers }: Omit<ApiResponse, 'body'>, parts: Pieces): ApiResponse {
  const answer = { status, headers, body: textOf(parts) }
  if (answer.body.length > SHORT_BODY) last = { answer, parts }
  return answer
}

const partsOf = (answer: ApiResponse): Pieces | undefined =>
  last?.answer === answer ? last.parts : undefined

/** Returns the body of a response as UTF-8 bytes; undefined if the caller encodes the text of the body faster. */
export function bodyBytes(answer: ApiResponse): Uint8Array | undefined {
  if (answer.bytes !== undefined) return answer.bytes
  const parts = partsOf(answer)
  return parts && bytesOf(parts)
}

/** The stored form of a response body, which takes less memory than the whole response. */
export type HeldBody = string | Pieces

export const heldBody = (answer: ApiResponse): HeldBody => partsOf(answer) ?? answer.body

export const bodyOf = (held: HeldBody): string => (typeof held === 'string' ? held : textOf(held))

const kept = new WeakSet<ApiResponse>()

/** Makes a frozen copy of a response for the cache, so that the cache always returns the same object. */
export function keptAnswer({ status, headers, body }: ApiResponse): ApiResponse {
  const answer = Object.freeze({ status, headers: Object.freeze({ ...headers }), body })
  kept.add(answer)
  return answer
}

const lengths = new WeakMap<ApiResponse, number>()

/**
 * Returns the length of a response body in bytes. The parameter `count` counts the bytes of a text; for a response
 * in the cache, `count` is called at most once.
 */
export function bodyLength(answer: ApiResponse, count: (text: string) => number): number {
  const known = lengths.get(answer)
  if (known !== undefined) return known
  const length = bodyBytes(answer)?.length ?? count(answer.body)
  if (isKept(answer)) lengths.set(answer, length)
  return length
}

/**
 * Returns whether a response comes from the cache. The HTTP server may attach cached data to a response from the cache.
 */
export const isKept = (answer: ApiResponse): boolean => kept.has(answer)
