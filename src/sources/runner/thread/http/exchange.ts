/** Represents a request and the response to it as objects of `node:http`, without a network connection. */
import { IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { HeldBody } from '../../held-body.ts'
import type { CodePlace, RunAnswer, RunRequest, ServiceResult } from '../../protocol.ts'
import type { CoreBody, Holding } from './holding.ts'
import type { Recorder } from './trace/recorder.ts'

/** The answer that the server gives to a call from the thread, in place of Strapi's own code. */
export type CoreAnswer = Extract<ServiceResult, { readonly status: number }>

/** The part of a request's state that is not in the Koa context of the request. */
export class Exchange {
  readonly request: RunRequest
  readonly recorder: Recorder | undefined
  readonly holding: Holding
  /** The places in the project's code that have run so far, in the order in which they ran. */
  readonly ran: CodePlace[] = []
  /** The parsed queries that the project's code has read, by query string. */
  readonly queries = new Map<string, object>()
  /** The parsed body of the request. The member `isTouched` is true if the project's code may have changed the body. */
  body: { value: unknown; isTouched: boolean } | undefined
  /** The body of the content API's answer as unparsed JSON; undefined after code has read or replaced this body. */
  coreBody: CoreBody | undefined
  /**
   * The held body that is the body of the answer to the client. A held body stays in the server, because no code has
   * changed the body.
   */
  sealed: (CoreBody & { readonly body: HeldBody }) | undefined
  /** The last answer of a Strapi action that the project's code called, with the name of this action. */
  coreAnswer: { readonly action: string; readonly answer: CoreAnswer } | undefined
  /**
   * The HTTP methods that the content API allows for the path; set only if the router has no route for the request's
   * method.
   */
  allow: string | undefined
  /** The functions that run at the end of the request. */
  readonly cleanups: (() => void)[] = []

  constructor(request: RunRequest, recorder: Recorder | undefined, holding: Holding) {
    this.request = request
    this.recorder = recorder
    this.holding = holding
  }
}

/** A socket without a connection, because the constructor of `IncomingMessage` needs a socket. */
const NO_CONNECTION = new Socket()

/** A request object of `node:http` whose whole body is known from the beginning. */
export class ServiceRequest extends IncomingMessage {
  private rest: Uint8Array | undefined
  private readonly ip: string
  private own: Socket | undefined

  constructor({ method, target, headers, body, ip }: RunRequest) {
    super(NO_CONNECTION)
    this.ip = ip
    this.method = method
    this.url = target
    this.headers = { ...headers }
    this.httpVersion = '1.1'
    this.httpVersionMajor = 1
    this.httpVersionMinor = 1
    this.complete = true
    this.rest = body
    for (const [name, value] of Object.entries(headers)) this.rawHeaders.push(name, value)
  }

  /**
   * Returns the socket of the request. Creates the socket only when code first reads the property `socket`, because
   * creating a socket is expensive.
   */
  lazySocket(): Socket {
    this.own ??= Object.defineProperty(new Socket(), 'remoteAddress', { value: this.ip })
    return this.own
  }

  override _read(): void {
    if (this.rest !== undefined) this.push(Buffer.from(this.rest))
    this.rest = undefined
    this.push(null)
  }
}

// Replaces the property `socket`, which the constructor of `IncomingMessage` sets.
Object.defineProperty(ServiceRequest.prototype, 'socket', {
  configurable: true,
  get(this: ServiceRequest) {
    return this.lazySocket()
  },
  set() {
    // Ignores a write, so that project code cannot replace the socket.
  },
})

type Callback = (error?: Error | null) => void

/** The empty body of Koa's response while the real body stays in the server. */
export const STAND_IN = Buffer.alloc(0)

/** A response object of `node:http` that collects its content instead of sending the content. */
export class ServiceResponse extends ServerResponse {
  readonly exchange: Exchange
  private readonly chunks: (string | Buffer)[] = []
  private readonly done: (answer: RunAnswer) => void
  private isStarted = false

  constructor(request: ServiceRequest, exchange: Exchange, done: (answer: RunAnswer) => void) {
    super(request)
    this.exchange = exchange
    this.done = done
  }

  get hasStarted(): boolean {
    return this.isStarted
  }

  override write(chunk: unknown, encoding?: BufferEncoding | Callback, callback?: Callback): boolean {
    const called = typeof encoding === 'function' ? encoding : callback
    this.isStarted = true
    if (!this.finished) this.take(chunk, typeof encoding === 'string' ? encoding : undefined)
    if (called !== undefined) process.nextTick(called)
    return true
  }

  override end(chunk?: unknown, encoding?: BufferEncoding | (() => void), callback?: () => void): this {
    const called = [chunk, encoding, callback].find(isCallback)
    if (called !== undefined) this.once('finish', called)
    if (this.finished) return this
    const { sealed, request, holding } = this.exchange
    const isHeld = sealed !== undefined && chunk === STAND_IN
    const isSame = isHeld && this.chunks.length === 0
    if (isHeld && !isSame) this.take(holding.text(request.id, sealed), undefined)
    else if (!isSame && !isCallback(chunk))
      this.take(chunk, typeof encoding === 'string' ? encoding : undefined)
    this.isStarted = true
    this.finished = true
    this.done({
      kind: 'answer',
      id: request.id,
      status: this.statusCode,
      headers: textsOf(this.getHeaders()),
      body: this.content(),
      ...(isSame ? { sameAs: sealed.body.id } : {}),
    })
    process.nextTick(() => {
      this.emit('finish')
      this.emit('close')
    })
    return this
  }

  override writeHead(status: number, ...rest: readonly unknown[]): this {
    const headers = rest.find((item) => typeof item === 'object' && item !== null)
    this.statusCode = status
    if (Array.isArray(headers)) setPairs(this, headers)
    else for (const [name, value] of Object.entries(headers ?? {})) setOne(this, name, value)
    this.isStarted = true
    return this
  }

  override flushHeaders(): void {
    this.isStarted = true
  }

  override setHeader(name: string, value: number | string | readonly string[]): this {
    noteHeader(this, name, this.hasHeader(name) ? 'changed' : 'added')
    return super.setHeader(name, value)
  }

  override removeHeader(name: string): void {
    if (this.hasHeader(name)) noteHeader(this, name, 'removed')
    super.removeHeader(name)
  }

  private take(chunk: unknown, encoding: BufferEncoding | undefined): void {
    if (chunk === undefined || chunk === null || chunk === '') return
    if (typeof chunk === 'string')
      this.chunks.push(encoding === undefined || isUtf8(encoding) ? chunk : Buffer.from(chunk, encoding))
    else if (chunk instanceof Uint8Array) this.chunks.push(Buffer.from(chunk))
    else throw new TypeError('Invalid chunk: expected a string, a Buffer or a Uint8Array')
  }

  private content(): string | Uint8Array {
    const [first = '', ...more] = this.chunks
    if (more.length === 0) return first
    if (this.chunks.every((chunk) => typeof chunk === 'string')) return this.chunks.join('')
    return Buffer.concat(this.chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)))
  }
}

