/**
 * Selects the bodies of the content API that the server may keep: those that no code read in earlier requests.
 */
import type { HeldBody } from '../../held-body.ts'
import type { CoreCall } from '../../protocol.ts'

/** Reads a held body of a request at once. */
export type ReadHeld = (request: number, held: HeldBody) => string

/** An answer's body, and the name of the call that it answers. */
export interface CoreBody {
  readonly body: string | HeldBody
  readonly name: string
}

/** The action of a call; empty for a call by its target. */
export const nameOf = ({ action }: CoreCall): string =>
  action === undefined ? '' : `${action.uid}.${action.name}`

export class Holding {
  readonly #read: ReadHeld | undefined
  /** The names of calls whose bodies code reads. */
  readonly #readBy = new Set<string>()

  /** Without `read`, the server holds no body. */
  constructor(read: ReadHeld | undefined) {
    this.#read = read
  }

  /** The call, which lets the server hold the body unless code reads it. */
  allow(call: CoreCall): CoreCall {
    const isRead = this.#read === undefined || this.#readBy.has(nameOf(call))
    return isRead ? call : { ...call, hold: true }
  }

  /** The text of a body for code that reads it. Later bodies of the same call travel at once. */
  text(request: number, { body, name }: CoreBody): string {
    if (typeof body === 'string') return body
    this.#readBy.add(name)
    return this.#read?.(request, body) ?? ''
  }
}

/** The text of a body that the call did not let the server hold. */
export const ownText = (body: string | HeldBody): string => (typeof body === 'string' ? body : '')
