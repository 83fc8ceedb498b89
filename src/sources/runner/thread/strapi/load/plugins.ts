/**
 * Loads the enabled plugins and applies the project's extensions. For Strapi's own plugins, loads the replacements
 * in `thread/core`. For all other plugins, loads the server code of the plugin.
 */
import { join } from 'node:path'
import { cloneDeep, defaultsDeep } from 'es-toolkit/compat'
import type { PluginReport } from '../../../protocol.ts'
import type { Callable, MemberMap, StockPlugin } from '../core-parts.ts'
import { globalIdOf } from '../registries/content-type.ts'
import { withLacking } from '../services/lacking.ts'
import { isSilent } from '../unavailable.ts'
import { callMember, isCallable, isRecord, memberOf, recordOf, textOf, valueAt } from '../values.ts'
import { type EnabledPlugin, enabledPlugins } from './enabled.ts'
import { applyExtensions } from './extensions.ts'
import { isTyped } from './files.ts'
import { type LoadState, loadFile, type RawPlugin } from './state.ts'

/** Loads and registers every enabled plugin of the project. */
export async function loadPlugins(state: LoadState): Promise<void> {
  const { loading, container, reports } = state
  const declared = recordOf(loading.config['plugins'])
  const enabled = enabledPlugins(loading.folder, declared, isTyped(loading.folder))
  container.config.set(
    'enabledPlugins',
    Object.fromEntries(enabled.map(({ name }) => [name, { enabled: true }])),
  )
  const stock = loading.core.plugins(container.strapi)
  const plugins: RawPlugin[] = []
  for (const plugin of enabled) {
    const raw = plugin.isStock
      ? stockPlugin(state, plugin, stock[plugin.name])
      : await codePlugin(state, plugin)
    if (raw === undefined) continue
    applyConfig(state, plugin.name, raw, recordOf(memberOf(declared[plugin.name], 'config')))
    plugins.push({ name: plugin.name, raw })
  }
  await applyExtensions(state, plugins)
  for (const { name, raw } of plugins)
    try {
      container.modules.add(`plugin::${name}`, raw)
    } catch (error) {
      const file = enabled.find((plugin) => plugin.name === name)?.entry
      reports.failed(file ?? loading.folder, error)
    }
}

/** Loads the replacement of one of Strapi's own plugins. */
function stockPlugin(
  state: LoadState,
  { name, from }: EnabledPlugin,
  found: StockPlugin | undefined,
): MemberMap {
  const why = found === undefined ? WITHOUT_CODE[name] : undefined
  const isAnswered = found !== undefined || ANSWERED.has(name)
  if (why !== undefined) state.reports.ignored(`node_modules/${from}`, why)
  const outcome = isAnswered
    ? { state: 'stand-in' as const }
    : { state: 'ignored' as const, why: why ?? WITHOUT_PART }
  state.plugins.set(name, { name, from, ...outcome })
  if (name === 'color-picker') return { ...empty(), register: registerColor(state) }
  const idle = IDLE[name]
  if (idle !== undefined)
    return { ...empty(), services: Object.fromEntries(idle.map((service) => [service, inert])) }
  const { services = {}, controllers = {}, routes = [], contentTypes = {}, middlewares = {} } = found ?? {}
  const copies = routes.map((route) => ({ ...route, config: { ...route.config } }))
  for (const route of copies) {
    state.stockRoutes.set(route, JSON.stringify(route))
    state.stockOwners.set(route, name)
  }
  return {
    ...empty(),
    middlewares: { ...middlewares },
    ...(found?.provider === undefined ? {} : { provider: found.provider }),
    services: withLacking(
      name,
      Object.fromEntries(Object.entries(services).map(([key, made]) => [key, factoryOf(made)])),
    ),
    controllers: Object.fromEntries(
      Object.entries(controllers).map(([key, made]) => [
        key,
        FACTORIES.has(`${name}.${key}`) ? openFactory(made) : made,
      ]),
    ),
    routes: { 'content-api': { type: 'content-api', routes: copies }, admin: { type: 'admin', routes: [] } },
    contentTypes: typesOf(state, name, contentTypes),
  }
}

const empty = (): MemberMap => ({
  config: { default: {}, validator: () => undefined },
  services: {},
  controllers: {},
  routes: {},
  policies: {},
  middlewares: {},
  contentTypes: {},
})

/**
 * The Strapi plugins that have no replacement in `thread/core`, but that reports list as supported, because other
 * parts of Populace support these plugins.
 */
const ANSWERED: ReadonlySet<string> = new Set(['color-picker', 'content-type-builder'])

const WITHOUT_PART = 'a mock does not answer its routes'

/** The Strapi plugins that have no effect on the REST API, each with a reason for reports. */
const WITHOUT_CODE: Readonly<Record<string, string>> = {
  graphql: 'a mock answers no GraphQL, only the REST API',
  documentation: 'a mock serves no Swagger page of the plugin',
  sentry: 'a mock reports no errors to Sentry',
  cloud: 'it belongs to the admin panel, which a mock does not have',
}

/**
 * The names of services that a project may call during its start, although the plugins of these services have no
 * effect on the REST API.
 */
const IDLE: Readonly<Record<string, readonly string[]>> = {
  graphql: ['extension', 'builders', 'content-api'],
  documentation: ['documentation', 'override'],
  sentry: ['sentry'],
}

/** Makes an object that accepts any chain of calls, such as `extension.shadowCRUD(uid).disable()`, and does nothing. */
function inert(): object {
  const chain: object = new Proxy(() => undefined, {
    get: (_, name) => (isSilent(name) ? undefined : chain),
    apply: () => chain,
  })
  return chain
}

