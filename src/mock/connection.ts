/**
 * One connection. Its requests are answered one at a time and in their order, so that nobody makes us hold more than
 * one answer by asking ahead, and other connections have their turn in between.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Turn {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

export interface ConnectionOptions {
  readonly maxPipelined: number
  /** Bytes. */
  readonly maxBodySize: number
  /** Begins the answer; the turn is over when the response closes. */
  readonly reply: (turn: Turn) => void
}

/** Milliseconds for the other side to read a last word before the connection is gone. */
const LINGER = 1_000

export class Connection {
  private readonly socket: Socket
  private readonly options: ConnectionOptions
  private readonly waiting: Turn[] = []
  private isBusy = false
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
    this.throwBodyAway(turn.request)
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
    if (!this.isBusy) this.end(this.lastWord)
  }

  private next(): void {
    if (this.socket.destroyed) return
    const turn = this.waiting.shift()
    this.isBusy = turn !== undefined
    if (turn !== undefined) {
      turn.response.once('close', () => setImmediate(() => this.next()))
      this.options.reply(turn)
    } else if (this.lastWord !== undefined) this.end(this.lastWord)
  }

  private end(lastWord: string): void {
    this.latest?.resume()
    this.socket.end(lastWord)
    const timer = setTimeout(() => this.socket.destroy(), LINGER)
    this.socket.once('close', () => clearTimeout(timer))
  }

  /** No body is ever looked at; what is left of one must not hold up the connection, nor go on for ever. */
  private throwBodyAway(request: IncomingMessage): void {
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
