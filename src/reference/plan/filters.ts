/**
 * Converts `filters` to a condition of the plan. Each syntax form of `filters` becomes one of five kinds of
 * conditions. A filter that has no effect becomes a condition that is always true.
 */

import { columnAsRead, columnNamed } from '../names/columns.ts'
import { isIdKey, isTrue, objectText, textOfList } from '../names/filters.ts'
import {
  type ComparingOperator,
  IMPLICIT,
  isFlagOperator,
  isGroupOperator,
  isTestOperator,
  LOGICAL,
  OPERATORS,
  type TestOperator,
} from '../operators/operators.ts'
import { OPERANDS } from '../operators/record.ts'
import type { FilterEntry, FilterSyntax } from '../parse/syntax.ts'
import type { Attribute, Column, Model } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import { withoutCollisions } from '../strapi/plan/collisions.ts'
import * as real from '../strapi/plan/filters.ts'
import { flagTest, noRow, planTest, supersetTest } from './operand.ts'
import { ALWAYS, type Condition } from './plan.ts'
import { type PlaceContext, stepThrough } from './step.ts'

/** Plans `filters`, at the root or inside a populated attribute. */
export function planFilters(written: FilterSyntax, model: Model, place: PlaceContext): Condition {
  const filters = real.appliedFilters(written, model, place)
  if (real.findsNothing(filters, place)) return noRow('id', IMPLICIT.list)
  return withoutCollisions(filters.kind === 'map' ? members(filters.entries, model, place) : ALWAYS, place)
}

/** Returns the condition of a filter object, whose members must all be true. */
const members = (entries: readonly FilterEntry[], model: Model, place: PlaceContext): Condition => ({
  kind: 'all',
  of: entries.map((entry) => member(entry, model, place)),
})

const not = (of: Condition): Condition => ({ kind: 'not', of })

/** Returns the condition of one member of a filter object: an attribute, an id, `$and`, `$or` or `$not`. */
function member({ key, value }: FilterEntry, model: Model, place: PlaceContext): Condition {
  const attribute = model.attributes.get(key)
  if (attribute !== undefined) return onAttribute(attribute, value, place)
  if (isIdKey(key)) return onColumn(key, value, place)
  if (key === '$not')
    return value.kind === 'map' ? not(members(value.entries, model, place)) : negated(value, model, place)
  if (value.kind !== 'list') return ALWAYS
  const of = value.items.flatMap((item) =>
    item.kind === 'map' ? [members(item.entries, model, place)] : listed(item, model, place),
  )
  return isGroupOperator(key) ? { kind: LOGICAL[key].joins, of, group: key } : ALWAYS
}

/**
 * Returns the conditions in a list that stands in place of an object of conditions, or in an item of such a list.
 * Each name in a list of conditions is a column, and the operands of the column are not cast. A list item without
 * conditions adds no condition to the plan.
 */
function listed(value: FilterSyntax, model: Model, place: PlaceContext): readonly Condition[] {
  switch (value.kind) {
    case 'value':
      return []
    case 'list':
      return joined(
        'all',
        value.items.flatMap((item) => listed(item, model, place)),
      )
    case 'map':
      return joined(
        'all',
        value.entries.flatMap((entry) => listedMember(entry, model, place)),
      )
  }
}

function listedMember({ key, value }: FilterEntry, model: Model, place: PlaceContext): readonly Condition[] {
  if (key === '$not') return listed(value, model, place).map(not)
  if (isGroupOperator(key) && value.kind === 'list')
    return joined(
      LOGICAL[key].joins,
      value.items.flatMap((item) => listed(item, model, place)),
    )
  const column = columnNamed(key, model)
  return column === undefined ? [] : [onColumn(column, value, { ...place, isUncast: true })]
}

const joined = (kind: 'all' | 'any', of: readonly Condition[]): readonly Condition[] =>
  of.length === 0 ? [] : [{ kind, of }]

const negated = (value: FilterSyntax, model: Model, place: PlaceContext): Condition => ({
  kind: 'all',
  of: listed(value, model, place).map(not),
})

