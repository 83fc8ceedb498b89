/** Decides whether the option `count` can count the entries of an attribute. */
import type { PopulatableAttribute } from '../schema/schema.ts'
import type { HasDepartures } from '../strapi/changes.ts'
import { countsOnlyJoins } from '../strapi/names.ts'

/**
 * Returns whether `count` can count the entries of an attribute. According to the documentation, `count` works for
 * every attribute. The real server counts only components and the relations that the schema defines, and shows the
 * entries of other attributes. `countsLinks` decides zones and morph relations.
 */
export const canCount = (attribute: PopulatableAttribute, has: HasDepartures['has']): boolean =>
  !countsOnlyJoins({ has }) ||
  attribute.kind === 'component' ||
  (attribute.kind === 'relation' && attribute.via === 'stored')
