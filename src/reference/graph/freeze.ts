/** Trees of lists and plain objects made unchangeable, however deep they are. */

/** Freezes `tree` and all that is in it, but for what is frozen already; returns it. */
export function freezeTree<T>(tree: T): T {
  const waiting: unknown[] = [tree]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue
    Object.freeze(next)
    const parts: readonly unknown[] = Array.isArray(next) ? next : Object.values(next)
    for (const part of parts) if (typeof part === 'object') waiting.push(part)
  }
  return tree
}
