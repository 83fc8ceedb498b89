/** The thread pool of a project. One thread runs the requests, and a spare thread is ready to replace this thread. */
import { writeBody } from '../held-body.ts'
import type { CodeAnswer, CodeHost, CodeRequest } from '../project-code.ts'
import type { FromThread, Ready, ServiceResult } from '../protocol.ts'
import { answerCall, refusedCall } from './calls.ts'
import type { RouteOf } from './concerns.ts'
import { CrashLoop } from './crashes.ts'
import {
  answerFrom,
  type Flight,
  failedAnswer,
  isWrite,
  lateText,
  mayMove,
  newFlight,
  pathOf,
  RecentFlights,
  timeText,
  waits,
} from './flight.ts'
import { HeldBodies } from './held-bodies.ts'
import { whenIdle } from './idle.ts'
import type { HostLog } from './log.ts'
import type { CodeThread, ThreadEvents } from './thread.ts'
import { isReady, lateThreads, lookAt, TICK } from './watch.ts'

const MAX_FLIGHTS = 1000
const MAX_THREADS = 4

export interface PoolOptions {
  /** The maximum time that the project's code may take for one request, in milliseconds. */
  readonly patience: number
  readonly log: HostLog
  /** Creates a spare thread, whose calls outside of requests read and write a temporary copy of the data. */
  readonly make: (events: ThreadEvents) => CodeThread
  /** Runs all steps of a thread's start. */
  readonly start: (thread: CodeThread) => Promise<Ready>
}

export class Pool implements ThreadEvents {
  /** The threads. The first ready thread gets requests. Only the first thread may change data outside of requests. */
  readonly #threads: CodeThread[] = []
  /** The requests that have no answer yet, the oldest first. */
  readonly #flights = new Set<Flight>()
  /** The requests that wait for a free thread. */
  readonly #queue = new Set<Flight>()
  readonly #recent = new RecentFlights()
  readonly #options: PoolOptions
  #outside: CodeHost | undefined
  readonly #crashes = new CrashLoop()
  #lastRefusal: string | undefined
  #routeOf: RouteOf = (method, target) => `${method} ${pathOf(target)}`
  #lastId = 0
  #timer: NodeJS.Timeout | undefined
  #isEnded = false
  #isOpen = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Adds a thread that has loaded the project's code, or in which the caller starts the loading afterwards. */
  add(thread: CodeThread): void {
    this.#threads.push(thread)
  }

