/** Answers one request: it checks the host, calls the layers and the API, and answers 500 if one of them throws. */
import type { IncomingHttpHeaders } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { ApiResponse, ContentApi } from '../../reference/api.ts'
import { type Failure, internalError, printFailure } from '../../reference/failure.ts'
import { bodyLength } from '../../reference/response.ts'
import { ranFor, withRan } from '../code/ran.ts'
import { answerInstead, drip, waited } from '../faults/apply.ts'
import type { InjectedFault } from '../faults/faults.ts'
import { type BodyKind, firstAnswer, type Layer, type MockRequest, type NoBody } from '../layer.ts'
import type { FindFile } from '../stored.ts'
import { fileName, sendFile } from '../uploads.ts'
import type { OpenTurn } from './connection.ts'
import type { Limits } from './limits.ts'
import { Outbox } from './outbox.ts'
import { placed } from './prefix.ts'
import { type Send, sender } from './send.ts'
import { headersFor, turnedAway, type Visitors } from './visitors.ts'

export interface RequestLog {
  readonly method: string
  readonly url: string
  readonly status: number
  /** The time until the answer was ready, in milliseconds, without the time to send it. */
  readonly milliseconds: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The address of the client; undefined if the client has disconnected. */
  readonly client: string | undefined
  /**
   * Returns the length of the response body; undefined for an uploaded file, for an answer that a fault sends in
   * pieces, or without an answer.
   */
  readonly bytes: () => number | undefined
}

/** A request and its answer, which the observer `heard` gets. The observer gets no requests for uploaded files. */
export interface Heard {
  readonly request: MockRequest
  readonly answer: ApiResponse
  readonly milliseconds: number
}

interface ReplyOptions {
  readonly api: ContentApi
  readonly limits: Limits
  readonly visitors: Visitors
  /** The layers that may answer a request before the content API does. */
  readonly layers: readonly Layer[]
  readonly uploads: FindFile | undefined
  readonly meet: ((request: MockRequest) => InjectedFault | undefined) | undefined
  readonly heard: ((heard: Heard) => void) | undefined
  readonly log: ((line: RequestLog) => void) | undefined
  readonly fail: (failure: Failure) => void
  /** Returns whether the server closes the connection after this answer. */
  readonly isLast: () => boolean
  /** The base path of the server; empty if the server has none. */
  readonly basePath: string
}

export function replier(options: ReplyOptions): (turn: OpenTurn) => void {
  const { maxPendingBytes } = options.limits
  const send = sender(new Outbox({ maxPendingBytes, now: () => performance.now() }), options.limits)
  const sending = { ...options, send }
  return (turn) => new Reply(turn, sending).begin()
}

/** The status of the response, or a promise of it; undefined if the client has disconnected. */
type MaybeStatus = number | undefined | Promise<number | undefined>

/** The status that the log shows for a request without an answer. */
const CUT_OFF = 0

/**
 * Answers one request: with an uploaded file, else with the answer of the first layer that answers, else with the
 * answer of the content API. The class stays synchronous if possible, so that most answers are written before the next
 * request arrives.
 */
class Reply {
  private readonly turn: OpenTurn
  private readonly options: ReplyOptions & { readonly send: Send }
  private readonly asked: MockRequest & { readonly method: string }
  private readonly start = performance.now()
  private answered: number | undefined
  private sent: ApiResponse | undefined
  /**
   * Whether the server stopped reading the body of the request. The connection must then close, because its next bytes
   * belong to this body.
   */
  private isCut = false

  constructor(turn: OpenTurn, options: ReplyOptions & { readonly send: Send }) {
    const { method = 'GET', headers } = turn.request
    const { url, prefix } = placed(turn.request.url ?? '/', headers, options.basePath)
    this.turn = turn
    this.options = options
    const body = (kind: BodyKind | undefined) => this.readBody(kind)
    this.asked = { method, url, headers: singleValues(headers), body, ...(prefix === '' ? {} : { prefix }) }
  }

  begin(): void {
    try {
      const status = this.meet()
      if (status instanceof Promise)
        status.catch((error: unknown) => this.failed(error)).then((one) => this.ended(one))
      else this.ended(status)
    } catch (error) {
      this.ended(this.failed(error))
    }
  }

  private ended(status: number | undefined): void {
    const { log } = this.options
    if (log === undefined || status === undefined) return
    const { method, url, headers = {} } = this.asked
    const client = this.turn.request.socket.remoteAddress
    notify(log, {
      ...{ method, url, status, milliseconds: this.milliseconds, headers, client },
      bytes: () => this.sent && bodyLength(this.sent, Buffer.byteLength),
    })
  }