// TypeScript's types declare a property here, but Node defines an accessor.
Object.defineProperty(ServiceResponse.prototype, 'headersSent', {
  configurable: true,
  get(this: ServiceResponse) {
    return this.hasStarted
  },
})

/** Returns the `Exchange` (the state of the request) to which a context, request or response of Koa belongs. */
export function exchangeOf({ res }: { readonly res: ServerResponse }): Exchange {
  if (res instanceof ServiceResponse) return res.exchange
  throw new TypeError('Invalid context: expected ctx.res to be the response of the server')
}

const isCallback = (value: unknown): value is () => void => typeof value === 'function'
const isUtf8 = (encoding: BufferEncoding): boolean => ['utf8', 'utf-8'].includes(encoding.toLowerCase())

function noteHeader(response: ServiceResponse, name: string, kind: 'added' | 'changed' | 'removed'): void {
  // `exchange` may be undefined here, because the constructor of the base class may set headers before `exchange`
  // exists.
  response.exchange?.recorder?.add('headers', kind, [name.toLowerCase()])
}

function setPairs(response: ServiceResponse, pairs: readonly unknown[]): void {
  for (let at = 0; at + 1 < pairs.length; at += 2) setOne(response, String(pairs[at]), pairs[at + 1])
}

function setOne(response: ServiceResponse, name: string, value: unknown): void {
  if (Array.isArray(value)) response.setHeader(name, value.map(String))
  else if (value !== undefined) response.setHeader(name, typeof value === 'number' ? value : String(value))
}

function textsOf(headers: OutgoingHttpHeaders): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const name of Object.keys(headers)) {
    const value: OutgoingHttpHeader | undefined = headers[name]
    if (value !== undefined) texts[name] = Array.isArray(value) ? value.join('\n') : String(value)
  }
  return texts
}
