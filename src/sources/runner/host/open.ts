/** Opens the code of a project: starts threads with the code, and answers requests with these threads. */
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
  /** The environment variables of the thread, including `NODE_ENV`. */
  readonly env: Readonly<Record<string, string>>
  /** The hosts that the code may connect to, each as `name` or `name:port`. */
  readonly allowedHosts: readonly string[]
  readonly log: HostLog
  /** The maximum time of the code for one request, in milliseconds; 10,000 by default. */
  readonly patience?: number
  /** The maximum time for each step of the start, in milliseconds; 30,000 by default. */
  readonly loading?: number
  /** The maximum heap size of a thread, in megabytes; 512 by default. */
  readonly memory?: number
  /** The script that the thread runs; by default, the script beside the bundle. */
  readonly file?: URL
}

export interface BootstrapOptions {
  /** The path prefix of the API, such as `/api`. */
  readonly prefix: string
  readonly jwtSecret: string
  readonly ownSecret?: string
  readonly store?: readonly StoreRow[]
  /** Finds the action of Strapi's own route that matches a request. */
  readonly matchCore: MatchCore
  /**
   * Makes a temporary copy of the data for the start of a spare thread. The writes of `bootstrap` in a spare thread go
   * to this copy and are discarded.
   */
  readonly scratch: () => CodeHost
}

/** A project whose configuration files have been executed. */
export interface OpenedCode {
  readonly configured: Configured
  /** Runs the extensions, the plugins and every `register` function. May be called only once. */
  readonly register: (models: Models) => Promise<Registered>
  /** Runs every `bootstrap` function, and then answers requests. May be called only once, after `register`. */
  readonly bootstrap: (models: Models, options: BootstrapOptions, host: CodeHost) => Promise<ProjectCode>
  readonly end: () => void
}

const PATIENCE = 10_000
const LOADING = 30_000
const MEGABYTES = 512
/** The script that a thread runs. The script lies beside the bundle that contains this module. */
const THREAD = new URL('./project-code.js', import.meta.url)

/**
 * Starts the first thread, which executes the files below `config`.
 * @throws Error if the thread does not start in time.
 */
export async function openProjectCode(options: OpenOptions): Promise<OpenedCode> {
  const log = onceEach(options.log)
  const { folder, env, allowedHosts, loading = LOADING, memory = MEGABYTES, file = THREAD } = options
  const threadOptions: ThreadOptions = { folder, env, allowedHosts, file, loading, memory }
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
  const orEnd = async <T>(step: Promise<T>): Promise<T> => {
    try {
      return await step
    } catch (error) {
      pool.end()
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
      return projectCode(pool, ready, report, concerns)
    },
    end: () => pool.end(),
  }
}

function projectCode(
  pool: Pool,
  { routes, files, inventory, unrouted, unreached }: Ready,
  more: Pick<ProjectCode['report'], 'problems' | 'customFields' | 'unset'>,
  concerns: Concerns,
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
    end: () => pool.end(),
  }
}
