/** Counts the compared answers, and for each rule the right answers that follow the rule. */
import type { CheckedRule } from '../exchange/rules.ts'
import { bitsOf, onlyRule, type RuleBits } from './pairs.ts'

export interface Coverage {
  /** Counts one compared answer. The parameter `traits` contains the keys of the request's traits. */
  readonly count: (rules: readonly CheckedRule[], differs: boolean, traits?: readonly string[]) => void
  /** Returns the number of right answers that follow a rule, or whose request has a trait. */
  readonly equal: (ruleOrTrait: string) => number
  /** Returns each rule of `rules` that a right answer lacks while it follows all others of `rules`; see `pairs.ts`. */
  readonly aloneIn: (rules: readonly CheckedRule[]) => ReadonlySet<string>
  readonly compared: () => number
  /** Returns all rules that the compared answers follow. */
  readonly followed: () => ReadonlySet<string>
  readonly differing: () => number
}

export function createCoverage(): Coverage {
  const equal = new Map<string, number>()
  const equalSets = new Map<string, RuleBits>()
  const followed = new Set<CheckedRule>()
  let compared = 0
  let differing = 0
  return {
    count: (rules, differs, traits = []) => {
      compared++
      for (const rule of rules) followed.add(rule)
      if (differs) return void differing++
      for (const key of [...rules, ...traits]) equal.set(key, (equal.get(key) ?? 0) + 1)
      const bits = bitsOf(rules)
      equalSets.set(bits.join(), bits)
    },
    equal: (key) => equal.get(key) ?? 0,
    aloneIn: (rules) => {
      const wrong = bitsOf(rules)
      return new Set([...equalSets.values()].flatMap((right) => onlyRule(wrong, right) ?? []))
    },
    compared: () => compared,
    followed: () => followed,
    differing: () => differing,
  }
}
