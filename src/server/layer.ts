/** What stands before the content API of a server: each layer answers what is its own and leaves the rest to the next. */
import type { ApiRequest, ApiResponse } from '../reference/api.ts'

/** Why a body is not there: it is longer than is taken in, too much is held for others, or nobody sent the end of it. */
export type NoBody = 'too-large' | 'no-room' | 'gone'

/** What the route of a request reads: text, or a form whose files may be longer than text. */
export type BodyKind = 'text' | 'files'

export interface MockRequest extends ApiRequest {
  /** Reads the body, once, within the limits of the server for its kind; `text` by default. Left out: no body. */
  readonly body?: (kind?: BodyKind) => Promise<Uint8Array | NoBody>
}

/** undefined for what is not its own. Never throws for what a stranger sends. */
export type Layer = (request: MockRequest) => ApiResponse | undefined | Promise<ApiResponse | undefined>

/** The first answer that a layer has; undefined where none has one. At once where every layer before it says so at once. */
export function firstAnswer(
  layers: readonly Layer[],
  request: MockRequest,
  from = 0,
): ApiResponse | undefined | Promise<ApiResponse | undefined> {
  for (let at = from; at < layers.length; at++) {
    const answer = layers[at]?.(request)
    if (answer instanceof Promise) return answer.then((one) => one ?? firstAnswer(layers, request, at + 1))
    if (answer !== undefined) return answer
  }
  return undefined
}
