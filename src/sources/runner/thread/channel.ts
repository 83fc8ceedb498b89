/**
 * The connection of a thread to the server. The channel sends calls of project code, receives the results of these
 * calls, and records the request whose code is running.
 */
import { getHeapStatistics } from 'node:v8'
import type { MessagePort } from 'node:worker_threads'
import { type HeldBody, readBody } from '../held-body.ts'
import { Outbox } from '../outbox.ts'
import type {
  FromThread,
  ServiceCall,
  ServiceError,
  ServiceResult,
  ThreadStart,
  ToThread,
} from '../protocol.ts'
import { HEAP, numbersOf, REQUEST } from '../shared-memory.ts'
import { plainOf } from './configure/plain.ts'
import { current, runRequest } from './current.ts'
import type { AskServer } from './loaded.ts'
import { ownError } from './own-error.ts'

/** The `workerData` of a thread, including the memory that the thread shares with the server. */
export interface ThreadData extends ThreadStart {
  /** The memory that the thread shares with the server. The function `newSharedMemory` creates it. */
  readonly shared: SharedArrayBuffer
  /** The path of the folder for copies of the files that the project's code changes. */
  readonly copies: string
}

const MEASURED_EVERY_MS = 100

/**
 * The original function `setImmediate`. This module stores `setImmediate` before the project's code can replace the
 * global function.
 */
const { setImmediate: soon } = globalThis

/**
 * The messages of the server that the channel passes to its listener. The channel handles all other messages of the
 * server itself.
 */
export type Received = Exclude<ToThread, { kind: 'result' | 'permissions' }>

interface PendingCall {
  readonly request: number
  readonly resolve: (result: Extract<ServiceResult, { ok: true }>) => void
  readonly reject: (error: Error) => void
}

/** Makes an error for the project's code from the plain data that the server sends. */
export type ErrorOf = (error: ServiceError) => Error

export class Channel {
  readonly #port: MessagePort
  readonly #shared: Int32Array
  readonly #errorOf: ErrorOf
  readonly #calls = new Map<number, PendingCall>()
  #lastCall = 0
  readonly #outbox: Outbox<FromThread>
  /** The lists of permissions that the server has sent, by id. */
  readonly #permissions = new Map<number, readonly string[]>()
  #isResetPlanned = false
  readonly #reset: () => void

  constructor(port: MessagePort, shared: SharedArrayBuffer, errorOf: ErrorOf) {
    this.#port = port
    this.#shared = numbersOf(shared)
    this.#errorOf = errorOf
    this.#outbox = new Outbox((messages) => this.#post(messages))
    this.#reset = () => {
      this.#isResetPlanned = false
      this.#shared[REQUEST] = 0
    }
    const measure = (): void => {
      const { used_heap_size, external_memory } = getHeapStatistics()
      this.#shared[HEAP] = (used_heap_size + external_memory) / 2 ** 20
    }
    setInterval(measure, MEASURED_EVERY_MS).unref()
  }

  /**
   * Passes the messages of the server to the listener one by one. All promise jobs of one message end before the
   * listener receives the next message.
   */
  listen(receive: (message: Received) => void): void {
    const take = (message: ToThread): void => {
      if (message.kind === 'result') this.#deliver(message.call, message.result)
      else if (message.kind === 'permissions') this.#learn(message)
      else receive(message.kind === 'request' ? this.#whole(message) : message)
      if (this.#shared[REQUEST] === 0 || this.#isResetPlanned) return
      this.#isResetPlanned = true
      soon(this.#reset)
    }
    this.#port.on('message', (messages: readonly ToThread[]) => {
      for (const message of messages) soon(take, message)
    })
  }

  send(message: FromThread): void {
    this.#outbox.add(message)
  }

  /** Sends all waiting messages at once, because project code that blocks the thread would delay these messages. */
  flush(): void {
    this.#outbox.flush()
  }

  /** Runs project code for a request, and records the request as the running request. */
  run<T>(request: number, code: () => T): T {
    this.resume(request)
    return runRequest(request, code)
  }

  /** Returns the id of the request whose code is running; 0 outside of requests. */
  readonly current = (): number => current().request

  /** Writes the id of the request whose code runs next into the shared memory, so that the server can read the id. */
  readonly resume = (request: number): void => {
    this.#shared[REQUEST] = request
  }

  /**
   * Makes the function that sends the calls of one request to the server. The request number 0 stands for calls
   * outside of requests.
   */
  askOf(request: number): AskServer {
    return (asked) =>
      new Promise((resolve, reject) => {
        const call = ++this.#lastCall
        this.#calls.set(call, { request, resolve, reject })
        this.send({ kind: 'call', call, request: request === 0 ? null : request, asked: plainCall(asked) })
      })
  }

  /** Reads a held body of a request synchronously. The thread waits until the server has written the held body. */
  read(request: number, { id, length }: HeldBody): string {
    return readBody(length, (memory) => {
      this.send({ kind: 'read', request, id, memory })
      this.flush()
    })
  }

  #post(messages: readonly FromThread[]): void {
    try {
      this.#port.postMessage(messages)
    } catch {
      // `postMessage` failed, because the messages contain a value that cannot be cloned, such as a function.
      // Therefore, the channel sends copies of the messages without values that cannot be cloned.
      for (const message of messages) this.#port.postMessage([plainMessage(message)])
    }
  }

  #learn({ id, permissions, forgets }: Extract<ToThread, { kind: 'permissions' }>): void {
    if (forgets) this.#permissions.clear()
    this.#permissions.set(id, permissions)
  }

  #whole(message: Extract<ToThread, { kind: 'request' }>): Received {
    const { request } = message
    const permissions = this.#permissions.get(request.permissions ?? 0)
    if (permissions === undefined) return message
    return { kind: 'request', request: { ...request, caller: { ...request.caller, permissions } } }
  }

  #deliver(call: number, result: ServiceResult | undefined): void {
    const pending = this.#calls.get(call)
    this.#calls.delete(call)
    if (pending === undefined || result === undefined) return
    this.resume(pending.request)
    if (result.ok) pending.resolve(result)
    else pending.reject(ownError(this.#errorOf(result.error)))
  }
}

/** Copies a message to the server, and leaves out the values that `postMessage` cannot clone. */
const plainMessage = (message: FromThread): unknown =>
  message.kind === 'call' ? { ...message, asked: plainOf(message.asked) } : (plainOf(message) ?? null)

/** Converts the arguments of a call to plain JSON, because the arguments may contain dates and class instances. */
function plainCall(asked: ServiceCall): ServiceCall {
  switch (asked.service) {
    case 'documents':
    case 'query':
    case 'entity':
      return { ...asked, args: asked.args.map((one) => plainOf(one) ?? null) }
    case 'content-api':
      return { ...asked, data: plainOf(asked.data) ?? null }
    case 'core':
    case 'caller':
    case 'tables':
    case 'transaction':
      return asked
  }
}
