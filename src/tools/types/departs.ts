/** Which departures of a server show in the shape of its answers, and so in the declarations of them. */
import type { ChangeId, Departure } from '../../reference/strapi/changes.ts'
import { departures, profile } from '../../reference/strapi/profile.ts'
import type { QuirkId } from '../../reference/strapi/quirks.ts'

/** What declarations have a type for. */
export const SHAPING = [
  'sort-field-leak',
  'component-order-leak',
  'morphtoone-fields-null',
  'morphmany-fields-empty',
  'dotted-order',
  'morph-in-list',
] as const satisfies readonly QuirkId[]

export type Shaping = (typeof SHAPING)[number]

/** Readings of the guide, and releases before 5.54: what is answered there is not declared. */
const UNDECLARED: readonly (QuirkId | ChangeId)[] = [
  'zone-unlisted-bare',
  'file-members',
  'fields-of-links',
  'creators-closed',
  'paths-of-components',
  'morph-populate-star-and-permission',
  'morph-populate-count',
  'empty-morph-many-is-array',
  'morphToOne-__type',
  'file-focalPoint',
  'empty-morph-list-kept',
  'locale-only-on-localized-types',
]

/**
 * What declarations of a profile say.
 * @throws ProfileError for a profile that there is not.
 */
export function departsIn(name: string | undefined): readonly Shaping[] {
  const has = departures(profile(name))
  return SHAPING.filter(has)
}

/**
 * What a profile does to the shape of an answer, and declarations do not say; empty for `documented` and for 5.54.
 * @throws ProfileError for a profile that there is not.
 */
export function undeclaredIn(name: string | undefined): readonly Departure[] {
  const has = departures(profile(name))
  return UNDECLARED.filter(has)
}
