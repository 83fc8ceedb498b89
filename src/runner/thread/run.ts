/** The life of the thread: configure, register, bootstrap, then requests. */
import { parentPort, workerData } from 'node:worker_threads'
import { printable } from '../../util/printable.ts'
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

/** The thread as the code's surroundings see it. */
export interface Loading {
  /** Absolute, without symbolic links. */
  readonly folder: string
  /** The default export of a file of the project, by its path in it or absolute. @throws the error of the file. */
  readonly load: (file: string) => unknown
  /** Asks outside of any request. */
  readonly ask: AskServer
  /** Calls the server within the request whose code runs now; outside a request like `ask`. */
  readonly askFor: () => AskServer
  readonly log: Log
  /** Values of the files below `config` by name, functions included, those of the environment merged in. */
  readonly config: Readonly<Record<string, unknown>>
}

export type Bootstrap = Extract<ToThread, { kind: 'bootstrap' }>

/** Handles requests after every `bootstrap`. */
export interface App {
  readonly handle: (request: RunRequest) => Promise<RunAnswer>
}

/** The state that the parts need before the project loads. */
export interface ThreadTools {
  /** Absolute, without symbolic links. */
  readonly folder: string
  readonly log: Log
  /** Asks for the request whose code runs now, or outside of requests. */
  readonly askFor: () => AskServer
  /** Asks for a request by its id. */
  readonly askOf: (request: number) => AskServer
  /** Reads a body that the server holds. */
  readonly read: ReadHeld
  /** A package as the project sees it. */
  readonly load: (name: string) => unknown
}

/** The parts that stand in for Strapi. */
export interface ThreadParts<State> {
  /** The module of a package that the runner provides itself; undefined for any other. */
  readonly provide: (name: string, isInstalled: () => boolean) => unknown
  readonly errorOf: ErrorOf
  readonly register: (loading: Loading, models: Models) => Promise<{ state: State; registered: Registered }>
  readonly bootstrap: (state: State, message: Bootstrap) => Promise<{ app: App; ready: Ready }>
  /** Compiles the code of requests before the first one comes. */
  readonly warm?: () => Promise<unknown>
}

/** Frames of a stack. The module loader of Node 22 alone takes more than the ten that are usual. */
const MOST_FRAMES = 50

/** Runs until the server ends the thread. */
export function runThread<State>(make: (tools: ThreadTools) => ThreadParts<State>): void {
  Error.stackTraceLimit = MOST_FRAMES
  const data: ThreadData = workerData
  if (parentPort === null) throw new Error('this module runs in its own thread')
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
  installGuard({ folder, allowedHosts: data.allowedHosts, report, print: log })
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
  /** Problems that no message has reported yet. */
  readonly problems: CodeProblem[]
  /** Runs the code of a file, which it notes. */
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
        return this.#answerWith(this.#register(message.models))
      case 'bootstrap':
        return this.#answerWith(this.#bootstrap(message))
    }
  }

  #answerWith(answer: Promise<FromThread>): void {
    void answer.then((message) => this.#options.channel.send(message))
  }

  /** All problems since the last message. */
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
    const nothing = { routes: [], untouched: [], unrouted: [], files: [] } as const
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
    channel.run(request.id, async () => {
      try {
        channel.send(await app.handle(request))
        // No other thread may repeat a request that changed data.
        if (!READS.has(request.method)) channel.flush()
      } catch (error) {
        const { file, line, message } = problemOf(loader.folder, '', error)
        log('error', `${request.method} ${printable(request.target, 300)}: ${message} (${file}:${line})`)
        channel.send(failure(request.id, 'Internal Server Error'))
      }
    })
  }
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The answer of Strapi to an error of the code. */
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

/** Logs an unhandled error once for each place; the thread continues. */
function surviveErrors(folder: string, log: Log): void {
  const printed = new Set<string>()
  const print = (error: unknown): void => {
    const { file, line } = problemOf(folder, '', error)
    const text = `Nothing in the code handles this error: ${messageOf(error)}${file === '' ? '' : ` (${file}:${line})`}`
    if (printed.has(text) || printed.size >= 1000) return
    printed.add(text)
    log('error', printable(text, 1000))
  }
  process.on('uncaughtException', print)
  process.on('unhandledRejection', print)
}
