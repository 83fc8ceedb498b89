/** One thread with a project's code. */
import { Worker } from 'node:worker_threads'
import { Outbox } from '../outbox.ts'
import type { CodeHost } from '../project-code.ts'
import type { FromThread, RunRequest, ThreadStart, ToThread } from '../protocol.ts'
import type { ThreadData } from '../thread/channel.ts'
import { type Flight, timeText } from './flight.ts'
import { PermissionIds } from './permission-ids.ts'

export interface ThreadOptions extends ThreadStart {
  /** The file of the thread. */
  readonly file: URL
  /** Milliseconds for each step of its start. */
  readonly loading: number
  /** Megabytes of its heap. */
  readonly memory: number
}

/** The events that a thread reports to its pool. */
export interface ThreadEvents {
  readonly onMessage: (thread: CodeThread, message: FromThread) => void
  /** The thread ended by itself. */
  readonly onDeath: (thread: CodeThread, why: string) => void
}

type Step = 'configured' | 'registered' | 'ready'
type StepMessage<S extends Step> = Extract<FromThread, { kind: S }>

interface Waiting {
  readonly step: Step
  readonly resolve: (message: FromThread) => void
  readonly reject: (error: Error) => void
}

/** V8 gets this multiple of the limit: a single allocation above its own limit would end the process. */
const HEADROOM = 4
const MEGABYTE = 2 ** 20
/** Most milliseconds for the files below config: they only compute values. */
const CONFIGURING = 8000
/** Milliseconds between two looks at the memory of a thread that starts. */
const LOOK_EVERY = 20

/** The work of each step, for error messages. */
const WORK: Readonly<Record<Step, string>> = {
  configured: 'the files below config',
  registered: 'extensions, plugins and register',
  ready: 'bootstrap',
}

export class CodeThread {
  /** Requests that this thread runs, by id, oldest first. */
  readonly flights = new Map<number, Flight>()
  /** Requests that moved to another thread while this one still runs them. */
  readonly abandoned = new Set<number>()
  /** Answers calls outside of requests while the thread is not the first; undefined for the thread that loads first. */
  readonly scratch: CodeHost | undefined
  state: 'loading' | 'ready' | 'stalled' | 'ended' = 'loading'
  /** When the last message came. */
  heard = 0
  /** When the unanswered ping went out. */
  pinged: number | undefined
  /** Looks of the watch since that ping. */
  silentLooks = 0
  stalledSince = 0
  readonly #options: ThreadOptions
  readonly #events: ThreadEvents
  readonly #worker: Worker
  readonly #shared: Int32Array
  readonly #outbox: Outbox<ToThread>
  readonly #permissions = new PermissionIds()
  #residentAtStall = 0
  #waiting: Waiting | undefined
  #death: string | undefined
  #turn = 0

