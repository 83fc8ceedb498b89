/** The layers (middleware) before the content API. Each answers its own requests and leaves the rest to the next. */
import type { ApiRequest, ApiResponse } from '../reference/api.ts'

/** Why there is no body: it exceeds its limit, all bodies together exceed theirs, or the client left. */
export type NoBody = 'too-large' | 'no-room' | 'gone'

/** The kind of body that a route reads: text, or a form with files and a higher limit. */
export type BodyKind = 'text' | 'files'

export interface MockRequest extends ApiRequest {
  /** The path before the links of the server's own pages: `/cms`. Default: none. */
  readonly prefix?: string
  /** Reads the body, once, within the limit of its kind (default: `text`). Absent if there is no body. */
  readonly body?: (kind?: BodyKind) => Promise<Uint8Array | NoBody>
}

/** Returns undefined for a request of another layer. Never throws, even for malformed requests. */
export type Layer = (request: MockRequest) => ApiResponse | undefined | Promise<ApiResponse | undefined>

/** The answer of the first layer that has one; undefined if none has. Synchronous while the layers are. */
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
