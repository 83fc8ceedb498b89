/** What older releases refuse otherwise: another error, another text, or nothing at all. */
import { openAttributes } from '../../access.ts'
import { type CheckContext, report } from '../../check/context.ts'
import type { PopulateLevel } from '../../check/level.ts'
import type { FilterSyntax, PopulateOption, PopulateValue, QuerySyntax } from '../../parse/syntax.ts'
import { booleanText } from '../../parse/url.ts'
import { UNSET_MORPH } from '../../plan/plan.ts'
import { crash, invalidKey, type Refusal } from '../../refusal.ts'
import type { Model, PopulatableAttribute } from '../../schema/schema.ts'
import { isPopulatable } from '../../schema/target.ts'
import type { Departure } from '../changes.ts'
import { checkForgottenText } from '../check/populate-texts.ts'

type HasDepartures = { readonly has: (departure: Departure) => boolean }

/** `populate=` with nothing behind it. */
export function checkEmptyPopulate(context: CheckContext): void {
  if (!context.has('empty-fields-or-populate') || context.has('nested-populate-value-validated')) return
  report('names.again', invalidKey('', { rule: 'populate.unknown', path: null, param: null }), context)
}

/** Whether what is said of an attribute that the role may not see is looked at as if it may. */
export const comesToPass = ({ has }: HasDepartures, isOpen: boolean): boolean =>
  isOpen || has('unpermitted-relation-star-dropped')

/** What `*` brings in, as far as the check of names knows: the role was only looked at for the answer. */
export const starAttributes = (target: Model, context: CheckContext): readonly PopulatableAttribute[] =>
  context.has('unpermitted-relation-star-dropped')
    ? [...target.attributes.values()].filter(isPopulatable).filter((attribute) => !attribute.private)
    : openAttributes(target, context)

/** Whether what stands for an attribute, a text or a star, was taken for `true`. */
export function takesForTrue(
  value: Extract<PopulateValue, { kind: 'star' | 'names' | 'list' }>,
  target: Model,
  place: PopulateLevel,
  context: CheckContext,
): boolean {
  if (!context.has('nested-populate-value-validated') || value.kind === 'list') return false
  if (value.kind === 'star') return true
  if (typeof value.raw !== 'string') return false
  checkForgottenText(value.raw, target, place, context)
  return true
}

/** A list where an object of options belongs, before its names were looked at. */
export const forgetsNames = ({ has }: HasDepartures): boolean => has('nested-populate-value-validated')

/** How messages call the place of a nested populate. */
export const nestedLevel = (level: PopulateLevel, { has }: HasDepartures): PopulateLevel =>
  has('nested-populate-error-path') ? { ...level, path: null, raw: null } : level

const NESTED =
  "Invalid nested population query detected. When using 'populate' within polymorphic structures, its value must be '*'"
const NESTED_MORE =
  ' to indicate all second level links. Specific field targeting is not supported here. ' +
  'Consider using the fragment API for more granular population control.'

/** `populate` of a zone or a morph relation: anything but `*`, and once even that. */
export function checkNestedOption(
  nested: Extract<PopulateOption, { key: 'populate' }> | undefined,
  context: CheckContext,
): void {
  if (nested === undefined) return
  if (context.has('zone-populate-star')) {
    report('convert.populate', crash('zone-populate-star', 'populate.zone-nested', NESTED), context)
  } else if (nested.raw !== '*' && context.has('populate-error-path')) {
    const refusal = crash('shape-errors-400', 'populate.zone-nested', `${NESTED}${NESTED_MORE}`)
    report('convert.populate', refusal, context)
  }
}

/** The keys of an operand that was looked into for conditions. */
export function unknownKeys(value: FilterSyntax, { has }: HasDepartures): readonly string[] {
  return has('opaque-operand-dropped') && value.kind === 'map' ? value.entries.map(({ key }) => key) : []
}

/** `page` and `pageSize` at the root of the query. */
export const misplacedText = ({ has }: HasDepartures): string =>
  has('pagination-root-error-text')
    ? 'Invalid pagination attributes. You cannot use page and offset pagination in the same query'
    : 'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object'

/** `fields=` at the root: an empty name like any other. */
export const emptyFields = ({ has }: HasDepartures): Refusal | undefined =>
  has('empty-fields-or-populate')
    ? invalidKey('', { rule: 'fields.unknown', path: null, param: null })
    : undefined

/** A sort with nothing in it, which is refused wherever it stands. */
export function refuseEmptyOrder(context: CheckContext): boolean {
  if (!context.has('empty-sort-segment-ignored')) return false
  const message = 'Invalid sort: an order is expected'
  report('convert.sort', crash('empty-sort-segment-ignored', 'sort.order', message), context)
  return true
}

/** `fields` of a component, which was selected with a documentId that it does not have. */
export function checkComponentFields(
  names: readonly string[],
  { modelType }: Model,
  context: CheckContext,
): void {
  if (modelType !== 'component' || !context.has('fields-inside-components')) return
  if (names.length === 1 && names[0] === '*') return
  const message = 'Invalid fields: a component cannot be cut down'
  report('query.run', crash('fields-inside-components', 'fields.shape', message), context)
}

/** What is told where a to-one morph relation is not set. */
export function expectUnset(context: CheckContext): void {
  if (!context.has('null-morphToOne-500')) return
  const message = 'Invalid populate: a morph relation to one entry is not set'
  context.late.set(UNSET_MORPH, crash('null-morphToOne-500', 'populate.morph', message))
}

/** `populate[zone]=` with nothing behind it was as good as `true`. */
export const isEmptyText = (value: PopulateValue, { has }: HasDepartures): boolean =>
  value.kind === 'names' && value.raw === '' && has('zone-populate-star')

/** Locales that are no text were listed, but not counted. */
export function checkLocaleOfCount(
  { pagination }: QuerySyntax,
  refusal: Refusal,
  context: CheckContext,
): void {
  const { withCount } = pagination
  const isCounted = withCount === undefined ? context.settings.withCount : booleanText(withCount) === true
  if (!context.has('locale-array-accepted') || !isCounted) return
  if (context.has('late-populate-errors')) context.late.set(pagination, refusal)
  else report('count', refusal, context)
}

/** A mixed list was read by its positions, though it says nothing. */
export function refusePosition(context: CheckContext): void {
  if (!context.has('empty-sort-segment-ignored')) return
  const where = { rule: 'sort.unknown', path: null, param: context.param } as const
  report('sort.unknown', invalidKey('0', where), context)
}

/** Below a scalar attribute no name was looked at. */
export const looksWithinScalars = ({ has }: HasDepartures): boolean => !has('unknown-filter-operator-refused')
