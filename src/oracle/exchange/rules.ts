/** The rules that the check tests: the rules of reading and the rules of writing. */
import { isOfGuide, RULES, type RuleId } from '../../reference/rules.ts'
import { WRITE_RULES, type WriteRuleId } from '../../writing/rules.ts'

export type CheckedRule = RuleId | WriteRuleId

export const isReadingRule = (rule: CheckedRule): rule is RuleId => Object.hasOwn(RULES, rule)

export const isWritingRule = (rule: string): rule is WriteRuleId => Object.hasOwn(WRITE_RULES, rule)

/** Returns the sentence that states a rule. */
export const sentenceOf = (rule: CheckedRule): string =>
  isReadingRule(rule) ? RULES[rule].says : WRITE_RULES[rule].says

/** Returns whether the guide states a rule. The guide contains no rules of writing. */
export const isRuleOfGuide = (rule: CheckedRule): boolean => isReadingRule(rule) && isOfGuide(rule)

/**
 * The ids of all rules, in the order of chapters. The simplest chapters come first, and the rules of writing come
 * after the rules of reading.
 */
export const RULE_ORDER: readonly string[] = [...Object.keys(RULES), ...Object.keys(WRITE_RULES)]