/** Makes a function that registers the custom field of the color picker plugin in place of the plugin's own code. */
const registerColor =
  ({ container }: LoadState) =>
  (): void => {
    container.customFields.add({ name: 'color', plugin: 'color-picker', type: 'string' })
  }

/**
 * Converts a service object to a function of `{ strapi }` that returns the service, because extensions call services
 * as functions.
 */
const factoryOf = (made: object): Callable => (isCallable(made) ? made : () => made)

/** The controllers of plugins that Strapi exports as functions of `{ strapi }`. */
const FACTORIES: ReadonlySet<string> = new Set(['users-permissions.auth'])

/**
 * Makes a function of `{ strapi }` that returns a controller, and that also has the controller's actions as members.
 * Extensions for earlier releases of Strapi replace the actions that are members of the function.
 */
function openFactory(made: object): object {
  if (isCallable(made)) return made
  const open = (): object => ({ ...made, ...open })
  return Object.assign(open, made)
}

/**
 * Returns the content types of a plugin. If the server has sent a content type, the server's definition has
 * priority.
 */
function typesOf(state: LoadState, plugin: string, own: Readonly<MemberMap>): MemberMap {
  const { types } = state.container
  const known = Object.entries(types.getAll(`plugin::${plugin}`)).map(([uid, type]) => {
    const { lifecycles, actions, __schema__: _, ...schema } = recordOf(type)
    return [uid.slice(uid.lastIndexOf('.') + 1), { schema: cloneDeep(schema), lifecycles, actions }] as const
  })
  const added = Object.entries(own).filter(
    ([name, type]) => isRecord(memberOf(type, 'schema')) && !known.some(([one]) => one === name),
  )
  return { ...Object.fromEntries(added), ...Object.fromEntries(known) }
}

/** Loads the server code of a plugin that does not belong to Strapi. */
async function codePlugin(state: LoadState, plugin: EnabledPlugin): Promise<MemberMap | undefined> {
  const { name, entry, missing, from } = plugin
  const report = (outcome: Pick<PluginReport, 'state' | 'why'>): void =>
    void state.plugins.set(name, { name, from, ...outcome })
  if (missing !== undefined) {
    state.reports.missing('config/plugins', missing, `the plugin "${name}" is not installed: ${from}`)
    report({ state: 'missing' })
    return undefined
  }
  if (entry === undefined) {
    report({ state: 'ignored', why: 'it has no server code' })
    return undefined
  }
  report({ state: 'ran' })
  const loaded = loadFile(state, entry, ({ message }) => report({ state: 'failed', why: message }))
  const server = isCallable(loaded) ? loaded({ env: state.loading.core.utils?.['env'] }) : loaded
  if (!isRecord(server)) return undefined
  for (const kind of ['controllers', 'services', 'policies', 'middlewares'])
    for (const key of Object.keys(recordOf(server[kind])))
      state.fileOf.set(`${kind} plugin::${name}.${key}`, state.reports.nameOf(entry))
  const config = isRecord(server['config']) ? server['config'] : {}
  const raw = { ...empty(), ...server, config: { default: {}, validator: () => undefined, ...config } }
  return { ...raw, contentTypes: formatted(state, name, recordOf(server['contentTypes'])) }
}

/** Adds the table name, the owner and the global name to each content type of a plugin. */
function formatted(state: LoadState, plugin: string, own: Readonly<MemberMap>): MemberMap {
  for (const type of Object.values(own)) {
    const schema = memberOf(type, 'schema')
    if (!isRecord(schema)) continue
    const name = textOf(valueAt(schema, ['info', 'singularName'])) ?? ''
    schema['plugin'] = plugin
    schema['collectionName'] ??= `${plugin}_${name}`.toLowerCase()
    schema['globalId'] = globalIdOf(schema, plugin)
  }
  const all = typesOf(state, plugin, own)
  for (const [name, type] of Object.entries(own)) {
    const known = all[name]
    if (known !== type && isRecord(known)) known['lifecycles'] = memberOf(type, 'lifecycles') ?? {}
  }
  return all
}

/**
 * Sets the configuration of a plugin. Values of the project replace the plugin's default values. The plugin's
 * validator checks the resulting configuration.
 */
function applyConfig(state: LoadState, name: string, raw: MemberMap, user: MemberMap): void {
  const { default: given, validator } = recordOf(raw['config'])
  const env = state.loading.core.utils?.['env'] ?? environment
  try {
    const defaults = isCallable(given) ? given({ env }) : given
    const config: unknown = defaultsDeep({}, user, defaults)
    raw['config'] = config
    if (isCallable(validator)) validator(config)
  } catch (error) {
    const message = `Error regarding ${name} config: ${String(memberOf(error, 'message'))}`
    state.reports.failed(join(state.loading.folder, 'config', 'plugins'), new Error(message))
    raw['config'] = user
  }
}

/**
 * Reads an environment variable. The function `environment` replaces `env` if the project's `@strapi/utils` has no
 * `env`.
 */
const environment = (name: string, fallback?: unknown): unknown => process.env[name] ?? fallback

/** Runs a stage of the project's file `src/index`, such as the function `bootstrap`. */
export async function runIndex(state: LoadState, stage: string): Promise<void> {
  try {
    await callMember(state.index, stage, { strapi: state.container.strapi })
  } catch (error) {
    state.reports.failed(state.indexFile, error)
  }
}
