/** Determines the linked rows that a filter or a sort reads on the real server. */
import { EVERY_ROW, type Step } from '../../plan/plan.ts'
import type { HasDepartures } from '../changes.ts'

/**
 * Returns a step of a filter or a sort as the real server takes it. The real server joins the link table without a
 * condition on the linked rows. Therefore, a step of a filter or a sort also leads to drafts and to all locales of a
 * to-one relation. A step through `localizations` also leads to the row itself (recordings filter-relations-042 to
 * 044).
 */
export function seenThrough(step: Step, { has }: HasDepartures): Step {
  if (!has('filter-sees-drafts')) return step
  const asReal = { includesSelf: true, seesPrivate: false }
  return { attribute: step.attribute, rows: EVERY_ROW, onlyFirst: false, asReal }
}
