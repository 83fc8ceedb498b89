/**
 * The names in `filters`: may each be filtered by? Objects and lists are walked as the real server walks them, which
 * does not pass everywhere; what stands where it does not pass is told only where its documentation is followed.
 */
import { isIdKey, isOpaque } from '../../names/filters.ts'
import { isOperator } from '../../operators.ts'
import type { FilterEntry, FilterSyntax } from '../../parse/syntax.ts'
import { join } from '../../refusal.ts'
import type { Attribute } from '../../schema/schema.ts'
import { targetOf } from '../../schema/target.ts'
import * as before from '../../strapi/releases/check.ts'
import { type CheckContext, sideBySide } from '../context.ts'
import { type Owner, refuseForbidden, refuseOpaque, refuseUnknown } from './faults.ts'

/** The members of an object, each a step of the walk; the items of a list side by side. */
export function checkNames(value: FilterSyntax, owner: Owner, context: CheckContext): void {
  switch (value.kind) {
    case 'value':
      return
    case 'list':
      sideBySide(value.items, context, (item) => checkNames(item, owner, context))
      return
    case 'map':
      for (const entry of value.entries) {
        context.clock.now++
        checkName(entry, owner, context)
      }
  }
}

function checkName({ key, value }: FilterEntry, owner: Owner, context: CheckContext): void {
  const attribute = owner.model.attributes.get(key)
  if (attribute !== undefined) return checkAttribute(attribute, value, owner, context)
  if (isOpaque(key, value, owner.model)) return refuseOpaque({ key, value }, owner, context)
  if (isIdKey(key) || isOperator(key)) return checkNames(value, owner, context)
  refuseUnknown(key, owner, context)
}

function checkAttribute(
  attribute: Attribute,
  value: FilterSyntax,
  above: Owner,
  context: CheckContext,
): void {
  const path = join(above.path, attribute.name)
  refuseForbidden(attribute, path, context)
  switch (attribute.kind) {
    case 'scalar':
      // Of a list of values the real server does not pass at the names.
      if (value.kind === 'map' && before.looksWithinScalars(context))
        checkNames(value, { ...above, path }, context)
      return
    case 'morphTo':
    case 'zone':
      return
    case 'morphBy':
      if (context.has('morph-filter-unchecked')) return
      return checkLinked(attribute, value, path, context)
    case 'relation':
    case 'media':
    case 'component':
      return checkLinked(attribute, value, path, context)
  }
}

function checkLinked(attribute: Attribute, value: FilterSyntax, path: string, context: CheckContext): void {
  const model = targetOf(context.schema, attribute)
  if (model !== undefined) checkNames(value, { model, path }, context)
}
