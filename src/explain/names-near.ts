/** The names that may stand where something else was written. */
import { distance } from 'fastest-levenshtein'

/** Named at the most. */
const MOST = 3

/** Of some names the nearest to what was written, nearest first; none that is another word altogether. */
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

/** `did you mean author or authors?`; empty where there is nothing near. */
export const didYouMean = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` Did you mean ${names.join(' or ')}?`
