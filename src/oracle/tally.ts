/** Which rules go with differences: the more of the differing requests follow a rule and the fewer of the others do. */
import type { RuleId } from '../rules.ts'

export interface Tally {
  /** One request that was compared. */
  readonly count: (rules: readonly RuleId[], differs: boolean) => void
  /** From 0, never in a request that differed, to 1, in all of those and in no other. */
  readonly suspicion: (rule: RuleId) => number
  readonly compared: () => number
  readonly differing: () => number
}

export function createTally(): Tally {
  const counts = new Map<RuleId, { differing: number; equal: number }>()
  let compared = 0
  let differing = 0
  return {
    count: (rules, differs) => {
      compared++
      if (differs) differing++
      for (const rule of rules) {
        const count = counts.get(rule) ?? { differing: 0, equal: 0 }
        if (differs) count.differing++
        else count.equal++
        counts.set(rule, count)
      }
    },
    // Ochiai's coefficient, as in the search for faults by coverage.
    suspicion: (rule) => {
      const count = counts.get(rule)
      if (count === undefined || count.differing === 0) return 0
      return count.differing / Math.sqrt(differing * (count.differing + count.equal))
    },
    compared: () => compared,
    differing: () => differing,
  }
}
