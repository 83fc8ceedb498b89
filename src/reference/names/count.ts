/** Decides whether the option `count` can count the entries of an attribute. */
import type { PopulatableAttribute } from '../schema/schema.ts'
import type { HasDepartures } from '../strapi/changes.ts'
import { countsOnlyJoins } from '../strapi/names.ts'

/**
 * Returns whether `count` can count the entries of an attribute. According to the documentation, `count` works for
 * every attribute. On the real server, `count` works only for attributes that the database reads by a join.
 */
export const canCount = (attribute: PopulatableAttribute, has: HasDepartures['has']): boolean =>
  !countsOnlyJoins({ has }) ||
  attribute.kind === 'component' ||
  (attribute.kind === 'relation' && attribute.via === 'stored')
