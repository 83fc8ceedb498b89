/** One request and its answer: who asks, what is answered, and a 500 where nothing can be. */
import type { IncomingHttpHeaders } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { ApiRequest, ApiResponse, ContentApi } from '../reference/api.ts'
import { type Failure, internalError, tellFailure } from '../reference/failure.ts'
import type { Turn } from './connection.ts'
import type { Limits } from './limits.ts'
import { Outbox } from './outbox.ts'
import { sender } from './send.ts'
import { headersFor, turnedAway, type Visitors } from './visitors.ts'

export interface RequestLog {
  readonly method: string
  readonly url: string
  readonly status: number
  /** Until the answer was there; how long it takes to be read is the reader's. */
  readonly milliseconds: number
}

interface ReplyOptions {
  readonly api: ContentApi
  readonly limits: Limits
  readonly visitors: Visitors
  readonly log: ((line: RequestLog) => void) | undefined
  readonly fail: (failure: Failure) => void
}

export function replier({ api, limits, visitors, log, fail }: ReplyOptions): (turn: Turn) => void {
  const now = (): number => performance.now()
  const send = sender(new Outbox({ maxPendingBytes: limits.maxPendingBytes, now }), limits)
  return ({ request, response }) => {
    const start = now()
    const { method = 'GET', url = '/' } = request
    const asked = { method, url, headers: singleValues(request.headers) } satisfies ApiRequest
    const { origin } = request.headers
    const write = (answer: ApiResponse): number =>
      send(response, { ...answer, headers: headersFor(origin, answer.headers, visitors) })
    let status = 500
    try {
      status = write(turnedAway(asked, visitors) ?? api.answer(asked))
    } catch (error) {
      told(fail, { method, url, error })
      if (response.headersSent) response.destroy()
      else write(internalError(origin))
    }
    if (log !== undefined) {
      const line = { method, url, status, milliseconds: now() - start }
      told(log, line)
    }
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

function singleValues(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  const entries = Object.entries(headers)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
}
