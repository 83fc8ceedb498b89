/**
 * Makes a value, such as a request or a dataset, smaller as long as it shows the same mismatch. First shrinks the
 * random choices that generated a value, as fast-check does, and then removes pieces of the value.
 */
import * as fc from 'fast-check'
import { bounded, createAttemptBudget } from './effort.ts'

/** A shrinker of one value. The type parameter `Shown` is the type of an observation, such as a mismatch. */
export interface Shrinker<Shown> {
  /** Returns the observation (such as a mismatch) that the smallest value so far showed. */
  readonly smallest: () => Shown
  /**
   * Tries a smaller value, and stores the observation that `show` returns. Returns false if `show` returns undefined or
   * no attempt is left.
   */
  readonly attempt: (show: () => Promise<Shown | undefined>) => Promise<boolean>
  /** Raises the number of remaining attempts to `tries` if fewer attempts remain. */
  readonly grant: (tries: number) => void
  /**
   * Shrinks the random choices that generated the value with this seed and index. Resolves to the fast-check path that
   * replays the smallest value.
   */
  readonly choices: <T>(
    arbitrary: fc.Arbitrary<T>,
    at: { readonly seed: number; readonly index: number },
    show: (value: T) => Promise<Shown | undefined>,
  ) => Promise<string>
}

/** Creates a shrinker from the first observation and the maximum number of attempts. */
export function createShrinker<Shown>(first: Shown, tries: number): Shrinker<Shown> {
  const effort = createAttemptBudget(tries)
  let smallest = first
  const attempt: Shrinker<Shown>['attempt'] = async (show) => {
    if (!effort.spend()) return false
    const shown = await show()
    if (shown !== undefined) smallest = shown
    return shown !== undefined
  }
  return {
    smallest: () => smallest,
    attempt,
    grant: effort.grant,
    choices: async (arbitrary, { seed, index }, show) => {
      const property = fc.asyncProperty(
        bounded(arbitrary, () => !effort.isSpent()),
        async (value) => !(await attempt(() => show(value))),
      )
      const { counterexamplePath } = await fc.check(property, { seed, path: String(index), numRuns: 1 })
      return counterexamplePath ?? String(index)
    },
  }
}

/**
 * Returns the numbers of pieces to remove at once, one number for each round: first all pieces, then half of the
 * previous number, and finally one piece.
 */
export function halves(count: number): readonly number[] {
  const sizes: number[] = []
  for (let size = count; size >= 1; size = Math.floor(size / 2)) sizes.push(size)
  return sizes
}

interface Removal {
  /** The numbers of neighbouring pieces to remove at once, one number for each round. */
  readonly sizes: readonly number[]
  /** Whether one attempt may remove pieces from both sides of a gap that removed pieces left. */
  readonly closesUp: boolean
}

/**
 * Removes as many of `count` pieces as possible, in groups of neighbours. The parameter `isEnough` gets the indexes of
 * all removed pieces, counted from 0, and returns whether the other pieces suffice. Resolves to the indexes of the
 * removed pieces.
 */
export async function removeNeedless(
  count: number,
  { sizes, closesUp }: Removal,
  isEnough: (gone: ReadonlySet<number>) => Promise<boolean>,
): Promise<ReadonlySet<number>> {
  const all = Array.from({ length: count }, (_, place) => place)
  let gone: ReadonlySet<number> = new Set()
  for (const size of sizes) {
    let left = closesUp ? all.filter((place) => !gone.has(place)) : all
    for (let start = 0; start < left.length; ) {
      const run = left.slice(start, start + size)
      const tried = new Set([...gone, ...run])
      const isNews = tried.size > gone.size
      const isGone = isNews && (await isEnough(tried))
      if (isGone) gone = tried
      if (isGone && closesUp) left = left.filter((place) => !gone.has(place))
      else start += size
    }
  }
  return gone
}
