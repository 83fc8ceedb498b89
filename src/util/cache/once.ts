/** What follows from something that never changes, worked out once for it. */

/** A function that works `make` out once for each `of` and `key`, and keeps it as long as there is `of`. */
export function onceFor<T>(): (of: object, key: string, make: () => T) => T {
  const kept = new WeakMap<object, Map<string, T>>()
  return (of, key, make) => {
    const made = kept.get(of) ?? new Map<string, T>()
    kept.set(of, made)
    const there = made.get(key)
    if (there !== undefined) return there
    const one = make()
    made.set(key, one)
    return one
  }
}
