/** Determines the rows that a filter or a sort of the real server sees through a link. */
import { EVERY_ROW, type Step } from '../../plan/plan.ts'
import type { HasDepartures } from '../changes.ts'

/**
 * Returns the step of a filter or a sort on the real server, which joins the link table without a condition on the
 * linked rows. The step then leads to drafts, to all locales of a to-one relation, and to the row itself among its
 * `localizations` (recordings filter-relations-042 to 044).
 */
export function seenThrough(step: Step, { has }: HasDepartures): Step {
  if (!has('filter-sees-drafts')) return step
  const asReal = { includesSelf: true, seesPrivate: false }
  return { attribute: step.attribute, rows: EVERY_ROW, onlyFirst: false, asReal }
}
