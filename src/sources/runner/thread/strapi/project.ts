/** Registers a project inside the thread, and then starts it, with all steps in the order of Strapi. */
import { join } from 'node:path'
import type { CodeInventory, CodeProblem, FileReport, Models, Registered, ToThread } from '../../protocol.ts'
import type { Action, LoadedProject, Located, Middleware, RawRoute } from '../loaded.ts'
import { changedModels } from './changed-models.ts'
import { createContainer } from './container.ts'
import { hasRouterFiles, loadApis, loadGlobals, loadIndex, reportIgnored } from './load/apis.ts'
import { sourceEndings } from './load/files.ts'
import { loadPlugins, runIndex } from './load/plugins.ts'
import { createReports } from './load/reports.ts'
import type { LoadState } from './load/state.ts'
import type { Loading } from './loading.ts'
import { takeModels } from './registries/content-types.ts'
import type { LifeStage } from './registries/modules.ts'
import { removedRoutes } from './removed.ts'
import { resolveAction, resolveMiddleware, resolvePolicy } from './resolve.ts'
import { addedRoutes, routesOf } from './routes.ts'
import { ADMIN_POLICIES } from './services/admin.ts'
import { withLacking } from './services/lacking.ts'
import { isRecord, listOf, memberOf, recordOf } from './values.ts'

export interface RegisteredProject {
  readonly registered: Registered
  readonly state: LoadState
}

export interface StartedProject {
  readonly project: LoadedProject
  readonly files: readonly FileReport[]
  readonly inventory: CodeInventory
  readonly problems: readonly CodeProblem[]
  /** Runs every `destroy` function of the project and its plugins. */
  readonly destroy: () => Promise<void>
}

/** Loads the modules of a project, and runs every `register` function of the project and its plugins. */
export async function registerProject(loading: Loading, models: Models): Promise<RegisteredProject> {
  const routes: { all: readonly RawRoute[] } = { all: [] }
  const container = createContainer(loading, () => routes.all)
  const state: LoadState = {
    ...{ loading, container, routes },
    reports: createReports(loading.folder),
    endings: sourceEndings(loading.folder),
    fileOf: new Map(),
    stockRoutes: new Map(),
    stockOwners: new Map(),
    indexFile: join(loading.folder, 'src', 'index'),
    index: undefined,
    plugins: new Map(),
  }
  Reflect.set(globalThis, 'strapi', container.strapi)
  container.services.add('admin::', withLacking('admin', loading.core.adminServices))
  container.policies.add('admin::', ADMIN_POLICIES)
  takeModels(container.types, container.components, models)
  loadIndex(state)
  await loadPlugins(state)
  loadApis(state)
  loadGlobals(state)
  await runStage(state, 'register')
  const { customFields, types, components } = container
  for (const registry of [types, components])
    for (const uid of registry.keys()) convertCustomFields(registry.get(uid), customFields.types())
  const registered: Registered = {
    kind: 'registered',
    customFields: customFields.types(),
    models: changedModels(container, models),
    problems: [...state.reports.problems()],
  }
  return { registered, state }
}

/** Replaces the attribute type `customField` by the type that the code registered for the custom field. */
function convertCustomFields(model: unknown, types: Readonly<Record<string, string>>): void {
  for (const attribute of Object.values(recordOf(memberOf(model, 'attributes')))) {
    if (!isRecord(attribute) || attribute['type'] !== 'customField') continue
    const type = types[String(attribute['customField'])]
    if (type !== undefined) attribute['type'] = type
  }
}

/** Runs a stage such as `register` for all modules, and then the same stage of the project's file `src/index`. */
async function runStage(state: LoadState, stage: LifeStage): Promise<void> {
  const { container, reports, loading } = state
  await container.modules.run(stage, (namespace, error) => {
    const file = `${namespace.replace('::', ' ')} (${stage})`
    reports.failed(join(loading.folder, file), error)
  })
  await runIndex(state, stage)
}

type BootstrapMessage = Extract<ToThread, { readonly kind: 'bootstrap' }>

/**
 * Collects the routes, runs every `bootstrap` function, and returns the values that the HTTP application needs to
 * answer requests.
 */
