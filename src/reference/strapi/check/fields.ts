/**
 * Implements departures in `fields`: names that the real server accepts or reads in another way than the documentation.
 */
import { type CheckContext, report } from '../../check/context.ts'
import { isInherited } from '../../parse/url.ts'
import { crash, invalidKey, type Refusal } from '../../refusal.ts'
import type { Attribute, Model } from '../../schema/schema.ts'
import * as failure from './failures.ts'

/**
 * Returns whether a relation, file, component or zone in `fields` has no effect, as the guide says literally (case
 * quirks.fields-of-links).
 */
export const ignoresLink = (attribute: Attribute | undefined, { has }: CheckContext): boolean =>
  attribute?.private === false && has('fields-of-links')

/**
 * Returns the refusal of `fields=` by releases before 5.34.0, which refuse the empty name like any unknown name
 * (recording fields-033).
 */
export const refusalOfEmpty = ({ has }: CheckContext): Refusal | undefined =>
  has('empty-fields-or-populate')
    ? invalidKey('', { rule: 'fields.unknown', path: null, param: null })
    : undefined

/**
 * Reports `fields` of a component for releases before 5.6.0. These releases fail at `fields` of a component, because
 * they also select a documentId (recordings components-011, zone-050).
 */
export function checkComponentFields(
  names: readonly string[],
  { modelType }: Model,
  context: CheckContext,
): void {
  if (modelType !== 'component' || !context.has('fields-inside-components')) return
  if (names.length === 1 && names[0] === '*') return
  const message = 'Invalid fields: this release cannot select attributes of a component'
  report('query.run', crash('fields-inside-components', 'fields.shape', message), context)
}

/**
 * Reports a name in `fields` that every JavaScript object inherits. The real server treats an inherited name as an
 * attribute until it finds no column (recording fields-054).
 */
export function refuseInherited(name: string, context: CheckContext): void {
  report('query.run', failure.ofInheritedName('fields.unknown', `Invalid key ${name}`), context)
}

/**
 * Returns whether an item without a value in a `fields` list is ignored, as on the real server (case
 * quirks.fields-null-bypass).
 */
export const dropsEmptyItems = ({ has }: CheckContext): boolean => has('fields-null-bypass')

/**
 * Checks the names in a `fields` list in which one item has no value. In a list with a missing value, the real server
 * checks the names only once, and accepts private names (case quirks.malformed.gap.inherited).
 */
export function checkOtherItems(names: readonly string[], model: Model, context: CheckContext): void {
  for (const name of names) {
    const attribute = model.attributes.get(name)
    const isKnown = name === 'id' || name === 'documentId' || name === '*' || attribute?.kind === 'scalar'
    const path = attribute === undefined ? null : name
    const refusal = invalidKey(name, { rule: 'fields.unknown', path, param: null })
    if (isInherited(name)) refuseInherited(name, context)
    else if (!isKnown) report('names.again', refusal, context)
  }
}
