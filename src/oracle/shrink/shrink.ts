/**
 * Making things smaller as long as they still show what they showed: first the choices that they were made
 * of, as fast-check does it, then by leaving out pieces.
 */
import * as fc from 'fast-check'
import { bounded, createEffort } from './effort.ts'

/** `Shown` is what trying a thing shows, and all that is kept of it. */
export interface Shrinker<Shown> {
  /** What the smallest thing so far has shown. */
  readonly smallest: () => Shown
  /** Tries a smaller thing: it is kept if it shows something. False where it does not, or no try is left. */
  readonly attempt: (show: () => Promise<Shown | undefined>) => Promise<boolean>
  /** There are now at least so many tries. */
  readonly grant: (tries: number) => void
  /**
   * Tries smaller choices for one of the values of a seed; resolves to the path that repeats the smallest.
   */
  readonly choices: <T>(
    arbitrary: fc.Arbitrary<T>,
    at: { readonly seed: number; readonly index: number },
    show: (value: T) => Promise<Shown | undefined>,
  ) => Promise<string>
}

/** Begins with what was shown first, and has so many tries. */
export function createShrinker<Shown>(first: Shown, tries: number): Shrinker<Shown> {
  const effort = createEffort(tries)
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

/** How many things are left out at once: all, then half as many each time, down to one. */
export function halves(count: number): readonly number[] {
  const sizes: number[] = []
  for (let size = count; size >= 1; size = Math.floor(size / 2)) sizes.push(size)
  return sizes
}

interface Way {
  /** How many things are left out at once, round by round. */
  readonly sizes: readonly number[]
  /** Whether what is left moves together, so that a later round takes its neighbours from what is left. */
  readonly closesUp: boolean
}

/**
 * Leaves out what is not needed of so many things: runs of them, as long as it can be done without.
 * `isEnough` is told the places, counted from 0, of all that would be gone. Resolves to the places that are.
 */
export async function leaveOut(
  count: number,
  { sizes, closesUp }: Way,
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
