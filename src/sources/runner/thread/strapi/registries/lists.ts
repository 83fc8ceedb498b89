/**
 * Makes the registries of sanitizers and validators, which contain lists of functions by a path such as
 * `content-api.output`.
 */
import { get, has, set } from 'es-toolkit/compat'
import type { MemberMap } from '../core-parts.ts'

export interface ListRegistry {
  readonly get: (path: string) => unknown
  readonly add: (path: string, item: unknown) => ListRegistry
  readonly set: (path: string, value?: unknown) => ListRegistry
  readonly has: (path: string) => boolean
}

export function createListRegistry(names: readonly string[]): ListRegistry {
  const lists: MemberMap = { 'content-api': Object.fromEntries(names.map((name) => [name, []])) }
  const registry: ListRegistry = {
    get: (path) => get(lists, path, []),
    add: (path, item) => {
      const list: unknown = get(lists, path, [])
      if (Array.isArray(list)) list.push(item)
      return registry
    },
    set: (path, value = []) => {
      set(lists, path, value)
      return registry
    },
    has: (path) => has(lists, path),
  }
  return registry
}
