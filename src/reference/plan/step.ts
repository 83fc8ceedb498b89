/** Makes one step of a filter or a sort path, through a relation, component or file. */
import type { Attribute, PopulatableAttribute, ZoneAttribute } from '../schema/schema.ts'
import * as real from '../strapi/plan/step.ts'
import type { LateFault, PlanContext, RowFilter, Step } from './plan.ts'

/**
 * The context for planning, with the status of the rows below a populated relation. All levels of a query have the same
 * status.
 */
export interface PlaceContext extends PlanContext {
  readonly rows: RowFilter
  /** The faults that the real server finds only while it reads rows. */
  readonly late: { readonly has: (part: LateFault) => boolean }
}

type LinkAttribute = Exclude<PopulatableAttribute, ZoneAttribute>

/** Makes the step to the linked rows that a populate of the attribute would show. */
export const stepThrough = (attribute: LinkAttribute, place: PlaceContext): Step =>
  real.seenThrough({ attribute, rows: place.rows, onlyFirst: !attribute.many, asReal: null }, place)

/**
 * Returns whether a filter or sort can lead through an attribute. A filter can lead through an attribute if all linked
 * rows have the same type.
 */
export const leadsOn = (attribute: Attribute): attribute is Exclude<LinkAttribute, { kind: 'morphTo' }> =>
  attribute.kind !== 'scalar' && attribute.kind !== 'zone' && attribute.kind !== 'morphTo'
