/** Implements departures in `populate` of a dynamic zone or a morph relation, whose entries have several types. */
import { type CheckContext, report } from '../../check/context.ts'
import type { PopulateOption } from '../../parse/syntax.ts'
import { booleanText, type Raw, type RawMap } from '../../parse/url.ts'
import { crash } from '../../refusal.ts'
import type { MorphAttribute } from '../../schema/schema.ts'
import { understoodOptions } from '../messages/understood.ts'
import { everyKind } from '../messages/understood-paths.ts'

/** Returns whether the server ignores the options of a morph relation, as releases before 5.53.0 do. */
const ignoresMorphOptions = ({ kind }: MorphAttribute, { has }: CheckContext): boolean =>
  kind === 'morphTo' && has('morph-populate-star-and-permission')

/**
 * Returns whether the answer omits a morph relation with populate options other than `on` and `count`, as on the real
 * server (recordings permissions-276, permissions-281).
 */
export const dropsWrongOptions = ({ kind }: MorphAttribute, { has }: CheckContext): boolean =>
  kind === 'morphTo' && has('morph-options-dropped')

/**
 * Returns whether a text in place of the types under `on` counts as an empty list, as on the real server (case
 * quirks.malformed.on.morph-text).
 */
export const dropsTextOfTypes = (raw: Raw, holdsComponents: boolean, { has }: CheckContext): boolean =>
  typeof raw === 'string' && !holdsComponents && has('morph-options-dropped')

/**
 * Returns whether the other populate options have no effect if the query has `on`, as on the real server (recording
 * zone-103).
 */
export const ignoresOptionsBesideOn = (attribute: MorphAttribute, context: CheckContext): boolean =>
  attribute.kind === 'zone' ? context.has('zone-options-ignored') : ignoresMorphOptions(attribute, context)

/**
 * Returns whether the check skips the names in `populate` of a dynamic zone or morph relation. Releases before 5.50.0
 * check only the shape of the value of `populate`.
 */
export const skipsNestedNames = ({ has }: CheckContext): boolean => has('populate-error-path')

/** Returns whether the answer omits a morph relation, so that its options need no further check. */
export function isLeftOut(
  attribute: MorphAttribute,
  on: PopulateOption | undefined,
  count: Extract<PopulateOption, { key: 'count' }> | undefined,
  /**
   * The number of types under `on` whose entries the answer may show; undefined if the option `on` is missing or empty.
   */
  shown: number | undefined,
  context: CheckContext,
): boolean {
  if (attribute.kind === 'zone' || ignoresMorphOptions(attribute, context)) return false
  if (shown !== undefined) return shown === 0
  return dropsWrongOptions(attribute, context) && (!isCounted(count?.value, context) || on !== undefined)
}

/**
 * Returns whether the value of `count` means true. For a morph relation, the real server accepts only the text `true`
 * (case quirks.morph-true-only).
 */
const isCounted = (value: Raw | undefined, { has }: CheckContext): boolean =>
  has('morph-true-only') ? value === 'true' : booleanText(value) === true

/**
 * Returns whether the check covers the option `count`. For dynamic zones, `count` has no effect on the real server
 * (recording zone-026).
 */
export const checksCount = (attribute: MorphAttribute, context: CheckContext): boolean =>
  attribute.kind === 'morphTo' ? !ignoresMorphOptions(attribute, context) : !context.has('count-ignored')

const NESTED =
  "Invalid nested population query detected. When using 'populate' within polymorphic structures, its value must be '*'"
const NESTED_MORE =
  ' to indicate all second level links. Specific field targeting is not supported here. ' +
  'Consider using the fragment API for more granular population control.'

/**
 * Reports the option `populate` of a dynamic zone or morph relation for older releases. Releases before 5.50.0 fail
 * at any such `populate` except `*`, and releases before 5.1.0 fail even at `*` (recording zone-127).
 */
export function checkNestedOption(
  nested: Extract<PopulateOption, { key: 'populate' }> | undefined,
  context: CheckContext,
): void {
  if (nested === undefined) return
  if (context.has('zone-populate-star')) {
    report('convert.populate', crash('zone-populate-star', 'populate.zone-nested', NESTED), context)
  } else if (nested.raw !== '*' && skipsNestedNames(context)) {
    const refusal = crash('shape-errors-400', 'populate.zone-nested', `${NESTED}${NESTED_MORE}`)
    report('convert.populate', refusal, context)
  }
}

/**
 * Returns the options of a zone or morph relation in the form that messages print. Since 5.53.0, the real server prints
 * the parsed options of a morph relation.
 */
export function printedOptions(attribute: MorphAttribute, raw: RawMap, context: CheckContext): unknown {
  if (attribute.kind === 'zone' || ignoresMorphOptions(attribute, context)) return raw
  return understoodOptions(attribute, raw, context) ?? { ...raw, on: everyKind(context) }
}
