/** One step of a filter or a sort. */
import type { Attribute, PopulatableAttribute, ZoneAttribute } from '../schema/schema.ts'
import { EVERY_ROW, type LateFault, type PlanContext, type RowFilter, type Step } from './plan.ts'

/** What is planned against, and the rows that a populated relation shows: the whole query has one status. */
export interface PlaceContext extends PlanContext {
  readonly rows: RowFilter
  /** The parts of the query that the real server finds at fault only while it reads rows. */
  readonly late: { readonly has: (part: LateFault) => boolean }
}

type LinkAttribute = Exclude<PopulatableAttribute, ZoneAttribute>

/** To what populating the attribute shows; on the real server to every linked row. */
export function stepThrough(attribute: LinkAttribute, { has, rows }: PlaceContext): Step {
  if (!has('filter-sees-drafts')) return { attribute, rows, onlyFirst: !attribute.many, asReal: null }
  const asReal = { includesSelf: true, seesPrivate: false }
  return { attribute, rows: EVERY_ROW, onlyFirst: false, asReal }
}

/** Whether a filter or a sort can go through an attribute; where it leads is then of one kind. */
export const leadsOn = (attribute: Attribute): attribute is Exclude<LinkAttribute, { kind: 'morphTo' }> =>
  attribute.kind !== 'scalar' && attribute.kind !== 'zone' && attribute.kind !== 'morphTo'
