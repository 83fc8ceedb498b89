/** Implements `strapi.config`. Values in the configuration of the project replace Strapi's default values. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cloneDeepWith, get, has, merge, set } from 'es-toolkit/compat'
import type { MemberMap } from '../core-parts.ts'
import { isRecord, recordOf, textOf, valueAt } from '../values.ts'

type Path = string | readonly unknown[]

export interface ConfigProvider {
  readonly get: (path: Path, fallback?: unknown) => unknown
  readonly set: (path: Path, value: unknown) => ConfigProvider
  readonly has: (path: Path) => boolean
  /** The configuration values by top-level name, so that code can read, for example, `strapi.config.environment`. */
  readonly [name: string]: unknown
}

/** Makes the object `strapi.config`. @param config - The values that the files in `config` export, by file name. */
export function createConfig(folder: string, config: Readonly<MemberMap>): ConfigProvider {
  const own = Object.fromEntries(Object.entries(config).filter(([name]) => name !== 'plugins'))
  const state = merge(defaultsOf(folder), cloneDeepWith(own, keepFunctions))
  const url = urlOf(recordOf(state.server))
  set(state, 'server.absoluteUrl', url)
  set(state, 'admin.absoluteUrl', `${url}${String(valueAt(state, ['admin', 'url']))}`)
  set(state, 'dirs', dirsOf(folder, textOf(valueAt(state, ['server', 'dirs', 'public'])) ?? './public'))
  const provider: ConfigProvider = {
    ...state,
    get: (path, fallback) => get(state, pathOf(path), fallback),
    set: (path, value) => {
      set(state, pathOf(path), value)
      return provider
    },
    has: (path) => has(state, pathOf(path)),
  }
  return provider
}

/** Returns the URL of the server: the configured `url`, or a URL from the configured host and port. */
function urlOf({ url, host, port }: Readonly<MemberMap>): string {
  const own = textOf(url) ?? ''
  if (own.startsWith('http')) return own.endsWith('/') ? own.slice(0, -1) : own
  const name = host === '0.0.0.0' ? 'localhost' : String(host)
  return `http://${name}:${String(port)}${own}`
}

/**
 * Returns functions and class instances, such as a custom logger, unchanged, so that `cloneDeepWith` does not clone
 * these values.
 */
const keepFunctions = (value: unknown): unknown => {
  if (typeof value === 'function') return value
  if (!isRecord(value)) return undefined
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null ? undefined : value
}

/**
 * Normalizes the path of a setting, which is a string or a list of names. Converts the old notation `plugin.x` to
 * `plugin::x`.
 */
function pathOf(path: Path): string | PropertyKey[] {
  if (typeof path === 'string') return path.startsWith('plugin.') ? `plugin::${path.slice(7)}` : path
  const isJoinable = path.every((part) => typeof part === 'string' || typeof part === 'number')
  return isJoinable ? path.map(String).join('.') : path.map(String)
}

function defaultsOf(folder: string): MemberMap {
  const info = packageOf(folder)
  const environment = process.env['NODE_ENV'] ?? 'development'
  const { uuid, ...packageJsonStrapi } = recordOf(info['strapi'])
  const host = process.env['HOST'] ?? 'localhost'
  const port = Number(process.env['PORT'] ?? 1337)
  return {
    launchedAt: Date.now(),
    autoReload: false,
    environment,
    uuid,
    packageJsonStrapi,
    info: { ...info, strapi: versionOf(info) },
    server: {
      host,
      port,
      proxy: false,
      cron: { enabled: false },
      dirs: { public: './public' },
      logger: { updates: { enabled: true }, startup: { enabled: true } },
      url: '',
    },
    admin: { serveAdminPanel: false, url: '/admin', path: '/admin' },
    api: { rest: { prefix: '/api' } },
  }
}

/** Returns the content of the project's `package.json`; an empty object if this file cannot be read. */
export function packageOf(folder: string): MemberMap {
  try {
    return recordOf(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  } catch {
    return {}
  }
}

const versionOf = (info: MemberMap): string =>
  (textOf(valueAt(info, ['dependencies', '@strapi/strapi'])) ?? '5.0.0').replace(/^[^\d]*/, '')

function dirsOf(folder: string, publicFolder: string): MemberMap {
  const src = join(folder, 'src')
  const code = {
    root: folder,
    src,
    api: join(src, 'api'),
    components: join(src, 'components'),
    extensions: join(src, 'extensions'),
    policies: join(src, 'policies'),
    middlewares: join(src, 'middlewares'),
    config: join(folder, 'config'),
  }
  return { dist: code, app: { ...code }, static: { public: resolve(folder, publicFolder) } }
}
