/**
 * Shrinks values as long as they still show the same: first the choices that generated them, as fast-check does, then
 * by removing pieces.
 */
import * as fc from 'fast-check'
import { bounded, createAttemptBudget } from './effort.ts'

/** `Shown` is the observation of an attempt. */
export interface Shrinker<Shown> {
  /** The observation of the smallest value so far. */
  readonly smallest: () => Shown
  /** Tries a smaller value and keeps it if it shows the same. False if it does not, or if no attempt is left. */
  readonly attempt: (show: () => Promise<Shown | undefined>) => Promise<boolean>
  /** Raises the number of remaining attempts to at least this number. */
  readonly grant: (tries: number) => void
  /** Shrinks the choices of one value of a seed; resolves to the path that replays the smallest. */
  readonly choices: <T>(
    arbitrary: fc.Arbitrary<T>,
    at: { readonly seed: number; readonly index: number },
    show: (value: T) => Promise<Shown | undefined>,
  ) => Promise<string>
}

/** Starts with the first observation and a number of attempts. */
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

/** How many pieces are removed at once: all, then half as many each time, down to one. */
export function halves(count: number): readonly number[] {
  const sizes: number[] = []
  for (let size = count; size >= 1; size = Math.floor(size / 2)) sizes.push(size)
  return sizes
}

interface Removal {
  /** How many pieces are removed at once, round by round. */
  readonly sizes: readonly number[]
  /** Whether the remaining pieces close up, so that a later round removes new neighbours together. */
  readonly closesUp: boolean
}

/**
 * Removes as many of `count` pieces as possible, in runs. `isEnough` gets the positions of all removed pieces,
 * counted from 0. Resolves to the positions that can be removed.
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
