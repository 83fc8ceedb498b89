/** Departures in the populate of a zone or a morph relation, which hold entries of several types. */
import { type CheckContext, report } from '../../check/context.ts'
import type { PopulateOption } from '../../parse/syntax.ts'
import { booleanText, type Raw, type RawMap } from '../../parse/url.ts'
import { crash } from '../../refusal.ts'
import type { MorphAttribute } from '../../schema/schema.ts'
import { understoodOptions } from '../messages/understood.ts'
import { everyKind } from '../messages/understood-paths.ts'

/** Releases before 5.53.0 ignore the options of a morph relation. */
const ignoresMorphOptions = ({ kind }: MorphAttribute, { has }: CheckContext): boolean =>
  kind === 'morphTo' && has('morph-populate-star-and-permission')

/**
 * The real server leaves a morph relation out that has other options than `on` and `count` (recordings
 * permissions-276, permissions-281).
 */
export const dropsWrongOptions = ({ kind }: MorphAttribute, { has }: CheckContext): boolean =>
  kind === 'morphTo' && has('morph-options-dropped')

/**
 * By the same departure a text in the place of the types of `on` lists no type (case quirks.malformed.on.morph-text).
 */
export const dropsTextOfTypes = (raw: Raw, holdsComponents: boolean, { has }: CheckContext): boolean =>
  typeof raw === 'string' && !holdsComponents && has('morph-options-dropped')

/** Beside `on` the real server ignores other options (recording zone-103). */
export const ignoresOptionsBesideOn = (attribute: MorphAttribute, context: CheckContext): boolean =>
  attribute.kind === 'zone' ? context.has('zone-options-ignored') : ignoresMorphOptions(attribute, context)

/** Releases before 5.50.0 do not check the names in `populate` of a zone, only its shape. */
export const skipsNestedNames = ({ has }: CheckContext): boolean => has('populate-error-path')

/** Whether the answer leaves the morph relation out, so that nothing more is checked. */
export function isLeftOut(
  attribute: MorphAttribute,
  on: PopulateOption | undefined,
  count: Extract<PopulateOption, { key: 'count' }> | undefined,
  /** The number of types that `on` shows; undefined without `on`, or with an empty one. */
  shown: number | undefined,
  context: CheckContext,
): boolean {
  if (attribute.kind === 'zone' || ignoresMorphOptions(attribute, context)) return false
  if (shown !== undefined) return shown === 0
  return dropsWrongOptions(attribute, context) && (!isCounted(count?.value, context) || on !== undefined)
}

/** Only the word `true` counts a morph relation on the real server (case quirks.morph-true-only). */
const isCounted = (value: Raw | undefined, { has }: CheckContext): boolean =>
  has('morph-true-only') ? value === 'true' : booleanText(value) === true

/** Whether `count` has an effect: the real server does not count zones (recording zone-026). */
export const checksCount = (attribute: MorphAttribute, context: CheckContext): boolean =>
  attribute.kind === 'morphTo' ? !ignoresMorphOptions(attribute, context) : !context.has('count-ignored')

const NESTED =
  "Invalid nested population query detected. When using 'populate' within polymorphic structures, its value must be '*'"
const NESTED_MORE =
  ' to indicate all second level links. Specific field targeting is not supported here. ' +
  'Consider using the fragment API for more granular population control.'

/**
 * Releases before 5.50.0 fail at `populate` of a zone unless it is `*`, and before 5.1.0 even then (recording
 * zone-127).
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
 * The options as a message prints them; since 5.53.0 the real server prints those of a morph relation as it reads
 * them.
 */
export function printedOptions(attribute: MorphAttribute, raw: RawMap, context: CheckContext): unknown {
  if (attribute.kind === 'zone' || ignoresMorphOptions(attribute, context)) return raw
  return understoodOptions(attribute, raw, context) ?? { ...raw, on: everyKind(context) }
}
