/** The interface of the page's backend: a server, or a worker that runs the core in the page. */
import type { Explanation, Otherwise } from '../../../explain/explanation.ts'
import type { WriteExplained } from '../../../explain/writing/explanation.ts'
import type { Asking } from '../../../util/url/explorer-url.ts'
import type { Described } from '../described.ts'

export interface BackendAnswer {
  readonly status: number
  readonly body: string
  readonly milliseconds: number
}

/** A write in the form that the user typed. */
export interface Write {
  readonly method: WriteMethod
  readonly body: string
}

export const WRITE_METHODS = ['POST', 'PUT', 'DELETE'] as const
export type WriteMethod = (typeof WRITE_METHODS)[number]

export interface Backend {
  /**
   * `server`: the page sends requests to a server; `page`: the page answers by itself, with any role, profile and
   * dropped dataset.
   */
  readonly kind: 'server' | 'page'
  /** The origin in code that the user copies, such as `http://127.0.0.1:1337`. */
  readonly origin: string
  /**
   * The world.
   * @throws BackendError if there is no answer.
   */
  readonly describe: (asking: Asking) => Promise<Described>
  /** Requests an answer in the same way as any client. */
  readonly ask: (asking: Asking) => Promise<BackendAnswer>
  /**
   * Explains an answer; null if explanations are off.
   * @throws BackendError if there is no answer.
   */
  readonly explain: (asking: Asking) => Promise<Explanation | null>
  /**
   * Explains why the server would reject a write; null if it would accept it. Writes nothing. A backend that runs in
   * the page lacks this function.
   * @throws BackendError if there is no answer.
   */
  readonly explainWrite?: (asking: Asking, write: Write) => Promise<WriteExplained | null>
  /**
   * Requests the answers of other profiles; empty if explanations are off.
   * @throws BackendError if there is no answer.
   */
  readonly otherwise: (asking: Asking) => Promise<readonly Otherwise[]>
}

/** An error with a message for the user of the page. */
export class BackendError extends Error {
  override readonly name = 'BackendError'
}
