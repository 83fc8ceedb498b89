/** Freezes values deeply, without recursion. */

/**
 * Freezes `tree` and every object in it, and returns `tree`. The function does not visit objects that are frozen
 * already.
 */
export function freezeTree<T>(tree: T): T {
  const waiting: Holder[] = []
  if (isHolder(tree)) waiting.push(tree)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Object.isFrozen(next)) continue
    if (isList(next)) {
      for (const part of next) if (isHolder(part)) waiting.push(part)
    } else {
      for (const name in next) {
        const part = next[name]
        if (isHolder(part) && Object.hasOwn(next, name)) waiting.push(part)
      }
    }
    Object.freeze(next)
  }
  return tree
}

type Holder = readonly unknown[] | { readonly [name: string]: unknown }

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null

const isList = (value: Holder): value is readonly unknown[] => Array.isArray(value)
