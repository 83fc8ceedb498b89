/** Loads the APIs of a project. Each folder in `src/api` is one API. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeProblem } from '../../../protocol.ts'
import type { Callable, MemberMap } from '../core-parts.ts'
import { isCallable, isRecord, memberOf, recordOf } from '../values.ts'
import {
  endingsOf,
  entriesIn,
  foldersIn,
  jsonAt,
  leftOutOf,
  moduleAt,
  modulesIn,
  normalizedName,
} from './files.ts'
import { brokenMembers, refusing, refusingMiddleware } from './stand-ins.ts'
import { type LoadState, loadFile } from './state.ts'

/** Loads and registers every API of the project. */
export function loadApis(state: LoadState): void {
  const root = join(state.loading.folder, 'src', 'api')
  for (const folder of foldersIn(root)) {
    const name = normalizedName(folder)
    const raw = loadApi(state, name, join(root, folder))
    state.container.modules.add(`api::${name}`, raw)
  }
}

function loadApi(state: LoadState, name: string, folder: string): MemberMap {
  const index = moduleAt(join(folder, 'index'), state.endings)
  const own = index === undefined ? {} : loadFile(state, index, () => ({}))
  loadLifecycles(state, name, join(folder, 'content-types'))
  const load = (kind: string, broken: Parameters<typeof loadFolder>[3]): MemberMap =>
    loadFolder(state, join(folder, kind), `api::${name}.`, broken)
  return {
    ...recordOf(own),
    config: load('config', () => ({})),
    controllers: load('controllers', (problem, uid) => withBase(state, uid, 'controller', problem)),
    services: load('services', (problem, uid) => withBase(state, uid, 'service', problem)),
    policies: load('policies', refusing),
    middlewares: load('middlewares', refusingMiddleware),
    routes: load('routes', (_, uid) => coreRouter(state, uid)),
    contentTypes: {},
  }
}

const GLOBAL = 'global::'

type Broken = (problem: CodeProblem, uid: string) => unknown

/**
 * Loads the modules of a folder, and returns the exported values by module name. Normalizes the names, except the
 * names of global policies and middlewares.
 */
function loadFolder(state: LoadState, folder: string, namespace: string, broken: Broken): MemberMap {
  const loaded: MemberMap = {}
  for (const [stem, file] of modulesIn(folder, state.endings)) {
    const name = namespace === GLOBAL ? stem : normalizedName(stem)
    const uid = `${namespace}${name}`
    const found = file.endsWith('.json')
      ? (jsonAt(file) ?? {})
      : loadFile(state, file, (problem) => broken(problem, uid))
    const isFactory = isCallable(found) && /(?:controllers|services)$/.test(folder)
    loaded[name] = isFactory ? guarded(state, file, found, (problem) => broken(problem, uid)) : found
    state.fileOf.set(`${folder.slice(folder.lastIndexOf('/') + 1)} ${uid}`, state.reports.nameOf(file))
  }
  return loaded
}

/**
 * Wraps the function that creates a controller or service. If the function throws an error, the result of `broken`
 * takes the place of the controller or service.
 */
const guarded =
  (state: LoadState, file: string, factory: Callable, broken: (problem: CodeProblem) => unknown): Callable =>
  (...given) => {
    try {
      return factory(...given)
    } catch (error) {
      const standIn = broken(state.reports.failed(file, error))
      return isCallable(standIn) ? standIn(...given) : standIn
    }
  }

/**
 * Makes the replacement for a controller or service whose code failed. If a content type has the uid of the failed
 * controller or service, the replacement also has Strapi's own methods.
 */
function withBase(
  { container, loading }: LoadState,
  uid: string,
  kind: 'controller' | 'service',
  problem: CodeProblem,
): Callable {
  return () => {
    const given = container.strapi
    const { coreController, coreService } = loading.core
    if (container.types.get(uid) === undefined) return brokenMembers(problem, {})
    return brokenMembers(
      problem,
      kind === 'controller' ? coreController(given, uid) : coreService(given, uid),
    )
  }
}

/**
 * Returns the replacement for a router whose code failed. The replacement has Strapi's own routes for the content
 * type with the uid, and has no routes if no content type has the uid.
 */
const coreRouter = ({ container, loading }: LoadState, uid: string): unknown =>
  container.types.get(uid) === undefined
    ? { routes: [] }
    : loading.core.factories(container.strapi).createCoreRouter(uid)

