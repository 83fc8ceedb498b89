/**
 * Makes the registry of modules. A module is an API or a plugin, in the form that `strapi.api(name)` or
 * `strapi.plugin(name)` returns.
 */
import type { Callable, MemberMap } from '../core-parts.ts'
import { callMember, recordOf } from '../values.ts'
import type { SchemaRegistry } from './content-types.ts'
import { removeNamespace } from './namespace.ts'
import type { Policies } from './policies.ts'
import type { Registry } from './registry.ts'

/** The registries to which a module (an API or plugin) adds its content types, services and other parts. */
export interface ModuleRegistries {
  readonly contentTypes: SchemaRegistry
  readonly services: Registry
  readonly controllers: Registry
  readonly policies: Policies
  readonly middlewares: Registry
  readonly config: {
    readonly get: (path: string | readonly unknown[], fallback?: unknown) => unknown
    readonly set: (path: string, value: unknown) => unknown
  }
}

export type LifeStage = 'register' | 'bootstrap' | 'destroy'

export interface Modules {
  readonly get: (namespace: string) => MemberMap | undefined
  readonly getAll: (prefix?: string) => MemberMap
  readonly add: (namespace: string, raw: MemberMap) => MemberMap
  /**
   * Runs a stage such as `register` for every module. If a module throws an error, calls `failed` and continues with
   * the next module.
   */
  readonly run: (stage: LifeStage, failed: (namespace: string, error: unknown) => void) => Promise<void>
}

/** Makes the registry of modules. @param strapi - A function that returns the object `strapi` for the stages. */
export function createModules(registries: ModuleRegistries, strapi: () => object): Modules {
  const modules = new Map<string, { readonly raw: MemberMap; readonly facade: MemberMap }>()
  return {
    get: (namespace) => modules.get(namespace)?.facade,
    getAll: (prefix = '') =>
      Object.fromEntries(
        [...modules].filter(([name]) => name.startsWith(prefix)).map(([name, { facade }]) => [name, facade]),
      ),
    add: (namespace, raw) => {
      if (modules.has(namespace)) throw new Error(`Module ${namespace} has already been registered.`)
      registries.contentTypes.add(namespace, newTypes(namespace, raw, registries))
      registries.services.add(namespace, recordOf(raw['services']))
      registries.policies.add(namespace, recordOf(raw['policies']))
      registries.middlewares.add(namespace, recordOf(raw['middlewares']))
      registries.controllers.add(namespace, recordOf(raw['controllers']))
      registries.config.set(namespace, raw['config'] ?? {})
      const facade = facadeOf(namespace, raw, registries)
      modules.set(namespace, { raw, facade })
      return facade
    },
    run: async (stage, failed) => {
      for (const [namespace, { raw }] of [...modules]) {
        try {
          await callMember(raw, stage, { strapi: strapi() })
        } catch (error) {
          failed(namespace, error)
        }
      }
    },
  }
}

/** Returns the content types that only the code of a module defines, and that the server has not sent as models. */
const newTypes = (namespace: string, raw: MemberMap, { contentTypes }: ModuleRegistries): MemberMap =>
  Object.fromEntries(
    Object.entries(recordOf(raw['contentTypes'])).filter(
      ([name]) => contentTypes.get(`${namespace}.${name}`) === undefined,
    ),
  )

function facadeOf(namespace: string, raw: MemberMap, registries: ModuleRegistries): MemberMap {
  const facade: MemberMap = {
    config: (path: unknown, fallback?: unknown) =>
      registries.config.get([namespace, ...(Array.isArray(path) ? path : [path])], fallback),
  }
  const kinds = {
    service: 'services',
    policy: 'policies',
    middleware: 'middlewares',
    controller: 'controllers',
  } as const
  for (const [one, many] of Object.entries(kinds)) {
    const registry = registries[many]
    facade[one] = (name: string) => registry.get(`${namespace}.${name}`)
    defineGetter(facade, many, () => plainNames(registry.getAll(namespace), namespace))
  }
  if (raw['provider'] !== undefined) facade['provider'] = raw['provider']
  facade['contentType'] = (name: string) => registries.contentTypes.get(`${namespace}.${name}`)
  defineGetter(facade, 'contentTypes', () => plainNames(registries.contentTypes.getAll(namespace), namespace))
  Object.defineProperty(facade, 'routes', {
    enumerable: true,
    get: () => raw['routes'] ?? {},
    set: (routes: unknown) => {
      raw['routes'] = routes
    },
  })
  return facade
}

/** Defines a getter on an object, as an enumerable and configurable property. */
export const defineGetter = (object: object, name: string, get: Callable): void => {
  Object.defineProperty(object, name, { enumerable: true, configurable: true, get })
}

/**
 * Makes an object with the same members, but with names without the namespace. Computes the value of a member only
 * when code reads the member.
 */
function plainNames(members: MemberMap, namespace: string): MemberMap {
  const plain: MemberMap = {}
  for (const uid of Object.keys(members))
    defineGetter(plain, removeNamespace(uid, namespace), () => members[uid])
  return plain
}
