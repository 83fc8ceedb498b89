/**
 * Checks `filters`: the names first, in a walk of their own, then the conditions. The limit on nested brackets bounds the
 * depth of objects and lists.
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
import { type Judge, neverRun, notice } from '../judge.ts'
import { at, type Owner, refuseConditions, refuseGroup } from './faults.ts'
import { checkNames } from './names.ts'
import { checkTest, type Subject } from './operands.ts'

/** `filters`, at the root or inside a populated attribute. */
export function checkFilters(written: FilterSyntax, model: Model, judge: Judge): void {
  const syntax = filtersBefore(written, model, judge)
  checkNames(syntax, { model, path: null }, judge)
  checkConditions(syntax, model, judge)
}

/** Checks everything but the names: whether a database can apply the conditions. */
export function checkConditions(syntax: FilterSyntax, model: Model, judge: Judge): void {
  const kept = judge.has('opaque-operand') ? keptFilters(syntax, model, judge.schema) : syntax
  switch (kept.kind) {
    case 'map':
      return checkObject(kept.entries, { model, path: null }, judge)
    case 'list': {
      // At the root, a list without an item is no condition.
      if (kept.items.length === 0 && judge.param === 'filters') return
      // A list of empty lists finds nothing.
      if (judge.param === 'filters' && judge.has('root-filter-array-500') && findsNothing(kept)) return
      const message = 'The filters parameter must be an object, not a list'
      return notice('query.filters', crash('root-filter-array-500', 'filters.shape', message), judge)
    }
    case 'value': {
      if (kept.value === null || (kept.value === '' && judge.param === 'populate')) return
      const message = 'The filters parameter must be an object or an array'
      return notice('convert.filters', crash('shape-errors-400', 'filters.shape', message), judge)
    }
  }
}

/** The check of the members of one object, and of those of its relations. */
interface MembersCheck {
  readonly judge: Judge
  /** The groups that are never applied. */
  readonly overwritten: ReadonlySet<FilterEntry>
}

/** An object of conditions. */
function checkObject(entries: readonly FilterEntry[], owner: Owner, judge: Judge): void {
  const { has, schema } = judge
  const overwritten: ReadonlySet<FilterEntry> = has('relation-group-collision')
    ? overwrittenGroups(entries, owner.model, schema)
    : new Set()
  checkMembers(entries, owner, { judge, overwritten })
}

function checkMembers(entries: readonly FilterEntry[], owner: Owner, members: MembersCheck): void {
  for (const entry of entries) {
    members.judge.clock.now++
    checkMember(entry, owner, members)
  }
}

function checkMember(entry: FilterEntry, owner: Owner, members: MembersCheck): void {
  const { key, value } = entry
  const { judge } = members
  const attribute = owner.model.attributes.get(key)
  if (attribute !== undefined) return checkAttribute(attribute, value, owner, members)
  if (isIdKey(key)) return checkId(key, value, owner, judge)
  if (key === '$not') return checkNegation(value, owner, judge)
  if (isGroupOperator(key)) {
    const isLost = members.overwritten.has(entry)
    return checkGroup(key, value, owner, isLost ? neverRun(judge) : judge)
  }
  if (!isOperator(key)) return
  const message = `Only $and, $or and $not can stand where no attribute is named, found ${key}${at(owner)}`
  notice('query.filters', crash('root-operator-500', 'filters.shape', message), judge)
}

/** Checks the operand of an attribute by the kind of the attribute. */
function checkAttribute(
  attribute: Attribute,
  value: FilterSyntax,
  above: Owner,
  members: MembersCheck,
): void {
  const { judge } = members
  const path = join(above.path, attribute.name)
  switch (attribute.kind) {
    case 'scalar':
      if (attribute.type !== 'password') checkColumn({ column: attribute, path }, value, judge)
      return
    case 'morphTo':
    case 'zone': {
      const message = `Invalid key ${attribute.name}${at(above)}: what it leads to is of several kinds`
      return notice('query.filters', crash('morph-filter-unchecked', 'filters.zone', message), judge)
    }
    case 'relation':
    case 'morphBy':
    case 'media':
    case 'component': {
      const model = targetOf(judge.schema, attribute)
      if (model !== undefined) checkTarget(value, { model, path }, members)
    }
  }
}

