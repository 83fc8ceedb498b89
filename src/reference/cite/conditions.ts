/** Cites the rules about the operators and relations in the filter conditions of a plan. */
import { isTestOperator, LOGICAL, OPERATORS, ruleOf } from '../operators/operators.ts'
import type { Condition, Step, Test } from '../plan/plan.ts'
import type { Cite } from '../rules.ts'
import type { Schema } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import { isAscii } from '../values.ts'

export function citeConditions(condition: Condition, at: string, schema: Schema, cite: Cite): void {
  switch (condition.kind) {
    case 'test':
      if (foldsLetters(condition)) cite('filters.letter-case', at)
      return cite(ruleOf(condition.operator), at)
    case 'not':
      cite(LOGICAL.$not.rule, at)
      return citeConditions(condition.of, at, schema, cite)
    case 'some':
      if (isCutByStatus(condition.link, schema)) cite('status.default', at)
      return citeConditions(condition.of, at, schema, cite)
    case 'all':
    case 'any':
      if (condition.group !== undefined) cite(LOGICAL[condition.group].rule, at)
      for (const member of condition.of) citeConditions(member, at, schema, cite)
  }
}

/** Returns whether a test ignores letter case, and has an operand with other letters than those of ASCII. */
function foldsLetters({ operator, operands }: Test): boolean {
  const record = isTestOperator(operator) ? OPERATORS[operator] : undefined
  if (record?.takes !== 'text' || !record.foldsCase) return false
  return operands.some((operand) => operand !== null && !isAscii(operand))
}

/**
 * Returns whether a link step skips drafts: the request asks for published rows, and the linked type has draft &
 * publish.
 */
export const isCutByStatus = ({ attribute, rows }: Step, schema: Schema): boolean => {
  const target = targetOf(schema, attribute)
  return rows.status === 'published' && target?.modelType === 'contentType' && target.draftAndPublish
}
