/** Decides whether `count` can count an attribute. */
import type { PopulatableAttribute } from '../schema/schema.ts'
import type { HasDepartures } from '../strapi/changes.ts'
import { countsOnlyJoins } from '../strapi/names.ts'

/**
 * By default, `count` can count every attribute. The real server counts entries only for attributes that its database
 * reads by a join.
 */
export const canCount = (attribute: PopulatableAttribute, has: HasDepartures['has']): boolean =>
  !countsOnlyJoins({ has }) ||
  attribute.kind === 'component' ||
  (attribute.kind === 'relation' && attribute.via === 'stored')
