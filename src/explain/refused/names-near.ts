/** Suggests the names nearest to a misspelt one. */
import { distance } from 'fastest-levenshtein'

/** The maximum number of suggested names. */
const MOST = 3

/**
 * Returns the names most similar to the misspelt name `written`, best first. Leaves out a name if its edit distance
 * from `written` is greater than both 2 and half the length of `written`.
 */
export function nearest(written: string, names: readonly string[]): readonly string[] {
  const word = written.slice(0, 100).toLowerCase()
  const far = Math.max(2, Math.ceil(word.length / 2))
  return names
    .map((name) => ({ name, apart: distance(word, name.toLowerCase()) }))
    .filter(({ apart }) => apart <= far)
    .sort((a, b) => a.apart - b.apart)
    .slice(0, MOST)
    .map(({ name }) => name)
}

/** Returns a question such as ` Did you mean author or authors?`; an empty text if there are no suggested names. */
export const didYouMean = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` Did you mean ${names.join(' or ')}?`
