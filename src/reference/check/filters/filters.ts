/**
 * `filters`: can what is left of it be honoured? Names are looked at first, in a walk of their own. Objects and lists
 * nest as deep as brackets are split, no deeper.
 */

import { findsNothing, isIdKey, isNegatedValue, keptFilters, overwrittenGroups } from '../../names/filters.ts'
import {
  type GroupOperator,
  IMPLICIT,
  isFlagOperator,
  isGroupOperator,
  isOperator,
  isTestOperator,
} from '../../operators.ts'
import type { FilterEntry, FilterSyntax } from '../../parse/syntax.ts'
import { crash, join, validation } from '../../refusal.ts'
import type { Attribute, Model } from '../../schema/schema.ts'
import { targetOf } from '../../schema/target.ts'
import { filtersBefore } from '../../strapi/releases/names.ts'
import { checkColumn, checkColumnKey, checkIdList, readsObject } from '../columns.ts'
import { type CheckContext, neverRun, report } from '../context.ts'
import { at, type Owner, refuseConditions, refuseGroup } from './faults.ts'
import { checkNames } from './names.ts'
import { checkTest, type Subject } from './operands.ts'

/** `filters`, at the root or inside a populated attribute. */
export function checkFilters(written: FilterSyntax, model: Model, context: CheckContext): void {
  const syntax = filtersBefore(written, model, context)
  checkNames(syntax, { model, path: null }, context)
  checkConditions(syntax, model, context)
}

/** All but the names: as conditions that a database is to pass for. */
export function checkConditions(syntax: FilterSyntax, model: Model, context: CheckContext): void {
  const kept = context.has('opaque-operand') ? keptFilters(syntax, model, context.schema) : syntax
  switch (kept.kind) {
    case 'map':
      return checkObject(kept.entries, { model, path: null }, context)
    case 'list': {
      // Of a list in which nothing is left, nothing is looked for: at the root.
      if (kept.items.length === 0 && context.param === 'filters') return
      // Of a list of empty lists, nothing is found.
      if (context.param === 'filters' && context.has('root-filter-array-500') && findsNothing(kept)) return
      const message = 'The filters parameter must be an object, not a list'
      return report('query.filters', crash('root-filter-array-500', 'filters.shape', message), context)
    }
    case 'value': {
      if (kept.value === null || (kept.value === '' && context.param === 'populate')) return
      const message = 'The filters parameter must be an object or an array'
      return report('convert.filters', crash('shape-errors-400', 'filters.shape', message), context)
    }
  }
}

/** Judges the members of one object, those of its relations among them. */
interface MembersCheck {
  readonly context: CheckContext
  /** The groups that never come to be looked for. */
  readonly overwritten: ReadonlySet<FilterEntry>
}

/** An object of conditions. */
function checkObject(entries: readonly FilterEntry[], owner: Owner, context: CheckContext): void {
  const { has, schema } = context
  const overwritten: ReadonlySet<FilterEntry> = has('relation-group-collision')
    ? overwrittenGroups(entries, owner.model, schema)
    : new Set()
  checkMembers(entries, owner, { context, overwritten })
}

function checkMembers(entries: readonly FilterEntry[], owner: Owner, members: MembersCheck): void {
  for (const entry of entries) {
    members.context.clock.now++
    checkMember(entry, owner, members)
  }
}

function checkMember(entry: FilterEntry, owner: Owner, members: MembersCheck): void {
  const { key, value } = entry
  const { context } = members
  const attribute = owner.model.attributes.get(key)
  if (attribute !== undefined) return checkAttribute(attribute, value, owner, members)
  if (isIdKey(key)) return checkId(key, value, owner, context)
  if (key === '$not') return checkNegation(value, owner, context)
  if (isGroupOperator(key)) {
    const isLost = members.overwritten.has(entry)
    return checkGroup(key, value, owner, isLost ? neverRun(context) : context)
  }
  if (!isOperator(key)) return
  const message = `Only $and, $or and $not can stand where no attribute is named, found ${key}${at(owner)}`
  report('query.filters', crash('root-operator-500', 'filters.shape', message), context)
}

