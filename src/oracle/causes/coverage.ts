/** How often each rule was followed by answers that were equal, and how much was compared. */
import type { RuleId } from '../../reference/rules.ts'

export interface Coverage {
  /** One request that was compared. */
  readonly count: (rules: readonly RuleId[], differs: boolean) => void
  /** How many answers followed a rule and were equal. */
  readonly equal: (rule: RuleId) => number
  readonly compared: () => number
  readonly differing: () => number
}

export function createCoverage(): Coverage {
  const equal = new Map<RuleId, number>()
  let compared = 0
  let differing = 0
  return {
    count: (rules, differs) => {
      compared++
      if (differs) differing++
      else for (const rule of rules) equal.set(rule, (equal.get(rule) ?? 0) + 1)
    },
    equal: (rule) => equal.get(rule) ?? 0,
    compared: () => compared,
    differing: () => differing,
  }
}

/**
 * How well a rule tells some examples from the answers that were equal: 1 where all of the examples follow it
 * and no equal answer does, 0 where none of them does. Ochiai's coefficient, as in the search for faults by
 * coverage.
 */
export function suspicion(
  rule: RuleId,
  examples: readonly { readonly rules: readonly RuleId[] }[],
  coverage: Coverage,
): number {
  const following = examples.filter(({ rules }) => rules.includes(rule)).length
  if (following === 0) return 0
  return following / Math.sqrt(examples.length * (following + coverage.equal(rule)))
}
