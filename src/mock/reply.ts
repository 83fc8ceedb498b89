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
    answered(turn, write, (answer) => headersFor(origin, answer.headers, visitors), {
      ...options,
      since: () => now() - start,
    })
      .catch(failed)
      .then((status) => (status === undefined ? undefined : logged(status)))
  }
}

interface Answering extends ReplyOptions {
  /** Milliseconds since it was asked. */
  readonly since: () => number
}

/** No status: nobody was answered. */
const CUT_OFF = 0

/** The status that is written: of a file, of the first layer that answers, or of the API; undefined where nobody is there. */
async function answered(
  turn: OpenTurn,
  write: (answer: ApiResponse) => number,
  headersOf: (answer: ApiResponse) => ApiResponse['headers'],
  options: Answering,
): Promise<number | undefined> {
  const { api, layers, visitors, uploads, meet, heard, since } = options
  const { request, response, body } = turn
  const { method = 'GET', url = '/', headers } = request
  const asked = { method, url, headers: singleValues(headers), body } satisfies MockRequest
  const refusal = turnedAway(asked, visitors)
  if (refusal !== undefined) return write(refusal)
  const trouble = meet?.(asked)
  await waited(trouble?.delay ?? 0, response)
  if (response.destroyed) return undefined
  if (trouble?.error === 'reset') {
    request.socket.resetAndDestroy()
    return CUT_OFF
  }
  const name = uploads === undefined || trouble?.answer !== undefined ? undefined : fileName({ method, url })
  const sent = name === undefined ? undefined : await fileSent(turn, name, options)
  if (sent !== undefined) return sent
  const first = layers.length === 0 ? undefined : await firstAnswer(layers, asked)
  if (response.destroyed) return undefined
  const right = first ?? api.answer({ method, url, headers: asked.headers })
  const answer = trouble?.answer === undefined ? right : answerInstead(trouble.answer, right)
  heard?.({ request: asked, answer, milliseconds: since() })
  if (trouble?.drip === undefined && trouble?.error === undefined) return write(answer)
  return drip(response, { ...answer, headers: headersOf(answer) }, trouble.drip, trouble.error === 'cut')
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

function singleValues(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  const entries = Object.entries(headers)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
}
