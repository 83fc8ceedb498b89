/** Decides which bodies of the content API may stay in the server: those that no code read in earlier requests. */
import type { HeldBody } from '../../held-body.ts'
import type { CoreCall } from '../../protocol.ts'

/** Reads a body that stays in the server, synchronously. */
export type ReadHeld = (request: number, held: HeldBody) => string

/** A body of an answer, and the name of the action that it answers. */
export interface CoreBody {
  readonly body: string | HeldBody
  readonly name: string
}

/** The name of the called action; empty for a call by path. */
export const nameOf = ({ action }: CoreCall): string =>
  action === undefined ? '' : `${action.uid}.${action.name}`

export class Holding {
  readonly #read: ReadHeld | undefined
  /** The names of actions whose bodies code reads. */
  readonly #readBy = new Set<string>()

  /** Without `read`, no body may stay in the server. */
  constructor(read: ReadHeld | undefined) {
    this.#read = read
  }

  /** Adds the permission to keep the body in the server, unless code reads the bodies of this action. */
  allow(call: CoreCall): CoreCall {
    const isRead = this.#read === undefined || this.#readBy.has(nameOf(call))
    return isRead ? call : { ...call, hold: true }
  }

  /** The text of a body that code reads. After a read, further bodies of the same action are sent at once. */
  text(request: number, { body, name }: CoreBody): string {
    if (typeof body === 'string') return body
    this.#readBy.add(name)
    return this.#read?.(request, body) ?? ''
  }
}

/** The text of a body; empty if the body stays in the server. */
export const ownText = (body: string | HeldBody): string => (typeof body === 'string' ? body : '')
