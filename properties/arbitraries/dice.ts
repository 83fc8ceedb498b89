/**
 * Decisions as data. Everything generated here is a plain function of some throws of dice, and throws shrink on their
 * own: fewer of them and smaller ones. A throw that is missing counts as zero, and zero always decides for the
 * simplest thing, so no generator needs a shrinker and nothing is generated anew while a failure is made smaller.
 */

import * as fc from 'fast-check'
import { invariant } from '../../src/util/invariant.ts'

/** Throws of a die with `SIDES` sides. */
export type Dice = readonly number[]

const SIDES = 0x10000

class DiceArbitrary extends fc.Arbitrary<Dice> {
  private readonly count: number

  constructor(count: number) {
    super()
    this.count = count
  }

  override generate(random: fc.Random, _bias: number | undefined): fc.Value<Dice> {
    const throws = Array.from({ length: this.count }, () => random.nextInt(0, SIDES - 1))
    return new fc.Value(throws, undefined)
  }

  override canShrinkWithoutContext(_value: unknown): _value is Dice {
    return false
  }

  override shrink(dice: Dice, _context: unknown): fc.Stream<fc.Value<Dice>> {
    return fc.stream(smaller(dice)).map((throws) => new fc.Value(throws, undefined))
  }
}

/** Shorter first, then with a few left out in the middle, then with a smaller throw. */
function* smaller(dice: Dice): IterableIterator<Dice> {
  const { length } = dice
  if (length === 0) return
  for (const kept of new Set([0, length >> 2, length >> 1, length - (length >> 2), length - 1])) {
    if (kept < length) yield dice.slice(0, kept)
  }
  for (const size of [8, 4, 2, 1]) {
    for (let at = 0; at + size < length; at += size) yield [...dice.slice(0, at), ...dice.slice(at + size)]
  }
  for (const [at, value] of dice.entries()) {
    if (value === 0) continue
    yield dice.with(at, 0)
    if (value > 1) yield dice.with(at, value >> 1)
  }
}

/** Throws for one thing to be generated: at most `count` decisions of it are not the simplest. */
export const dice = (count: number): fc.Arbitrary<Dice> => new DiceArbitrary(count)

/** Dice being read, one decision after the other. */
export interface Roll {
  /** A whole number from 0 to `most`. */
  readonly upTo: (most: number) => number
  /** One of a list, which must not be empty; a small throw takes an early item. */
  readonly pick: <T>(items: readonly T[]) => T
  /** True in so many of a hundred cases. */
  readonly chance: (percent: number) => boolean
  /** Different items of a list, at most so many, in any order. */
  readonly some: <T>(items: readonly T[], most: number) => readonly T[]
}

/** Reads dice from the first throw on. */
export function roll(throws: Dice): Roll {
  let next = 0
  const upTo = (most: number): number => Math.floor(((throws[next++] ?? 0) * (most + 1)) / SIDES)
  return rollOf(upTo, (percent) => upTo(99) >= 100 - percent)
}

/** Decisions by another source of numbers. */
export function rollOf(upTo: Roll['upTo'], chance: Roll['chance']): Roll {
  const pick = <T>(items: readonly T[]): T => {
    const item = items[upTo(items.length - 1)]
    invariant(item !== undefined, 'there is something to pick from')
    return item
  }
  return {
    upTo,
    pick,
    chance,
    some: (items, most) => {
      const left = [...items]
      const count = upTo(Math.min(most, left.length))
      return Array.from({ length: count }, () => left.splice(upTo(left.length - 1), 1)).flat()
    },
  }
}
