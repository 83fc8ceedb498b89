/** Reads the routers of a project: `src/api/<api>/routes/<file>`. */

import { defaultOf } from '../code/module.ts'
import { type Value, valueAt } from '../code/value.ts'
import type { Note } from '../note.ts'
import { CORE_ROUTER, type CodeFiles, handed, type Modules } from './modules.ts'

export interface Router {
  readonly api: string
  readonly file: string
  readonly prefix: string
  readonly routes: CoreRoutes | readonly OwnRoute[]
}

/** The enabled core routes of a content type. */
export interface CoreRoutes {
  readonly uid: string
  readonly has: (action: string) => boolean
  readonly configOf: (action: string) => RouteConfig
}

/** A custom route. */
export interface OwnRoute {
  readonly method: string
  readonly path: string
  /** `api::restaurant.restaurant.find`; empty for a function. */
  readonly handler: string
  readonly config: RouteConfig
}

export interface RouteConfig {
  /** Whether the route skips authentication. */
  readonly isOpen: boolean
  readonly middlewares: Value
  readonly policies: Value
}

export interface RoutersFound {
  readonly routers: readonly Router[]
  /** The APIs whose routes are all known. */
  readonly apis: ReadonlySet<string>
  readonly notes: readonly Note[]
}

const CODE = /\.(?:[cm]?js|ts)$/

export const codeIn = (folder: string, files: CodeFiles): readonly string[] =>
  files
    .names(folder)
    .filter((name) => CODE.test(name) && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name}`)

export function readRouters(files: CodeFiles, modules: Modules): RoutersFound {
  const routers: Router[] = []
  const apis = new Set<string>()
  const notes: Note[] = []
  for (const api of files.names('src/api')) {
    const paths = codeIn(`src/api/${api}/routes`, files)
    const found = paths.map((file) => routerOf(api, file, modules))
    for (const one of found) 'says' in one ? notes.push(one) : routers.push(one)
    if (found.length > 0 && !found.some((one) => 'says' in one)) apis.add(api)
  }
  return { routers, apis, notes }
}

function routerOf(api: string, file: string, modules: Modules): Router | Note {
  const value = handed(defaultOf(modules.at(file)))
  const core = valueAt(value, [CORE_ROUTER])
  if (core.kind === 'object') return coreRouter(api, file, core)
  const unread = (why: string, line: number): Note => ({
    file,
    line,
    says: `the routes cannot be read without running the project: ${why}; the routes of Strapi are there, without what stands here; --project-code runs it`,
  })
  if (value.kind === 'unknown') return unread(value.why, value.line)
  const routes = valueAt(value, ['routes'])
  if (routes.kind !== 'list') return unread('no list of routes is written out', 0)
  const own = routes.items.map(ownRoute)
  const bad = own.find((route) => typeof route === 'string')
  if (bad !== undefined) return unread(String(bad), 0)
  return {
    api,
    file,
    prefix: textIn(value, ['prefix']) ?? '',
    routes: own.filter((route) => typeof route !== 'string'),
  }
}

function coreRouter(api: string, file: string, core: Value): Router | Note {
  const uid = textIn(core, ['uid'])
  const config = valueAt(core, ['config'])
  const [only, except] = ['only', 'except'].map((name) => namesIn(valueAt(config, [name])))
  const unknown = [config, valueAt(config, ['config']), valueAt(config, ['prefix'])].find(
    (value) => value.kind === 'unknown',
  )
  if (uid === undefined || only === 'unread' || except === 'unread' || unknown?.kind === 'unknown') {
    const says = `the routes cannot be read without running the project: ${unknown?.kind === 'unknown' ? unknown.why : 'what is left of them is worked out'}; those of Strapi are there; --project-code runs it`
    return { file, line: unknown?.kind === 'unknown' ? unknown.line : 0, says }
  }
  return {
    api,
    file,
    prefix: textIn(config, ['prefix']) ?? '',
    routes: {
      uid,
      has: (action) => (only?.includes(action) ?? true) && !(except?.includes(action) ?? false),
      configOf: (action) => configOf(valueAt(config, ['config', action])),
    },
  }
}

const configOf = (value: Value): RouteConfig => {
  const auth = valueAt(value, ['auth'])
  return {
    isOpen: auth.kind === 'plain' && auth.value === false,
    middlewares: valueAt(value, ['middlewares']),
    policies: valueAt(value, ['policies']),
  }
}

/** A route, or why it cannot be read. */
function ownRoute(value: Value): OwnRoute | string {
  const [method, path, handler] = ['method', 'path', 'handler'].map((name) => textIn(value, [name]))
  if (method === undefined || path === undefined) return 'a method or a path is worked out'
  return { method, path, handler: handler ?? '', config: configOf(valueAt(value, ['config'])) }
}

function textIn(value: Value, path: readonly string[]): string | undefined {
  const found = valueAt(value, path)
  return found.kind === 'plain' && typeof found.value === 'string' ? found.value : undefined
}

function namesIn(value: Value): readonly string[] | 'unread' | undefined {
  if (value.kind === 'plain' && typeof value.value === 'string') return [value.value]
  if (value.kind === 'plain') return undefined
  if (value.kind !== 'list') return 'unread'
  const names = value.items.map((item) => (item.kind === 'plain' ? String(item.value) : null))
  return names.every((name) => name !== null) ? names : 'unread'
}
