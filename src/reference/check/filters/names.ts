/**
 * The names in `filters`: may each be filtered by? Objects and lists are walked as the real server walks them, which
 * does not look everywhere; what stands where it does not look is told only where its documentation is followed.
 */
import { isIdKey, isOpaque } from '../../names/filters.ts'
import { isOperator } from '../../operators.ts'
import type { FilterEntry, FilterSyntax } from '../../parse/syntax.ts'
import { join } from '../../refusal.ts'
import type { Attribute } from '../../schema/schema.ts'
import { targetOf } from '../../schema/target.ts'
import * as before from '../../strapi/releases/check.ts'
import { type Judge, sideBySide } from '../judge.ts'
import { type Owner, refuseForbidden, refuseOpaque, refuseUnknown } from './faults.ts'

/** The members of an object, each a step of the walk; the items of a list side by side. */
export function checkNames(value: FilterSyntax, owner: Owner, judge: Judge): void {
  switch (value.kind) {
    case 'value':
      return
    case 'list':
      sideBySide(value.items, judge, (item) => checkNames(item, owner, judge))
      return
    case 'map':
      for (const entry of value.entries) {
        judge.clock.now++
        checkName(entry, owner, judge)
      }
  }
}

function checkName({ key, value }: FilterEntry, owner: Owner, judge: Judge): void {
  const attribute = owner.model.attributes.get(key)
  if (attribute !== undefined) return checkAttribute(attribute, value, owner, judge)
  if (isOpaque(key, value, owner.model)) return refuseOpaque({ key, value }, owner, judge)
  if (isIdKey(key) || isOperator(key)) return checkNames(value, owner, judge)
  refuseUnknown(key, owner, judge)
}

function checkAttribute(attribute: Attribute, value: FilterSyntax, above: Owner, judge: Judge): void {
  const path = join(above.path, attribute.name)
  refuseForbidden(attribute, path, judge)
  switch (attribute.kind) {
    case 'scalar':
      // Of a list of values the real server does not look at the names.
      if (value.kind === 'map' && before.looksWithinScalars(judge))
        checkNames(value, { ...above, path }, judge)
      return
    case 'morphTo':
    case 'zone':
      return
    case 'morphBy':
      if (judge.has('morph-filter-unchecked')) return
      return checkLinked(attribute, value, path, judge)
    case 'relation':
    case 'media':
    case 'component':
      return checkLinked(attribute, value, path, judge)
  }
}

function checkLinked(attribute: Attribute, value: FilterSyntax, path: string, judge: Judge): void {
  const model = targetOf(judge.schema, attribute)
  if (model !== undefined) checkNames(value, { model, path }, judge)
}
