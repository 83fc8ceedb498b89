/** How often each rule was followed by answers that were equal, and how much was compared. */
import type { CheckedRule } from '../exchange/rules.ts'

export interface Coverage {
  /** One request that was compared. */
  readonly count: (rules: readonly CheckedRule[], differs: boolean) => void
  /** How many answers followed a rule and were equal. */
  readonly equal: (rule: CheckedRule) => number
  readonly compared: () => number
  readonly differing: () => number
}

export function createCoverage(): Coverage {
  const equal = new Map<CheckedRule, number>()
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
