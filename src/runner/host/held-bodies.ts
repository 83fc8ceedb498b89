/** Keeps bodies of the content API in the server, because most project code passes them on unread. */
import type { ApiResponse } from '../../reference/response.ts'
import type { CoreCall, ServiceResult } from '../protocol.ts'

type CoreResult = Extract<ServiceResult, { readonly status: number }>

/** The length in characters up to which a body is sent at once, because sending an id would take as long. */
const SHORT = 500
/**
 * The length in characters from which a body is sent at once, because a held body can outlive its request in memory.
 */
const LONG = 2 ** 18
/** The maximum number of held bodies per request. Further bodies are sent to the thread at once. */
const MOST_HELD = 2

/** The held bodies of one run of a request, by id. */
export class HeldBodies {
  readonly #answers: ApiResponse[] = []

  /** The answer of the content API whose body has this id. */
  get(id: number): ApiResponse | undefined {
    return this.#answers[id]
  }

  /**
   * The result of a call for the thread. An error answer always contains its body, because the thread reads the body.
   */
  resultOf(answer: ApiResponse, { hold }: CoreCall): CoreResult {
    const { status, headers, body } = answer
    const { length } = body
    const isHeld =
      hold === true && status < 400 && length > SHORT && length < LONG && this.#answers.length < MOST_HELD
    if (!isHeld) return { ok: true, status, headers, body }
    const held = { id: this.#answers.push(answer) - 1, length: Buffer.byteLength(body) }
    return { ok: true, status, headers, body: held }
  }
}
