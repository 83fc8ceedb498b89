/** Shortens a long text to the part around one position. */

/**
 * The minimum number of characters before the position `at` in a part that does not begin at the start of the text.
 */
const BEFORE = 60

/** Returns the first position at which two texts differ. */
export function firstDifference(one: string, other: string): number {
  const end = Math.min(one.length, other.length)
  let at = 0
  while (at < end && one[at] === other[at]) at++
  return at
}

/**
 * Returns the part of a text around the position `at`, with at most `most` characters, and `…` at each end that is
 * cut.
 */
export function partAround(text: string, at: number, most: number): string {
  if (text.length <= most) return text
  const start = Math.max(0, Math.min(at - BEFORE, text.length - most))
  const end = start + most
  return `${start === 0 ? '' : '…'}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}
