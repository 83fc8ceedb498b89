/**
 * Flights, which are requests in progress. A flight holds the thread that runs the request, and whether another thread
 * may run it again.
 */
import { internalError } from '../../../reference/failure.ts'
import { printable } from '../../../util/printable.ts'
import type { CodeAnswer, CodeHost, CodeRequest } from '../project-code.ts'
import type { RunAnswer, RunRequest, ServiceCall } from '../protocol.ts'
import type { RouteOf } from './concerns.ts'
import { HeldBodies } from './held-bodies.ts'

export interface Flight {
  /** The id of the request's latest run; 0 before the first run. */
  id: number
  readonly request: CodeRequest
  readonly message: Omit<RunRequest, 'id'>
  readonly host: CodeHost
  /** The held bodies, which stayed in the server, of the latest run. */
  held: HeldBodies
  /** The time when the request arrived, in milliseconds of `performance.now()`. */
  readonly started: number
  readonly resolve: (answer: CodeAnswer) => void
  /** Whether the code changed data for this request, so that another thread must not run the request again. */
  hasWritten: boolean
  /** Whether the request moved to another thread although it may have blocked its first thread. */
  isSuspect: boolean
}

/** Makes the flight of a request that has not run yet. */
export const newFlight = (
  message: Flight['message'],
  request: CodeRequest,
  host: CodeHost,
  resolve: Flight['resolve'],
): Flight => ({
  ...{ id: 0, request, message, host, resolve, started: performance.now() },
  ...{ held: new HeldBodies(), hasWritten: false, isSuspect: false },
})

/** The part of a thread's state that shows which request blocks the thread. */
interface Blockable {
  readonly state: string
  /** The id of the request whose code is running. */
  readonly culprit: number
  readonly flights: ReadonlyMap<number, Flight>
}

/**
 * The maximum number of threads that requests to one route may block. With two threads, an endless loop in one request
 * does not delay other requests to the same route. Further threads remain for other routes.
 */
const MOST_PER_ROUTE = 2

/**
 * Returns whether a flight must wait. A flight waits if another request to the same path blocks a thread, or requests
 * to the same route block several threads. Code for the same path would probably block another thread. Requests to
 * other routes would then have to wait for a new thread.
 */
export function waits({ request }: Flight, threads: readonly Blockable[], routeOf: RouteOf): boolean {
  const blocking = threads.flatMap(({ state, culprit, flights }) =>
    state === 'stalled' ? (flights.get(culprit) ?? []) : [],
  )
  const isSame = (other: CodeRequest): boolean =>
    other.method === request.method && pathOf(other.target) === pathOf(request.target)
  if (blocking.some((one) => isSame(one.request))) return true
  if (blocking.length < MOST_PER_ROUTE) return false
  const route = routeOf(request.method, request.target)
  const ofRoute = blocking.filter((one) => routeOf(one.request.method, one.request.target) === route)
  return ofRoute.length >= MOST_PER_ROUTE
}

const MAX_RECENT = 100

/** Finished requests, stored so that late calls of their code still read and write the right data. */
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
 * Returns whether another thread may run the request from its start. If it is unknown which request blocks the thread,
 * each request moves at most once.
 */
export const mayMove = (flight: Flight, culprit: number): boolean =>
  flight.id !== culprit && !flight.hasWritten && !(culprit === 0 && flight.isSuspect)

/** Makes the answer to a request from the message that the thread sent. */
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

/** Returns whether a call of the project's code may change data. */
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
    case 'tables':
    case 'caller':
      return false
  }
}

const NAMES = { 500: 'InternalServerError', 503: 'ServiceUnavailable' } as const

/** Returns the error answer that replaces the answer of the code. The error message contains the route. */
export function failedAnswer(status: 500 | 503, request: CodeRequest, why: string): CodeAnswer {
  const route = `${printable(request.method, 20)} ${printable(pathOf(request.target), 200)}`
  const error = { status, name: NAMES[status], message: `${route}: ${why}`, details: {} }
  const { headers } = internalError(request.headers['origin'])
  return { response: { status, headers, body: JSON.stringify({ data: null, error }) } }
}

export const pathOf = (target: string): string => target.split('?', 1)[0] ?? ''

/**
 * Returns the message about code that exceeds the time limit. The message quotes the latest refused call, because the
 * code may be waiting for a host that Populace refused.
 */
export const lateText = (limit: string, refusal: string | undefined): string =>
  `The code of the project did not answer within ${limit}.${
    refusal === undefined ? '' : ` It may wait for a refused call: ${refusal}`
  }`

/** Writes a duration as text, such as `10 s` or `250 ms`. */
export const timeText = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`)
