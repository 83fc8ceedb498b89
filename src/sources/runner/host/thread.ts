/** Controls one thread that runs the code of a project, from the server's side. */
import { Worker } from 'node:worker_threads'
import { errorCode } from '../../../util/error-code.ts'
import { Outbox } from '../outbox.ts'
import type { CodeHost } from '../project-code.ts'
import type { FromThread, RunRequest, ThreadStart, ToThread } from '../protocol.ts'
import { fileIn, HEAP, LOADED, newSharedMemory, numbersOf, REQUEST } from '../shared-memory.ts'
import type { ThreadData } from '../thread/channel.ts'
import { endThread } from './ending.ts'
import type { Flight } from './flight.ts'
import { PermissionIds } from './permission-ids.ts'
import { type Step, watchStart } from './start-watch.ts'

export interface ThreadOptions extends ThreadStart {
  /** The URL of the script that the thread runs. */
  readonly file: URL
  /** The path of the folder for copies of the files that the project's code changes. */
  readonly copies: string
  /** The maximum time for each step of the thread's start, in milliseconds. */
  readonly loading: number
  /** The maximum heap size of the thread, in megabytes. */
  readonly memory: number
}

/** The functions with which a thread reports events to the pool that contains the thread. */
export interface ThreadEvents {
  readonly onMessage: (thread: CodeThread, message: FromThread) => void
  /** A function that the thread object calls when the thread has ended by itself. */
  readonly onDeath: (thread: CodeThread, why: string) => void
}

/**
 * The error for a project whose code does not start. The message of a `CodeStartError` contains the reason, and
 * names the option that opens the project without its code.
 */
class CodeStartError extends Error {
  override readonly name = 'CodeStartError'
}

type StepMessage<S extends Step> = Extract<FromThread, { kind: S }>

interface Waiting {
  readonly step: Step
  readonly resolve: (message: FromThread) => void
  readonly reject: (error: Error) => void
}

/** The advice in an error message, if a thread cannot read its own script because a bundler changed the script. */
const PACKED =
  "If a bundler packs Populace, exclude it; in Next.js with `serverExternalPackages: ['populace']`"
const REMEDY =
  'Correct it, or open the project without its code: --no-project-code, or `projectCode: false` in your own program.'

/**
 * The factor by which V8's heap limit exceeds Populace's own limit; V8 ends the whole process if one allocation
 * exceeds V8's limit.
 */
const HEADROOM = 4
const MEGABYTE = 2 ** 20

