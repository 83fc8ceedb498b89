/** Lazy values. */

/** Computes `make` on demand and caches the result weakly, as long as the garbage collector leaves it. */
export function lazyWeak<T extends object>(make: () => T): () => T {
  let kept: WeakRef<T> | undefined
  return () => {
    const there = kept?.deref()
    if (there !== undefined) return there
    const made = make()
    kept = new WeakRef(made)
    return made
  }
}

/** Computes `make` once, on first use, and releases `make` with everything that it refers to. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: { readonly result: T } | { readonly make: () => T } = { make }
  return () => {
    if ('make' in made) made = { result: made.make() }
    return made.result
  }
}