/** The operand of a relation, component or media attribute: conditions on the linked row, or on its row id. */
function checkTarget(value: FilterSyntax, owner: Owner, members: MembersCheck): void {
  const { judge } = members
  const id: Subject = { column: 'id', path: owner.path ?? 'id' }
  if (value.kind === 'value') return checkTest(id, IMPLICIT.value, [value.value], judge)
  if (value.kind === 'list') return checkIdList(IMPLICIT.list, value.items, id, judge)
  const operators = value.entries.filter((entry) => isOperator(entry.key))
  if (operators.length > 1 || (operators.length === 1 && value.entries.length > 1)) {
    const found = value.entries.map(({ key }) => key).join(', ')
    const message = `Invalid filter${at(owner)}: an operator must stand alone, found ${found}`
    return notice('query.filters', crash('relation-operator-mix-500', 'filters.shape', message), judge)
  }
  const [only] = operators
  if (only === undefined || isGroupOperator(only.key)) checkMembers(value.entries, owner, members)
  else checkIdOperator(id, only, owner, judge)
}

/** `[relation][$in]=…` compares the row id. */
function checkIdOperator(id: Subject, { key, value }: FilterEntry, owner: Owner, judge: Judge): void {
  const isPlain = value.kind !== 'map' || isFlagOperator(key) || (key === '$not' && isNegatedValue(value))
  const takesObjects = judge.has('object-operand') && isTestOperator(key) && readsObject(key)
  if (takesObjects && value.kind === 'list') return checkIdList(key, value.items, id, judge)
  if (isPlain && (isTestOperator(key) || key === '$not')) return checkColumnKey(id, { key, value }, judge)
  if (value.kind === 'map') checkObject(value.entries, owner, takesObjects ? neverRun(judge) : judge)
  const message = `Invalid filter${at(owner)}: ${key} of a relation compares its id, expected a value`
  const isTest = value.kind === 'map' && value.entries.some((entry) => isTestOperator(entry.key))
  const refusal = crash('relation-not-object-500', 'filters.shape', message)
  // An object in the place of a list is a list of one item, which equals no id. In the place of a text it is a text.
  if (isTest || !takesObjects) notice(isTest ? 'query.filters' : 'query.run', refusal, judge)
}

function checkId(name: 'id' | 'documentId', value: FilterSyntax, owner: Owner, judge: Judge): void {
  const subject: Subject = { column: name, path: join(owner.path, name) }
  if (name === 'id' || owner.model.modelType === 'contentType') return checkColumn(subject, value, judge)
  const message = `Invalid key documentId${at(owner)}: a component cannot be filtered by it`
  notice('query.run', crash('component-documentid-500', 'filters.unknown', message), judge)
}

/** `$not` above attributes negates the conditions in it. */
function checkNegation(value: FilterSyntax, owner: Owner, judge: Judge): void {
  switch (value.kind) {
    case 'map':
      return checkObject(value.entries, owner, judge)
    case 'list':
      return refuseConditions('$not', value.items, owner, judge)
    case 'value': {
      if (value.value !== null) return refuseGroup('$not', 'query.run', owner, judge)
      if (judge.has('not-null-ignored')) return
      const message = `Invalid $not${at(owner)}: expected an object of conditions, found no value`
      return notice('filters.unknown', validation('filters.shape', message), judge)
    }
  }
}

/** `$and`, `$or`: lists of conditions. */
function checkGroup(key: GroupOperator, value: FilterSyntax, owner: Owner, judge: Judge): void {
  if (value.kind !== 'list') return refuseGroup(key, 'query.filters', owner, judge)
  for (const item of value.items) {
    if (item.kind === 'map') checkObject(item.entries, owner, judge)
    else if (item.kind === 'value') refuseGroup(key, 'query.run', owner, judge)
    else refuseConditions(key, item.items, owner, judge)
  }
}
