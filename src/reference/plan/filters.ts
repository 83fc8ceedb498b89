/** `filters` → a condition. Every way of writing one becomes one of five kinds; what cannot be honoured is none. */
import { isIdKey, isOpaque } from '../names/filters.ts'
import { isTestOperator, OPERATORS, type TestOperator } from '../operators.ts'
import type { FilterEntry, FilterSyntax } from '../parse/syntax.ts'
import { booleanText } from '../parse/url.ts'
import type { Attribute, Column, Model } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import { dropOverwrittenGroups } from './collisions.ts'
import { noRow, nullTest, planTest, supersetTest } from './operand.ts'
import { ALWAYS, type Condition } from './plan.ts'
import { type PlaceContext, stepThrough } from './step.ts'

/** `filters`, at the root or inside a populated attribute. */
export function planFilters(syntax: FilterSyntax, model: Model, place: PlaceContext): Condition {
  const condition = syntax.kind === 'map' ? members(syntax.entries, model, place) : ALWAYS
  return place.has('relation-group-collision') ? dropOverwrittenGroups(condition) : condition
}

/** The members of an object hold together. */
const members = (entries: readonly FilterEntry[], model: Model, place: PlaceContext): Condition => ({
  kind: 'all',
  of: entries.map((entry) => member(entry, model, place)),
})

const not = (of: Condition): Condition => ({ kind: 'not', of })

/** A condition on an attribute or an id, or `$and`, `$or`, `$not` around others. */
function member({ key, value }: FilterEntry, model: Model, place: PlaceContext): Condition {
  const attribute = model.attributes.get(key)
  if (attribute !== undefined) return onAttribute(attribute, value, model, place)
  if (isIdKey(key)) return onColumn(key, value, model, place)
  if (key === '$not') return value.kind === 'map' ? not(members(value.entries, model, place)) : ALWAYS
  if (value.kind !== 'list') return ALWAYS
  const of = value.items.map((item) => (item.kind === 'map' ? members(item.entries, model, place) : ALWAYS))
  if (key === '$and') return { kind: 'all', of, group: key }
  return key === '$or' ? { kind: 'any', of, group: key } : ALWAYS
}

function onAttribute(
  attribute: Attribute,
  value: FilterSyntax,
  model: Model,
  place: PlaceContext,
): Condition {
  switch (attribute.kind) {
    case 'scalar':
      return attribute.type === 'password' ? ALWAYS : onColumn(attribute, value, model, place)
    case 'morphTo':
    case 'zone':
      return ALWAYS
    case 'relation':
    case 'morphBy':
    case 'media':
    case 'component': {
      const target = targetOf(place.schema, attribute)
      if (target === undefined) return ALWAYS
      return { kind: 'some', link: stepThrough(attribute, place), of: onLinked(value, target, place) }
    }
  }
}

/** What a linked row must be like: conditions on it, or a value, a list or an operator for its row id. */
function onLinked(value: FilterSyntax, target: Model, place: PlaceContext): Condition {
  if (value.kind !== 'map') return onColumn('id', value, target, place)
  const operator = value.entries.find(({ key, value: operand }) => isIdOperator(key, operand, target))
  return operator === undefined
    ? members(value.entries, target, place)
    : columnMember('id', operator, target, place)
}

const isIdOperator = (key: string, operand: FilterSyntax, target: Model): boolean =>
  (isTestOperator(key) || key === '$not') && !isOpaque(key, operand, target)

/** The operand of a column: a value, a list of values, or operators. */
function onColumn(column: Column, value: FilterSyntax, model: Model, place: PlaceContext): Condition {
  switch (value.kind) {
    case 'value':
      return planTest(column, '$eq', [value.value], place)
    case 'list':
      return listTest(column, '$in', value.items, place)
    case 'map':
      return { kind: 'all', of: value.entries.map((entry) => columnMember(column, entry, model, place)) }
  }
}

function columnMember(
  column: Column,
  { key, value }: FilterEntry,
  model: Model,
  place: PlaceContext,
): Condition {
  if (key === '$not') {
    if (value.kind !== 'list') return not(onColumn(column, value, model, place))
    return spread(
      true,
      value.items.map((item) => not(onColumn(column, item, model, place))),
      place,
    )
  }
  if (isOpaque(key, value, model)) return ALWAYS
  if (isTestOperator(key)) return operatorTest(column, key, value, place)
  if (key !== '$jsonSupersetOf' || value.kind !== 'value') return ALWAYS
  return supersetTest(column, value.value)
}

/** One operator of a column, with a value, a list of them, or an object that equals nothing. */
function operatorTest(
  column: Column,
  key: TestOperator,
  value: FilterSyntax,
  place: PlaceContext,
): Condition {
  const meaning = OPERATORS[key]
  if (meaning.on === 'null') return nullTest(column, meaning.wantsNull === isTrue(value), key)
  if (value.kind === 'value') return planTest(column, key, [value.value], place)
  if (value.kind === 'map')
    return meaning.on === 'text' ? planTest(column, key, ['[object Object]'], place) : ALWAYS
  if (meaning.on === 'list') return listTest(column, key, value.items, place)
  const tests = value.items.map((item) => operatorTest(column, key, item, place))
  return spread(meaning.negative, tests, place)
}

/** An operator that takes one value, given several: some of them, or, for a negative operator, none of them. */
const spread = (isNegative: boolean, of: readonly Condition[], { has }: PlaceContext): Condition => ({
  kind: isNegative && !has('ne-array-or') ? 'all' : 'any',
  of,
})

/** `$null=false` turns the operator around; only the empty text, nothing, and the false texts are false. */
function isTrue(value: FilterSyntax): boolean {
  if (value.kind !== 'value') return true
  return booleanText(value.value) ?? (value.value !== null && value.value !== '')
}

/** A list of values for `$in` and its like. An object among them equals no value. */
function listTest(
  column: Column,
  key: TestOperator,
  items: readonly FilterSyntax[],
  place: PlaceContext,
): Condition {
  const values = items.flatMap((item) => (item.kind === 'value' ? [item.value] : []))
  return values.length === 0 && items.length > 0 ? noRow(column, key) : planTest(column, key, values, place)
}
