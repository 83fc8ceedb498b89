/**
 * Flights. A flight is a request in progress. The state of a flight decides whether another thread may run the
 * request again.
 */
import { internalError } from '../../../reference/failure.ts'
import { printable } from '../../../util/printable.ts'
import type { CodeAnswer, CodeHost, CodeRequest } from '../project-code.ts'
import type { RunAnswer, RunRequest, ServiceCall } from '../protocol.ts'
import type { RouteOf } from './concerns.ts'
import { HeldBodies } from './held-bodies.ts'

export interface Flight {
  /** The id of the latest run of the request; 0 before the first run. */
  id: number
  readonly request: CodeRequest
  readonly message: Omit<RunRequest, 'id'>
  readonly host: CodeHost
  /** The held bodies of the latest run of the request. A held body stays in the server. */
  held: HeldBodies
  /** The time when the request arrived, in milliseconds of `performance.now()`. */
  readonly started: number
  readonly resolve: (answer: CodeAnswer) => void
  /**
   * Whether the project's code has changed data during this request. After a change of data, another thread must not
   * run the request again.
   */
  hasWritten: boolean
  /** Whether the request moved away from a blocked thread, although the request itself may block threads. */
  isSuspect: boolean
}

/** Creates the flight of a request that no thread has run yet. */
export const newFlight = (
  message: Flight['message'],
  request: CodeRequest,
  host: CodeHost,
  resolve: Flight['resolve'],
): Flight => ({
  ...{ id: 0, request, message, host, resolve, started: performance.now() },
  ...{ held: new HeldBodies(), hasWritten: false, isSuspect: false },
})

/** The members of a thread that show which request blocks the thread. */
interface Blockable {
  readonly state: string
  /** The id of the request whose code is running in the thread. */
  readonly culprit: number
  readonly flights: ReadonlyMap<number, Flight>
}

/**
 * The maximum number of threads that requests to one route may block, so that the other threads are free for other
 * routes. Two threads are enough, so that an endless loop in one request does not delay other requests to the same
 * route.
 */
const MOST_PER_ROUTE = 2

/**
 * Returns whether a request must wait before a thread runs it. A request waits if another request to the same path
 * blocks a thread, or if requests to the same route block several threads. Without the wait, the request would
 * probably block a further thread, and delay requests to other routes.
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

/**
 * The latest finished requests. Finished requests are stored, because project code may still call the server after
 * its request is answered. A late call of project code must read and write the data of its own request.
 */
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
 * Returns whether another thread may run a request again from the start. The parameter `culprit` is the id of the
 * request that blocks the thread. If `culprit` is unknown (0), each request moves to another thread at most once.
 */
export const mayMove = (flight: Flight, culprit: number): boolean =>
  flight.id !== culprit && !flight.hasWritten && !(culprit === 0 && flight.isSuspect)

/** Makes the answer to a request from the message in which the thread sent the answer. */
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

/** Returns whether a call from the project's code to the server may change data. */
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

/**
 * Returns an error answer in place of the answer of the project's code. The error message contains the method and
 * path of the request.
 */
export function failedAnswer(status: 500 | 503, request: CodeRequest, why: string): CodeAnswer {
  const route = `${printable(request.method, 20)} ${printable(pathOf(request.target), 200)}`
  const error = { status, name: NAMES[status], message: `${route}: ${why}`, details: {} }
  const { headers } = internalError(request.headers['origin'])
  return { response: { status, headers, body: JSON.stringify({ data: null, error }) } }
}

export const pathOf = (target: string): string => target.split('?', 1)[0] ?? ''

/**
 * Returns the error message for project code that exceeds the time limit. The error message quotes the latest call
 * that the guard refused, because the code may wait for the result of this call.
 */
export const lateText = (limit: string, refusal: string | undefined): string =>
  `The code of the project did not answer within ${limit}.${
    refusal === undefined ? '' : ` It may wait for a refused call: ${refusal}`
  }`

/** Formats a duration in milliseconds as a text such as `10 s` or `250 ms`. */
export const timeText = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`)
