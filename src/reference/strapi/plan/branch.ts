/** Implements departures in the linked entries that `populate` shows, and in populated attributes without entries. */
import { findableTypes, type Viewer } from '../../access.ts'
import type { PopulateOptions } from '../../parse/syntax.ts'
import {
  type BranchAsReal,
  EVERY_ROW,
  type PlanContext,
  type Populated,
  type PopulatedAsReal,
  type PopulatedBefore,
  type RowFilter,
  UNSET_MORPH,
} from '../../plan/plan.ts'
import type { PlaceContext } from '../../plan/step.ts'
import type { PopulatableAttribute } from '../../schema/schema.ts'
import type { HasDepartures } from '../changes.ts'

/** The departures of a populated attribute that follows the documentation: none. */
export const AS_DOCUMENTED: PopulatedAsReal = {
  seesPrivate: false,
  alwaysEmpty: false,
  absentIfHidden: null,
  before: null,
}

/**
 * Returns the departures in the plan of a populated attribute; null if there are none. For example, `related` of a
 * file also lists entries that use the file in a private attribute (case quirks.related-private).
 */
export function populatedAsReal(
  attribute: PopulatableAttribute,
  context: PlanContext,
): PopulatedAsReal | null {
  const before = populatedBefore(attribute, context)
  const seesPrivate = context.has('related-private')
  return seesPrivate || before !== null ? { ...AS_DOCUMENTED, seesPrivate, before } : null
}

/** Returns the plan of a populated attribute that the answer always shows as empty. */
export const alwaysEmpty = (item: Populated): Populated => ({
  ...item,
  asReal: { ...AS_DOCUMENTED, ...item.asReal, alwaysEmpty: true },
})

/**
 * Plans a morph relation that a comma list in `populate` names. The real server reads all links, and then removes the
 * links that the role may not see. If no link remains, the answer omits the morph relation (case
 * quirks.comma-morph-absent).
 */
export function afterRemoval(item: Populated, rows: RowFilter, { has }: HasDepartures): Populated {
  const isMorph = item.attribute.kind === 'morphTo' && has('comma-morph-absent')
  return isMorph ? { ...item, asReal: { ...AS_DOCUMENTED, ...item.asReal, absentIfHidden: rows } } : item
}

/**
 * Returns the departures in the branch of a populated attribute; null if there are none. The real server omits
 * localizations that are on the same page (recordings: locale-038, locale-089, locale-107), and counts joined rows
 * (case: quirks.count-joined-rows).
 */
export function branchAsReal(
  attribute: PopulatableAttribute,
  fails: PopulateOptions | null,
  { has }: HasDepartures,
): BranchAsReal | null {
  const excludesPage = attribute.name === 'localizations' && has('localizations-excludes-page')
  const countsJoins = has('count-joined-rows')
  return excludesPage || countsJoins || fails !== null ? { excludesPage, countsJoins, fails } : null
}

/**
 * Returns whether populated entries with equal sort keys keep the stored order of their links, as in releases before
 * 5.46.1 (recordings nested-009, nested-010, findone-032).
 */
export const keepsTiesStored = ({ has }: HasDepartures): boolean => has('populate-sort-ties-by-id')

/**
 * Returns the context for planning a morph relation without options. The real server does not filter a morph relation
 * without options by status, so the answer includes drafts (recordings nested-page-066, permissions-265,
 * permissions-266).
 */
export const placeOfMorph = (place: PlaceContext): PlaceContext =>
  place.has('morph-draft-leak') ? { ...place, rows: EVERY_ROW } : place

/**
 * Returns the context for planning a type under `on` and the levels below. Before 5.15.1, the real server does not
 * filter the entries under `on` by status (recordings zone-066, zone-067, status-053).
 */
export const placeUnderOn = (place: PlaceContext): PlaceContext =>
  place.has('zone-on-relation-status') ? { ...place, rows: EVERY_ROW } : place

/**
 * Returns the context for planning a content type under `on` without options. No release filters the entries of a
 * type under `on` without options by status.
 */
export const placeOfKind = (place: PlaceContext): PlaceContext =>
  place.has('morph-populate-star-and-permission') ? { ...place, rows: EVERY_ROW } : placeOfMorph(place)

/**
 * Returns the form in which an older release shows an attribute without entries and the type of an entry; null if the
 * release shows both like the newest release.
 */
function populatedBefore(attribute: PopulatableAttribute, context: PlanContext): PopulatedBefore | null {
  const { has } = context
  const isToOneMorph = attribute.kind === 'morphTo' && !attribute.many
  const empty = emptyBefore(attribute, context)
  // In releases before 5.45.0, entries of a to-one morph relation have no `__type`.
  const untagged = isToOneMorph && has('morphToOne-__type')
  // Releases before 5.23.2 answer 500 if a to-one morph relation is empty.
  const failsIfUnset = isToOneMorph && has('null-morphToOne-500') ? unsetMorph(context) : null
  return empty === 'list' && !untagged && failsIfUnset === null ? null : { empty, untagged, failsIfUnset }
}

/**
 * Returns the fault of a to-one morph relation without a link. A link to a type that the role may not find does not
 * count as a link. With the quirk `nested-filter-no-perm`, such a link counts too.
 */
const unsetMorph = (context: Viewer & HasDepartures): PopulatedBefore['failsIfUnset'] => ({
  fault: UNSET_MORPH,
  open: context.has('nested-filter-no-perm') ? null : new Set(findableTypes(context)),
})

/**
 * Returns the form in which a release shows an attribute without entries. Before 5.51.1, an empty list of files or of
 * the inverse side of a morph relation is null (recordings: populate-001, media-051). Before 5.4.0, a morph relation
 * without visible entries is absent.
 */
function emptyBefore(attribute: PopulatableAttribute, { has }: HasDepartures): PopulatedBefore['empty'] {
  const { kind } = attribute
  if (kind === 'morphTo') return has('empty-morph-list-kept') ? 'absent' : 'list'
  if (kind !== 'media' && kind !== 'morphBy') return 'list'
  return attribute.many && has('empty-morph-many-is-array') ? 'null' : 'list'
}
