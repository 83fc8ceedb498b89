/** Builds a project from objects, for the tests of the HTTP layer of the runner. */

import type {
  CallerMessage,
  RunAnswer,
  RunRequest,
  ServiceCall,
  ServiceResult,
} from '../../../src/sources/runner/protocol.ts'
import { type App, createApp } from '../../../src/sources/runner/thread/http/app.ts'
import type { ReadHeld } from '../../../src/sources/runner/thread/http/holding.ts'
import type {
  Action,
  AskServer,
  LoadedProject,
  Middleware,
  Policy,
  RawRoute,
} from '../../../src/sources/runner/thread/loaded.ts'
import { requestContext } from '../../../src/sources/runner/thread/strapi/services/request-context.ts'

/** The project folder, which is the test folder. File positions in errors are relative to it. */
export const FOLDER = import.meta.dirname

export interface RouteSketch {
  readonly method?: string
  readonly path: string
  /** A controller function, or the name of a core action: `api::article.article.find`. */
  readonly handler?: unknown
  readonly auth?: unknown
  readonly policies?: readonly unknown[]
  readonly middlewares?: readonly unknown[]
  readonly isStock?: boolean
}

export interface ProjectSketch {
  readonly routes?: readonly RouteSketch[]
  readonly globals?: readonly Middleware[]
  readonly globalsBeforeErrors?: number
  /** Settings, with their path as the key: `server.app.keys`. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Controller functions, with the name of a handler as key. */
  readonly controllers?: Readonly<Record<string, Middleware>>
  /** Answers a call to the content API. */
  readonly core?: (call: ServiceCall) => ServiceResult
  /** Returns a body that the server holds back. */
  readonly read?: ReadHeld
  /** The uids of content types. */
  readonly types?: readonly string[]
}

type Core = Extract<ServiceResult, { readonly status: number }>

/** Returns a successful answer of the content API. */
export const answered = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Core => ({
  ok: true,
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
})

/** Returns an error answer in the format of the content API. */
export const refused = (status: number, name: string, message: string): Core =>
  answered(status, { data: null, error: { status, name, message, details: {} } })

export const NOT_FOUND = refused(404, 'NotFoundError', 'Not Found')

/** An opened test application, with the calls that it has sent to the server and the lines that it has logged. */
export interface Opened {
  readonly app: App
  readonly calls: ServiceCall[]
  readonly lines: string[]
  readonly send: (target: string, changes?: Partial<RunRequest>) => Promise<RunAnswer>
}

export function open(sketch: ProjectSketch): Opened {
  const calls: ServiceCall[] = []
  const lines: string[] = []
  const ask = (): AskServer => async (asked) => {
    calls.push(asked)
    const result = sketch.core?.(asked) ?? answered(200, { data: [], meta: {} })
    if (!result.ok) throw new Error(result.error.message)
    return result
  }
  const app = createApp(projectOf(sketch), ask, {
    folder: FOLDER,
    prefix: '/api',
    log: (level, text) => lines.push(`${level}: ${text}`),
    ...(sketch.read === undefined ? {} : { read: sketch.read }),
  })
  const send = (target: string, changes: Partial<RunRequest> = {}): Promise<RunAnswer> =>
    new Promise((done, failed) => app.handle({ ...REQUEST, target, ...changes }, done).catch(failed))
  return { app, calls, lines, send }
}

export const PUBLIC: CallerMessage = {
  kind: 'public',
  role: 'Public',
  permissions: ['api::article.article.find'],
}

const REQUEST: RunRequest = {
  id: 1,
  method: 'GET',
  target: '/',
  headers: { host: 'localhost' },
  body: undefined,
  ip: '127.0.0.1',
  caller: PUBLIC,
  trace: false,
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Returns a POST of JSON. */
export const posted = (value: unknown): Partial<RunRequest> => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: bytes(JSON.stringify(value)),
})

function projectOf({
  routes = [],
  globals = [],
  settings = {},
  controllers = {},
  ...rest
}: ProjectSketch): LoadedProject {
  return {
    strapi: {
      requestContext,
      config: { get: (path: string) => settings[path] },
      contentType: (uid: string) => (rest.types?.includes(uid) === true ? {} : undefined),
    },
    routes: routes.map(rawRoute),
    globals: globals.map((run) => ({ file: 'loaded.ts', run })),
    ...(rest.globalsBeforeErrors !== undefined && { globalsBeforeErrors: rest.globalsBeforeErrors }),
    middleware: (item) => ({ file: 'loaded.ts', run: functionOf(item) }),
    policy: (item) => ({ file: 'loaded.ts', run: policyOf(item), config: {} }),
    action: (handler) => actionOf(handler, controllers),
    problems: [],
  }
}

function rawRoute({ method = 'GET', path, handler, isStock = false, ...config }: RouteSketch): RawRoute {
  return {
    owner: { kind: 'api', name: 'article', file: 'src/api/article/routes/article.ts' },
    method,
    path,
    handler,
    config,
    hasPrefix: true,
    isStock,
  }
}

const isFunction = (item: unknown): item is Middleware => typeof item === 'function'
const isPolicy = (item: unknown): item is Policy => typeof item === 'function'

function functionOf(item: unknown): Middleware {
  if (isFunction(item)) return item
  throw new Error(`Middleware ${String(item)} not found.`)
}

function policyOf(item: unknown): Policy {
  if (isPolicy(item)) return item
  throw new Error(`Could not find policy "${String(item)}"`)
}

function actionOf(handler: unknown, controllers: Readonly<Record<string, Middleware>>): Action {
  if (typeof handler !== 'string')
    return { uid: '', name: '', file: 'loaded.ts', isCore: false, run: [handler].flat().filter(isFunction) }
  const at = handler.lastIndexOf('.')
  const [uid, name] = [handler.slice(0, at), handler.slice(at + 1)]
  const own = controllers[handler]
  if (own !== undefined) return { uid, name, file: 'loaded.ts', isCore: false, run: [own] }
  if (!handler.startsWith('api::')) throw new Error(`Handler not found "${handler}"`)
  return { uid, name, file: '', isCore: true, run: [] }
}
