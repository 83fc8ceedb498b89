/**
 * A thread with a project's code in it, asked and waited for: a request takes no longer than it may, whatever the code
 * does. A thread that does not answer is ended, and the next request has a new one.
 */
import { performance } from 'node:perf_hooks'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { FromThread, RunRequest, Start, ToThread } from './messages.ts'

export interface ThreadOptions extends Omit<Start, 'signal'> {
  /** The file that is run. */
  readonly file: URL
  /** Milliseconds for one request, with all that it waits for. */
  readonly patience: number
}

/** What Strapi's own controller answers to a query. */
export type AnswerCore = (asked: Extract<FromThread, { kind: 'core' }>) => {
  readonly status: number
  readonly body: string
}

/** Milliseconds for a project to load. */
const LOADING = 30_000
const MEGABYTES = 512

/** The code did not answer in time. */
export class OutOfPatience extends Error {
  override readonly name = 'OutOfPatience'
}

export class Thread {
  readonly opened: Extract<FromThread, { kind: 'opened' }>
  readonly #worker: Worker
  readonly #port: MessagePort
  readonly #signal: Int32Array
  readonly #patience: number
  #isEnded = false
  #turn = 0

  /** @throws OutOfPatience where the project does not load; Error where it cannot. */
  constructor({ file, patience, ...start }: ThreadOptions) {
    const signal = new SharedArrayBuffer(4)
    const { port1, port2 } = new MessageChannel()
    this.#patience = patience
    this.#signal = new Int32Array(signal)
    this.#port = port1
    const workerData: Start & { readonly port: MessagePort } = { ...start, signal, port: port2 }
    const resourceLimits = { maxOldGenerationSizeMb: MEGABYTES }
    this.#worker = new Worker(file, {
      workerData,
      transferList: [port2],
      resourceLimits,
      env: { ...start.env },
      execArgv: [],
    })
    this.#worker.on('error', () => {
      this.#isEnded = true
    })
    this.#worker.unref()
    const first = this.#next(performance.now() + LOADING)
    if (first.kind === 'failed') throw new Error(first.message)
    if (first.kind !== 'opened') throw new Error('expected the routes of the project')
    this.opened = first
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** @throws OutOfPatience */
  ask(asked: Omit<RunRequest, 'turn'>, core: AnswerCore): Exclude<FromThread, { kind: 'opened' | 'core' }> {
    const until = performance.now() + this.#patience
    const turn = ++this.#turn
    this.#say({ kind: 'request', request: { ...asked, turn } })
    for (;;) {
      const message = this.#next(until)
      if (message.kind === 'opened' || message.turn !== turn) continue
      if (message.kind === 'core') this.#say({ kind: 'answer', ...core(message) })
      else return message
    }
  }

  end(): void {
    this.#isEnded = true
    this.#port.close()
    void this.#worker.terminate()
  }

  #say(message: ToThread): void {
    this.#port.postMessage(message)
  }

  /** The next message of the thread; nothing else is done until it is there. */
  #next(until: number): FromThread {
    for (;;) {
      const seen = Atomics.load(this.#signal, 0)
      const received = receiveMessageOnPort(this.#port)
      if (received !== undefined) return received.message
      const left = until - performance.now()
      if (left <= 0) {
        this.end()
        throw new OutOfPatience('the code of the project did not answer in time')
      }
      Atomics.wait(this.#signal, 0, seen, left)
    }
  }
}
