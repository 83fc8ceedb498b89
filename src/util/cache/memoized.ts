/** Memoizes a pure function of a text. */

/** The maximum number of stored results. */
const MOST = 100
/** The maximum length of a text whose result is stored. */
const LONGEST = 300

/**
 * Memoizes `work`, which must be pure. The number of results and the length of their texts are limited to bound the
 * memory. The texts may come from untrusted callers.
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
