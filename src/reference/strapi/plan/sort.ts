/** Departures in the plan of `sort`. */
import type { PlanContext } from '../../plan/plan.ts'

/** The real server ignores a key of the name `status`, even if the type has such an attribute (case quirks.sort-own-status). */
export const ignoresStatus = (name: string, { has }: PlanContext): boolean =>
  name === 'status' && has('sort-own-status')
