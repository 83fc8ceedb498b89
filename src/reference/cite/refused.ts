/** Cites the rules of a refusal. */
import type { Refusal } from '../refusal.ts'
import type { Cite, RuleId } from '../rules.ts'

/** The rule that the guide repeats in its chapter about limits, with the rule id of the repetition. */
const SAID_TWICE: ReadonlyMap<RuleId, RuleId> = new Map([['populate.no-pagination', 'limit.pagination']])

/** A refusal, and the refusals of the other faults of the query. */
interface RefusedQuery {
  readonly refusal: Refusal
  readonly others: readonly Refusal[]
}

export function citeRefused({ refusal: { rule, details }, others }: RefusedQuery, cite: Cite): void {
  if (others.length > 0) cite('endpoint.first-error')
  if (typeof details?.['path'] === 'string') cite('endpoint.error-path')
  cite(rule)
  const again = SAID_TWICE.get(rule)
  if (again !== undefined) cite(again)
}
