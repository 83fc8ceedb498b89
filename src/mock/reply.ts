/** One request and its answer: who asks, what is answered, and a 500 where nothing can be. */
import type { IncomingHttpHeaders } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { ApiResponse, ContentApi } from '../reference/api.ts'
import { type Failure, internalError, tellFailure } from '../reference/failure.ts'
import type { OpenTurn } from './connection.ts'
import { firstAnswer, type Layer, type MockRequest } from './layer.ts'
import type { Limits } from './limits.ts'
import { Outbox } from './outbox.ts'
import { sender } from './send.ts'
import type { FindFile } from './stored.ts'
import { answerInstead, drip, waited } from './trouble/apply.ts'
import type { Trouble } from './trouble/trouble.ts'
import { fileName, sendFile } from './uploads.ts'
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
  const { limits, visitors, log, fail } = options
  const now = (): number => performance.now()
  const send = sender(new Outbox({ maxPendingBytes: limits.maxPendingBytes, now }), limits)
  return (turn) => {
    const { request, response } = turn
    const start = now()
    const { method = 'GET', url = '/' } = request
    const { origin } = request.headers
    const write = (answer: ApiResponse): number =>
      send(response, { ...answer, headers: headersFor(origin, answer.headers, visitors) })
    const logged = (status: number): void => {
      if (log !== undefined) told(log, { method, url, status, milliseconds: now() - start })
    }
    const failed = (error: unknown): number => {
      told(fail, { method, url, error })
      if (response.headersSent) response.destroy()
      else write(internalError(origin))
      return 500
    }
    const ended = (status: number | undefined): void => (status === undefined ? undefined : logged(status))
    const headersOf = (answer: ApiResponse) => headersFor(origin, answer.headers, visitors)
    const answering = { ...options, write, headersOf, since: () => now() - start }
    try {
      const status = answered(turn, answering)
      if (status instanceof Promise) status.catch(failed).then(ended)
      else ended(status)
    } catch (error) {
      ended(failed(error))
    }
  }
}

/** A status, at once or later; undefined where nobody is there. */
type Status = number | undefined | Promise<number | undefined>

interface Answering extends ReplyOptions {
  readonly write: (answer: ApiResponse) => number
  readonly headersOf: (answer: ApiResponse) => ApiResponse['headers']
  /** Milliseconds since it was asked. */
  readonly since: () => number
}

/** No status: nobody was answered. */
const CUT_OFF = 0

/**
 * The status that is written: of a file, of the first layer that answers, or of the API. Nothing is waited for that is
 * there: most answers are written before the next request is looked at.
 */
function answered(turn: OpenTurn, answering: Answering): Status {
  const { visitors, meet, write } = answering
  const { request, response, body } = turn
  const { method = 'GET', url = '/', headers } = request
  const asked = { method, url, headers: singleValues(headers), body } satisfies MockRequest
  const refusal = turnedAway(asked, visitors)
  if (refusal !== undefined) return write(refusal)
  const trouble = meet?.(asked)
  const goOn = (): Status => afterWaiting(turn, asked, trouble, answering)
  return trouble?.delay === undefined || trouble.delay === 0
    ? goOn()
    : waited(trouble.delay, response).then(goOn)
}

function afterWaiting(
  turn: OpenTurn,
  asked: MockRequest & { readonly method: string },
  trouble: Trouble | undefined,
  answering: Answering,
): Status {
  if (turn.response.destroyed) return undefined
  if (trouble?.error === 'reset') {
    turn.request.socket.resetAndDestroy()
    return CUT_OFF
  }
  const { uploads } = answering
  const name = uploads === undefined || trouble?.answer !== undefined ? undefined : fileName(asked)
  if (name === undefined) return worked(turn, asked, trouble, answering)
  return fileSent(turn, name, answering).then((sent) => sent ?? worked(turn, asked, trouble, answering))
}

/** Answers from the layers and the API. */
function worked(
  { response }: OpenTurn,
  asked: MockRequest & { readonly method: string },
  trouble: Trouble | undefined,
  { api, layers, heard, since, write, headersOf }: Answering,
): Status {
  const end = (first: ApiResponse | undefined): number | undefined => {
    if (response.destroyed) return undefined
    const { method, url, headers } = asked
    const right = first ?? api.answer({ method, url, ...(headers === undefined ? {} : { headers }) })
    const answer = trouble?.answer === undefined ? right : answerInstead(trouble.answer, right)
    heard?.({ request: asked, answer, milliseconds: since() })
    if (trouble?.drip === undefined && trouble?.error === undefined) return write(answer)
    return drip(response, { ...answer, headers: headersOf(answer) }, trouble.drip, trouble.error === 'cut')
  }
  const first = firstAnswer(layers, asked)
  return first instanceof Promise ? first.then(end) : end(first)
}

/** The status that is written where there is such a file; undefined, and nothing is written, where there is none. */
async function fileSent(
  { request, response }: OpenTurn,
  name: string,
  { uploads, limits }: ReplyOptions,
): Promise<number | undefined> {
  const { method = 'GET', headers } = request
  const file = await uploads?.(name)
  if (file === undefined || response.destroyed) return undefined
  const cors = headers.origin === undefined ? {} : { 'access-control-allow-origin': headers.origin }
  return sendFile(response, file, {
    name,
    asked: { method, headers },
    headers: { vary: 'Origin', ...cors },
    stallTimeout: limits.stallTimeout,
  })
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
function singleValues({
  'set-cookie': cookies,
  ...others
}: IncomingHttpHeaders): Record<string, string | undefined> {
  const single: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(others))
    single[name] = Array.isArray(value) ? value.join(', ') : value
  return cookies === undefined ? single : { ...single, 'set-cookie': cookies.join(', ') }
}
