/** How older releases answer an attribute with nothing in it. */

import type { Follow } from '../../evaluate/follow.ts'
import type { Node } from '../../graph/graph.ts'
import type { LateFault, Populated } from '../../plan/plan.ts'

/** The fault of a to-one morph relation that leads nowhere; what leads to a type that is not shown is set. */
export function faultOfUnset(node: Node, plan: Populated, shown: number, follow: Follow): LateFault | null {
  const fails = plan.asReal?.before?.failsIfUnset ?? null
  if (fails === null || shown > 0) return null
  const { fault, open } = fails
  const isSet = ({ uid }: Node): boolean => !plan.branches.has(uid) && (open === null || open.has(uid))
  const isLost = plan.asReal?.alwaysEmpty === true
  return isLost || !follow(node).some(isSet) ? fault : null
}

/** A list with nothing in it, and what leads to one entry always: it was looked at as if it were a list. */
export const isAbsent = ({ asReal, attribute }: Populated, shown: number): boolean =>
  asReal?.before?.empty === 'absent' && (shown === 0 || (attribute.kind !== 'zone' && !attribute.many))

export const isNull = ({ asReal }: Populated, shown: number): boolean =>
  shown === 0 && asReal?.before?.empty === 'null'
