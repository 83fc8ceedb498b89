/** The search for a request that tells twins apart, over as many trials as it takes. */
import * as fc from 'fast-check'
import { curlOf } from '../../../properties/check.ts'
import { type AnswerDifference, differences, HELD } from './compare.ts'
import { type Trial, type Twins, trials, twinsOf } from './non-interference.ts'

/** Trials that are made of one seed. */
const TRIALS = 50

/** A trial that told twins apart: `seed` and `path` make it again. */
export interface Interference {
  readonly seed: number
  readonly path: string
}

/** Makes trials until `wanted` of them says enough; told each pair of twins with where it came from. */
export function search(
  seed: number,
  look: (twins: Twins, from: Interference) => void,
  wanted: () => boolean,
): void {
  for (let chunk = seed; wanted(); chunk++) {
    let at = 0
    const property = fc.property(trials, (trial) => {
      const path = String(at++)
      if (wanted()) for (const twins of twinsOf(trial)) look(twins, { seed: chunk, path })
    })
    fc.assert(property, { seed: chunk, numRuns: TRIALS, unbiased: true })
  }
}

/** The first difference of a trial under the profiles that must not have one. */
const firstOf = (trial: Trial): AnswerDifference | undefined => {
  for (const twins of twinsOf(trial))
    for (const profile of HELD) {
      const [found] = differences(twins, profile)
      if (found !== undefined) return found
    }
  return undefined
}

/** A trial that was found, as small as it still tells twins apart. */
export function shrunk({ seed, path }: Interference): AnswerDifference | undefined {
  const property = fc.property(trials, (trial) => firstOf(trial) === undefined)
  const { counterexample } = fc.check(property, { seed, path, numRuns: 1, unbiased: true })
  return counterexample === null ? undefined : firstOf(counterexample[0])
}

/** A difference as text: what was asked, of which datasets, and what came. */
export function told({ twins, profile, request, before, after }: AnswerDifference): string {
  return [
    `twins that differ in ${twins.differIn} differ under ${profile}:`,
    curlOf(request),
    `  before ${before}`,
    `  after  ${after}`,
    `dataset: ${JSON.stringify(twins.files)}`,
    `changed to: ${JSON.stringify(twins.changed)}`,
  ].join('\n')
}
