/** A project's routes, middlewares, policies and controllers, loaded. */
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { HttpError } from './http-error.ts'
import { Lacking } from './lacking.ts'
import type { Load } from './load.ts'
import type { Fault, RunRoute } from './messages.ts'

export type Middleware = (context: object, next: () => Promise<unknown>) => unknown

export interface LoadedRoute extends RunRoute {
  /** What stands before the action, in order; the action is the last. */
  readonly chain: readonly Middleware[]
}

export interface Loaded {
  readonly routes: readonly LoadedRoute[]
  readonly faults: readonly Fault[]
}

const CODE = /\.(?:[cm]?js|[cm]?ts)$/
const ENDINGS = ['.js', '.ts', '.cjs', '.mjs', '.cts', '.mts']

type Callable = (...args: unknown[]) => unknown
const isCallable = (value: unknown): value is Callable => typeof value === 'function'
const member = (value: unknown, name: string): unknown => {
  const isHolder = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isHolder ? Reflect.get(value, name) : undefined
}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export function loadProject(folder: string, load: Load, strapi: object): Loaded {
  const faults: Fault[] = []
  const routes: LoadedRoute[] = []
  const controllers = new Map<string, unknown>()
  const attempt = <T>(file: string, make: () => T): T | undefined => {
    try {
      return make()
    } catch (error) {
      faults.push({ file, message: error instanceof Error ? error.message : String(error) })
      return undefined
    }
  }

  function fileOf(path: string): string | undefined {
    const full = resolve(folder, path)
    return [full, ...ENDINGS.map((ending) => full + ending)].find(
      (file) => CODE.test(file) && existsSync(file),
    )
  }

  function controllerOf(uid: string): unknown {
    if (controllers.has(uid)) return controllers.get(uid)
    const [api = '', name = ''] = uid.replace('api::', '').split('.')
    const path = `src/api/${api}/controllers/${name}`
    const file = fileOf(path)
    const loaded = file === undefined ? undefined : load(file)
    const factory = loaded ?? member(member(load(FACTORIES), 'factories'), 'createCoreController')
    const made = loaded === undefined && isCallable(factory) ? factory(uid) : loaded
    const controller = isCallable(made) ? made({ strapi }) : made
    controllers.set(uid, controller)
    return controller
  }

  /** The middlewares of a list, made with what they are configured with. */
  function middlewares(list: unknown): readonly Middleware[] {
    return listOf(list).map((item): Middleware => {
      if (isCallable(item)) return item
      const name = typeof item === 'string' ? item : member(item, 'name')
      const path = name === undefined ? String(member(item, 'resolve')) : pathOf(String(name), 'middlewares')
      const file = path === undefined ? undefined : fileOf(path)
      if (file === undefined) throw new Error(`the middleware ${name ?? path} is no file of the project`)
      const factory = load(file)
      if (!isCallable(factory)) throw new Error(`${file} exports no function`)
      const made = factory(member(item, 'config') ?? {}, { strapi })
      return isCallable(made) ? made : (_context, next) => next()
    })
  }

  function policies(list: unknown, api: string): readonly Middleware[] {
    return listOf(list).map((item): Middleware => {
      const name = typeof item === 'string' ? item : member(item, 'name')
      const path = isCallable(item)
        ? undefined
        : (pathOf(String(name), 'policies') ?? `src/api/${api}/policies/${name}`)
      const file = path === undefined ? undefined : fileOf(path)
      const policy = isCallable(item) ? item : file === undefined ? undefined : load(file)
      if (!isCallable(policy)) throw new Error(`the policy ${name} is no file of the project`)
      return async (context, next) => {
        const result = await policy(context, member(item, 'config') ?? {}, { strapi })
        if (result !== true && result !== undefined) throw new HttpError(403, 'Policy Failed', {})
        return next()
      }
    })
  }

  function actionOf(
    handler: unknown,
    api: string,
  ): { readonly name: string; readonly run: readonly Middleware[] } {
    if (Array.isArray(handler) || isCallable(handler))
      return { name: '', run: [handler].flat().filter(isCallable) }
    const text = String(handler).trim()
    const at = text.lastIndexOf('.')
    const [controller, action] = [text.slice(0, at), text.slice(at + 1)]
    const uid = controller.startsWith('api::') ? controller : `api::${api}.${controller}`
    const owner = controllerOf(uid)
    const run = member(owner, action)
    if (!isCallable(run)) throw new Error(`Handler not found "${text}"`)
    return { name: `${uid}.${action}`, run: [(context, next) => Reflect.apply(run, owner, [context, next])] }
  }

  const everywhere = attempt('config/middlewares', () => middlewares(globalList())) ?? []

  function globalList(): readonly unknown[] {
    const file = fileOf('config/middlewares')
    if (file === undefined) return []
    const loaded = load(file)
    const list = listOf(isCallable(loaded) ? loaded({ env: environment }) : loaded)
    return list.filter(
      (item) => !/^(?:strapi|plugin)::/.test(String(typeof item === 'string' ? item : member(item, 'name'))),
    )
  }

  function add(api: string, file: string): void {
    const value = load(join(folder, file))
    const router = isCallable(value) ? value({ strapi }) : value
    const prefix = String(member(router, 'prefix') ?? '')
    for (const route of listOf(member(router, 'routes') ?? router)) {
      const config = member(route, 'config')
      const [method, path] = [String(member(route, 'method')), String(member(route, 'path'))]
      const made = attempt(file, () => {
        const { name, run } = actionOf(member(route, 'handler'), api)
        const before = [
          ...policies(member(config, 'policies'), api),
          ...middlewares(member(config, 'middlewares')),
        ]
        return { handler: name, chain: [...everywhere, ...before, bodied, ...run] }
      })
      const isOpen = member(config, 'auth') === false
      routes.push({ api, method, path: prefix + path, isOpen, handler: '', chain: [broken(file)], ...made })
    }
  }

  for (const api of namesIn(join(folder, 'src/api'))) {
    for (const name of namesIn(join(folder, 'src/api', api, 'routes')).filter(
      (one) => CODE.test(one) && !one.endsWith('.d.ts'),
    )) {
      const file = `src/api/${api}/routes/${name}`
      attempt(file, () => add(api, file))
    }
  }
  return { routes, faults }
}

