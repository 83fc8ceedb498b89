/** Which attributes are counted where `count` says so. */

import type { PopulatableAttribute } from '../schema/schema.ts'
import type { QuirkId } from '../strapi/quirks.ts'

/** A database join is all that the real server can count. */
export const canCount = (attribute: PopulatableAttribute, has: (quirk: QuirkId) => boolean): boolean =>
  !has('count-ignored') ||
  attribute.kind === 'component' ||
  (attribute.kind === 'relation' && attribute.via === 'stored')
