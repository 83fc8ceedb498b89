/** Creates small projects in temporary folders, and loads them with a function in place of the server. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { transform } from 'sucrase'
import type { ModelMessage, Models, ServiceCall } from '../../../src/sources/runner/protocol.ts'
import type { StoreRow } from '../../../src/sources/runner/store-row.ts'
import { ADMIN_SERVICES } from '../../../src/sources/runner/thread/core/admin/services.ts'
import type { CoreParts } from '../../../src/sources/runner/thread/strapi/core-parts.ts'
import { endingsOf, moduleAt } from '../../../src/sources/runner/thread/strapi/load/files.ts'
import type { Loading } from '../../../src/sources/runner/thread/strapi/loading.ts'
import {
  bootstrapProject,
  type RegisteredProject,
  registerProject,
  type StartedProject,
} from '../../../src/sources/runner/thread/strapi/project.ts'
import { type Json, parseJson } from '../../../src/util/json.ts'

export type Answer = (asked: ServiceCall) => Json | undefined

export interface Started extends StartedProject {
  readonly registered: RegisteredProject['registered']
  readonly state: RegisteredProject['state']
  readonly calls: readonly ServiceCall[]
  readonly lines: readonly string[]
}

const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Creates a folder with the given files. The folder is removed when the process ends. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'populace-strapi-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** Returns the model of a content type `api::NAME.NAME`. */
export const typeOf = (name: string, more: Partial<ModelMessage> = {}): ModelMessage => ({
  uid: `api::${name}.${name}`,
  modelType: 'contentType',
  kind: 'collectionType',
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  options: { draftAndPublish: false },
  attributes: { title: { type: 'string' } },
  ...more,
})

export const modelsOf = (...types: readonly ModelMessage[]): Models =>
  Object.fromEntries(types.map((type) => [type.uid, type]))

/**
 * Loads modules as CommonJS. The package `@strapi/strapi` is replaced by core parts of Strapi, and any other missing
 * package throws.
 */
function loaderOf(folder: string, provided: Readonly<Record<string, () => unknown>>): Loading['load'] {
  const loaded = new Map<string, { exports: unknown }>()
  const requireFrom = (file: string, name: string): unknown => {
    const own = provided[name]
    if (own !== undefined) return own()
    const path = resolve(dirname(file), name)
    const local = name.startsWith('.')
      ? (moduleAt(path, endingsOf(true)) ?? moduleAt(join(path, 'index'), endingsOf(true)))
      : undefined
    if (local !== undefined) return exportsOf(local)
    if (name.startsWith('.') && name.endsWith('.json')) return parseJson(readFileSync(path, 'utf8'))
    try {
      return createRequire(join(folder, 'package.json'))(name)
    } catch {
      throw Object.assign(new Error(`Cannot find module '${name}'`), { missing: name })
    }
  }
  const exportsOf = (file: string): unknown => {
    const known = loaded.get(file)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    loaded.set(file, module)
    const { code } = transform(readFileSync(file, 'utf8'), {
      transforms: ['typescript', 'imports'],
      filePath: file,
      disableESTransforms: true,
    })
    try {
      const run = new Function('module', 'exports', 'require', code)
      run(module, module.exports, (name: string) => requireFrom(file, name))
    } catch (error) {
      loaded.delete(file)
      throw error
    }
    return module.exports
  }
  return (file) => {
    const found = exportsOf(file)
    const isModule = typeof found === 'object' && found !== null && Reflect.get(found, '__esModule') === true
    return isModule ? Reflect.get(found, 'default') : found
  }
}

/** Minimal replacements for Strapi's own parts. */
export function coreOf(plugins: ReturnType<CoreParts['plugins']> = {}): CoreParts {
  const coreService = (strapi: object, uid: string): object => {
    const documents = (): Record<string, (params: object) => unknown> => Reflect.get(strapi, 'documents')(uid)
    return {
      find: async (params: object) => ({ results: await documents()['findMany']?.(params), pagination: {} }),
      create: async (params: object) => documents()['create']?.(params),
    }
  }
  const coreController = (strapi: object, uid: string): object =>
    Object.assign(Object.create({ sanitizeOutput: async (data: unknown) => data }), {
      find: async () => Reflect.get(strapi, 'service')(uid).find({}),
      create: async () => Reflect.get(strapi, 'service')(uid).create({ data: {} }),
    })
  const made = (base: object, config: unknown): object => {
    const own = typeof config === 'function' ? config({ strapi: Reflect.get(globalThis, 'strapi') }) : config
    return Object.setPrototypeOf({ ...base, ...(own ?? {}) }, base)
  }
  return {
    coreController,
    coreService,
    contentAPI: () => ({ permissions: {} }),
    adminServices: ADMIN_SERVICES,
    plugins: () => plugins,
    factories: (strapi) => ({
      createCoreController: (uid, config) => () => made(coreController(strapi, String(uid)), config),
      createCoreService: (uid, config) => () => made(coreService(strapi, String(uid)), config),
      createCoreRouter: (uid, options) => ({
        get routes() {
          const name = String(uid).split('.')[1]
          const config = Object(Reflect.get(Object(options), 'config'))
          return [
            { method: 'GET', path: `/${name}s`, handler: `${uid}.find`, config: config.find ?? {} },
            { method: 'POST', path: `/${name}s`, handler: `${uid}.create`, config: config.create ?? {} },
          ]
        },
      }),
    }),
  }
}

interface Options {
  readonly models?: Models
  readonly answer?: Answer
  readonly config?: Readonly<Record<string, unknown>>
  readonly plugins?: ReturnType<CoreParts['plugins']>
  readonly store?: readonly StoreRow[]
}

/** Loads and starts the project in a folder. */
export async function start(folder: string, options: Options = {}): Promise<Started> {
  const { models = {}, answer = () => null, config = {}, plugins = {}, store = [] } = options
  const calls: ServiceCall[] = []
  const lines: string[] = []
  const core = coreOf(plugins)
  const ask: Loading['ask'] = async (asked) => {
    calls.push(asked)
    return { ok: true, value: answer(asked) }
  }
  const factories = (): unknown => core.factories(Reflect.get(globalThis, 'strapi'))
  const load = loaderOf(folder, {
    '@strapi/strapi': () => ({
      get factories() {
        return factories()
      },
    }),
  })
  const log = (level: string, text: string): void => {
    lines.push(`${level}: ${text}`)
  }
  const loading: Loading = { folder, load, ask, askFor: () => ask, log, config, core }
  const { registered, state } = await registerProject(loading, models)
  const message = {
    kind: 'bootstrap',
    models: { ...models, ...registered.models },
    prefix: '/api',
    jwtSecret: 's',
    store,
  } as const
  const started = await bootstrapProject(state, message)
  return { ...started, registered, state, calls, lines }
}

/** Runs the action of a route with a minimal context. */
export async function act({ project }: Started, path: string, context: object = {}): Promise<unknown> {
  const route = project.routes.find((one) => one.path === path)
  if (route === undefined) throw new Error(`no route ${path}`)
  const [run] = project.action(route.handler, route.owner).run
  return run?.(context, async () => undefined)
}
