/** Loads the routes, middlewares, policies and controllers of a project. */
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { HttpError } from './http-error.ts'
import { Lacking } from './lacking.ts'
import type { Load } from './load.ts'
import type { CodeFault, RunRoute } from './messages.ts'

export type Middleware = (context: object, next: () => Promise<unknown>) => unknown

export interface LoadedRoute extends RunRoute {
  /** Middlewares and policies in order; the action is last. */
  readonly chain: readonly Middleware[]
}

export interface Loaded {
  readonly routes: readonly LoadedRoute[]
  readonly faults: readonly CodeFault[]
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

/** The code of a project while it is loaded. */
interface Project {
  /** Absolute. */
  readonly folder: string
  readonly load: Load
  readonly strapi: object
  /** Runs `make`. If it throws, records a fault of the file. */
  readonly attempt: <T>(file: string, make: () => T) => T | undefined
  readonly controllers: Map<string, unknown>
}

export function loadProject(folder: string, load: Load, strapi: object): Loaded {
  const faults: CodeFault[] = []
  const attempt: Project['attempt'] = (file, make) => {
    try {
      return make()
    } catch (error) {
      faults.push({ file, message: error instanceof Error ? error.message : String(error) })
      return undefined
    }
  }
  const project: Project = { folder, load, strapi, attempt, controllers: new Map() }
  const everywhere = attempt('config/middlewares', () => middlewaresOf(globalList(project), project)) ?? []
  const routes = routerFiles(folder).flatMap(
    ([api, file]) => attempt(file, () => routesOf(api, file, everywhere, project)) ?? [],
  )
  return { routes, faults }
}

/** Each file of routes with the API that it belongs to. */
const routerFiles = (folder: string): readonly (readonly [api: string, file: string])[] =>
  namesIn(join(folder, 'src/api')).flatMap((api) =>
    namesIn(join(folder, 'src/api', api, 'routes'))
      .filter((name) => CODE.test(name) && !name.endsWith('.d.ts'))
      .map((name) => [api, `src/api/${api}/routes/${name}`] as const),
  )

function routesOf(
  api: string,
  file: string,
  everywhere: readonly Middleware[],
  project: Project,
): readonly LoadedRoute[] {
  const { folder, load, strapi, attempt } = project
  const value = load(join(folder, file))
  const router = isCallable(value) ? value({ strapi }) : value
  const prefix = String(member(router, 'prefix') ?? '')
  return listOf(member(router, 'routes') ?? router).map((route): LoadedRoute => {
    const config = member(route, 'config')
    const [method, path] = [String(member(route, 'method')), String(member(route, 'path'))]
    const made = attempt(file, () => {
      const { name, run } = actionOf(member(route, 'handler'), api, project)
      const before = [
        ...policiesOf(member(config, 'policies'), api, project),
        ...middlewaresOf(member(config, 'middlewares'), project),
      ]
      return { handler: name, chain: [...everywhere, ...before, bodied, ...run] }
    })
    const isOpen = member(config, 'auth') === false
    return { api, method, path: prefix + path, isOpen, handler: '', chain: [broken(file)], ...made }
  })
}

function actionOf(
  handler: unknown,
  api: string,
  project: Project,
): { readonly name: string; readonly run: readonly Middleware[] } {
  if (Array.isArray(handler) || isCallable(handler))
    return { name: '', run: [handler].flat().filter(isCallable) }
  const text = String(handler).trim()
  const at = text.lastIndexOf('.')
  const [controller, action] = [text.slice(0, at), text.slice(at + 1)]
  const uid = controller.startsWith('api::') ? controller : `api::${api}.${controller}`
  const owner = controllerOf(uid, project)
  const run = member(owner, action)
  if (!isCallable(run)) throw new Error(`Handler not found "${text}"`)
  return { name: `${uid}.${action}`, run: [(context, next) => Reflect.apply(run, owner, [context, next])] }
}

/** The controller of the project, or the core controller that Strapi makes if the project has none. */
function controllerOf(uid: string, { folder, load, strapi, controllers }: Project): unknown {
  if (controllers.has(uid)) return controllers.get(uid)
  const [api = '', name = ''] = uid.replace('api::', '').split('.')
  const file = fileOf(folder, `src/api/${api}/controllers/${name}`)
  const loaded = file === undefined ? undefined : load(file)
  const factory = loaded ?? member(member(load(FACTORIES), 'factories'), 'createCoreController')
  const made = loaded === undefined && isCallable(factory) ? factory(uid) : loaded
  const controller = isCallable(made) ? made({ strapi }) : made
  controllers.set(uid, controller)
  return controller
}

/** Creates the middlewares of a list with their configuration. */
function middlewaresOf(list: unknown, { folder, load, strapi }: Project): readonly Middleware[] {
  return listOf(list).map((item): Middleware => {
    if (isCallable(item)) return item
    const name = typeof item === 'string' ? item : member(item, 'name')
    const path = name === undefined ? String(member(item, 'resolve')) : pathOf(String(name), 'middlewares')
    const file = path === undefined ? undefined : fileOf(folder, path)
    if (file === undefined) throw new Error(`the middleware ${name ?? path} is no file of the project`)
    const factory = load(file)
    if (!isCallable(factory)) throw new Error(`${file} exports no function`)
    const made = factory(member(item, 'config') ?? {}, { strapi })
    return isCallable(made) ? made : (_context, next) => next()
  })
}

function policiesOf(list: unknown, api: string, { folder, load, strapi }: Project): readonly Middleware[] {
  return listOf(list).map((item): Middleware => {
    const name = typeof item === 'string' ? item : member(item, 'name')
    const path = isCallable(item)
      ? undefined
      : (pathOf(String(name), 'policies') ?? `src/api/${api}/policies/${name}`)
    const file = path === undefined ? undefined : fileOf(folder, path)
    const policy = isCallable(item) ? item : file === undefined ? undefined : load(file)
    if (!isCallable(policy)) throw new Error(`the policy ${name} is no file of the project`)
    return async (context, next) => {
      const result = await policy(context, member(item, 'config') ?? {}, { strapi })
      if (result !== true && result !== undefined) throw new HttpError(403, 'Policy Failed', {})
      return next()
    }
  })
}

/** The middlewares of every route, without those of Strapi and its plugins. */
function globalList({ folder, load }: Project): readonly unknown[] {
  const file = fileOf(folder, 'config/middlewares')
  if (file === undefined) return []
  const loaded = load(file)
  const list = listOf(isCallable(loaded) ? loaded({ env: environment }) : loaded)
  return list.filter(
    (item) => !/^(?:strapi|plugin)::/.test(String(typeof item === 'string' ? item : member(item, 'name'))),
  )
}

function fileOf(folder: string, path: string): string | undefined {
  const full = resolve(folder, path)
  return [full, ...ENDINGS.map((ending) => full + ending)].find((file) => CODE.test(file) && existsSync(file))
}

/** The action of a route that failed to load. */
const broken =
  (file: string): Middleware =>
  () => {
    throw new Lacking(`${file} could not be run as the project was loaded`)
  }

/** The package that exports the factories. */
const FACTORIES = '@strapi/strapi'

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder).sort() : [])

/** `api::a.b` → `src/api/a/<kind>/b`; undefined for a name of Strapi or a plugin, and for a name without scope. */
function pathOf(name: string, kind: 'middlewares' | 'policies'): string | undefined {
  const [scope, rest] = name.split('::')
  if (rest === undefined) return undefined
  if (scope === 'global') return `src/${kind}/${rest}`
  const [api = '', own = ''] = rest.split('.')
  return scope === 'api' ? `src/api/${api}/${kind}/${own}` : undefined
}

const environment = (name: string, preset?: unknown): unknown => process.env[name] ?? preset

/** The return value of an action is the body, unless the action sets one. */
const bodied: Middleware = async (context, next) => {
  const value = await next()
  const body = Reflect.get(context, 'body')
  if ((body === undefined || body === null) && value !== undefined && value !== null)
    Reflect.set(context, 'body', value)
}

/** Runs a chain: each middleware receives a function that runs the next. */
export function composed(chain: readonly Middleware[], context: object): Promise<unknown> {
  const from = async (at: number): Promise<unknown> => {
    const one = chain[at]
    return one === undefined ? undefined : one(context, () => from(at + 1))
  }
  return from(0)
}
