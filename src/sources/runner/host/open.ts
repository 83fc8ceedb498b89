/** Opens the code of a project. Starts threads that run the code, and answers requests in these threads. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CodeHost, ProjectCode } from '../project-code.ts'
import type { Configured, Models, Ready, Registered, ToThread } from '../protocol.ts'
import type { StoreRow } from '../store-row.ts'
import { type Concerns, concernsOf, type MatchCore } from './concerns.ts'
import { type HostLog, onceEach } from './log.ts'
import { Pool } from './pool.ts'
import { CodeThread, type ThreadOptions } from './thread.ts'

export interface OpenOptions {
  /** The absolute path of the project's folder. */
  readonly folder: string
  /** The environment variables for the project's code in the thread, including `NODE_ENV`. */
  readonly env: Readonly<Record<string, string>>
  /** The hosts to which the project's code may connect, each as `name` or `name:port`. */
  readonly allowedHosts: readonly string[]
  readonly log: HostLog
  /** The maximum time that the project's code may take for one request, in milliseconds. The default is 10,000. */
  readonly patience?: number
  /** The maximum time for each step of a thread's start, in milliseconds. The default is 30,000. */
  readonly loading?: number
  /** The maximum heap size of a thread, in megabytes. The default is 512. */
  readonly memory?: number
  /**
   * The URL of the script that the thread runs. The default for `file` is the script `project-code.js` beside the
   * bundle.
   */
  readonly file?: URL
}

export interface BootstrapOptions {
  /** The path prefix of the API, such as `/api`. */
  readonly prefix: string
  readonly jwtSecret: string
  readonly ownSecret?: string
  readonly store?: readonly StoreRow[]
  /** Finds the action of Strapi's own route for a request. */
  readonly matchCore: MatchCore
  /**
   * Makes a temporary copy of the data for the start of a spare thread. The function `bootstrap` of a spare thread
   * writes to the temporary copy, and Populace discards the copy.
   */
  readonly scratch: () => CodeHost
}

/** The opened code of a project, after the thread has executed the configuration files. */
export interface OpenedCode {
  readonly configured: Configured
  /** Runs the extensions, the plugins and every `register` function. The caller may call `register` only once. */
  readonly register: (models: Models) => Promise<Registered>
  /**
   * Runs every `bootstrap` function, and returns the code that answers requests. The caller may call `bootstrap`
   * only once, after `register`.
   */
  readonly bootstrap: (models: Models, options: BootstrapOptions, host: CodeHost) => Promise<ProjectCode>
  readonly end: () => void
}

const PATIENCE = 10_000
const LOADING = 30_000
const MEGABYTES = 512
/**
 * The URL of the script that a thread runs. The script is in the same folder as the bundle that contains this
 * module.
 */
const THREAD = new URL('./project-code.js', import.meta.url)

/**
 * Starts the first thread. The first thread executes the project's configuration files in `config`.
 * @throws CodeStartError if the thread ends, or if the project's files in `config` take too much time or memory.
 */
export async function openProjectCode(options: OpenOptions): Promise<OpenedCode> {
  const log = onceEach(options.log)
  const { folder, env, allowedHosts, loading = LOADING, memory = MEGABYTES, file = THREAD } = options
  const copies = join(tmpdir(), `populace-${randomUUID()}`)
  const threadOptions: ThreadOptions = { folder, env, allowedHosts, copies, file, loading, memory }
  let registering: ToThread | undefined
  let bootstrapping: ToThread | undefined
  let scratch: (() => CodeHost) | undefined
  const pool = new Pool({
    patience: options.patience ?? PATIENCE,
    log,
    make: (events) => new CodeThread(threadOptions, events, scratch?.()),
    start: async (thread) => {
      await thread.step({ kind: 'configure' }, 'configured', true)
      if (registering !== undefined) await thread.step(registering, 'registered', true)
      const ready = await thread.step(bootstrapping ?? { kind: 'configure' }, 'ready', true)
      thread.send({ kind: 'warm' })
      return ready
    },
  })
  const first = new CodeThread(threadOptions, pool, undefined)
  pool.add(first)
  const end = (): void => {
    pool.end()
    rmSync(copies, { recursive: true, force: true })
  }
  const orEnd = async <T>(step: Promise<T>): Promise<T> => {
    try {
      return await step
    } catch (error) {
      end()
      throw error
    }
  }
  const configured = await orEnd(first.step({ kind: 'configure' }, 'configured'))
  let problems = configured.problems
  let customFields: Registered['customFields'] = {}
  return {
    configured,
    register: async (models) => {
      registering = { kind: 'register', models }
      const registered = await orEnd(first.step(registering, 'registered'))
      problems = [...problems, ...registered.problems]
      customFields = registered.customFields
      return registered
    },
    bootstrap: async (models, { matchCore, scratch: make, ...given }, host) => {
      scratch = make
      bootstrapping = { kind: 'bootstrap', models, ...given }
      pool.useHost(host)
      const ready = await orEnd(first.step(bootstrapping, 'ready'))
      const concerns = concernsOf(ready, given.prefix, matchCore)
      pool.open(concerns.routeOf)
      const { unset = [] } = configured
      const report = { customFields, unset, problems: [...problems, ...ready.problems] }
      return projectCode(pool, ready, report, { concerns, end })
    },
    end,
  }
}

function projectCode(
  pool: Pool,
  { routes, files, inventory, unrouted, unreached }: Ready,
  more: Pick<ProjectCode['report'], 'problems' | 'customFields' | 'unset'>,
  { concerns, end }: { readonly concerns: Concerns; readonly end: () => void },
): ProjectCode {
  return {
    report: {
      routes,
      files,
      unrouted,
      unreached,
      ...more,
      ...(inventory === undefined ? {} : { inventory }),
    },
    concerns: concerns.concerns,
    hasRoute: concerns.hasRoute,
    mayUse: concerns.mayUse,
    answer: (request, host, options) => pool.answer(request, host, options?.trace === true),
    useHost: (host) => pool.useHost(host),
    end,
  }
}
