/** Who answers the page: a server, or a worker of the page that runs the core itself. */
import type { Explanation, Otherwise } from '../../../explain/explanation.ts'
import type { WriteExplained } from '../../../explain/writing/explanation.ts'
import type { Asking } from '../../../util/url/explorer-url.ts'
import type { Described } from '../described.ts'

export interface BackendAnswer {
  readonly status: number
  readonly body: string
  readonly milliseconds: number
}

/** A write as it is typed. */
export interface Write {
  readonly method: WriteMethod
  readonly body: string
}

export const WRITE_METHODS = ['POST', 'PUT', 'DELETE'] as const
export type WriteMethod = (typeof WRITE_METHODS)[number]

export interface Backend {
  /** `page`: any role may be asked as, and any profile, and a dataset may be dropped. */
  readonly kind: 'server' | 'page'
  /** `http://127.0.0.1:1337`, for what is copied. */
  readonly origin: string
  /** @throws BackendError where there is no answer. */
  readonly describe: (asking: Asking) => Promise<Described>
  /** The real answer, as any client gets it. @throws BackendError where there is none. */
  readonly ask: (asking: Asking) => Promise<BackendAnswer>
  /** null where explanations are turned off. @throws BackendError where there is no answer. */
  readonly explain: (asking: Asking) => Promise<Explanation | null>
  /**
   * Why a write would be refused, and null where it would be taken: nothing is written. Only a server tells.
   * @throws BackendError where there is no answer.
   */
  readonly explainWrite?: (asking: Asking, write: Write) => Promise<WriteExplained | null>
  /** What other profiles answer; nothing where explanations are turned off. @throws BackendError */
  readonly otherwise: (asking: Asking) => Promise<readonly Otherwise[]>
}

/** What to tell who looks at the page. */
export class BackendError extends Error {
  override readonly name = 'BackendError'
}