/** A route that was not made answers that it was not. */
const broken =
  (file: string): Middleware =>
  () => {
    throw new Lacking(`${file} could not be run as the project was loaded`)
  }

/** The package that the factories are asked of. */
const FACTORIES = '@strapi/strapi'

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder).sort() : [])

/** `api::a.b` → `src/api/a/<kind>/b`; undefined for those of Strapi and its plugins, and for a bare name. */
function pathOf(name: string, kind: 'middlewares' | 'policies'): string | undefined {
  const [scope, rest] = name.split('::')
  if (rest === undefined) return undefined
  if (scope === 'global') return `src/${kind}/${rest}`
  const [api = '', own = ''] = rest.split('.')
  return scope === 'api' ? `src/api/${api}/${kind}/${own}` : undefined
}

const environment = (name: string, preset?: unknown): unknown => process.env[name] ?? preset

/** What an action answers is the body, unless it has written one. */
const bodied: Middleware = async (context, next) => {
  const value = await next()
  const body = Reflect.get(context, 'body')
  if ((body === undefined || body === null) && value !== undefined && value !== null)
    Reflect.set(context, 'body', value)
}

/** One after the other: each is handed the next. */
export function composed(chain: readonly Middleware[], context: object): Promise<unknown> {
  const from = async (at: number): Promise<unknown> => {
    const one = chain[at]
    return one === undefined ? undefined : one(context, () => from(at + 1))
  }
  return from(0)
}
