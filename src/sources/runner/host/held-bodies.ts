/**
 * Stores bodies of answers of the content API in the server instead of sending them to the thread. Most project code
 * returns the bodies of the content API without reading them.
 */
import { type ApiResponse, bodyLength } from '../../../reference/response.ts'
import type { CoreCall, ServiceResult } from '../protocol.ts'

type CoreResult = Extract<ServiceResult, { readonly status: number }>

/**
 * The maximum length of a short body, in characters. The server sends a short body to the thread at once, because
 * sending an id would take as long.
 */
const SHORT = 500
/**
 * The minimum length of a long body, in characters. The server sends a long body to the thread at once, because a
 * held body may occupy memory even after its request.
 */
const LONG = 2 ** 18
/**
 * The maximum number of held bodies for each request. Beyond `MOST_HELD`, the server sends bodies to the thread at
 * once.
 */
const MOST_HELD = 2

/** The answers of the content API whose bodies stay in the server, for one run of a request. */
export class HeldBodies {
  readonly #answers: ApiResponse[] = []

  /** Returns the answer of the content API with the held body that has the given id. */
  get(id: number): ApiResponse | undefined {
    return this.#answers[id]
  }

  /**
   * Makes the result of a call to the content API for the thread. If the answer is an error, the result contains the
   * whole body, because the thread reads the bodies of errors.
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
