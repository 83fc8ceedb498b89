/** Runs a thread: configures, registers and bootstraps the project, and then answers requests. */
import { parentPort, workerData } from 'node:worker_threads'
import { printable } from '../../../util/printable.ts'
import type {
  CodeProblem,
  FromThread,
  Models,
  Ready,
  Registered,
  RunAnswer,
  RunRequest,
  ToThread,
} from '../protocol.ts'
import { fileNotes } from '../shared-memory.ts'
import { Channel, type ErrorOf, type Received, type ThreadData } from './channel.ts'
import { configure } from './configure/configure.ts'
import { envHelper } from './configure/env.ts'
import { messageOf, problemOf } from './configure/problem.ts'
import { installGuard } from './guard/install.ts'
import { attributeTimers } from './guard/timers.ts'
import type { ReadHeld } from './http/holding.ts'
import type { AskServer } from './loaded.ts'
import { installLoader, type ModuleLoader } from './modules/loader.ts'

export type Log = (level: 'info' | 'warn' | 'error', text: string) => void

/** The functions and settings for loading a project in a thread. */
export interface Loading {
  /** The absolute path of the project's folder without symbolic links. */
  readonly folder: string
  /**
   * Loads a file of the project by an absolute path, or by a path relative to the project's folder, and returns the
   * default export.
   * @throws the error that the file's code throws.
   */
  readonly load: (file: string) => unknown
  /** Sends the server a call that the project's code makes outside of any request. */
  readonly ask: AskServer
  /** Returns the function that sends the calls of the current request; outside of requests, this function is `ask`. */
  readonly askFor: () => AskServer
  readonly log: Log
  /**
   * The values of the configuration files by file name, including functions. The configuration of the environment is
   * merged into the general configuration.
   */
  readonly config: Readonly<Record<string, unknown>>
}

export type Bootstrap = Extract<ToThread, { kind: 'bootstrap' }>

/** The application that answers requests after every `bootstrap` function has run. */
export interface App {
  /**
   * Answers a request. Calls `done` as soon as the code ends the response. The promise rejects if the project's code
   * produces no answer.
   */
  readonly handle: (request: RunRequest, done: (answer: RunAnswer) => void) => Promise<void>
}

/** The functions that the replacements of Strapi need before the project loads. */
export interface ThreadTools {
  /** The absolute path of the project's folder without symbolic links. */
  readonly folder: string
  readonly log: Log
  /** Returns the function that sends the calls of the current request, or the calls outside of requests. */
  readonly askFor: () => AskServer
  /** Returns the function that sends the calls of the request with this id. */
  readonly askOf: (request: number) => AskServer
  /** Reads a held body, which stays in the server. */
  readonly read: ReadHeld
  /** Loads a package in the same way as an import of the project's code. */
  readonly load: (name: string) => unknown
}

/** The functions with which a thread does the work of Strapi. */
export interface ThreadParts<State> {
  /** Returns the module that Populace provides in place of a package; undefined for other packages. */
  readonly provide: (name: string, isInstalled: () => boolean) => unknown
  readonly errorOf: ErrorOf
  readonly register: (loading: Loading, models: Models) => Promise<{ state: State; registered: Registered }>
  readonly bootstrap: (state: State, message: Bootstrap) => Promise<{ app: App; ready: Ready }>
  /** Loads the modules that `bootstrap` needs, while the server reads the project's data. */
  readonly prepare?: () => Promise<unknown>
  /** Answers a few example requests, so that the first real request is fast. */
  readonly warm?: () => Promise<unknown>
}

/**
 * The maximum number of stack frames in an error. Node's default of ten is too small, because the module loader of
 * Node 22 alone adds ten frames.
 */
const MOST_FRAMES = 50

/** Runs the thread until the server ends it. */
export function runThread<State>(make: (tools: ThreadTools) => ThreadParts<State>): void {
  Error.stackTraceLimit = MOST_FRAMES
  const data: ThreadData = workerData
  if (parentPort === null) throw new Error('this module must run in a worker thread')
  const channel = new Channel(parentPort, data.shared, (error) => parts.errorOf(error))
  const log: Log = (level, text) => channel.send({ kind: 'log', level, text })
  const problems: CodeProblem[] = []
  const running = fileNotes(data.shared)
  const loader = installLoader({
    folder: data.folder,
    running,
    provide: (name, isInstalled) => parts.provide(name, isInstalled),
    report: (problem) => problems.push(problem),
  })
  const { folder } = loader
  const parts = make({
    folder,
    log,
    askFor: () => channel.askOf(channel.current()),
    askOf: (request) => channel.askOf(request),
    read: (request, held) => channel.read(request, held),
    load: loader.loadPackage,
  })
  const report = (problem: CodeProblem): void => {
    problems.push(problem)
    channel.send({ kind: 'log', level: 'refusal', text: problem.message })
  }
  const { allowedHosts, copies } = data
  installGuard({ folder, allowedHosts, copies, report, print: log })
  attributeTimers(channel.current, channel.resume)
  surviveErrors(folder, log)
  const life = new Life({ parts, channel, log, loader, data, problems, running })
  channel.listen((message) => life.receive(message))
}

interface LifeOptions<State> {
  readonly parts: ThreadParts<State>
  readonly channel: Channel
  readonly log: Log
  readonly loader: ModuleLoader
  readonly data: ThreadData
  /** The problems that the thread has not sent to the server yet. */
  readonly problems: CodeProblem[]
  /** Runs the code of a file, and records the path of the file for error messages. */
  readonly running: <T>(file: string, run: () => T) => T
}

