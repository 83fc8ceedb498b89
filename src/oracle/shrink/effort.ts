/** Limits the number of attempts to shrink a value, so that shrinking ends. */
import * as fc from 'fast-check'

export interface AttemptBudget {
  /** Uses up one attempt; returns false if no attempt is left. */
  readonly spend: () => boolean
  readonly isSpent: () => boolean
  /** Raises the number of remaining attempts to `tries` if fewer attempts remain. */
  readonly grant: (tries: number) => void
}

export function createAttemptBudget(tries: number): AttemptBudget {
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
 * Returns a fast-check arbitrary with the same values as `arbitrary`. The new arbitrary shrinks only while `goesOn`
 * returns true, so that a budget can end the shrinking. After `isEnough` returns true, the new arbitrary repeats its
 * last value, because the caller ignores further values and generating values is costly.
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