  /**
   * Marks the first thread as ready, and from then on keeps a spare thread ready.
   * @param routeOf - A function that returns the name of the route that answers a request.
   */
  open(routeOf: RouteOf): void {
    this.#isOpen = true
    this.#routeOf = routeOf
    for (const thread of this.#threads) thread.state = 'ready'
    const isBusy = (): boolean => this.#flights.size > 0
    whenIdle(isBusy, () => this.#keepSpare())
  }

  useHost(host: CodeHost): void {
    this.#outside = host
  }

  end(): void {
    this.#isEnded = true
    for (const thread of this.#threads.splice(0)) thread.end()
    for (const flight of [...this.#flights]) this.#fail(flight, 'The server ends.')
    this.#recent.clear()
  }

  answer(request: CodeRequest, host: CodeHost, trace: boolean): Promise<CodeAnswer> {
    if (this.#isEnded) return Promise.resolve(failedAnswer(500, request, 'The server ends.'))
    if (this.#flights.size >= MAX_FLIGHTS)
      return Promise.resolve(
        failedAnswer(503, request, `The code of the project already works on ${MAX_FLIGHTS} requests.`),
      )
    const caller = host.caller(request.headers['authorization'])
    return new Promise((resolve) => {
      const flight = newFlight({ ...request, caller, trace }, request, host, resolve)
      this.#flights.add(flight)
      this.#timer ??= setTimeout(() => this.#tick(), TICK)
      this.#place(flight)
    })
  }

  onMessage(thread: CodeThread, message: FromThread): void {
    if (thread.state === 'stalled') this.#revive(thread)
    switch (message.kind) {
      case 'call':
        return this.#call(thread, message)
      case 'answer': {
        const flight = thread.flights.get(message.id)
        thread.abandoned.delete(message.id)
        if (flight === undefined) return
        return this.#finish(flight, answerFrom(flight, message))
      }
      case 'read':
        return writeBody(message.memory, this.#flightOf(thread, message.request)?.held.get(message.id)?.body)
      case 'log':
        if (message.level === 'refusal') this.#lastRefusal = message.text
        // Drops the log lines of a spare thread's start, because the first thread has already logged them.
        if (thread.state !== 'loading' || thread.scratch === undefined)
          this.#options.log(message.level === 'refusal' ? 'warn' : message.level, message.text)
        return
      case 'pong':
      case 'configured':
      case 'registered':
      case 'ready':
        return
    }
  }

  onDeath(thread: CodeThread, why: string): void {
    this.#options.log('error', `${why}; ${thread.flights.size} requests were in progress`)
    this.#crashes.add(why)
    this.#leave(thread, why)
  }

  #call(thread: CodeThread, { call, request, asked }: Extract<FromThread, { kind: 'call' }>): void {
    const reply = (result: ServiceResult | undefined): void => {
      if (thread.state !== 'ended') thread.send({ kind: 'result', call, result })
    }
    // If another thread now answers the request, the call gets no result, so that its code does not continue.
    if (request !== null && thread.abandoned.has(request)) return reply(undefined)
    const flight = request === null ? undefined : this.#flightOf(thread, request)
    if (request !== null && flight === undefined)
      return reply(refusedCall('the request of this call is already answered'))
    if (flight !== undefined && isWrite(asked, flight.request)) flight.hasWritten = true
    const host = flight?.host ?? this.#hostOutside(thread)
    if (host === undefined) return reply(refusedCall('the code can use data only during a request'))
    void answerCall(host, flight?.request, asked, flight?.held).then(reply)
  }

  #flightOf(thread: CodeThread, request: number): Flight | undefined {
    return thread.flights.get(request) ?? this.#recent.get(request)
  }

  /** Returns the data for calls outside of requests: the real data for the first thread, otherwise a temporary copy. */
  #hostOutside(thread: CodeThread): CodeHost | undefined {
    const counts = thread === this.#threads[0] && (thread.scratch === undefined || thread.state !== 'loading')
    return counts ? this.#outside : thread.scratch
  }

  #place(flight: Flight): void {
    const thread = waits(flight, this.#threads, this.#routeOf) ? undefined : this.#threads.find(isReady)
    if (thread !== undefined) {
      // Each run of a request gets a new id, because a request can move back to its first thread.
      this.#lastId = this.#lastId >= 0x7fff_ffff ? 1 : this.#lastId + 1
      flight.id = this.#lastId
      flight.held = new HeldBodies()
      thread.flights.set(flight.id, flight)
      thread.run({ ...flight.message, id: flight.id })
      return
    }
    if (this.#threads.length === 0 && this.#crashes.isPaused) return this.#fail(flight, this.#crashes.text)
    this.#queue.add(flight)
    this.#keepSpare()
  }

  #placeQueued(): void {
    const queued = [...this.#queue]
    this.#queue.clear()
    for (const flight of queued) this.#place(flight)
  }

  #finish(flight: Flight, answer: CodeAnswer): void {
    this.#flights.delete(flight)
    this.#queue.delete(flight)
    for (const thread of this.#threads) {
      if (thread.flights.delete(flight.id)) this.#recent.add(flight)
    }
    flight.resolve(answer)
  }

  #fail(flight: Flight, why: string): void {
    this.#finish(flight, failedAnswer(500, flight.request, why))
  }

  #tick(): void {
    this.#timer = undefined
    const now = performance.now()
    lookAt(this.#threads, now, { onStall: (thread) => this.#stall(thread) })
    this.#endLarge()
    this.#endLate(now)
    for (const flight of this.#flights) {
      if (now - flight.started < this.#options.patience) break
      this.#timeUp(flight)
    }
    const isBusy = this.#flights.size > 0
    const isWatching = isBusy || this.#threads.some(({ state }) => state === 'stalled')
    if (!isWatching || this.#isEnded) return
    this.#timer = setTimeout(() => this.#tick(), TICK)
    if (!isBusy) this.#timer.unref()
  }

  /** Moves the requests of a stalled thread, but not requests that changed data or that block the thread. */
  #stall(thread: CodeThread): void {
    thread.stall()
    this.#moveFrom(thread)
    this.#keepSpare()
  }

  #moveFrom(thread: CodeThread): void {
    const { culprit } = thread
    for (const flight of [...thread.flights.values()]) {
      if (!mayMove(flight, culprit)) continue
      thread.flights.delete(flight.id)
      thread.abandoned.add(flight.id)
      if (culprit === 0) flight.isSuspect = true
      this.#place(flight)
    }
  }

  #revive(thread: CodeThread): void {
    thread.state = 'ready'
    this.#placeQueued()
  }

  #timeUp(flight: Flight): void {
    const thread = this.#threads.find(({ flights }) => flights.has(flight.id))
    const limit = timeText(this.#options.patience)
    this.#fail(flight, lateText(limit, thread?.state === 'ready' ? this.#lastRefusal : undefined))
    if (thread?.state === 'stalled' && [flight.id, 0].includes(thread.culprit))
      this.#stop(thread, `another request blocked the code of the project for ${limit}`)
  }

  /** Ends the threads that have been stalled for longer than the time limit. */
  #endLate(now: number): void {
    for (const { thread, limit } of lateThreads(this.#threads, now, this.#options.patience, MAX_THREADS))
      this.#stop(thread, `the code of the project blocked its thread for ${timeText(limit)}`)
  }

  /** Ends threads above Populace's memory limit, because V8 could end the whole process at V8's larger limit. */
  #endLarge(): void {
    for (const thread of this.#threads.filter((one) => one.isTooLarge)) {
      thread.end()
      this.onDeath(thread, thread.memoryText)
    }
  }

  #stop(thread: CodeThread, why: string): void {
    thread.end()
    this.#leave(thread, why)
  }

  /**
   * Removes an ended thread. Moves the thread's requests to another thread, or answers these requests with an error.
   */
  #leave(thread: CodeThread, why: string): void {
    if (this.#threads.includes(thread)) this.#threads.splice(this.#threads.indexOf(thread), 1)
    this.#moveFrom(thread)
    for (const flight of [...thread.flights.values()]) {
      this.#fail(flight, `${why[0]?.toUpperCase() ?? ''}${why.slice(1)}.`)
      thread.flights.delete(flight.id)
    }
    this.#keepSpare()
    this.#placeQueued()
  }

  #keepSpare(): void {
    const usable = this.#threads.filter(({ state }) => state !== 'stalled').length
    if (!this.#isOpen || this.#isEnded || usable >= 2 || this.#threads.length >= MAX_THREADS) return
    if (this.#crashes.isPaused) return
    const thread = this.#options.make(this)
    this.#threads.push(thread)
    this.#options.start(thread).then(
      () => {
        if (thread.state !== 'loading') return
        thread.state = 'ready'
        this.#placeQueued()
        this.#keepSpare()
      },
      (error: unknown) => {
        const why = error instanceof Error ? error.message : String(error)
        if (this.#threads.includes(thread)) this.onDeath(thread, why)
      },
    )
  }
}