class Life<State> {
  readonly #options: LifeOptions<State>
  #config: Readonly<Record<string, unknown>> = {}
  #state: { readonly value: State } | undefined
  #app: App | undefined

  constructor(options: LifeOptions<State>) {
    this.#options = options
  }

  receive(message: Received): void {
    const { channel } = this.#options
    switch (message.kind) {
      case 'ping':
        return channel.send({ kind: 'pong', turn: message.turn })
      case 'warm':
        return void this.#options.parts.warm?.()
      case 'request':
        return this.#handle(message.request)
      case 'configure':
        return channel.send(this.#configure())
      case 'register':
        return this.#answerWith(this.#register(message.models), () => this.#prepare())
      case 'bootstrap':
        return this.#answerWith(this.#bootstrap(message))
    }
  }

  /** Sends an answer to the server, and then calls `then`. */
  #answerWith(answer: Promise<FromThread>, then?: () => void): void {
    const { channel } = this.#options
    void answer.then((message) => {
      channel.send(message)
      channel.flush()
      then?.()
    })
  }

  /**
   * Loads modules in advance. Ignores an error, because `bootstrap` loads the same modules and throws the error
   * again.
   */
  #prepare(): void {
    this.#options.parts.prepare?.().catch(() => undefined)
  }

  /** Returns the problems since the last message, and removes them from the list. */
  #newProblems(): readonly CodeProblem[] {
    return this.#options.problems.splice(0)
  }

  #configure(): FromThread {
    const { data, loader, running } = this.#options
    const { env } = data
    const unset = new Set<string>()
    const configuration = configure({
      ...loader,
      running,
      env: envHelper(env, (name) => unset.add(name)),
      environment: env['NODE_ENV'] ?? 'development',
    })
    this.#config = configuration.config
    const { message } = configuration
    return { ...message, unset: [...unset].sort(), problems: [...message.problems, ...this.#newProblems()] }
  }

  async #register(models: Models): Promise<FromThread> {
    const { parts, channel, log, loader } = this.#options
    const loading: Loading = {
      ...loader,
      log,
      ask: channel.askOf(0),
      askFor: () => channel.askOf(channel.current()),
      config: this.#config,
    }
    try {
      const { state, registered } = await parts.register(loading, models)
      this.#state = { value: state }
      return { ...registered, problems: [...registered.problems, ...this.#newProblems()] }
    } catch (error) {
      const problems = [problemOf(loader.folder, 'src/index', error), ...this.#newProblems()]
      return { kind: 'registered', customFields: {}, models: {}, problems }
    }
  }

  async #bootstrap(message: Bootstrap): Promise<FromThread> {
    const nothing = { routes: [], untouched: [], unrouted: [], unreached: [], files: [] } as const
    const empty = { kind: 'ready', seesAll: false, ...nothing } as const
    if (this.#state === undefined) return { ...empty, problems: this.#newProblems() }
    const { parts, loader } = this.#options
    try {
      const { app, ready } = await parts.bootstrap(this.#state.value, message)
      this.#app = app
      return { ...ready, problems: [...ready.problems, ...this.#newProblems()] }
    } catch (error) {
      const problems = [problemOf(loader.folder, 'src/index', error), ...this.#newProblems()]
      return { ...empty, problems }
    }
  }

  #handle(request: RunRequest): void {
    const { channel, log, loader } = this.#options
    const app = this.#app
    if (app === undefined) return channel.send(failure(request.id, 'The code of the project has not loaded.'))
    const send = (answer: RunAnswer): void => {
      channel.send(answer)
      // Sends the waiting calls of the request together with its answer at once, because the server must know
      // whether the request has changed data. After a change of data, no other thread may repeat the request.
      if (!READS.has(request.method)) channel.flush()
    }
    const failed = (error: unknown): void => {
      const { file, line, message } = problemOf(loader.folder, '', error)
      log('error', `${request.method} ${printable(request.target, 300)}: ${message} (${file}:${line})`)
      channel.send(failure(request.id, 'Internal Server Error'))
    }
    channel.run(request.id, () => {
      try {
        app.handle(request, send).catch(failed)
      } catch (error) {
        failed(error)
      }
    })
  }
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns an answer in the form that Strapi uses after an internal error. */
function failure(id: number, message: string): RunAnswer {
  const error = { status: 500, name: 'InternalServerError', message }
  return {
    kind: 'answer',
    id,
    status: 500,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ data: null, error }),
  }
}

/** The maximum number of unhandled errors that the thread examines, because a timer may throw errors forever. */
const MOST_UNHANDLED = 1000

/** Logs the unhandled errors of the code, each text only once. The thread continues after an unhandled error. */
function surviveErrors(folder: string, log: Log): void {
  const printed = new Set<string>()
  let errors = 0
  const print = (error: unknown): void => {
    if (errors++ >= MOST_UNHANDLED) return
    const { file, line } = problemOf(folder, '', error)
    const text = `Nothing in the code handles this error: ${messageOf(error)}${file === '' ? '' : ` (${file}:${line})`}`
    if (printed.has(text)) return
    printed.add(text)
    log('error', printable(text, 1000))
  }
  process.on('uncaughtException', print)
  process.on('unhandledRejection', print)
}
