/** Departures in `fields`: names that the real server accepts, or reads differently. */
import { type CheckContext, report } from '../../check/context.ts'
import { isInherited } from '../../parse/url.ts'
import { crash, invalidKey, type Refusal } from '../../refusal.ts'
import type { Attribute, Model } from '../../schema/schema.ts'
import * as failure from './failures.ts'

/** A reading of the guide: a relation, file, component or zone has no effect (case quirks.fields-of-links). */
export const ignoresLink = (attribute: Attribute | undefined, { has }: CheckContext): boolean =>
  attribute?.private === false && has('fields-of-links')

/** Releases before 5.34.0 refuse `fields=` like any other unknown name (recording fields-033). */
export const refusalOfEmpty = ({ has }: CheckContext): Refusal | undefined =>
  has('empty-fields-or-populate')
    ? invalidKey('', { rule: 'fields.unknown', path: null, param: null })
    : undefined

/** Releases before 5.6.0 select a documentId of a component, which has none (recordings components-011, zone-050). */
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

/** The real server treats an inherited name as an attribute until it searches for the column (recording fields-054). */
export function refuseInherited(name: string, context: CheckContext): void {
  report('query.run', failure.ofInheritedName('fields.unknown', `Invalid key ${name}`), context)
}

/** The real server drops an item without a value (case quirks.fields-null-bypass). */
export const dropsEmptyItems = ({ has }: CheckContext): boolean => has('fields-null-bypass')

/**
 * After it dropped such an item, the real server checks the other names once only, and accepts private ones (case
 * quirks.malformed.gap.inherited).
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
