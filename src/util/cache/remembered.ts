/** A function of a text whose last answers are remembered. */

/** Answers that are remembered, and characters of a text that has one. */
const MOST = 100
const LONGEST = 300

/** `work` must give the same for the same text, whenever it is asked. What strangers say takes no more room than this. */
export function remembered<T>(work: (text: string) => T): (text: string) => T {
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
