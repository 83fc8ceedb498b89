/** How much is tried: shrinking has an end, whatever it shrinks. */
import * as fc from 'fast-check'

export interface Effort {
  /** Takes one try; false if there is none left. */
  readonly spend: () => boolean
  readonly isSpent: () => boolean
  /** There are now at least so many tries. */
  readonly grant: (tries: number) => void
}

export function createEffort(tries: number): Effort {
  let left = tries
  return {
    spend: () => left-- > 0,
    isSpent: () => left <= 0,
    grant: (more) => {
      left = Math.max(left, more)
    },
  }
}

/**
 * The same values, and the same smaller ones for as long as `goesOn`, which is asked before each: what makes
 * them must not go on for nobody. Once it `isEnough` the last value comes again and again, for none is looked at.
 */
export const bounded = <T>(
  arbitrary: fc.Arbitrary<T>,
  goesOn: () => boolean,
  isEnough: () => boolean = () => false,
): fc.Arbitrary<T> => new Bounded(arbitrary, goesOn, isEnough)

class Bounded<T> extends fc.Arbitrary<T> {
  private readonly inner: fc.Arbitrary<T>
  private readonly goesOn: () => boolean
  private readonly isEnough: () => boolean
  private last: fc.Value<T> | undefined

  constructor(inner: fc.Arbitrary<T>, goesOn: () => boolean, isEnough: () => boolean) {
    super()
    this.inner = inner
    this.goesOn = goesOn
    this.isEnough = isEnough
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    if (this.last !== undefined && this.isEnough()) return this.last
    this.last = this.inner.generate(random, bias)
    return this.last
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.inner.canShrinkWithoutContext(value)
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.inner.shrink(value, context).takeWhile(this.goesOn)
  }
}
