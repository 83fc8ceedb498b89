/**
 * A client connection, which answers its requests in order, one at a time. A client that pipelines requests therefore
 * keeps only one answer in memory and does not delay other connections.
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

/** The next request that the connection answers. */
export interface OpenTurn extends Turn {
  /**
   * Reads the request body, if `keepsBody` allows it; may be called only once. The parameter `kind` is the kind of
   * body that the route expects.
   */
  readonly body: (kind?: BodyKind) => Promise<Uint8Array | NoBody>
}

export interface ConnectionOptions extends BodyLimits {
  readonly maxPipelined: number
  /** The counter of the bytes of arriving bodies over all connections. */
  readonly room: BodyRoom
  /** Returns whether a handler may read the body of a request. The connection discards all other bodies. */
  readonly keepsBody: (request: IncomingMessage) => boolean
  /** Starts the answer to a request. The connection starts the next request when the response closes. */
  readonly reply: (turn: OpenTurn) => void
}

/** Returns whether the request has a body: HTTP/1.1 requires `content-length` or `transfer-encoding` for a body. */
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
  private isRetired = false

  constructor(socket: Socket, options: ConnectionOptions) {
    this.socket = socket
    this.options = options
  }

  /** Adds a request to the queue of the connection. The request gets its answer after all earlier requests. */
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

  /**
   * Ends the connection. Sends a last error response if the client can still match the response to a request. Returns
   * whether the response is sent.
   */
  part(lastWord: string): boolean {
    if (this.lastWord !== undefined) return false
    // The answer to an incomplete request may already be sent. A client would take a second answer for the answer to
    // its next request.
    this.lastWord = this.latest?.complete === false ? '' : lastWord
    // Ends the connection at once if a handler waits for the rest of a body, because the handler would wait forever.
    if (!this.isBusy || this.isTakingIn) this.end(this.lastWord)
    return this.lastWord !== ''
  }

  /** Closes the connection as soon as no request on this connection waits for an answer. */
  retire(): void {
    this.isRetired = true
    if (!this.isBusy) this.end('')
  }

  private next(): void {
    if (this.socket.destroyed) return
    const turn = this.waiting.shift()
    this.isBusy = turn !== undefined
    if (turn !== undefined) {
      const { request, response } = turn
      response.on('close', () => {
        if (hasBody(request)) this.throwBodyAway(request)
        if (this.waiting.length > 0 || this.lastWord !== undefined) setImmediate(() => this.next())
        else {
          this.isBusy = false
          if (this.isRetired) this.end('')
        }
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

  /**
   * Discards the part of a body that no handler reads, so that the connection can continue with the next request. If
   * this part is larger than `maxBodySize`, ends the connection.
   */
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
