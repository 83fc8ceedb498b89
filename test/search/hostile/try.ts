/** Tries mutants one after the other, in this process. */

import { judge } from './judge.ts'
import type { Kind } from './mutant.ts'
import { mutantOf } from './mutants.ts'
import { openPlace } from './place.ts'
import type { Outcome } from './tally.ts'

export interface Range {
  readonly seed: number
  readonly from: number
  /** Behind the last. */
  readonly to: number
  readonly only?: Kind | undefined
}

export function runMutants({ seed, from, to, only }: Range, onOutcome: (outcome: Outcome) => void): void {
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
