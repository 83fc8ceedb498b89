/** Memoizes a pure function of a text. */

/** The maximum number of cached results of one function. */
const MOST = 100
/** The maximum length of a text whose result is cached. */
const LONGEST = 300

/**
 * Returns a function that caches the results of the pure function `work`. The number of cached results and the length
 * of their texts are limited, because the texts may come from untrusted callers.
 */
export function memoized<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const there = known.get(text)
    if (there !== undefined) return there
    const found = work(text)
    if (text.length > LONGEST) return found
    if (known.size === MOST) known.clear()
    known.set(text, found)
    return found
  }
}
