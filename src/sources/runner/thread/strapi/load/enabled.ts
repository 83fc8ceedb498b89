/** Finds the enabled plugins of a project, in the order in which Strapi loads plugins. */
import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { exports as resolveExport } from 'resolve.exports'
import type { MemberMap } from '../core-parts.ts'
import { packageOf } from '../services/config.ts'
import { isMembers, isRecord, memberOf, recordOf, textOf, valueAt } from '../values.ts'
import { endingsOf, jsonAt, moduleAt } from './files.ts'

/** An enabled plugin of a project. Populace never executes the package code of Strapi's own plugins. */
export interface EnabledPlugin {
  readonly name: string
  /** The name of the plugin's package, or the path of the plugin's folder, for reports. */
  readonly from: string
  /**
   * The path of the file with the plugin's server code. The member `entry` is undefined for Strapi's own plugins,
   * and for a plugin without server code.
   */
  readonly entry: string | undefined
  readonly isStock: boolean
  /** The name or the path of the plugin's package, if this package cannot be found. */
  readonly missing?: string
}

const INTERNAL = [
  'content-manager',
  'content-type-builder',
  'email',
  'upload',
  'i18n',
  'content-releases',
  'review-workflows',
]
const STOCK = new Set([...INTERNAL, 'users-permissions', 'graphql', 'documentation', 'sentry', 'cloud'])

/**
 * Returns the enabled plugins of a project, in Strapi's order.
 * @param declared - The value that the project's file `config/plugins` exports.
 */
export function enabledPlugins(
  folder: string,
  declared: Readonly<MemberMap>,
  typed: boolean,
): readonly EnabledPlugin[] {
  const found = new Map<string, EnabledPlugin>()
  for (const name of INTERNAL) found.set(name, stock(name, `@strapi/${name}`))
  const installed = installedPlugins(folder, typed)
  for (const [name, declaration] of Object.entries(declared)) {
    if (found.has(name)) continue
    const isOn = declaration === true || memberOf(declaration, 'enabled')
    const known = installed.find((plugin) => plugin.name === name)
    if (isOn === false || (isOn === undefined && known === undefined)) {
      if (isOn === false) found.set(name, { ...stock(name, name), from: OFF })
      continue
    }
    const path = textOf(memberOf(declaration, 'resolve'))
    found.set(name, path === undefined ? (known ?? uninstalled(folder, name)) : at(folder, name, path, typed))
  }
  const entries = new Set([...found.values()].map(({ entry }) => entry))
  for (const plugin of installed)
    if (!found.has(plugin.name) && (plugin.entry === undefined || !entries.has(plugin.entry)))
      found.set(plugin.name, plugin)
  return [...found.values()].filter(({ from }) => from !== OFF)
}

/** The value of `from` for a plugin that the configuration disables. */
const OFF = 'off'

const stock = (name: string, from: string): EnabledPlugin => ({ name, from, entry: undefined, isStock: true })

/** Returns the Strapi plugins among the dependencies in the project's `package.json`. */
function installedPlugins(folder: string, typed: boolean): readonly EnabledPlugin[] {
  const names = Object.keys(recordOf(packageOf(folder)['dependencies']))
  return names.flatMap((name) => {
    const own = /^@strapi\/plugin-(.+)$/.exec(name)?.[1]
    if (own !== undefined) return [stock(own, name)]
    if (name.startsWith('@strapi/')) return []
    const file = resolved(folder, `${name}/package.json`)
    const info = file === undefined ? undefined : jsonAt(file)
    const plugin = textOf(valueAt(info, ['strapi', 'name']))
    if (file === undefined || plugin === undefined || valueAt(info, ['strapi', 'kind']) !== 'plugin')
      return []
    return [{ name: plugin, from: name, entry: entryOf(dirname(file), info, typed), isStock: false }]
  })
}

/** Returns a plugin that the configuration enables without a path, and that is not installed. */
function uninstalled(folder: string, name: string): EnabledPlugin {
  if (STOCK.has(name)) return stock(name, `@strapi/plugin-${name}`)
  const dependencies = Object.keys(recordOf(packageOf(folder)['dependencies']))
  const missing = dependencies.find((one) => one.includes('strapi') && one.includes(name)) ?? name
  return { name, from: missing, entry: undefined, isStock: false, missing }
}

/** Returns a plugin whose configuration names the path of a folder or the name of a package in `resolve`. */
function at(folder: string, name: string, path: string, typed: boolean): EnabledPlugin {
  if (path.startsWith('@strapi/')) return stock(name, path)
  const local = resolve(folder, path)
  const isFolder = existsSync(local) && statSync(local).isDirectory()
  const file = isFolder ? join(local, 'package.json') : resolved(folder, path)
  if (file === undefined) return { name, from: path, entry: undefined, isStock: false, missing: path }
  const root = dirname(file)
  return { name, from: path, entry: entryOf(root, jsonAt(join(root, 'package.json')), typed), isStock: false }
}

function resolved(folder: string, name: string): string | undefined {
  try {
    return createRequire(join(folder, 'package.json')).resolve(name)
  } catch {
    return undefined
  }
}

/**
 * Returns the path of the file with a plugin's server code. The server code is in a file that the package exports,
 * an unbuilt source file, or a file with a usual name such as `strapi-server`.
 */
function entryOf(root: string, info: unknown, typed: boolean): string | undefined {
  const stated = [conditioned(info, ['require']), conditioned(info, []), sourceOf(info)]
  for (const path of stated) {
    const file = path === undefined ? undefined : join(root, path)
    if (file !== undefined && existsSync(file)) return file
  }
  for (const path of ['strapi-server', 'server/src/index', 'server/index']) {
    const file = moduleAt(join(root, path), endingsOf(typed))
    if (file !== undefined) return file
  }
  return undefined
}

function conditioned(info: unknown, conditions: readonly string[]): string | undefined {
  if (!isRecord(info)) return undefined
  try {
    return resolveExport(info, './strapi-server', {
      conditions: [...conditions],
      require: conditions.includes('require'),
    })?.[0]
  } catch {
    // The package exports no server code, so the caller tries the usual file names.
    return undefined
  }
}

const sourceOf = (info: unknown): string | undefined => {
  const stated = memberOf(memberOf(info, 'exports'), './strapi-server')
  return isMembers(stated) ? textOf(memberOf(stated, 'source')) : undefined
}
