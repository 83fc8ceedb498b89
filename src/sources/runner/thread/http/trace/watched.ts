/** Wraps values in proxies, which report each change of the values. */

type Note = (kind: 'added' | 'changed' | 'removed', path: readonly string[]) => void

/** The original values of all proxies, by proxy. */
const targets = new WeakMap<object, object>()

/** Returns the original value of a proxy. A value that is not a proxy is returned unchanged. */
export const unwrapped = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (targets.get(value) ?? value) : value

/** Returns whether a value is a plain object or a list. Other objects, such as dates, are not wrapped. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * Returns whether a property is inherited or read-only. For an inherited or read-only property, a proxy must return the
 * original value.
 */
const isFixed = (target: object, key: string): boolean => {
  const descriptor = Object.getOwnPropertyDescriptor(target, key)
  return descriptor === undefined || (descriptor.configurable === false && descriptor.writable !== true)
}

/**
 * Makes a proxy of a value. The proxy reports each change in the value, and in the plain objects and lists inside it.
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

/** Returns whether a value is a proxy that reports changes. */
export const isWatched = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && targets.has(value)
