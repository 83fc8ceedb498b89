/** Bodies of the content API that stay in the server, because most code of a project passes them on unread. */
import type { ApiResponse } from '../../reference/response.ts'
import type { CoreCall, ServiceResult } from '../protocol.ts'

type CoreResult = Extract<ServiceResult, { readonly status: number }>

/** Up to this length a text travels as fast as its id. */
const SHORT = 500
/** Longer bodies are not stored, because some stored bodies outlive their request. */
const LONG = 2 ** 18
/** Later answers of the same request travel as text. */
const MOST_HELD = 2

/** The held bodies of one run of a request, by id. */
export class HeldBodies {
  readonly #answers: ApiResponse[] = []

  /** The answer whose body has this id. */
  get(id: number): ApiResponse | undefined {
    return this.#answers[id]
  }

  /** The result of a call for the thread. Errors travel as text, because the thread always reads them. */
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
