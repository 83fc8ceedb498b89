/** Functions for values that are computed on first use. */

/** Returns a function that calls `make` on first use, and caches the value until the garbage collector frees it. */
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

/**
 * Returns a function that calls `make` once, on first use, and then releases `make` with everything that it
 * references.
 */
export function lazy<T extends object>(make: () => T): () => T {
  let made: { readonly result: T } | { readonly make: () => T } = { make }
  return () => {
    if ('make' in made) made = { result: made.make() }
    return made.result
  }
}
