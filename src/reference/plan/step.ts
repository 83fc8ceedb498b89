/** One step of a filter or a sort. */
import type { Attribute, PopulatableAttribute, ZoneAttribute } from '../schema/schema.ts'
import * as real from '../strapi/plan/step.ts'
import type { LateFault, PlanContext, RowFilter, Step } from './plan.ts'

/** The context of a plan, with the rows that a populated relation shows: the whole query has one status. */
export interface PlaceContext extends PlanContext {
  readonly rows: RowFilter
  /** The faults that the real server only notices while it reads rows. */
  readonly late: { readonly has: (part: LateFault) => boolean }
}

type LinkAttribute = Exclude<PopulatableAttribute, ZoneAttribute>

/** The step to the rows that populating the attribute would show. */
export const stepThrough = (attribute: LinkAttribute, place: PlaceContext): Step =>
  real.seenThrough({ attribute, rows: place.rows, onlyFirst: !attribute.many, asReal: null }, place)

/** Whether a filter or a sort can go through an attribute, because it leads to rows of one type. */
export const leadsOn = (attribute: Attribute): attribute is Exclude<LinkAttribute, { kind: 'morphTo' }> =>
  attribute.kind !== 'scalar' && attribute.kind !== 'zone' && attribute.kind !== 'morphTo'