export async function bootstrapProject(state: LoadState, message: BootstrapMessage): Promise<StartedProject> {
  const { container, reports, routes } = state
  const { strapi, config, server, cron } = container
  takeModels(container.types, container.components, message.models)
  config.set('api.rest.prefix', message.prefix)
  container.store.take(message.store ?? [])
  if (config.get('plugin::users-permissions.jwtSecret') === undefined)
    config.set('plugin::users-permissions.jwtSecret', message.jwtSecret)
  const early = [...server.used]
  const own = globalsOf(state)
  const actions = new Map<string, Action>()
  const routers = [...server.routers]
  const ofProject = routesOf(state)
  const first = addedRoutes(state, routers)
  // As in Strapi, looks up the actions of routes before any `bootstrap` function runs.
  for (const route of [...first, ...ofProject]) keepAction(state, actions, route)
  await runStage(state, 'bootstrap')
  if (config.get('server.cron.enabled', true) === true) cron.add(config.get('server.cron.tasks', {}))
  const late = addedRoutes(state, server.routers.slice(routers.length))
  const made = [...first, ...ofProject, ...late]
  routes.all = [...made, ...removedRoutes(state, ofProject)]
  strapi['isLoaded'] = true
  reportIgnored(state)
  reportCron(state)
  const project: LoadedProject = {
    ...{ strapi, routes: routes.all, hasRouters: hasRouterFiles(state) },
    globals: [...early, ...own.globals, ...server.used.slice(early.length)],
    middleware: (item, owner) => resolveMiddleware(state, item, owner),
    policy: (item, owner) => resolvePolicy(state, item, owner),
    action: (handler, owner) =>
      actions.get(`${owner.kind} ${owner.name} ${String(handler)}`) ?? resolveAction(state, handler, owner),
    problems: reports.problems(),
    ...{ globalsBeforeErrors: early.length + own.beforeErrors },
  }
  const destroy = (): Promise<void> => runStage(state, 'destroy')
  return {
    project,
    files: reports.files(),
    problems: reports.problems(),
    inventory: inventoryOf(state, project),
    destroy,
  }
}

const inventoryOf = ({ container, plugins }: LoadState, { globals }: LoadedProject): CodeInventory => ({
  plugins: [...plugins.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
  globals: globals.map(({ file }) => file),
  documentMiddlewares: container.documents.count(),
  subscribers: container.subscribers.count(),
  cron: container.cron.names(),
})

function keepAction(state: LoadState, actions: Map<string, Action>, { handler, owner }: RawRoute): void {
  if (typeof handler !== 'string') return
  try {
    actions.set(`${owner.kind} ${owner.name} ${handler}`, resolveAction(state, handler, owner))
  } catch {
    // Ignores the error, because the construction of the route's middleware chain throws the error again, with the
    // route in its message.
  }
}

interface Globals {
  readonly globals: readonly Located<Middleware>[]
  /** The number of the project's own middlewares before `strapi::errors` in `config/middlewares`. */
  readonly beforeErrors: number
}

/**
 * Returns the project's own middlewares in `config/middlewares`. Reports and leaves out a middleware that cannot be
 * created.
 */
function globalsOf(state: LoadState): Globals {
  const globals: Located<Middleware>[] = []
  let beforeErrors = 0
  for (const item of listOf(state.container.config.get('middlewares', []))) {
    const name = typeof item === 'string' ? item : memberOf(item, 'name')
    if (name === 'strapi::errors') beforeErrors = globals.length
    if (typeof name === 'string' && name.startsWith('strapi::')) continue
    const owner = { kind: 'api', name: '', file: 'config/middlewares' } as const
    try {
      globals.push(resolveMiddleware(state, item, owner))
    } catch (error) {
      state.reports.failed(join(state.loading.folder, 'config/middlewares'), error)
    }
  }
  return { globals, beforeErrors }
}

/** Logs the names of the project's cron jobs, because Populace never runs cron jobs. */
function reportCron({ container, loading }: LoadState): void {
  const names = container.cron.names()
  if (names.length > 0)
    loading.log('info', `cron jobs do not run in a mock: ${names.slice(0, 20).join(', ')}`)
}
