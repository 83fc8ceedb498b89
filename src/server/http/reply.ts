/** One request and its answer: who asks, what is answered, and a 500 where nothing can be. */
import type { IncomingHttpHeaders } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { ApiResponse, ContentApi } from '../../reference/api.ts'
import { type Failure, internalError, tellFailure } from '../../reference/failure.ts'
import { answerInstead, drip, waited } from '../faults/apply.ts'
import type { Trouble } from '../faults/faults.ts'
import { type BodyKind, firstAnswer, type Layer, type MockRequest, type NoBody } from '../layer.ts'
import type { FindFile } from '../stored.ts'
import { fileName, sendFile } from '../uploads.ts'
import type { OpenTurn } from './connection.ts'
import type { Limits } from './limits.ts'
import { Outbox } from './outbox.ts'
import { type Send, sender } from './send.ts'
import { headersFor, turnedAway, type Visitors } from './visitors.ts'

export interface RequestLog {
  readonly method: string
  readonly url: string
  readonly status: number
  /** Until the answer was there; how long it takes to be read is the reader's. */
  readonly milliseconds: number
}

/** What was asked and answered, but for files. */
export interface Heard {
  readonly request: MockRequest
  readonly answer: ApiResponse
  readonly milliseconds: number
}

interface ReplyOptions {
  readonly api: ContentApi
  readonly limits: Limits
  readonly visitors: Visitors
  /** What stands before the API. */
  readonly layers: readonly Layer[]
  readonly uploads: FindFile | undefined
  readonly meet: ((request: MockRequest) => Trouble | undefined) | undefined
  readonly heard: ((heard: Heard) => void) | undefined
  readonly log: ((line: RequestLog) => void) | undefined
  readonly fail: (failure: Failure) => void
}

export function replier(options: ReplyOptions): (turn: OpenTurn) => void {
  const { maxPendingBytes } = options.limits
  const send = sender(new Outbox({ maxPendingBytes, now: () => performance.now() }), options.limits)
  const sending = { ...options, send }
  return (turn) => new Reply(turn, sending).begin()
}

/** A status, at once or later; undefined where nobody is there. */
type MaybeStatus = number | undefined | Promise<number | undefined>

/** No status: nobody was answered. */
const CUT_OFF = 0

/**
 * Answers one request: with a file, with what the first layer answers, or with what the API does. Nothing is waited for
 * that is there: most answers are written before the next request is looked at.
 */
class Reply {
  private readonly turn: OpenTurn
  private readonly options: ReplyOptions & { readonly send: Send }
  private readonly asked: MockRequest & { readonly method: string }
  private readonly start = performance.now()
  private answered: number | undefined
  /** Whether the server has stopped to read the body, so that nothing behind it is a request. */
  private isCut = false

  constructor(turn: OpenTurn, options: ReplyOptions & { readonly send: Send }) {
    const { method = 'GET', url = '/', headers } = turn.request
    this.turn = turn
    this.options = options
    this.asked = { method, url, headers: singleValues(headers), body: (kind) => this.readBody(kind) }
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
    const { method, url } = this.asked
    told(log, { method, url, status, milliseconds: this.milliseconds })
  }

  private failed(error: unknown): number {
    const { method, url } = this.asked
    const { response } = this.turn
    told(this.options.fail, { method, url, error })
    if (response.headersSent) response.destroy()
    else this.write(internalError(this.origin))
    return 500
  }

  private get origin(): string | undefined {
    return this.turn.request.headers.origin
  }

  /** Milliseconds until the answer was there, which it is when this is first asked for. */
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
    return this.isCut ? { ...own, connection: 'close' } : own
  }

  private write(answer: ApiResponse): number {
    return this.options.send(this.turn.response, answer, this.headersOf(answer))
  }

  private meet(): MaybeStatus {
    const { visitors, meet } = this.options
    const refusal = turnedAway(this.asked, visitors)
    if (refusal !== undefined) return this.write(refusal)
    const trouble = meet?.(this.asked)
    return trouble === undefined || trouble.delay === 0
      ? this.answer(trouble)
      : waited(trouble.delay, this.turn.response).then(() => this.answer(trouble))
  }

  private answer(trouble: Trouble | undefined): MaybeStatus {
    const { request, response } = this.turn
    if (response.destroyed) return undefined
    if (trouble?.error === 'reset') {
      request.socket.resetAndDestroy()
      return CUT_OFF
    }
    const { uploads } = this.options
    const name = uploads === undefined || trouble?.answer !== undefined ? undefined : fileName(this.asked)
    if (name === undefined) return this.work(trouble)
    return this.sendFile(name).then((sent) => sent ?? this.work(trouble))
  }

  /** Answers from the layers and the API. */
  private work(trouble: Trouble | undefined): MaybeStatus {
    const first = firstAnswer(this.options.layers, this.asked)
    return first instanceof Promise ? first.then((one) => this.end(one, trouble)) : this.end(first, trouble)
  }

  private end(first: ApiResponse | undefined, trouble: Trouble | undefined): number | undefined {
    const { response } = this.turn
    if (response.destroyed) return undefined
    const right = first ?? this.options.api.answer(this.asked)
    const answer = trouble?.answer === undefined ? right : answerInstead(trouble.answer, right)
    this.options.heard?.({ request: this.asked, answer, milliseconds: this.milliseconds })
    if (trouble?.drip === undefined && trouble?.error === undefined) return this.write(answer)
    return drip(
      response,
      { ...answer, headers: this.headersOf(answer) },
      trouble.drip,
      trouble.error === 'cut',
    )
  }

  /** The status that is written where there is such a file; undefined, and nothing is written, where there is none. */
  private async sendFile(name: string): Promise<number | undefined> {
    const { uploads, limits } = this.options
    const { request, response } = this.turn
    const file = await uploads?.(name)
    if (file === undefined || response.destroyed) return undefined
    const cors = this.origin === undefined ? {} : { 'access-control-allow-origin': this.origin }
    return sendFile(response, file, {
      name,
      asked: { method: this.asked.method, headers: request.headers },
      headers: { vary: 'Origin', ...cors },
      stallTimeout: limits.stallTimeout,
    })
  }
}

/** Who listens may fail too; that is their line, and no one's end. */
export function told<T extends { readonly method: string; readonly url: string }>(
  listener: (line: T) => void,
  line: T,
): void {
  try {
    listener(line)
  } catch (error) {
    tellFailure({ method: line.method, url: line.url, error })
  }
}

/** Of the headers that a request can repeat, Node keeps one as a list. */
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
