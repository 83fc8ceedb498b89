/** The links that a filter or a sort of the real server goes through. */
import { EVERY_ROW, type Step } from '../../plan/plan.ts'
import type { HasDepartures } from '../changes.ts'

/**
 * A filter or a sort joins the link table without a condition on the linked rows. So it sees drafts, all locales of a
 * to-one, and with `localizations` the row itself. Recordings: filter-relations-042 to 044.
 */
export function seenThrough(step: Step, { has }: HasDepartures): Step {
  if (!has('filter-sees-drafts')) return step
  const asReal = { includesSelf: true, seesPrivate: false }
  return { attribute: step.attribute, rows: EVERY_ROW, onlyFirst: false, asReal }
}