/** What does the kind of an attribute make of its operand? */
function checkAttribute(
  attribute: Attribute,
  value: FilterSyntax,
  above: Owner,
  members: MembersCheck,
): void {
  const { context } = members
  const path = join(above.path, attribute.name)
  switch (attribute.kind) {
    case 'scalar':
      if (attribute.type !== 'password') checkColumn({ column: attribute, path }, value, context)
      return
    case 'morphTo':
    case 'zone': {
      const message = `Invalid key ${attribute.name}${at(above)}: what it leads to is of several kinds`
      return report('query.filters', crash('morph-filter-unchecked', 'filters.zone', message), context)
    }
    case 'relation':
    case 'morphBy':
    case 'media':
    case 'component': {
      const model = targetOf(context.schema, attribute)
      if (model !== undefined) checkTarget(value, { model, path }, members)
    }
  }
}

/** The operand of a relation, component or media attribute: conditions on the linked row, or on its row id. */
function checkTarget(value: FilterSyntax, owner: Owner, members: MembersCheck): void {
  const { context } = members
  const id: Subject = { column: 'id', path: owner.path ?? 'id' }
  if (value.kind === 'value') return checkTest(id, IMPLICIT.value, [value.value], context)
  if (value.kind === 'list') return checkIdList(IMPLICIT.list, value.items, id, context)
  const operators = value.entries.filter((entry) => isOperator(entry.key))
  if (operators.length > 1 || (operators.length === 1 && value.entries.length > 1)) {
    const found = value.entries.map(({ key }) => key).join(', ')
    const message = `Invalid filter${at(owner)}: an operator must stand alone, found ${found}`
    return report('query.filters', crash('relation-operator-mix-500', 'filters.shape', message), context)
  }
  const [only] = operators
  if (only === undefined || isGroupOperator(only.key)) checkMembers(value.entries, owner, members)
  else checkIdOperator(id, only, owner, context)
}

/** `[relation][$in]=…` speaks of the row id. */
function checkIdOperator(
  id: Subject,
  { key, value }: FilterEntry,
  owner: Owner,
  context: CheckContext,
): void {
  const isPlain = value.kind !== 'map' || isFlagOperator(key) || (key === '$not' && isNegatedValue(value))
  const takesObjects = context.has('object-operand') && isTestOperator(key) && readsObject(key)
  if (takesObjects && value.kind === 'list') return checkIdList(key, value.items, id, context)
  if (isPlain && (isTestOperator(key) || key === '$not')) return checkColumnKey(id, { key, value }, context)
  if (value.kind === 'map') checkObject(value.entries, owner, takesObjects ? neverRun(context) : context)
  const message = `Invalid filter${at(owner)}: ${key} of a relation compares its id, expected a value`
  const isTest = value.kind === 'map' && value.entries.some((entry) => isTestOperator(entry.key))
  const refusal = crash('relation-not-object-500', 'filters.shape', message)
  // An object where a list belongs is a list of one, and no id is an object; where a text belongs it is one.
  if (isTest || !takesObjects) report(isTest ? 'query.filters' : 'query.run', refusal, context)
}

function checkId(name: 'id' | 'documentId', value: FilterSyntax, owner: Owner, context: CheckContext): void {
  const subject: Subject = { column: name, path: join(owner.path, name) }
  if (name === 'id' || owner.model.modelType === 'contentType') return checkColumn(subject, value, context)
  const message = `Invalid key documentId${at(owner)}: a component cannot be filtered by it`
  report('query.run', crash('component-documentid-500', 'filters.unknown', message), context)
}

/** `$not` above attributes: what follows does not hold. */
function checkNegation(value: FilterSyntax, owner: Owner, context: CheckContext): void {
  switch (value.kind) {
    case 'map':
      return checkObject(value.entries, owner, context)
    case 'list':
      return refuseConditions('$not', value.items, owner, context)
    case 'value': {
      if (value.value !== null) return refuseGroup('$not', 'query.run', owner, context)
      if (context.has('not-null-ignored')) return
      const message = `Invalid $not${at(owner)}: expected an object of conditions, found no value`
      return report('filters.unknown', validation('filters.shape', message), context)
    }
  }
}

/** `$and`, `$or`: lists of conditions. */
function checkGroup(key: GroupOperator, value: FilterSyntax, owner: Owner, context: CheckContext): void {
  if (value.kind !== 'list') return refuseGroup(key, 'query.filters', owner, context)
  for (const item of value.items) {
    if (item.kind === 'map') checkObject(item.entries, owner, context)
    else if (item.kind === 'value') refuseGroup(key, 'query.run', owner, context)
    else refuseConditions(key, item.items, owner, context)
  }
}
