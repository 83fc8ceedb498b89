/** Implements departures in the plan of `sort`. */
import type { PlanContext } from '../../plan/plan.ts'

/**
 * Returns whether a sort key named `status` has no effect. The real server ignores the sort key `status` even if the
 * type has an attribute named `status` (case quirks.sort-own-status).
 */
export const ignoresStatus = (name: string, { has }: PlanContext): boolean =>
  name === 'status' && has('sort-own-status')
