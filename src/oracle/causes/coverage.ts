/** Coverage: how often each rule was followed by equal answers, and how many answers were compared. */
import type { CheckedRule } from '../exchange/rules.ts'

export interface Coverage {
  /** Counts one compared request. */
  readonly count: (rules: readonly CheckedRule[], differs: boolean) => void
  /** How many equal answers followed a rule. */
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
