/** Wraps values in proxies that report each change to the values. */

type Note = (kind: 'added' | 'changed' | 'removed', path: readonly string[]) => void

/** Maps each proxy to its original value. */
const targets = new WeakMap<object, object>()

/** Returns the original value of a proxy. Returns any other value unchanged. */
export const unwrapped = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (targets.get(value) ?? value) : value

/**
 * Returns whether a value is a plain object or a list. Proxies wrap only plain objects and lists, and no other
 * objects such as dates.
 */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * Returns whether a property is inherited or read-only. For an inherited or read-only property, a proxy must return
 * the original value.
 */
const isFixed = (target: object, key: string): boolean => {
  const descriptor = Object.getOwnPropertyDescriptor(target, key)
  return descriptor === undefined || (descriptor.configurable === false && descriptor.writable !== true)
}

/**
 * Makes a proxy that reports changes to a value. The proxy reports each change to the value, and to the plain
 * objects and lists inside the value.
 */
export function watched<T extends object>(root: T, note: Note): T {
  const proxies = new WeakMap<object, object>()
  function proxyOf<V extends object>(value: V, path: readonly string[]): V {
    const proxy = new Proxy<V>(value, handlerOf(path))
    targets.set(proxy, value)
    proxies.set(value, proxy)
    return proxy
  }
  const handlerOf = (path: readonly string[]): ProxyHandler<object> => ({
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof key === 'symbol' || !isPlain(value) || isFixed(target, key)) return value
      return proxies.get(value) ?? proxyOf(value, [...path, key])
    },
    set(target, key, given) {
      const value = unwrapped(given)
      const isKnown = Object.hasOwn(target, key)
      const isSame = isKnown && Object.is(Reflect.get(target, key), value)
      if (!isSame && typeof key === 'string' && !(Array.isArray(target) && key === 'length'))
        note(isKnown ? 'changed' : 'added', [...path, key])
      return Reflect.set(target, key, value)
    },
    deleteProperty(target, key) {
      if (typeof key === 'string' && Object.hasOwn(target, key)) note('removed', [...path, key])
      return Reflect.deleteProperty(target, key)
    },
    defineProperty(target, key, descriptor) {
      if (typeof key === 'string') note(Object.hasOwn(target, key) ? 'changed' : 'added', [...path, key])
      return Reflect.defineProperty(target, key, descriptor)
    },
  })
  return proxyOf(root, [])
}

/** Returns whether a value is a proxy made by `watched`. */
export const isWatched = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && targets.has(value)
