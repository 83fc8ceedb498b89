/** What is worked out when it is asked for. */

/** Works `make` out when it is asked, and not again while the result is still there: as long as there is memory for it. */
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

/** Works `make` out when it is first asked, and holds the result from then on, and no more what it was made of. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: { readonly result: T } | { readonly make: () => T } = { make }
  return () => {
    if ('make' in made) made = { result: made.make() }
    return made.result
  }
}
