/**
 * Generates random words and numbers that depend only on a seed and on the path of the value. Therefore, a new
 * attribute does not change the random words and numbers of other attributes.
 */
import { base, en, Faker } from '@faker-js/faker'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** The path of a generated value, from which its seed is computed: content type, entry, attribute and position. */
export type SeedPath = readonly (string | number)[]

export type Words = Faker

/**
 * A function that seeds the shared random generator with the path of one value, and returns this generator. Each
 * call of the function seeds the same generator anew.
 */
export type Chance = (...place: SeedPath) => Words

/**
 * The fixed time that the generator uses as the current time for generated dates, so that the dataset is the same on
 * every day.
 */
export const NOW = '2026-01-15T12:00:00.000Z'

export function chanceOf(seed: number): Chance {
  let numbers = xoroshiro128plus(0)
  const randomizer = {
    next: () => uniformFloat64(numbers),
    seed: (given: number | number[]) => {
      numbers = xoroshiro128plus(typeof given === 'number' ? given : (given[0] ?? 0))
    },
  }
  const words = new Faker({ locale: [en, base], randomizer, seed: 0 })
  words.setDefaultRefDate(NOW)
  return (...place) => {
    words.seed(spread(`${seed} ${place.join(' ')}`))
    return words
  }
}

/** Hashes a text with FNV-1a and the finalizer of MurmurHash3, so that similar texts get unrelated seeds. */
function spread(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