export class CodeThread {
  /** The requests that this thread runs, by the id of the run, the oldest request first. */
  readonly flights = new Map<number, Flight>()
  /** The ids of runs of this thread that no longer count, because another thread now runs the same requests. */
  readonly abandoned = new Set<number>()
  /**
   * The temporary copy of the data for calls outside of requests, while the thread is a spare thread; undefined for
   * the first thread.
   */
  readonly scratch: CodeHost | undefined
  state: 'loading' | 'ready' | 'stalled' | 'ended' = 'loading'
  /** The time at which the server received the last message from the thread. */
  heard = 0
  /** The time of the last ping; undefined after any later message from the thread. */
  pinged: number | undefined
  /** The number of stall checks since the last unanswered ping. */
  silentLooks = 0
  stalledSince = 0
  readonly #options: ThreadOptions
  readonly #events: ThreadEvents
  readonly #worker: Worker
  readonly #shared: SharedArrayBuffer
  readonly #numbers: Int32Array
  #messages = 0
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
    const { folder, env, allowedHosts, copies, file, memory } = options
    this.#shared = newSharedMemory()
    this.#numbers = numbersOf(this.#shared)
    const workerData: ThreadData = { folder, env, allowedHosts, copies, shared: this.#shared }
    this.#worker = new Worker(file, {
      workerData,
      env: { ...env },
      execArgv: [],
      // Node does not print the output of the thread, because the thread captures its output itself. Reading stdout
      // and stderr of the thread in the server would keep the process alive.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: memory * HEADROOM },
    })
    this.#worker.on('message', (messages: readonly FromThread[]) => {
      try {
        for (const message of messages) this.#receive(message)
      } catch (error) {
        // The server may be unable to read a message, because the project's code sent it, or because the code
        // changed built-in objects of JavaScript.
        this.#break(error)
      }
    })
    this.#outbox = new Outbox((messages) => this.#worker.postMessage(messages))
    this.#worker.on('error', (error) => {
      this.#death ??= this.#deathOf(error)
    })
    this.#worker.on('exit', () => this.#exit())
    this.#worker.unref()
  }

  /** Returns the id of the request whose code is running in the thread; 0 if this request is unknown. */
  get culprit(): number {
    return Atomics.load(this.#numbers, REQUEST)
  }

  /**
   * Returns whether the project's code in this thread exceeds the memory limit. While the thread is blocked, the
   * memory growth of the whole process also counts toward its limit.
   */
  get isTooLarge(): boolean {
    const grown = this.state === 'stalled' ? process.memoryUsage.rss() - this.#residentAtStall : 0
    return Atomics.load(this.#numbers, HEAP) + grown / MEGABYTE > this.#options.memory
  }

  get memoryText(): string {
    return `the code of the project used more than its ${this.#options.memory} MB of memory`
  }

  /** Marks the thread as stalled. The caller marks a thread as stalled if the thread has not answered a ping. */
  stall(): void {
    this.state = 'stalled'
    this.stalledSince = performance.now()
    this.#residentAtStall = process.memoryUsage.rss()
  }

  send(message: ToThread): void {
    this.#outbox.add(message)
  }

  /**
   * Sends a request to the thread to run it. Sends a list of permissions only once, before the first request of a
   * caller with this list.
   */
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
   * Runs one step of the thread's start. Keeps the process alive until the step ends, unless `isSpare` is true.
   * @throws CodeStartError if the thread ends, or if the step takes too much time or memory.
   */
  step<S extends Step>(message: ToThread, step: S, isSpare = false): Promise<StepMessage<S>> {
    const { loading, memory, folder, allowedHosts } = this.#options
    return new Promise((resolve, reject) => {
      const fail = (why: string): void => {
        stopWatching()
        reject(new CodeStartError(`The code of the project in ${folder} ${why}. ${REMEDY}`))
      }
      const stopWatching = watchStart({
        ...{ step, loading, memory, isSpare, mayWait: allowedHosts.length > 0 },
        progress: () => this.#messages + Atomics.load(this.#numbers, LOADED),
        file: () => fileIn(this.#shared),
        stop: (why) => {
          fail(why)
          this.end(true)
        },
      })
      const isExpected = (given: FromThread): given is StepMessage<S> => given.kind === step
      this.#waiting = {
        step,
        resolve: (given) => {
          stopWatching()
          if (isExpected(given)) resolve(given)
        },
        reject: (error) => fail(`does not start: ${error.message}`),
      }
      if (this.state === 'ended') this.#waiting.reject(new Error(this.#death ?? 'its thread ended'))
      else this.send(message)
      // Sends the message at once, because the message would otherwise wait until the caller returns to the event
      // loop.
      this.#outbox.flush()
    })
  }

  /** Ends the thread at once. The pool then moves or answers the requests of the thread. */
  end(isBlocked = this.state === 'stalled'): void {
    if (this.state === 'ended') return
    this.state = 'ended'
    this.#waiting?.reject(new Error('Populace ended the code of the project.'))
    endThread(this.#worker, isBlocked)
  }

  #receive(message: FromThread): void {
    if (this.state === 'ended') return
    this.#messages++
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

  #break(error: unknown): void {
    if (this.state === 'ended') return
    const why = error instanceof Error ? error.message : String(error)
    this.end(true)
    this.#events.onDeath(this, `the thread of the project's code sent an unknown message: ${why}`)
  }

  #deathOf(error: unknown): string {
    if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') return this.memoryText
    const why = error instanceof Error ? error.message : String(error)
    const isPacked = error instanceof SyntaxError && this.#messages === 0
    return `the thread of the project's code failed: ${why}${isPacked ? `. ${PACKED}` : ''}`
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
