/**
 * The interface of the explorer's backend, which answers the page: a server, or a web worker that runs the core in
 * the page.
 */
import type { Explanation, Otherwise } from '../../../explain/explanation.ts'
import type { WriteExplained } from '../../../explain/writing/explanation.ts'
import type { Asking } from '../../../util/url/explorer-url.ts'
import type { Described } from '../described.ts'

export interface BackendAnswer {
  readonly status: number
  readonly body: string
  readonly milliseconds: number
}

/** A write request of the explorer, as the user typed it. */
export interface Write {
  readonly method: WriteMethod
  readonly body: string
}

export const WRITE_METHODS = ['POST', 'PUT', 'DELETE'] as const
export type WriteMethod = (typeof WRITE_METHODS)[number]

export interface Backend {
  /**
   * With `server`, the page sends its requests to a server. With `page`, a web worker of the page answers them, as
   * any role, under any profile, and from a dataset that the user dropped.
   */
  readonly kind: 'server' | 'page'
  /** The origin of URLs in the code that the user copies, such as `http://127.0.0.1:1337`. */
  readonly origin: string
  /**
   * Returns the description of a world: its types, components, locales and roles. @throws BackendError if there is no
   * answer.
   */
  readonly describe: (asking: Asking) => Promise<Described>
  /** Sends a request to the content API, as a frontend would. */
  readonly ask: (asking: Asking) => Promise<BackendAnswer>
  /**
   * Returns the explanation of an answer; null if the server gives no explanations.
   * @throws BackendError if there is no answer.
   */
  readonly explain: (asking: Asking) => Promise<Explanation | null>
  /**
   * Returns the reason why the server would refuse a write; null if the server would accept the write. The function
   * does not execute the write. A backend that runs in the page lacks this function.
   * @throws BackendError if there is no answer.
   */
  readonly explainWrite?: (asking: Asking, write: Write) => Promise<WriteExplained | null>
  /**
   * Returns the different answers under other profiles; an empty list if the server gives no explanations.
   * @throws BackendError if there is no answer.
   */
  readonly otherwise: (asking: Asking) => Promise<readonly Otherwise[]>
}

/** An error of the backend, with a message for the user of the explorer. */
export class BackendError extends Error {
  override readonly name = 'BackendError'
}
