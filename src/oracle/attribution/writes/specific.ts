/** Chooses among the rules of a write: specific rules precede rules that every write follows. */
import type { WriteRuleId } from '../../../writing/rules.ts'

/**
 * Returns the first rule in `likely` that the reference followed. If the reference followed none of these rules,
 * returns all rules that the reference followed, general rules last.
 */
export function mostSpecific(
  likely: readonly WriteRuleId[],
  followed: readonly WriteRuleId[],
): readonly WriteRuleId[] {
  const first = likely.find((rule) => followed.includes(rule) || ALWAYS.includes(rule))
  return first !== undefined ? [first] : [...followed].sort((a, b) => rank(a) - rank(b))
}

/** Rules that apply to every written row, although the reference cites them only for a new row. */
const ALWAYS: readonly WriteRuleId[] = ['write.stamps', 'write.ids', 'write.answer']

/** General rules, followed by all creates, all updates or all writes, in their order at the end of the suspects. */
const GENERAL: readonly WriteRuleId[] = [
  'write.create',
  'write.update',
  'write.single',
  'write.publish.draft',
  'write.publish.row',
  'write.values',
  'write.stamps',
  'write.ids',
  'write.answer',
  'write.query',
  'write.body.data',
  'write.body.json',
  'write.whole',
]
const rank = (rule: WriteRuleId): number => GENERAL.indexOf(rule)
