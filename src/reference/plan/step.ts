/** Makes one step of the path of a filter or a sort key, through a relation, component or media attribute. */
import type { Attribute, PopulatableAttribute, ZoneAttribute } from '../schema/schema.ts'
import * as real from '../strapi/plan/step.ts'
import type { LateFault, PlanContext, RowFilter, Step } from './plan.ts'

/**
 * The context for planning one level of a query, with the condition on the rows that the level shows. All levels of a
 * query have the same status.
 */
export interface PlaceContext extends PlanContext {
  readonly rows: RowFilter
  /** The faults that the real server finds only while it reads rows. */
  readonly late: { readonly has: (part: LateFault) => boolean }
}

type LinkAttribute = Exclude<PopulatableAttribute, ZoneAttribute>

/** Makes the link step to the rows that a populate of the attribute would show. */
export const stepThrough = (attribute: LinkAttribute, place: PlaceContext): Step =>
  real.seenThrough({ attribute, rows: place.rows, onlyFirst: !attribute.many, asReal: null }, place)

/**
 * Returns whether the path of a filter or a sort can lead through an attribute. A filter or sort can lead through an
 * attribute only if its linked rows all have the same type.
 */
export const leadsOn = (attribute: Attribute): attribute is Exclude<LinkAttribute, { kind: 'morphTo' }> =>
  attribute.kind !== 'scalar' && attribute.kind !== 'zone' && attribute.kind !== 'morphTo'
