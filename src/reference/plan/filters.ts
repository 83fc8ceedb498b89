/**
 * `filters` → a condition. One walk: names are checked, operands are cast, every way of writing a condition becomes
 * one of five kinds. Refusals carry the stage at which the real server would notice; the earliest one is told.
 */
import { type GroupOperator, isGroupOperator, isOperator, isTestOperator } from '../operators.ts'
import type { FilterEntry, FilterSyntax } from '../parse/syntax.ts'
import { crash, invalidKey, type Refusal, type Report, type Stage, validation } from '../refusal.ts'
import type { Attribute, Model } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import { dropOverwrittenGroups } from './collisions.ts'
import type { Column } from './column.ts'
import { join, mayFollow, type PlaceContext } from './context.ts'
import { columnMember, not, onColumn } from './filter-column.ts'
import {
  at,
  checkNames,
  dropped,
  type FilterContext,
  isOpaque,
  namesNothing,
  notAValue,
  type Place,
  sideBySide,
  unknownKey,
} from './filter-place.ts'
import { stepThrough } from './linked.ts'
import { noRow, planTest } from './operand.ts'
import { ALWAYS, type Condition } from './plan.ts'

/** `filters`, at the root or inside a populated attribute. */
export function planFilters(syntax: FilterSyntax, model: Model, outer: PlaceContext): Condition {
  const clock = { now: 0 }
  const found: [number, Stage, Refusal][] = []
  const report: Report = (stage, refusal) => found.push([clock.now, stage, refusal])
  const condition = root(syntax, { model, path: null }, { ...outer, clock, report, level, unchecked: false })
  for (const [, stage, refusal] of found.sort(([a], [b]) => a - b)) outer.report(stage, refusal)
  return outer.has('relation-group-collision') ? dropOverwrittenGroups(condition) : condition
}

function root(syntax: FilterSyntax, place: Place, context: FilterContext): Condition {
  context.cite('param.filters')
  switch (syntax.kind) {
    case 'map':
      return level(syntax.entries, place, context)
    case 'list': {
      checkNames(syntax, place, context)
      const message = 'The filters parameter must be an object, not a list'
      context.report('query.filters', crash('root-filter-array-500', 'filters.shape', message))
      return ALWAYS
    }
    case 'value':
      if (syntax.value === null || (syntax.value === '' && context.param === 'populate')) return ALWAYS
      context.report(
        'convert.filters',
        validation('filters.shape', 'The filters parameter must be an object or an array'),
      )
      return ALWAYS
  }
}

/** The members of an object hold together. */
export function level(entries: readonly FilterEntry[], place: Place, context: FilterContext): Condition {
  if (entries.length > 1) context.cite('filters.all')
  return { kind: 'all', of: entries.map((entry) => member(entry, place, context)) }
}

function member({ key, value }: FilterEntry, place: Place, context: FilterContext): Condition {
  context.clock.now++
  const attribute = place.model.attributes.get(key)
  if (attribute !== undefined) return onAttribute(attribute, value, place, context)
  if (key === 'id' || key === 'documentId') return onId(key, value, place, context)
  if (key === '$not') return negation(value, place, context)
  if (isOpaque(key, value, place)) return dropped(key, place, context)
  if (isGroupOperator(key)) return group(key, value, place, context)
  if (isOperator(key)) {
    checkNames(value, place, context)
    const message = `Only $and, $or and $not can stand where no attribute is named, found ${key}${at(place.path)}`
    context.report('query.filters', crash('root-operator-500', 'filters.shape', message))
    return ALWAYS
  }
  unknownKey(key, place, context)
  return ALWAYS
}