  constructor(options: ThreadOptions, events: ThreadEvents, scratch: CodeHost | undefined) {
    this.#options = options
    this.#events = events
    this.scratch = scratch
    const { folder, env, allowedHosts, file, memory } = options
    const shared = new SharedArrayBuffer(8)
    this.#shared = new Int32Array(shared)
    const workerData: ThreadData = { folder, env, allowedHosts, shared }
    this.#worker = new Worker(file, {
      workerData,
      env: { ...env },
      execArgv: [],
      // The thread captures its output. Reading these streams would keep the process alive.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: memory * HEADROOM },
    })
    this.#worker.on('message', (messages: readonly FromThread[]) => {
      for (const message of messages) this.#receive(message)
    })
    this.#outbox = new Outbox((messages) => this.#worker.postMessage(messages))
    this.#worker.on('error', (error) => {
      this.#death ??= this.#deathOf(error)
    })
    this.#worker.on('exit', () => this.#exit())
    this.#worker.unref()
  }

  /** The request whose code runs now; 0 if no request is known. */
  get culprit(): number {
    return Atomics.load(this.#shared, 0)
  }

  /** Whether the code uses more memory than its limit. The figure may be old while the thread is blocked. */
  get isTooLarge(): boolean {
    const grown = this.state === 'stalled' ? process.memoryUsage.rss() - this.#residentAtStall : 0
    return Atomics.load(this.#shared, 1) + grown / MEGABYTE > this.#options.memory
  }

  get memoryText(): string {
    return `the code of the project used more than its ${this.#options.memory} MB of memory`
  }

  /** The thread does not answer a ping. */
  stall(): void {
    this.state = 'stalled'
    this.stalledSince = performance.now()
    this.#residentAtStall = process.memoryUsage.rss()
  }

  send(message: ToThread): void {
    this.#outbox.add(message)
  }

  /** Starts the run of a request. Its permissions travel once for many requests. */
  run(request: RunRequest): void {
    const { id, news } = this.#permissions.of(request.caller.permissions)
    if (news !== undefined) this.send(news)
    const caller = { ...request.caller, permissions: [] }
    this.send({ kind: 'request', request: { ...request, caller, permissions: id } })
  }

  ping(now: number): void {
    this.pinged = now
    this.silentLooks = 0
    this.send({ kind: 'ping', turn: ++this.#turn })
  }

  /**
   * Takes one step of the start. The process stays alive for it unless `isSpare`.
   * @throws Error if the thread ends or takes too long.
   */
  step<S extends Step>(message: ToThread, step: S, isSpare = false): Promise<StepMessage<S>> {
    const { loading, memory, folder } = this.#options
    const limit = step === 'configured' ? Math.min(loading, CONFIGURING) : loading
    return new Promise((resolve, reject) => {
      const place = `The code of the project in ${folder}`
      const stop = (why: string): void => {
        stopWatching()
        reject(new Error(`${place} ${why}.`))
        this.end()
      }
      const timer = setTimeout(() => stop(`did not finish ${WORK[step]} within ${timeText(limit)}`), limit)
      // V8 ends the whole process for an array above its own limit, so the thread ends long before. A spare
      // thread repeats a successful start, so the measured memory may belong to another thread with requests.
      const before = process.memoryUsage.rss()
      const look = setInterval(() => {
        if (!isSpare && process.memoryUsage.rss() - before > memory * MEGABYTE)
          stop(`used more than its ${memory} MB of memory in ${WORK[step]}`)
      }, LOOK_EVERY)
      const stopWatching = (): void => {
        clearTimeout(timer)
        clearInterval(look)
      }
      look.unref()
      if (isSpare) timer.unref()
      const isExpected = (given: FromThread): given is StepMessage<S> => given.kind === step
      this.#waiting = {
        step,
        resolve: (given) => {
          stopWatching()
          if (isExpected(given)) resolve(given)
        },
        reject: (error) => {
          stopWatching()
          reject(error)
        },
      }
      if (this.state === 'ended') this.#waiting.reject(new Error(this.#death ?? 'The thread ended.'))
      else this.send(message)
    })
  }

  /** Ends the thread at once. Its flights stay, for the pool to decide about. */
  end(): void {
    if (this.state === 'ended') return
    this.state = 'ended'
    this.#waiting?.reject(new Error('Populace ended the code of the project.'))
    void this.#worker.terminate()
  }

  #receive(message: FromThread): void {
    if (this.state === 'ended') return
    this.heard = performance.now()
    this.pinged = undefined
    if (this.#waiting?.step === message.kind) {
      const { resolve } = this.#waiting
      this.#waiting = undefined
      resolve(message)
      return
    }
    this.#events.onMessage(this, message)
  }

  #deathOf(error: unknown): string {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') return this.memoryText
    return `the thread of the project's code failed: ${error instanceof Error ? error.message : String(error)}`
  }

  #exit(): void {
    if (this.state === 'ended') return
    this.state = 'ended'
    const why = this.#death ?? "the thread of the project's code ended"
    this.#death = why
    this.#waiting?.reject(new Error(why))
    this.#events.onDeath(this, why)
  }
}
