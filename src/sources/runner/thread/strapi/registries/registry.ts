/** Makes registries of controllers, services, policies, middlewares or hooks. Each value in a registry has a uid. */
import type { Callable, MemberMap } from '../core-parts.ts'
import { isCallable } from '../values.ts'
import { addNamespace, hasNamespace } from './namespace.ts'

export interface Registry {
  readonly keys: () => readonly string[]
  readonly get: (uid: string) => unknown
  readonly getAll: (namespace?: string) => MemberMap
  readonly set: (uid: string, value: unknown) => Registry
  readonly add: (namespace: string, values: Readonly<MemberMap> | undefined) => Registry
  readonly extend: (uid: string, change: Callable) => Registry
}

/**
 * Makes a registry of values by uid.
 * @param kind - The name of the kind of value in error messages, such as `Controller`.
 * @param make - A function that makes the instance of a registered value at its first use.
 */
export function createRegistry(kind: string, make: (value: unknown) => unknown): Registry {
  const values = new Map<string, unknown>()
  const instances = new Map<string, unknown>()
  const get = (uid: string): unknown => {
    if (instances.has(uid)) return instances.get(uid)
    const value = values.get(uid)
    if (value === undefined || value === null) return undefined
    const instance = make(value)
    instances.set(uid, instance)
    return instance
  }
  const registry: Registry = {
    keys: () => [...values.keys()],
    get,
    getAll: (namespace) => {
      const all: MemberMap = {}
      for (const uid of values.keys())
        if (hasNamespace(uid, namespace))
          Object.defineProperty(all, uid, { enumerable: true, configurable: true, get: () => get(uid) })
      return all
    },
    set: (uid, value) => {
      values.set(uid, value)
      instances.delete(uid)
      return registry
    },
    add: (namespace, added = {}) => {
      for (const [name, value] of Object.entries(added)) {
        const uid = addNamespace(name, namespace)
        if (values.has(uid)) throw new Error(`${kind} ${uid} has already been registered.`)
        values.set(uid, value)
      }
      return registry
    },
    extend: (uid, change) => {
      if (get(uid) === undefined) throw new Error(`${kind} ${uid} doesn't exist`)
      instances.set(uid, change(get(uid)))
      return registry
    },
  }
  return registry
}

/**
 * Makes a registry of controllers or services. If a registered value is a function, the registry calls this function
 * once, with `{ strapi }`.
 */
export const createFactoryRegistry = (kind: string, strapi: () => object): Registry =>
  createRegistry(kind, (value) => (isCallable(value) ? value({ strapi: strapi() }) : value))

/** Makes a registry of policies, middlewares or hooks, which returns the registered values unchanged. */
export const createValueRegistry = (kind: string): Registry => createRegistry(kind, (value) => value)
