/** Memoizes values derived from immutable objects. */

/**
 * Returns a function that calls `make` once for each pair of object and key. The result of `make` is cached as long
 * as the object exists.
 */
export function onceFor<T>(): (of: object, key: string, make: () => T) => T {
  const cache = new WeakMap<object, Map<string, T>>()
  return (of, key, make) => {
    const made = cache.get(of) ?? new Map<string, T>()
    cache.set(of, made)
    const there = made.get(key)
    if (there !== undefined) return there
    const one = make()
    made.set(key, one)
    return one
  }
}
