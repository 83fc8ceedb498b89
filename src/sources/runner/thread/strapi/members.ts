/** Adds the members of the object `strapi`, and the services that `strapi.get(name)` returns. */

import type { Container } from './container-parts.ts'
import { type Callable, DECOMPOSED, type MemberMap } from './core-parts.ts'
import type { Loading } from './loading.ts'
import { defineGetter } from './registries/modules.ts'
import { createAdmin } from './services/admin.ts'
import { createFs } from './services/files.ts'
import { createHook } from './services/hooks.ts'
import { createLog } from './services/log.ts'
import { requestContext } from './services/request-context.ts'
import { absent, Unavailable } from './unavailable.ts'
import { takesPart } from './untouched.ts'
import { isCallable, memberOf, recordOf } from './values.ts'

/** The name of the service that each member of `strapi` returns, by the name of the member. */
const SERVICES: Readonly<Record<string, string>> = {
  admin: 'admin',
  ai: 'ai',
  auth: 'auth',
  config: 'config',
  contentAPI: 'content-api',
  cron: 'cron',
  customFields: 'customFields',
  db: 'db',
  documents: 'documents',
  entityService: 'entityService',
  entityValidator: 'entityValidator',
  eventHub: 'eventHub',
  features: 'features',
  fetch: 'fetch',
  fs: 'fs',
  log: 'logger',
  reload: 'reload',
  requestContext: 'requestContext',
  sanitizers: 'sanitizers',
  server: 'server',
  sessionManager: 'sessionManager',
  startupLogger: 'startupLogger',
  store: 'coreStore',
  telemetry: 'telemetry',
  validators: 'validators',
  webhookRunner: 'webhookRunner',
  webhookStore: 'webhookStore',
}

/** Adds all members to the object `strapi`. */
export function addMembers(container: Container, loading: Loading): void {
  const { strapi } = container
  const made = new Map<string, unknown>()
  const makers = new Map<string, unknown>(Object.entries(servicesOf(container, loading)))
  const get = (name: string, given?: unknown): unknown => {
    if (made.has(name)) return made.get(name)
    if (!makers.has(name)) throw new Error(`Could not resolve service ${name}`)
    const maker = makers.get(name)
    const value = isCallable(maker) ? maker(strapi, given) : maker
    made.set(name, value)
    return value
  }
  Object.assign(strapi, {
    get,
    has: (name: string) => makers.has(name),
    add: (name: string, maker: unknown) => {
      if (makers.has(name)) throw new Error(`Cannot register already registered service ${name}`)
      makers.set(name, maker)
      return strapi
    },
    ...accessorsOf(container),
    ...lifeOf(strapi, loading),
  })
  for (const [member, service] of Object.entries(SERVICES)) defineGetter(strapi, member, () => get(service))
  addLists(container)
  const takes = (uid: string, name: string): boolean => takesPart(container, uid, name)
  Object.defineProperty(strapi, DECOMPOSED, { value: takes })
  Object.defineProperty(strapi, 'toJSON', { value: () => ({}), configurable: true })
}

/**
 * Returns the services for `strapi.get`, by name. A value that is a function makes the service at its first use. A
 * value that is not a function is the service itself.
 */
function servicesOf(container: Container, loading: Loading): Readonly<MemberMap> {
  const { strapi, types, components, services, controllers, policies, middlewares, hooks } = container
  const { modules, customFields, config, sanitizers, validators } = container
  const fixed = { 'content-types': types, components, services, controllers, policies, middlewares, hooks }
  const registries = { modules, 'custom-fields': customFields, config, sanitizers, validators }
  const names = (prefix: string): MemberMap => ({
    get: (name: string) => modules.get(`${prefix}::${name}`),
    getAll: () => modulesOf(container, prefix),
    add: (name: string, raw: unknown) => modules.add(`${prefix}::${name}`, recordOf(raw)),
  })
  return {
    ...fixed,
    ...registries,
    apis: names('api'),
    plugins: names('plugin'),
    models: { get: () => [], add: () => strapi },
    admin: createAdmin(services),
    ai: aiOf(),
    auth: authOf(loading),
    'content-api': () => loading.core.contentAPI(strapi),
    cron: container.cron.facade,
    customFields: { register: (field: unknown) => customFields.add(field), get: customFields.get },
    db: container.database,
    documents: () => container.documents.facade,
    entityService: container.entityService,
    entityValidator: () => absent('strapi.entityValidator', 'the server validates each write itself'),
    eventHub: container.eventHub.facade,
    features: {
      config: config.get('features', {}),
      future: { isEnabled: (name: string) => config.get(['features', 'future', name]) === true },
      isEnabled: (name: string) => config.get(['features', name]) === true,
    },
    fetch: () => globalThis.fetch,
    fs: createFs(),
    logger: createLog(loading),
    'query-params': absent('strapi.get("query-params")', 'use strapi.documents'),
    reload: () => Object.assign(() => undefined, { isWatching: false, isReloading: false }),
    requestContext,
    server: container.server.facade,
    sessionManager: () => sessionManager(),
    startupLogger: {
      log: ignore,
      logStats: ignore,
      logFirstStartupMessage: ignore,
      logStartupMessage: ignore,
    },
    coreStore: () => container.store.facade,
    telemetry: { send: async () => true, register: ignore, bootstrap: ignore, destroy: ignore },
    webhookRunner: { add: ignore, remove: ignore, update: ignore, run: async () => ({}) },
    webhookStore: webhookStore(),
  }
}

