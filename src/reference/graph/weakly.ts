/** What can be worked out again at any time: kept as long as there is memory for it. */

/** A function that works `make` out when it is asked, and not again while the result is still there. */
export function weakly<T extends object>(make: () => T): () => T {
  let kept: WeakRef<T> | undefined
  return () => {
    const there = kept?.deref()
    if (there !== undefined) return there
    const made = make()
    kept = new WeakRef(made)
    return made
  }
}
