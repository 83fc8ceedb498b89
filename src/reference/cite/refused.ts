/** Cites the rules of a refusal. */
import type { Refusal } from '../refusal.ts'
import type { Cite, RuleId } from '../rules.ts'

/** Rules that the guide states a second time in its chapter about limits, with the id of the second statement. */
const SAID_TWICE: ReadonlyMap<RuleId, RuleId> = new Map([['populate.no-pagination', 'limit.pagination']])

export function citeRefused({ rule }: Refusal, cite: Cite): void {
  cite(rule)
  const again = SAID_TWICE.get(rule)
  if (again !== undefined) cite(again)
}