/**
 * Loads the files `lifecycles` and `actions` in the folders of an API's content types, and adds the exported values
 * to the content types.
 */
function loadLifecycles(state: LoadState, api: string, root: string): void {
  for (const folder of foldersIn(root)) {
    const type = state.container.types.get(`api::${api}.${normalizedName(folder)}`)
    for (const name of ['lifecycles', 'actions']) {
      const file = moduleAt(join(root, folder, name), state.endings)
      const loaded = file === undefined ? undefined : loadFile(state, file, () => undefined)
      if (type !== undefined && loaded !== undefined) type[name] = loaded
    }
  }
}

/** Loads and registers the project's global policies and middlewares. */
export function loadGlobals(state: LoadState): void {
  const src = join(state.loading.folder, 'src')
  const { policies, middlewares } = state.container
  policies.add(GLOBAL, loadFolder(state, join(src, 'policies'), GLOBAL, refusing))
  middlewares.add(GLOBAL, loadFolder(state, join(src, 'middlewares'), GLOBAL, refusingMiddleware))
}

/** Loads the project's file `src/index`, and checks that the stages in this file, such as `register`, are functions. */
export function loadIndex(state: LoadState): void {
  const file = moduleAt(join(state.loading.folder, 'src', 'index'), state.endings)
  if (file === undefined) return
  const loaded = loadFile(state, file, () => undefined)
  state.indexFile = file
  state.index = isCallable(loaded) ? loaded : recordOf(loaded)
  state.container.strapi['app'] = state.index
  if (!isRecord(loaded)) return
  for (const name of ['register', 'bootstrap', 'destroy']) {
    const stage = memberOf(loaded, name)
    if (stage !== undefined && stage !== null && !isCallable(stage))
      state.reports.failed(file, new Error(`${name} of src/index must be a function`))
  }
}

/**
 * Returns whether the project has files for routers of APIs. A file counts even if the project's TypeScript build
 * leaves out the file, because only a project without routers has Strapi's own routes.
 */
export function hasRouterFiles({ loading: { folder } }: LoadState): boolean {
  const root = join(folder, 'src', 'api')
  return foldersIn(root).some((api) => modulesIn(join(root, api, 'routes'), endingsOf(true)).size > 0)
}

const NO_JAVASCRIPT = 'the TypeScript build omits JavaScript: set "allowJs" in tsconfig.json'

/** Reports the JavaScript files in a folder that the project's TypeScript build leaves out, as ignored files. */
function reportLeftOut({ endings, reports }: LoadState, folder: string): void {
  const names = entriesIn(folder).map(({ name }) => name)
  for (const name of leftOutOf(endings, names))
    reports.ignored(reports.nameOf(join(folder, name)), NO_JAVASCRIPT)
}

const KINDS = ['controllers', 'services', 'policies', 'middlewares', 'routes']

/** Reports the project's code files that have no effect on the content API, such as migrations, as ignored files. */
export function reportIgnored(state: LoadState): void {
  const { loading, reports } = state
  const src = join(loading.folder, 'src')
  const ofApis = foldersIn(join(src, 'api')).flatMap((api) =>
    KINDS.map((kind) => join(src, 'api', api, kind)),
  )
  const ofExtensions = foldersIn(join(src, 'extensions')).map((name) => join(src, 'extensions', name))
  for (const folder of [src, join(src, 'policies'), join(src, 'middlewares'), ...ofApis, ...ofExtensions])
    reportLeftOut(state, folder)
  const { folder } = loading
  const ignore = (path: string, why: string): void => {
    if (existsSync(join(folder, path))) reports.ignored(path, why)
  }
  for (const { name } of entriesIn(join(folder, 'src', 'admin')))
    if (/^(?:app|vite\.config|webpack\.config)\.[cm]?[jt]sx?$/.test(name))
      ignore(`src/admin/${name}`, 'it belongs to the admin panel, which a mock does not have')
  for (const { name } of entriesIn(join(folder, 'database', 'migrations')))
    ignore(`database/migrations/${name}`, 'a mock has no database to migrate')
  ignore('src/extensions/graphql', 'a mock answers no GraphQL')
  for (const api of foldersIn(join(folder, 'src', 'api')))
    ignore(`src/api/${api}/graphql`, 'a mock answers no GraphQL')
}
