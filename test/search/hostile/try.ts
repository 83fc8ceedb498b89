/** Tries mutants one by one in this process. */

import { judge } from './judge.ts'
import type { MutationKind } from './mutant.ts'
import { mutantOf } from './mutants.ts'
import { openPlace } from './place.ts'
import type { LoadOutcome } from './tally.ts'

export interface SeedRange {
  readonly seed: number
  readonly from: number
  /** The number of the last mutant, plus 1. */
  readonly to: number
  readonly only?: MutationKind | undefined
}

export function runMutants(
  { seed, from, to, only }: SeedRange,
  onOutcome: (outcome: LoadOutcome) => void,
): void {
  const place = openPlace()
  try {
    for (let number = from; number < to; number++) {
      const mutant = mutantOf(seed, number, only)
      const { end, says } = judge(mutant, place)
      onOutcome({ number, kind: mutant.kind, dataset: mutant.base.name, mutation: mutant.says, end, says })
    }
  } finally {
    place.close()
  }
}
