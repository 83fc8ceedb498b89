/**
 * Decides which bodies of the content API may stay in the server. Such bodies belong to actions whose bodies no code
 * read in earlier requests.
 */
import type { HeldBody } from '../../held-body.ts'
import type { CoreCall } from '../../protocol.ts'

/** Reads a body that stays in the server. The thread waits for the body. */
export type ReadHeld = (request: number, held: HeldBody) => string

/** The body of an answer, with the name of the action that was called. */
export interface CoreBody {
  readonly body: string | HeldBody
  readonly name: string
}

/** Returns the name of the action in a call; empty if the call names a path instead. */
export const nameOf = ({ action }: CoreCall): string =>
  action === undefined ? '' : `${action.uid}.${action.name}`

export class Holding {
  readonly #read: ReadHeld | undefined
  /** The names of the actions whose bodies the code reads. */
  readonly #readBy = new Set<string>()

  /** If `read` is undefined, the server sends every body to the thread. */
  constructor(read: ReadHeld | undefined) {
    this.#read = read
  }

  /**
   * Marks a call so that the body of the answer may stay in the server, unless the code reads the bodies of this
   * action.
   */
  allow(call: CoreCall): CoreCall {
    const isRead = this.#read === undefined || this.#readBy.has(nameOf(call))
    return isRead ? call : { ...call, hold: true }
  }

  /**
   * Returns the text of a body that the code reads. After the code has read one body of an action, the server sends all
   * bodies of this action to the thread at once.
   */
  text(request: number, { body, name }: CoreBody): string {
    if (typeof body === 'string') return body
    this.#readBy.add(name)
    return this.#read?.(request, body) ?? ''
  }
}

/** Returns the text of a body of the content API; empty if the body stays in the server. */
export const ownText = (body: string | HeldBody): string => (typeof body === 'string' ? body : '')