/** An attribute key: is it one that may be filtered, and what does its kind make of the operand? */
function onAttribute(
  attribute: Attribute,
  value: FilterSyntax,
  above: Place,
  context: FilterContext,
): Condition {
  const path = join(above.path, attribute.name)
  checkAllowed(attribute, path, context)
  switch (attribute.kind) {
    case 'scalar':
      if (attribute.type === 'password') return ALWAYS
      return onColumn({ attribute, path }, value, { model: above.model, path }, context)
    case 'morphTo':
    case 'zone':
      // Nothing is known of what it leads to but that it has an id: all other names are dropped.
      if (context.unchecked && !namesNothing(value)) {
        const message = `Invalid key ${attribute.name}${at(above.path)}: what it leads to is of several kinds`
        context.report('query.filters', crash('morph-filter-unchecked', 'filters.zone', message))
      }
      return ALWAYS
    case 'relation':
    case 'morphBy':
    case 'media':
    case 'component': {
      const model = targetOf(context.schema, attribute)
      if (model === undefined) return ALWAYS
      context.cite('filters.through')
      const link = stepThrough(attribute, context)
      const below =
        attribute.kind === 'morphBy' && context.has('morph-filter-unchecked') ? unchecked(context) : context
      return { kind: 'some', link, of: onTarget(value, { model, path }, below) }
    }
  }
}

/** The real server does not look at names beyond a morph relation: those it does not know it drops. */
function unchecked(context: FilterContext): FilterContext {
  const report: Report = (stage, refusal) => {
    if (!stage.startsWith('filters.')) context.report(stage, refusal)
  }
  return { ...context, report, unchecked: true }
}

function checkAllowed(attribute: Attribute, path: string, context: FilterContext): void {
  const { report, param } = context
  const refusal = (rule: 'filters.zone' | 'filters.private' | 'filters.permission') =>
    invalidKey(attribute.name, { rule, path, param })
  if (attribute.kind === 'zone') report('filters.zone', refusal('filters.zone'))
  if (attribute.kind === 'morphTo') report('filters.morph', refusal('filters.zone'))
  if (attribute.kind === 'scalar' && attribute.type === 'password')
    report('filters.password', refusal('filters.private'))
  if (attribute.private) report('filters.private', refusal('filters.private'))
  const unchecked = param === 'populate' && context.has('nested-filter-no-perm')
  if (!unchecked && !mayFollow(context, attribute))
    report('filters.permission', refusal('filters.permission'))
}

/** The operand of a relation, component or media attribute: conditions on the linked row, or on its row id. */
function onTarget(value: FilterSyntax, place: Place, context: FilterContext): Condition {
  const id: Column = { attribute: 'id', path: place.path ?? 'id' }
  if (value.kind !== 'map') context.cite('filters.relation-id')
  if (value.kind === 'value') return planTest(id, '$eq', [value.value], context)
  if (value.kind === 'list') {
    checkNames(value, place, context)
    return idList(value.items, id, context)
  }
  const kept = value.entries.filter((entry) => !isOpaque(entry.key, entry.value, place))
  for (const entry of value.entries) if (!kept.includes(entry)) dropped(entry.key, place, context)
  const operators = kept.filter((entry) => isOperator(entry.key))
  if (operators.length > 1 || (operators.length === 1 && kept.length > 1)) {
    checkNames({ kind: 'map', entries: kept }, place, context)
    const message = `Invalid filter${at(place.path)}: an operator must stand alone, found ${kept.map((entry) => entry.key).join(', ')}`
    context.report('query.filters', crash('relation-operator-mix-500', 'filters.shape', message))
    return ALWAYS
  }
  const [only] = operators
  if (only === undefined || isGroupOperator(only.key)) return level(kept, place, context)
  return idOperator(id, only, place, context)
}

/** A list of row ids. An object among them is no id, and no reason for the real server to complain. */
function idList(items: readonly FilterSyntax[], id: Column, context: FilterContext): Condition {
  const ids: (string | null)[] = []
  for (const item of items) {
    if (item.kind === 'value') ids.push(item.value)
    else if (item.kind === 'list') notAValue('$in', id, 'list', 'query.run', context)
    else if (!context.has('object-operand')) notAValue('$in', id, 'object', 'filters.unknown', context)
  }
  return ids.length === 0 ? noRow : planTest(id, '$in', ids, context)
}

