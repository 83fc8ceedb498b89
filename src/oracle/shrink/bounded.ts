/**
 * Shrinking with an end: what makes smaller things must not go on making them when none is tried any more.
 */
import * as fc from 'fast-check'

class Bounded<T> extends fc.Arbitrary<T> {
  private readonly inner: fc.Arbitrary<T>
  private readonly isSpent: () => boolean

  constructor(inner: fc.Arbitrary<T>, isSpent: () => boolean) {
    super()
    this.inner = inner
    this.isSpent = isSpent
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    return this.inner.generate(random, bias)
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.inner.canShrinkWithoutContext(value)
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.inner.shrink(value, context).takeWhile(() => !this.isSpent())
  }
}

/** The same values, and the same smaller ones until the effort is spent. */
export const bounded = <T>(arbitrary: fc.Arbitrary<T>, isSpent: () => boolean): fc.Arbitrary<T> =>
  new Bounded(arbitrary, isSpent)
