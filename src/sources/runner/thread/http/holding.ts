/**
 * Decides which bodies of the content API's answers may stay in the server. A body may stay if no project code has
 * read the bodies of the same action in earlier requests.
 */
import type { HeldBody } from '../../held-body.ts'
import type { CoreCall } from '../../protocol.ts'

/** A function that reads a held body from the server. The thread waits for the held body. */
export type ReadHeld = (request: number, held: HeldBody) => string

/** The body of an answer of the content API, with the name of the called action. */
export interface CoreBody {
  readonly body: string | HeldBody
  readonly name: string
}

/** Returns the name of the action in a call to the content API; an empty text if the call names a path instead. */
export const nameOf = ({ action }: CoreCall): string =>
  action === undefined ? '' : `${action.uid}.${action.name}`

export class Holding {
  readonly #read: ReadHeld | undefined
  /** The names of the actions whose bodies the project's code has read at least once. */
  readonly #readBy = new Set<string>()

  /**
   * Creates the object that decides about held bodies in one thread. If `read` is undefined, the server sends every
   * body to the thread.
   */
  constructor(read: ReadHeld | undefined) {
    this.#read = read
  }

  /**
   * Marks a call, so that the body of the answer may stay in the server. Leaves the call unchanged if project code
   * reads the bodies of the called action.
   */
  allow(call: CoreCall): CoreCall {
    const isRead = this.#read === undefined || this.#readBy.has(nameOf(call))
    return isRead ? call : { ...call, hold: true }
  }

  /**
   * Returns the text of a body that project code reads. After code has read one body of an action, the server sends
   * all later bodies of this action to the thread at once.
   */
  text(request: number, { body, name }: CoreBody): string {
    if (typeof body === 'string') return body
    this.#readBy.add(name)
    return this.#read?.(request, body) ?? ''
  }
}

/** Returns the text of a body of the content API; an empty text if the body stays in the server. */
export const ownText = (body: string | HeldBody): string => (typeof body === 'string' ? body : '')
