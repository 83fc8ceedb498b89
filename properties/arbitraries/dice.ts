/**
 * Makes random decisions from stored random numbers, so that fast-check can shrink the numbers. Every generator is a
 * pure function of a list of numbers, which are called throws of dice. A missing throw of the dice counts as zero, and
 * zero selects the simplest result. Failures therefore shrink to shorter lists and smaller numbers, without a separate
 * shrinker for each generator.
 */

import * as fc from 'fast-check'
import { invariant } from '../../src/util/invariant.ts'

/** Random integers from 0 to 65,535, like throws of a die with 65,536 sides. */
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

  override canShrinkWithoutContext(value: unknown): value is Dice {
    return Array.isArray(value)
  }

  override shrink(dice: Dice, _context: unknown): fc.Stream<fc.Value<Dice>> {
    return fc.stream(smaller(dice)).map((throws) => new fc.Value(throws, undefined))
  }
}

/**
 * Yields the candidates for shrinking a list of throws: the beginnings of the list, lists without up to eight
 * successive throws, and lists with one smaller throw.
 */
function* smaller(dice: Dice): IterableIterator<Dice> {
  const { length } = dice
  if (length === 0) return
  for (const size of new Set([0, length >> 2, length >> 1, length - (length >> 2), length - 1])) {
    if (size < length) yield dice.slice(0, size)
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

/** Generates dice (lists of at most `count` random numbers) for one generated value, such as a row. */
export const dice = (count: number): fc.Arbitrary<Dice> => new DiceArbitrary(count)

/**
 * An arbitrary of lists of dice. A generated list has at least a third of the maximum length; shrinking may remove all
 * its items.
 */
class ManyDiceArbitrary extends fc.Arbitrary<readonly Dice[]> {
  private readonly many: fc.Arbitrary<Dice[]>
  private readonly any: fc.Arbitrary<Dice[]>

  constructor(count: number, most: number) {
    super()
    this.many = fc.array(dice(count), { minLength: Math.ceil(most / 3), maxLength: most, size: 'max' })
    this.any = fc.array(dice(count), { maxLength: most, size: 'max' })
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<readonly Dice[]> {
    return new fc.Value(this.many.generate(random, bias).value, undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is readonly Dice[] {
    return this.any.canShrinkWithoutContext(value)
  }

  override shrink(value: readonly Dice[], context: unknown): fc.Stream<fc.Value<readonly Dice[]>> {
    return this.any.shrink([...value], context)
  }
}

/** Generates lists of dice for at most `most` values of the same kind. */
export const manyDice = (count: number, most: number): fc.Arbitrary<readonly Dice[]> =>
  new ManyDiceArbitrary(count, most)

/** The random decisions of a generator. Each decision reads one random number. */
export interface Roll {
  /** Returns an integer from 0 to `most`. */
  readonly upTo: (most: number) => number
  /** Returns an item of a non-empty list; the smaller the throw, the earlier the item. */
  readonly pick: <T>(items: readonly T[]) => T
  /** Returns true in `percent` of 100 cases. */
  readonly chance: (percent: number) => boolean
  /** Returns at most `most` distinct items of a list, in any order. */
  readonly some: <T>(items: readonly T[], most: number) => readonly T[]
}

/** Makes random decisions from the throws of dice, beginning with the first throw. */
export function roll(throws: Dice): Roll {
  let next = 0
  const upTo = (most: number): number => Math.floor(((throws[next++] ?? 0) * (most + 1)) / SIDES)
  return rollOf(upTo, (percent) => upTo(99) >= 100 - percent)
}

/** Makes random decisions from the functions `upTo` and `chance`. */
export function rollOf(upTo: Roll['upTo'], chance: Roll['chance']): Roll {
  const pick = <T>(items: readonly T[]): T => {
    const item = items[upTo(items.length - 1)]
    invariant(item !== undefined, 'the list to pick an item from is not empty')
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
