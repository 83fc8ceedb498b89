/**
 * Connects the parts of the code in a thread: the replacements of Strapi's packages, the loaded project, and the
 * HTTP application.
 */
import type {
  CallerMessage,
  CodeInventory,
  CodeProblem,
  FileReport,
  Models,
  Registered,
  RouteReport,
  ServiceError,
} from '../protocol.ts'
import type { AskServer, LoadedProject } from './loaded.ts'
import type { App, Bootstrap, Loading, Log, ThreadParts, ThreadTools } from './run.ts'

/** The functions that the replacements of Strapi's packages need from other parts of the thread. */
export interface CoreSetting {
  /** Returns the object `strapi` of the project. */
  readonly current: () => object
  readonly askFor: () => AskServer
  /** Returns the caller for whom Populace made an object in `ctx.state.auth`. */
  readonly callerOf: (auth: unknown) => CallerMessage | undefined
  readonly jwtSecret: () => string
  readonly ownSecret: () => string | undefined
  /** A function that receives each e-mail of the email plugin, as one line of text. */
  readonly outbox: (line: string) => void
}

/** The replacements of the Strapi packages that the project's code imports. */
export interface CorePackages {
  readonly utils: Readonly<Record<string, unknown>>
  readonly strapiPackage: Readonly<Record<string, unknown>>
}

interface AppReport extends App {
  readonly routes: readonly RouteReport[]
  readonly untouched: readonly string[]
  readonly unrouted: readonly string[]
  readonly unreached: readonly string[]
  readonly seesAll: boolean
  readonly problems: readonly CodeProblem[]
}

/** The main functions of the folders `core`, `strapi` and `http`, which make the parts of the code in a thread. */
export interface Rooms<Core extends CorePackages, State> {
  readonly createCore: (setting: CoreSetting) => Core
  readonly registerProject: (
    loading: Loading & { readonly core: Core },
    models: Models,
  ) => Promise<{ readonly registered: Registered; readonly state: State }>
  readonly bootstrapProject: (
    state: State,
    message: Bootstrap,
  ) => Promise<{
    readonly project: LoadedProject
    readonly files: readonly FileReport[]
    readonly inventory?: CodeInventory
    readonly problems: readonly CodeProblem[]
  }>
  /**
   * Loads the module of the folder `http` on demand, because the module imports Koa, which takes long to load and is
   * needed late.
   */
  readonly loadHttp: () => Promise<HttpRoom>
}

/** The functions of the folder `http`. */
interface HttpRoom {
  readonly createApp: (
    project: LoadedProject,
    ask: (request: number) => AskServer,
    options: {
      readonly folder: string
      readonly prefix: string
      readonly log: Log
      readonly createError: (error: ServiceError) => Error
    },
  ) => AppReport
  readonly callerOf: CoreSetting['callerOf']
  readonly warmUp: (folder: string) => Promise<unknown>
}

/**
 * Returns a function that creates the parts of the code in a thread and connects these parts. The parameter `rooms`
 * contains the main functions of the folders `core`, `strapi` and `http`.
 */
export function connected<Core extends CorePackages, State>(
  rooms: Rooms<Core, State>,
): (tools: ThreadTools) => ThreadParts<State> {
  return (tools) => {
    let jwtSecret = ''
    let ownSecret: string | undefined
    let http: HttpRoom | undefined
    const loadHttp = async (): Promise<HttpRoom> => {
      http ??= await rooms.loadHttp()
      return http
    }
    const core = rooms.createCore({
      current: () => Object(Reflect.get(globalThis, 'strapi')),
      askFor: tools.askFor,
      callerOf: (auth) => http?.callerOf(auth),
      jwtSecret: () => jwtSecret,
      ownSecret: () => ownSecret,
      outbox: (line) => tools.log('info', line),
    })
    const packages: Packages = { core, tools }
    return {
      provide: (name, isInstalled) => provided(packages, name, isInstalled),
      errorOf: (error) => errorOf(packages, error),
      prepare: loadHttp,
      warm: async () => (await loadHttp()).warmUp(tools.folder),
      register: (loading, models) => rooms.registerProject({ ...loading, core }, models),
      bootstrap: async (state, message) => {
        jwtSecret = message.jwtSecret
        ownSecret = message.ownSecret
        const { project, files, inventory, problems } = await rooms.bootstrapProject(state, message)
        const { folder, log, read } = tools
        const createError = (error: ServiceError): Error => errorOf(packages, error)
        const options = { folder, prefix: message.prefix, log, read, createError }
        const app = (await loadHttp()).createApp(project, tools.askOf, options)
        const { routes, untouched, unrouted, unreached, seesAll } = app
        const all = [...problems, ...app.problems]
        return {
          app,
          ready: {
            kind: 'ready',
            routes,
            untouched,
            unrouted,
            unreached,
            seesAll,
            files,
            problems: all,
            ...(inventory === undefined ? {} : { inventory }),
          },
        }
      },
    }
  }
}

interface Packages {
  readonly core: CorePackages
  readonly tools: ThreadTools
}

/** The packages of Strapi that contain only types. */
const TYPES = new Set(['@strapi/types'])

function provided({ core }: Packages, name: string, isInstalled: () => boolean): unknown {
  if (name === '@strapi/strapi') return core.strapiPackage
  if (name === '@strapi/utils') return isInstalled() ? undefined : core.utils
  return TYPES.has(name) ? {} : undefined
}

/**
 * Converts an error that the server sent to an instance of the error's class in `@strapi/utils`, because the
 * project's code tests for this class.
 */
function errorOf({ core, tools }: Packages, { name, message, status, details }: ServiceError): Error {
  const utils = Object(tools.load('@strapi/utils') ?? core.utils)
  const make: unknown = Object(Reflect.get(utils, 'errors'))[name]
  const made: unknown = typeof make === 'function' ? Reflect.construct(make, [message, details]) : undefined
  return made instanceof Error ? made : Object.assign(new Error(message), { name, status, details })
}
