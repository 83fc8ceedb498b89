/** Stores bodies of the content API in the server. Most project code passes these bodies on without reading them. */
import { type ApiResponse, bodyLength } from '../../../reference/response.ts'
import type { CoreCall, ServiceResult } from '../protocol.ts'

type CoreResult = Extract<ServiceResult, { readonly status: number }>

/**
 * The maximum length, in characters, of a short body. A short body is sent to the thread at once, because sending an id
 * would take as long.
 */
const SHORT = 500
/**
 * The minimum length, in characters, of a long body. A long body is sent to the thread at once, because a held body may
 * occupy memory after its request.
 */
const LONG = 2 ** 18
/** The maximum number of held bodies per request. Further bodies are sent to the thread at once. */
const MOST_HELD = 2

/** The bodies of one run of a request that stay in the server, by id. */
export class HeldBodies {
  readonly #answers: ApiResponse[] = []

  /** Returns the answer of the content API whose body has this id. */
  get(id: number): ApiResponse | undefined {
    return this.#answers[id]
  }

  /**
   * Makes the result of a call for the thread. The result of an error always contains the body, because the thread
   * reads the bodies of errors.
   */
  resultOf(answer: ApiResponse, { hold }: CoreCall): CoreResult {
    const { status, headers, body } = answer
    const { length } = body
    const isHeld =
      hold === true && status < 400 && length > SHORT && length < LONG && this.#answers.length < MOST_HELD
    if (!isHeld) return { ok: true, status, headers, body }
    const held = { id: this.#answers.push(answer) - 1, length: bodyLength(answer, Buffer.byteLength) }
    return { ok: true, status, headers, body: held }
  }
}
