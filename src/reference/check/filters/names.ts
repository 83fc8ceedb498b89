/** Checks that a filter may use each name in `filters`. The check visits the names in the order of the real server. */
import { isIdKey, isOpaque } from '../../names/filters.ts'
import { isOperator } from '../../operators/operators.ts'
import type { FilterEntry, FilterSyntax } from '../../parse/syntax.ts'
import { join } from '../../refusal.ts'
import type { Attribute } from '../../schema/schema.ts'
import { targetOf } from '../../schema/target.ts'
import { checksNamesInScalars } from '../../strapi/check/filters.ts'
import { skipsNamesBehind } from '../../strapi/check/relations.ts'
import { type CheckContext, sideBySide } from '../context.ts'
import { type Owner, refuseForbidden, refuseOpaque, refuseUnknown } from './faults.ts'

/**
 * Checks the names in a part of `filters`. In the walk over a query, each member of an object takes one step. All
 * items of a list in `filters` start at the same step.
 */
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
      // Like the real server, the check does not look at names in a list of values.
      if (value.kind === 'map' && checksNamesInScalars(context))
        checkNames(value, { ...above, path }, context)
      return
    case 'morphTo':
    case 'zone':
      return
    case 'morphBy':
    case 'relation':
    case 'media':
    case 'component':
      if (!skipsNamesBehind(attribute, context)) checkLinked(attribute, value, path, context)
  }
}

function checkLinked(attribute: Attribute, value: FilterSyntax, path: string, context: CheckContext): void {
  const model = targetOf(context.schema, attribute)
  if (model !== undefined) checkNames(value, { model, path }, context)
}
