/**
 * The layers (middleware) before the content API. Each layer answers the requests that belong to it, and leaves other
 * requests to the next layer.
 */
import type { ApiRequest, ApiResponse } from '../reference/api.ts'

/**
 * The reason why the server could not read a request body. The body is too large, all bodies together are too large,
 * or the client disconnected.
 */
export type NoBody = 'too-large' | 'no-room' | 'gone'

/** The kind of body that a route reads: text, or a form with files, which has a higher size limit. */
export type BodyKind = 'text' | 'files'

export interface MockRequest extends ApiRequest {
  /** The prefix of the links on the pages below `/_populace`, such as `/cms`; by default, no prefix. */
  readonly prefix?: string
  /**
   * Reads the request body within the size limit for the kind of body (default: `text`); may be called only once. The
   * function `body` is absent if the request has no body.
   */
  readonly body?: (kind?: BodyKind) => Promise<Uint8Array | NoBody>
}

/**
 * A function that answers a request, or returns undefined if the request belongs to another layer. A layer does not
 * throw an error for a malformed request.
 */
export type Layer = (request: MockRequest) => ApiResponse | undefined | Promise<ApiResponse | undefined>

/**
 * Returns the answer of the first layer that answers a request; undefined if no layer answers. The answer is a promise
 * only if one of the layers returns a promise.
 */
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
