/** What is answered. */
import { bytesOf, type Pieces, textOf } from './respond/pieces.ts'

export interface ApiResponse {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Bytes up to which a text, which goes in one piece with its head, is sent faster than bytes beside it. */
export const SHORT_BODY = 1_000

/** The last answer of pieces: it is sent before there is another, or as its text. */
let last: { readonly answer: ApiResponse; readonly parts: Pieces } | undefined

/** An answer whose body these pieces are. */
export function inPieces({ status, headers }: Omit<ApiResponse, 'body'>, parts: Pieces): ApiResponse {
  const answer = { status, headers, body: textOf(parts) }
  if (answer.body.length > SHORT_BODY) last = { answer, parts }
  return answer
}

const partsOf = (answer: ApiResponse): Pieces | undefined =>
  last?.answer === answer ? last.parts : undefined

/** The body in UTF-8 where it is put together faster of pieces than of its text; undefined where it is not. */
export function bodyBytes(answer: ApiResponse): Uint8Array | undefined {
  const parts = partsOf(answer)
  return parts && bytesOf(parts)
}

/** A body that may be read later. It holds less than the answer does. */
export type HeldBody = string | Pieces

export const heldBody = (answer: ApiResponse): HeldBody => partsOf(answer) ?? answer.body

export const bodyOf = (held: HeldBody): string => (typeof held === 'string' ? held : textOf(held))

const kept = new WeakSet<ApiResponse>()

/** The answer as it is kept: the same object each time that it is given, which nobody can change. */
export function keptAnswer({ status, headers, body }: ApiResponse): ApiResponse {
  const answer = Object.freeze({ status, headers: Object.freeze({ ...headers }), body })
  kept.add(answer)
  return answer
}

/** Whether it may be given again, so that whoever sends it may keep more with it. */
export const isKept = (answer: ApiResponse): boolean => kept.has(answer)
