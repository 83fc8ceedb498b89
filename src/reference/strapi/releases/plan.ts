/** The plans that older releases make of a sound query. */
import { findableTypes } from '../../access.ts'
import { overridesLocale } from '../../names/filters.ts'
import type { OperatorRecord } from '../../operators.ts'
import type { PopulateValue, QuerySyntax } from '../../parse/syntax.ts'
import { likeMatcher } from '../../plan/like.ts'
import { EVERY_ROW, type PlanContext, type PopulatedBefore, UNSET_MORPH } from '../../plan/plan.ts'
import type { PlaceContext } from '../../plan/step.ts'
import type { ContentType, PopulatableAttribute } from '../../schema/schema.ts'
import type { Departure } from '../changes.ts'

type HasDeparture = (departure: Departure) => boolean

/** The value of an attribute without a link, and the member that names the type of its entries. */
export function populatedBefore(
  attribute: PopulatableAttribute,
  context: PlanContext,
): PopulatedBefore | null {
  const { has } = context
  const { kind } = attribute
  const isMany = kind === 'zone' || attribute.many
  const isToOneMorph = kind === 'morphTo' && !isMany
  const empty = emptyBefore(attribute, has)
  const untagged = isToOneMorph && has('morphToOne-__type')
  const failsIfUnset = isToOneMorph && has('null-morphToOne-500') ? unsetMorph(context) : null
  return empty === 'list' && !untagged && failsIfUnset === null ? null : { empty, untagged, failsIfUnset }
}

/**
 * Where nothing is told of entries that are closed to the role, what leads to one is as good as unset. The switch is the
 * one that tells of them in every release.
 */
const unsetMorph = (context: PlanContext): PopulatedBefore['failsIfUnset'] => ({
  fault: UNSET_MORPH,
  open: context.has('nested-filter-no-perm') ? null : new Set(findableTypes(context)),
})

function emptyBefore(attribute: PopulatableAttribute, has: HasDeparture): PopulatedBefore['empty'] {
  const { kind } = attribute
  if (kind === 'morphTo') return has('empty-morph-list-kept') ? 'absent' : 'list'
  if (kind !== 'media' && kind !== 'morphBy') return 'list'
  return attribute.many && has('empty-morph-many-is-array') ? 'null' : 'list'
}

/** The parameters that choose among drafts and published entries. */
export type Cohorts = Pick<QuerySyntax, 'publicationFilter' | 'hasPublishedVersion'>

/** The parameters that the release knows. */
export const knownCohorts = (
  { publicationFilter, hasPublishedVersion }: QuerySyntax,
  { has }: PlanContext,
): Cohorts => ({
  publicationFilter: has('publicationFilter') ? undefined : publicationFilter,
  hasPublishedVersion: has('hasPublishedVersion') ? undefined : hasPublishedVersion,
})

/** The total of `locale=*` counted the rows of a locale with that name. */
export const countsNone = (
  { locale, filters }: QuerySyntax,
  type: ContentType,
  context: PlanContext,
): boolean =>
  context.has('locale-star-total') &&
  locale === '*' &&
  type.localized &&
  !overridesLocale(filters, type, context)

/** Entries listed under `on`, and those below them, were shown in every status. */
export const placeUnderOn = (place: PlaceContext): PlaceContext =>
  place.has('zone-on-relation-status') ? { ...place, rows: EVERY_ROW } : place

/** A type listed under `on` without options was shown in every status. */
export const placeOfKind = (place: PlaceContext): PlaceContext =>
  place.has('morph-populate-star-and-permission') ? { ...place, rows: EVERY_ROW } : place

/** Whether the value of an attribute, or of a kind under `on`, means `true`. */
export const standsForTrue = (value: PopulateValue, { has }: PlanContext): boolean =>
  value.kind === 'star' ||
  (value.kind === 'names' &&
    typeof value.raw === 'string' &&
    value.raw !== '' &&
    has('nested-populate-value-validated'))

/** `populate[zone]=` without a value meant `true`. */
export const isEmptyText = (value: PopulateValue, { has }: PlanContext): boolean =>
  value.kind === 'names' && value.raw === '' && has('zone-populate-star')

type TextRecord = Extract<OperatorRecord, { readonly takes: 'text' }>

/** The pattern that a text operator makes of its operand, by the place where the operand has to occur. */
const PATTERNS: { readonly [at in TextRecord['at']]: (operand: string) => string } = {
  whole: (operand) => operand,
  start: (operand) => `${operand}%`,
  end: (operand) => `%${operand}`,
  anywhere: (operand) => `%${operand}%`,
}

/** The number of steps that a pattern takes for a part of a value. */
export function patternCost(
  { takes }: OperatorRecord,
  [operand]: readonly (string | null)[],
  { has }: { readonly has: HasDeparture },
): number {
  if (takes !== 'text' || !has('like-wildcards-escaped')) return 1
  return Math.ceil((operand ?? '').length / LOOK)
}

/** The characters of a pattern that one step compares. */
const LOOK = 32

/** The test of a text operator whose operand has wildcards; undefined where the release takes none for a wildcard. */
export function matchesPattern(
  { at, negative }: TextRecord,
  operand: string,
  { has }: { readonly has: HasDeparture },
): ((text: string) => boolean) | undefined {
  if (!/[%_]/.test(operand) || !has('like-wildcards-escaped')) return undefined
  const matches = likeMatcher(PATTERNS[at](operand))
  return negative ? (text) => !matches(text) : matches
}