  private failed(error: unknown): number {
    const { method, url } = this.asked
    const { response } = this.turn
    notify(this.options.fail, { method, url, error })
    if (response.headersSent) response.destroy()
    else this.write(internalError(this.origin))
    return 500
  }

  private get origin(): string | undefined {
    return this.turn.request.headers.origin
  }

  /**
   * Returns the time until the answer was ready, in milliseconds. The first read of this getter measures the time;
   * later reads return the same value.
   */
  private get milliseconds(): number {
    this.answered ??= performance.now()
    return this.answered - this.start
  }

  private async readBody(kind: BodyKind | undefined): Promise<Uint8Array | NoBody> {
    const body = await this.turn.body(kind)
    this.isCut = typeof body === 'string'
    return body
  }

  private headersOf({ headers }: ApiResponse): ApiResponse['headers'] {
    const own = headersFor(this.origin, headers, this.options.visitors)
    return this.isCut || this.options.isLast() ? { ...own, connection: 'close' } : own
  }

  private write(answer: ApiResponse): number {
    this.sent = answer
    return this.options.send(this.turn.response, answer, this.headersOf(answer))
  }

  private meet(): MaybeStatus {
    const { visitors, meet } = this.options
    const refusal = turnedAway(this.asked, visitors)
    if (refusal !== undefined) return this.write(refusal)
    const fault = meet?.(this.asked)
    return fault === undefined || fault.delay === 0
      ? this.answer(fault)
      : waited(fault.delay, this.turn.response).then(() => this.answer(fault))
  }

  private answer(fault: InjectedFault | undefined): MaybeStatus {
    const { request, response } = this.turn
    if (response.destroyed) return undefined
    if (fault?.error === 'reset') {
      request.socket.resetAndDestroy()
      return CUT_OFF
    }
    const { uploads } = this.options
    const name = uploads === undefined || fault?.answer !== undefined ? undefined : fileName(this.asked)
    if (name === undefined) return this.work(fault)
    return this.sendFile(name).then((sent) => sent ?? this.work(fault))
  }

  /** Gets the answer from the layers or from the content API, and sends the answer. */
  private work(fault: InjectedFault | undefined): MaybeStatus {
    const first = firstAnswer(this.options.layers, this.asked)
    return first instanceof Promise ? first.then((one) => this.end(one, fault)) : this.end(first, fault)
  }

  private end(first: ApiResponse | undefined, fault: InjectedFault | undefined): number | undefined {
    const { response } = this.turn
    if (response.destroyed) return undefined
    const right = first ?? this.options.api.answer(this.asked)
    const answer =
      fault?.answer === undefined ? right : withRan(answerInstead(fault.answer, right), ranFor(right))
    this.options.heard?.({ request: this.asked, answer, milliseconds: this.milliseconds })
    if (fault?.drip === undefined && fault?.error === undefined) return this.write(answer)
    return drip(response, { ...answer, headers: this.headersOf(answer) }, fault.drip, fault.error === 'cut')
  }

  /**
   * Sends an uploaded file and returns the status. If the file does not exist, the method sends nothing and returns
   * undefined.
   */
  private async sendFile(name: string): Promise<number | undefined> {
    const { uploads, limits } = this.options
    const { request, response } = this.turn
    const file = await uploads?.(name)
    if (file === undefined || response.destroyed) return undefined
    const cors = this.origin === undefined ? {} : { 'access-control-allow-origin': this.origin }
    return sendFile(response, file, {
      name,
      asked: { method: this.asked.method, headers: request.headers },
      headers: { vary: 'Origin', ...cors, ...(this.options.isLast() ? { connection: 'close' } : {}) },
      stallTimeout: limits.stallTimeout,
    })
  }
}

/** Calls the callback `fail` or `log`. If the callback throws, the function prints the error and continues. */
export function notify<T extends { readonly method: string; readonly url: string }>(
  callback: (line: T) => void,
  line: T,
): void {
  try {
    callback(line)
  } catch (error) {
    printFailure({ method: line.method, url: line.url, error })
  }
}

/** Returns request headers with a single text as each value, because Node returns `set-cookie` as a list. */
function singleValues(headers: IncomingHttpHeaders): Readonly<Record<string, string | undefined>> {
  if (isSingle(headers)) return headers
  const { 'set-cookie': cookies, ...others } = headers
  const single: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(others))
    single[name] = Array.isArray(value) ? value.join(', ') : value
  return cookies === undefined ? single : { ...single, 'set-cookie': cookies.join(', ') }
}

const isSingle = (
  headers: IncomingHttpHeaders,
): headers is IncomingHttpHeaders & Record<string, string | undefined> => {
  for (const name in headers) if (Array.isArray(headers[name])) return false
  return true
}
