/** The response to a request, as text or assembled from cached texts. */
import { bytesOf, type Pieces, textOf } from './respond/pieces.ts'

export interface ApiResponse {
  readonly status: number
  /** By lower-case name. */
  /** By lower-case name. A line feed separates several values of one name, as of `set-cookie`. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** A body that is not a text, such as a download. `body` is then empty. */
  readonly bytes?: Uint8Array
}

/** Up to this length a body is sent faster as one text with its head than as bytes after it. */
export const SHORT_BODY = 1_000

/** The last answer from pieces. It is sent before the next one is made, or else as its text. */
let last: { readonly answer: ApiResponse; readonly parts: Pieces } | undefined

/** A response with a body of these pieces. */
export function inPieces({ status, headers }: Omit<ApiResponse, 'body'>, parts: Pieces): ApiResponse {
  const answer = { status, headers, body: textOf(parts) }
  if (answer.body.length > SHORT_BODY) last = { answer, parts }
  return answer
}

const partsOf = (answer: ApiResponse): Pieces | undefined =>
  last?.answer === answer ? last.parts : undefined

/** The body in UTF-8; undefined if encoding its text is faster. */
export function bodyBytes(answer: ApiResponse): Uint8Array | undefined {
  if (answer.bytes !== undefined) return answer.bytes
  const parts = partsOf(answer)
  return parts && bytesOf(parts)
}

/** A body for later use. It takes less memory than the answer. */
export type HeldBody = string | Pieces

export const heldBody = (answer: ApiResponse): HeldBody => partsOf(answer) ?? answer.body

export const bodyOf = (held: HeldBody): string => (typeof held === 'string' ? held : textOf(held))

const kept = new WeakSet<ApiResponse>()

/** A frozen copy for the cache, which returns the same object each time. */
export function keptAnswer({ status, headers, body }: ApiResponse): ApiResponse {
  const answer = Object.freeze({ status, headers: Object.freeze({ ...headers }), body })
  kept.add(answer)
  return answer
}

/** Whether the cache may return the same object again, so that the sender may cache more with it. */
export const isKept = (answer: ApiResponse): boolean => kept.has(answer)
