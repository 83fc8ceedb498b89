/** Searches for a request to which the two datasets of a pair give different answers. */
import * as fc from 'fast-check'
import { curlOf } from '../../../properties/check/report.ts'
import { type AnswerDifference, differences, HELD } from './compare.ts'
import { type DatasetPair, pairsOf, type Trial, trials } from './non-interference.ts'

/** The number of trials (generated worlds) for one seed. */
const TRIALS = 50

/** A trial that found a difference; `seed` and `path` reproduce it. */
export interface Interference {
  readonly seed: number
  readonly path: string
}

/**
 * Generates trials while `wanted` returns true. Calls `look` with each pair of datasets, and with the seed and path
 * of its trial.
 */
export function search(
  seed: number,
  look: (pair: DatasetPair, from: Interference) => void,
  wanted: () => boolean,
): void {
  for (let chunk = seed; wanted(); chunk++) {
    let at = 0
    const property = fc.property(trials, (trial) => {
      const path = String(at++)
      if (wanted()) for (const pair of pairsOf(trial)) look(pair, { seed: chunk, path })
    })
    fc.assert(property, { seed: chunk, numRuns: TRIALS, unbiased: true })
  }
}

/**
 * Returns the first difference between the answers of two datasets of a trial, under the profiles that reveal
 * nothing.
 */
const firstOf = (trial: Trial): AnswerDifference | undefined => {
  for (const pair of pairsOf(trial))
    for (const profile of HELD) {
      const [found] = differences(pair, profile)
      if (found !== undefined) return found
    }
  return undefined
}

/** Shrinks the trial that showed a difference, and returns the first difference of the smallest such trial. */
export function shrunk({ seed, path }: Interference): AnswerDifference | undefined {
  const property = fc.property(trials, (trial) => firstOf(trial) === undefined)
  const { counterexample } = fc.check(property, { seed, path, numRuns: 1, unbiased: true })
  return counterexample === null ? undefined : firstOf(counterexample[0])
}

/** Returns a text with the request, the datasets and both answers. */
export function formatDifference({ pair, profile, request, before, after }: AnswerDifference): string {
  return [
    `datasets that differ in ${pair.differIn} differ under ${profile}:`,
    curlOf(request),
    `  before ${before}`,
    `  after  ${after}`,
    `dataset: ${JSON.stringify(pair.files)}`,
    `changed to: ${JSON.stringify(pair.changed)}`,
  ].join('\n')
}
