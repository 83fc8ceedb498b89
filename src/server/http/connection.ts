/**
 * One connection. Its requests are answered one at a time and in their order, so that nobody makes us hold more than
 * one answer by asking ahead, and other connections have their turn in between.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { BodyKind, NoBody } from '../layer.ts'
import { type BodyLimits, type BodyRoom, limitOf, takeIn } from './bodies.ts'
import { LINGER } from './limits.ts'

export interface Turn {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** A turn that has come. */
export interface OpenTurn extends Turn {
  /** Reads the body, once, if `keepsBody` is true of the request. The route that reads it says of which kind it is. */
  readonly body: (kind?: BodyKind) => Promise<Uint8Array | NoBody>
}

export interface ConnectionOptions extends BodyLimits {
  readonly maxPipelined: number
  /** Bytes of bodies that are taken in, of all connections together. */
  readonly room: BodyRoom
  /** Whether a body may be asked for; any other is thrown away as it comes. */
  readonly keepsBody: (request: IncomingMessage) => boolean
  /** Begins the answer; the turn is over when the response closes. */
  readonly reply: (turn: OpenTurn) => void
}

/** Whether a body may follow: a request that says nothing of one has none. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

export class Connection {
  private readonly socket: Socket
  private readonly options: ConnectionOptions
  private readonly waiting: Turn[] = []
  private readonly thrown = new WeakSet<IncomingMessage>()
  private isBusy = false
  private isTakingIn = false
  private latest: IncomingMessage | undefined
  private lastWord: string | undefined

  constructor(socket: Socket, options: ConnectionOptions) {
    this.socket = socket
    this.options = options
  }

  /** Is answered when everything before it is. */
  ask(turn: Turn): void {
    if (this.lastWord !== undefined) return
    this.latest = turn.request
    if (hasBody(turn.request) && !this.options.keepsBody(turn.request)) this.throwBodyAway(turn.request)
    if (this.waiting.length === this.options.maxPipelined) {
      this.socket.destroy()
      return
    }
    this.waiting.push(turn)
    if (!this.isBusy) this.next()
  }

  /** The end, with a last word where the other side may still take it for an answer. */
  part(lastWord: string): void {
    if (this.lastWord !== undefined) return
    // What was asked is answered already: a second answer to it would be taken for that to the next request.
    this.lastWord = this.latest?.complete === false ? '' : lastWord
    // Who waits for the rest of a body that nobody sends any more would wait for ever.
    if (!this.isBusy || this.isTakingIn) this.end(this.lastWord)
  }

  private next(): void {
    if (this.socket.destroyed) return
    const turn = this.waiting.shift()
    this.isBusy = turn !== undefined
    if (turn !== undefined) {
      const { request, response } = turn
      response.on('close', () => {
        if (hasBody(request)) this.throwBodyAway(request)
        if (this.waiting.length === 0 && this.lastWord === undefined) this.isBusy = false
        else setImmediate(() => this.next())
      })
      this.options.reply({ request, response, body: (kind) => this.takeIn(request, kind) })
    } else if (this.lastWord !== undefined) this.end(this.lastWord)
  }

  private end(lastWord: string): void {
    this.latest?.resume()
    this.socket.end(lastWord)
    const timer = setTimeout(() => this.socket.destroy(), LINGER)
    this.socket.once('close', () => clearTimeout(timer))
  }

  private async takeIn(request: IncomingMessage, kind: BodyKind = 'text'): Promise<Uint8Array | NoBody> {
    const limit = limitOf(kind, request.headers['content-type'], this.options)
    this.isTakingIn = true
    const body = await takeIn(request, limit, this.options.room)
    this.isTakingIn = false
    return body
  }

  /** What is left of a body must not hold up the connection, nor go on for ever. */
  private throwBodyAway(request: IncomingMessage): void {
    if (this.thrown.has(request)) return
    this.thrown.add(request)
    let seen = 0
    request.on('data', (chunk: Buffer) => {
      seen += chunk.length
      if (seen > this.options.maxBodySize && this.lastWord === undefined) {
        request.pause()
        this.part('')
      }
    })
  }
}