/** `[relation][$in]=…` speaks of the row id. */
function idOperator(
  id: Column,
  { key, value }: FilterEntry,
  place: Place,
  context: FilterContext,
): Condition {
  context.cite('filters.relation-id')
  const isNullTest = key === '$null' || key === '$notNull'
  const isPlain = value.kind !== 'map' || isNullTest || (key === '$not' && isNegatedValue(value))
  if (isPlain && (isTestOperator(key) || key === '$not')) {
    return columnMember(id, { key, value }, place, context)
  }
  if (value.kind === 'map') level(value.entries, place, context)
  else checkNames(value, place, context)
  const message = `Invalid filter${at(place.path)}: ${key} of a relation compares its id, expected a value`
  const stage =
    value.kind === 'map' && value.entries.some((entry) => isTestOperator(entry.key))
      ? 'query.filters'
      : 'query.run'
  context.report(stage, crash('relation-not-object-500', 'filters.shape', message))
  return ALWAYS
}

/** `[$not]…[$not]=…`: nothing but negations of a value. */
function isNegatedValue(value: FilterSyntax): boolean {
  if (value.kind !== 'map') return true
  const [only, ...others] = value.entries
  return others.length === 0 && only?.key === '$not' && isNegatedValue(only.value)
}

function onId(
  name: 'id' | 'documentId',
  value: FilterSyntax,
  place: Place,
  context: FilterContext,
): Condition {
  const column: Column = { attribute: name, path: join(place.path, name) }
  if (name === 'documentId' && place.model.modelType === 'component') {
    checkNames(value, place, context)
    const message = `Invalid key documentId${at(place.path)}: a component cannot be filtered by it`
    context.report('query.run', crash('component-documentid-500', 'filters.unknown', message))
    return ALWAYS
  }
  context.cite('filters.id')
  return onColumn(column, value, place, context)
}

/** `$not` above attributes: what follows does not hold. */
function negation(value: FilterSyntax, place: Place, context: FilterContext): Condition {
  context.cite('filters.op.$not')
  switch (value.kind) {
    case 'map':
      return not(level(value.entries, place, context))
    case 'list':
      return not(listed('$not', value.items, place, context))
    case 'value':
      if (value.value !== null) notAGroup('$not', place, context)
      else if (!context.has('not-null-ignored')) {
        const message = `Invalid $not${at(place.path)}: expected an object of conditions, found no value`
        context.report('filters.unknown', validation('filters.shape', message))
      }
      return ALWAYS
  }
}

/** `$and`, `$or`: lists of conditions, at any depth. */
function group(key: GroupOperator, value: FilterSyntax, place: Place, context: FilterContext): Condition {
  context.cite(key === '$and' ? 'filters.op.$and' : 'filters.op.$or')
  if (value.kind !== 'list') {
    checkNames(value, place, context)
    notAGroup(key, place, context)
    return ALWAYS
  }
  const of = sideBySide(value.items, context, (item) => {
    if (item.kind === 'map') return level(item.entries, place, context)
    if (item.kind === 'list') return listed(key, item.items, place, context)
    notAGroup(key, place, context)
    return ALWAYS
  })
  return key === '$and' ? { kind: 'all', of, group: key } : { kind: 'any', of, group: key }
}

/** A list where a condition belongs: the real server reads its names as column names. */
function listed(
  key: string,
  items: readonly FilterSyntax[],
  place: Place,
  context: FilterContext,
): Condition {
  checkNames({ kind: 'list', items }, place, context)
  const message = `Invalid ${key}${at(place.path)}: expected an object of conditions, not a list`
  context.report('query.run', crash('group-not-array-500', 'filters.shape', message))
  return ALWAYS
}

function notAGroup(key: string, place: Place, context: FilterContext): void {
  const message = `Invalid ${key}${at(place.path)}: expected ${key === '$not' ? 'an object' : 'a list'} of conditions`
  context.report('query.filters', crash('group-not-array-500', 'filters.shape', message))
}
