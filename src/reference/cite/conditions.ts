/** Which rules an answer follows for its conditions, from the finished plan: operators, and what they go through. */
import { OPERATORS } from '../operators.ts'
import type { Condition, Step } from '../plan/plan.ts'
import type { Cite } from '../rules.ts'
import type { Schema } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'

export function citeConditions(condition: Condition, at: string, schema: Schema, cite: Cite): void {
  switch (condition.kind) {
    case 'test':
      if (condition.operator === '$jsonSupersetOf') cite('filters.op.$jsonSupersetOf', at)
      else cite(OPERATORS[condition.operator].rule, at)
      return
    case 'not':
      cite('filters.op.$not', at)
      return citeConditions(condition.of, at, schema, cite)
    case 'some':
      if (isCutByStatus(condition.link, schema)) cite('status.default', at)
      return citeConditions(condition.of, at, schema, cite)
    case 'all':
    case 'any':
      if (condition.group === '$and') cite('filters.op.$and', at)
      if (condition.group === '$or') cite('filters.op.$or', at)
      for (const member of condition.of) citeConditions(member, at, schema, cite)
  }
}

/** Whether a step leads to published rows alone, of a type that has drafts as well. */
export const isCutByStatus = ({ attribute, rows }: Step, schema: Schema): boolean => {
  const target = targetOf(schema, attribute)
  return rows.status === 'published' && target?.modelType === 'contentType' && target.draftAndPublish
}