function onAttribute(attribute: Attribute, value: FilterSyntax, place: PlaceContext): Condition {
  switch (attribute.kind) {
    case 'scalar':
      return attribute.type === 'password' ? ALWAYS : onColumn(attribute, value, place)
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

/**
 * Returns the condition for a filter on linked rows. The filter contains conditions on the linked row, or compares
 * the id of the linked row.
 */
function onLinked(value: FilterSyntax, target: Model, place: PlaceContext): Condition {
  if (value.kind !== 'map') return onColumn('id', value, place)
  const operator = value.entries.find(({ key }) => isTestOperator(key) || key === '$not')
  return operator === undefined ? members(value.entries, target, place) : columnMember('id', operator, place)
}

/** Returns the condition for a filter on a column: a value, a list of values, or an object of operators. */
export function onColumn(column: Column, value: FilterSyntax, place: PlaceContext): Condition {
  switch (value.kind) {
    case 'value':
      return planTest(column, IMPLICIT.value, [value.value], place)
    case 'list':
      return listTest(column, IMPLICIT.list, value.items, place)
    case 'map':
      return { kind: 'all', of: value.entries.map((entry) => columnMember(column, entry, place)) }
  }
}

function columnMember(column: Column, { key, value }: FilterEntry, place: PlaceContext): Condition {
  if (key === '$not') {
    if (value.kind !== 'list') return not(onColumn(column, value, place))
    const items = value.items.map((item) =>
      not(onColumn(column, asValue(item, columnAsRead(column, place)), place)),
    )
    return spread(true, items, place)
  }
  if (isTestOperator(key)) return operatorTest(column, key, value, place)
  if (key !== '$jsonSupersetOf' || value.kind !== 'value') return ALWAYS
  return supersetTest(column, value.value, place)
}

/**
 * Returns the condition of one filter operator on a column. The operand of the operator may be a value, a list of
 * values, or an object.
 */
function operatorTest(
  column: Column,
  key: TestOperator,
  value: FilterSyntax,
  place: PlaceContext,
): Condition {
  if (isFlagOperator(key)) return flagTest(column, key, isTrue(value))
  const record = OPERATORS[key]
  switch (record.takes) {
    case 'list':
    case 'pair':
      return listTest(column, key, value.kind === 'list' ? value.items : [value], place)
    case 'text':
    case 'value': {
      if (value.kind === 'value') return planTest(column, key, [value.value], place)
      if (value.kind === 'map') return objectTest(column, key, value, place)
      const tests = value.items.map((item) =>
        operatorTest(
          column,
          key,
          OPERANDS[record.takes].isCast ? asValue(item, columnAsRead(column, place)) : item,
          place,
        ),
      )
      return spread(record.negative, tests, place)
    }
  }
}

/**
 * Returns the test of an operator for single values, if its operand is an object. If the operand of a text operator
 * is an object, the operator compares the text `[object Object]`, like JavaScript.
 */
function objectTest(
  column: Column,
  key: ComparingOperator,
  value: FilterSyntax,
  place: PlaceContext,
): Condition {
  if (OPERATORS[key].takes === 'text') return planTest(column, key, ['[object Object]'], place)
  const text = place.database.objects.alone(objectText(value))
  return text === null ? ALWAYS : planTest(column, key, [text], place)
}

/**
 * Combines the tests of the items of a list of operands. A row passes if at least one test is true; for a negative
 * operator, all tests must be true.
 */
const spread = (isNegative: boolean, of: readonly Condition[], place: PlaceContext): Condition => ({
  kind: isNegative && !real.needsOneOfNegatives(place) ? 'all' : 'any',
  of,
})

/**
 * Returns the test of an operator that takes a list of values. The operator compares an object in the list as a text.
 */
function listTest(
  column: Column,
  key: ComparingOperator,
  items: readonly FilterSyntax[],
  place: PlaceContext,
): Condition {
  const { listed } = place.database.objects
  const values = items
    .map((item) => asValue(item, columnAsRead(column, place)))
    .flatMap((item) =>
      item.kind === 'value' ? [item.value] : item.kind === 'map' ? [listed(objectText(item))] : [],
    )
  const isNever = values.length === 0 && items.length > 0 && !OPERATORS[key].negative
  return isNever ? noRow(column, key) : planTest(column, key, values, place)
}

/**
 * Converts a list in place of a single operand to its text. For ids, a list of two or more items stays a list, because
 * ids are compared without a cast.
 */
const asValue = (item: FilterSyntax, column: Column): FilterSyntax =>
  item.kind === 'list' && (column !== 'id' || item.items.length < 2)
    ? { kind: 'value', value: textOfList(item.items, column) }
    : item
