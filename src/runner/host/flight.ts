/** Requests in flight: the thread that runs each, and whether another thread may run it again. */
import { internalError } from '../../reference/failure.ts'
import { printable } from '../../util/printable.ts'
import type { CodeAnswer, CodeHost, CodeRequest } from '../project-code.ts'
import type { RunAnswer, RunRequest, ServiceCall } from '../protocol.ts'
import { HeldBodies } from './held-bodies.ts'

export interface Flight {
  /** Of the latest run; 0 before the first. */
  id: number
  readonly request: CodeRequest
  readonly message: Omit<RunRequest, 'id'>
  readonly host: CodeHost
  /** The bodies of the content API that the latest run did not get. */
  held: HeldBodies
  /** In milliseconds of `performance.now()`. */
  readonly started: number
  readonly resolve: (answer: CodeAnswer) => void
  /** Whether a call of the code changed data: then no other thread may run the request again. */
  hasWritten: boolean
  /** Whether the request moved to another thread although it may be the one that blocked the first. */
  isSuspect: boolean
}

/** A request before its first run. */
export const newFlight = (
  message: Flight['message'],
  request: CodeRequest,
  host: CodeHost,
  resolve: Flight['resolve'],
): Flight => ({
  ...{ id: 0, request, message, host, resolve, started: performance.now() },
  ...{ held: new HeldBodies(), hasWritten: false, isSuspect: false },
})

const MAX_RECENT = 100

/** Finished requests whose late calls still reach their own world. */
export class RecentFlights {
  readonly #flights = new Map<number, Flight>()

  get(id: number): Flight | undefined {
    return this.#flights.get(id)
  }

  add(flight: Flight): void {
    this.#flights.set(flight.id, flight)
    const [oldest] = this.#flights.keys()
    if (oldest !== undefined && this.#flights.size > MAX_RECENT) this.#flights.delete(oldest)
  }

  clear(): void {
    this.#flights.clear()
  }
}

/**
 * Whether another thread may run the request from its start. Without a known culprit each request may be the one that
 * blocks, so it moves only once.
 */
export const mayMove = (flight: Flight, culprit: number): boolean =>
  flight.id !== culprit && !flight.hasWritten && !(culprit === 0 && flight.isSuspect)

/** The answer of a flight from the message of its thread. */
export function answerFrom(
  { held }: Flight,
  { status, headers, body, sameAs, ran, effect }: RunAnswer,
): CodeAnswer {
  const core = sameAs === undefined ? undefined : held.get(sameAs)
  return {
    response: { status, headers, body: core?.body ?? body },
    ...(core === undefined ? {} : { core }),
    ...(ran === undefined ? {} : { ran }),
    ...(effect === undefined ? {} : { effect }),
  }
}

const READS = /^(?:find|count|load|me$)/

/** Whether a call may change data. */
export function isWrite(asked: ServiceCall, request: CodeRequest | undefined): boolean {
  switch (asked.service) {
    case 'core':
      if (asked.dryRun === true) return false
      if (asked.action !== undefined) return !READS.test(asked.action.name)
      return !/^(?:GET|HEAD|OPTIONS)$/i.test(asked.method ?? request?.method ?? '')
    case 'documents':
    case 'query':
    case 'entity':
      return asked.dryRun !== true && !READS.test(asked.method)
    case 'transaction':
    case 'content-api':
    case 'caller':
      return false
  }
}

const NAMES = { 500: 'InternalServerError', 503: 'ServiceUnavailable' } as const

/** An answer in place of the code's. Its message names the route. */
export function failedAnswer(status: 500 | 503, request: CodeRequest, why: string): CodeAnswer {
  const route = `${printable(request.method, 20)} ${printable(pathOf(request.target), 200)}`
  const error = { status, name: NAMES[status], message: `${route}: ${why}`, details: {} }
  const { headers } = internalError(request.headers['origin'])
  return { response: { status, headers, body: JSON.stringify({ data: null, error }) } }
}

const pathOf = (target: string): string => target.split('?', 1)[0] ?? ''

/** A client that connects again and again waits for a refused host, so the text names the latest refusal. */
export const lateText = (limit: string, refusal: string | undefined): string =>
  `The code of the project did not answer within ${limit}.${
    refusal === undefined ? '' : ` It may wait for a refused call: ${refusal}`
  }`

/** `10 s`, `250 ms` */
export const timeText = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`)