const ignore = (): undefined => undefined

/**
 * Returns the replacement for `strapi.ai`. A mock offers no tools to AI clients, so registering a tool has no
 * effect.
 */
const aiOf = (): MemberMap => ({
  admin: absent('strapi.ai.admin', 'a mock has no AI service'),
  mcp: {
    ...{ isEnabled: () => false, isRunning: () => false },
    ...{ registerTool: ignore, registerPrompt: ignore, registerResource: ignore },
  },
})

/** Returns the methods of `strapi` that look up a value by a name or a uid, such as `strapi.service`. */
function accessorsOf(container: Container): Readonly<Record<string, Callable>> {
  const { types, components, services, controllers, policies, middlewares, hooks, modules } = container
  return {
    contentType: (uid) => types.get(String(uid)),
    getModel: (uid) => types.get(String(uid)) ?? components.get(String(uid)),
    service: (uid) => services.get(String(uid)),
    controller: (uid) => controllers.get(String(uid)),
    policy: (name) => policies.get(String(name)),
    middleware: (name) => middlewares.get(String(name)),
    plugin: (name) => modules.get(`plugin::${String(name)}`),
    api: (name) => modules.get(`api::${String(name)}`),
    query: (uid) => {
      const query = memberOf(container.database, 'query')
      return isCallable(query) ? query(uid) : undefined
    },
    hook: (name) => {
      const uid = String(name)
      if (hooks.get(uid) === undefined) hooks.set(uid, createHook())
      return hooks.get(uid)
    },
  }
}

/**
 * Adds the members of `strapi` that contain all values of one kind, such as `strapi.services`. Each read of a member
 * such as `strapi.services` makes a new object.
 */
function addLists(container: Container): void {
  const { strapi, types, components, services, controllers, policies, middlewares, hooks } = container
  const lists: Readonly<Record<string, () => unknown>> = {
    contentTypes: () => types.getAll(),
    components: () => components.getAll(),
    services: () => services.getAll(),
    controllers: () => controllers.getAll(),
    policies: () => policies.getAll(),
    middlewares: () => middlewares.getAll(),
    hooks: () => hooks.getAll(),
    plugins: () => modulesOf(container, 'plugin'),
    apis: () => modulesOf(container, 'api'),
    dirs: () => container.config.get('dirs'),
  }
  for (const [name, list] of Object.entries(lists)) defineGetter(strapi, name, list)
}

/** Returns the modules (APIs or plugins) with a prefix such as `api`, by the module name without the prefix. */
export const modulesOf = ({ modules }: Container, prefix: string): MemberMap =>
  Object.fromEntries(
    Object.entries(modules.getAll(`${prefix}::`)).map(([name, module]) => [
      name.slice(prefix.length + 2),
      module,
    ]),
  )

/**
 * Returns the methods of `strapi` that start and stop Strapi. The starting methods and `destroy` do nothing, and the
 * stopping methods throw an error, because Populace itself controls the process.
 */
function lifeOf(strapi: MemberMap, { log }: Loading): Readonly<MemberMap> {
  const stay = async (): Promise<object> => strapi
  return {
    isLoaded: false,
    EE: false,
    ee: { isEE: false, features: { isEnabled: () => false, list: () => [], get: ignore } },
    ...{ load: stay, start: stay, listen: stay, register: stay, bootstrap: stay, destroy: stay },
    stop: () => {
      throw new Unavailable('strapi.stop() cannot work here: the mock server keeps running')
    },
    stopWithError: (error: unknown) => {
      log('error', `the project stops itself: ${String(memberOf(error, 'message') ?? error)}`)
      throw new Unavailable('strapi.stopWithError() cannot work here: the mock server keeps running')
    },
  }
}

/**
 * Returns the replacement for `strapi.auth`. Populace itself identifies callers, and never uses the authentication
 * strategies of the project's code.
 */
const authOf = ({ log }: Loading): MemberMap => ({
  register: (type: unknown, strategy: unknown) => {
    const name = String(memberOf(strategy, 'name') ?? '')
    log('warn', `the authentication strategy "${name}" of ${String(type)} does not run in a mock`)
  },
  authenticate: absent('strapi.auth.authenticate', 'the server itself identifies the caller'),
  verify: absent('strapi.auth.verify', 'the server itself checks permissions'),
})

const sessionManager = (): object =>
  Object.assign(
    () => absent('strapi.sessionManager', 'a mock has no sessions. Use the jwt service of users-permissions'),
    { defineOrigin: ignore, hasOrigin: () => false, generateSessionId: () => '' },
  )

const webhookStore = (): MemberMap => ({
  allowedEvents: new Map(),
  addAllowedEvent: ignore,
  removeAllowedEvent: ignore,
  listAllowedEvents: () => [],
  getAllowedEvent: ignore,
  findWebhooks: async () => [],
  findWebhook: async () => null,
  createWebhook: async (given: unknown) => given,
  updateWebhook: async () => null,
  deleteWebhook: async () => null,
})
