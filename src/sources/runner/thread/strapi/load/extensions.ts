/**
 * Applies the project's extensions in `src/extensions` to the plugins: first the schema files, and then the code in
 * `strapi-server`.
 */
import { join } from 'node:path'
import type { MemberMap } from '../core-parts.ts'
import { isCallable, isRecord, recordOf } from '../values.ts'
import { foldersIn, jsonAt, moduleAt } from './files.ts'
import { type LoadState, loadFile, type RawPlugin } from './state.ts'

/**
 * Applies the project's extensions to the loaded plugins. The caller registers the plugins after the extensions are
 * applied.
 */
export async function applyExtensions(state: LoadState, plugins: readonly RawPlugin[]): Promise<void> {
  const root = join(state.loading.folder, 'src', 'extensions')
  const known = new Set(plugins.map(({ name }) => name))
  for (const plugin of plugins) {
    const folder = join(root, plugin.name)
    extendSchemas(state, plugin, join(folder, 'content-types'))
    const file = moduleAt(join(folder, 'strapi-server'), state.endings)
    if (file !== undefined) await extendServer(state, plugin, file)
    takeTypes(state, plugin)
  }
  for (const name of foldersIn(root)) {
    const file = moduleAt(join(root, name, 'strapi-server'), state.endings)
    if (file !== undefined && !known.has(name))
      state.reports.ignored(state.reports.nameOf(file), `the plugin "${name}" is not enabled`)
  }
}

/**
 * Applies an extension's schema files to content types that only the plugin's code defines. The server has already
 * applied the schema files for the content types that it has sent.
 */
function extendSchemas(state: LoadState, { name, raw }: RawPlugin, folder: string): void {
  const types = recordOf(raw['contentTypes'])
  for (const type of foldersIn(folder)) {
    const schema = jsonAt(join(folder, type, 'schema.json'))
    if (!isRecord(schema) || state.container.types.get(`plugin::${name}.${type}`) !== undefined) continue
    const known = types[type]
    if (isRecord(known)) known['schema'] = { ...recordOf(known['schema']), ...schema }
    else types[type] = { schema }
  }
  raw['contentTypes'] = types
}

async function extendServer(state: LoadState, plugin: RawPlugin, file: string): Promise<void> {
  const extension = loadFile(state, file, () => undefined)
  if (extension === undefined) return
  const before = { ...recordOf(plugin.raw['controllers']) }
  try {
    const extended = isCallable(extension) ? await extension(plugin.raw) : extension
    if (isRecord(extended)) plugin.raw = extended === plugin.raw ? plugin.raw : { ...plugin.raw, ...extended }
  } catch (error) {
    state.reports.failed(file, error)
  }
  for (const [name, controller] of Object.entries(recordOf(plugin.raw['controllers'])))
    if (controller !== before[name] || isCallable(controller))
      state.fileOf.set(`controllers plugin::${plugin.name}.${name}`, state.reports.nameOf(file))
  for (const kind of ['policies', 'middlewares'])
    for (const name of Object.keys(recordOf(plugin.raw[kind])))
      state.fileOf.set(`${kind} plugin::${plugin.name}.${name}`, state.reports.nameOf(file))
}

/** Copies the changes by an extension to the content types that the server has sent. */
function takeTypes({ container }: LoadState, { name, raw }: RawPlugin): void {
  for (const [key, definition] of Object.entries(recordOf(raw['contentTypes']))) {
    const type = container.types.get(`plugin::${name}.${key}`)
    if (type === undefined || !isRecord(definition)) continue
    const { schema, lifecycles, actions } = definition
    const own: MemberMap = { ...recordOf(schema) }
    Object.assign(type, own)
    if (lifecycles !== undefined) type['lifecycles'] = lifecycles
    if (actions !== undefined) type['actions'] = actions
  }
}
