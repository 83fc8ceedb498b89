/** Random decisions from a seed. The same seed gives the same decisions on every machine. */

import { type Roll, rollOf } from '../../../properties/arbitraries/dice.ts'

/** Returns a pseudo-random generator of numbers below 2³² (splitmix32). */
export function numbers(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
}

/** Creates a source of random decisions, each from a new pseudo-random number. */
export function decisions(seed: number): Roll {
  const next = numbers(seed)
  const upTo = (most: number): number => next() % (most + 1)
  return rollOf(upTo, (percent) => upTo(99) < percent)
}
