/** The operand of a scalar attribute: a value, a list of values, or operators with theirs. */
import { isGroupOperator, isOperator, isTestOperator, OPERATORS, type TestOperator } from '../operators.ts'
import { booleanText } from '../parse/populate.ts'
import type { FilterEntry, FilterSyntax } from '../parse/syntax.ts'
import { crash, type Report } from '../refusal.ts'
import type { Column } from './column.ts'
import {
  checkNames,
  dropped,
  type FilterContext,
  isIdKey,
  isOpaque,
  notAValue,
  type Place,
  unknownKey,
} from './filter-place.ts'
import { noRow, nullTest, planTest } from './operand.ts'
import { ALWAYS, type Condition } from './plan.ts'
import { supersetTest } from './postgres.ts'

/** The operand of a scalar attribute: a value, a list of values, or operators. */
export function onColumn(
  column: Column,
  value: FilterSyntax,
  place: Place,
  context: FilterContext,
): Condition {
  switch (value.kind) {
    case 'value':
      context.cite('filters.implicit')
      return planTest(column, '$eq', [value.value], context)
    case 'list':
      context.cite('filters.implicit')
      return listOperand('$in', value.items, column, place, context)
    case 'map':
      if (value.entries.length > 1) context.cite('filters.all')
      return { kind: 'all', of: value.entries.map((entry) => columnMember(column, entry, place, context)) }
  }
}

export function columnMember(
  column: Column,
  { key, value }: FilterEntry,
  place: Place,
  context: FilterContext,
): Condition {
  if (key === '$not') {
    context.cite('filters.op.$not')
    return value.kind === 'list'
      ? spread('$not', value.items, column, place, context)
      : not(onColumn(column, value, place, context))
  }
  if (isOpaque(key, value, place)) return dropped(key, place, context)
  if (isTestOperator(key)) return operator(column, key, value, place, context)
  if (key === '$jsonSupersetOf') {
    if (context.has('json-superset'))
      return supersetTest(column, value.kind === 'value' ? value.value : null, context)
    const message = `Invalid key $jsonSupersetOf at ${column.path}: only a PostgreSQL database can answer it`
    context.report('query.run', crash('json-superset-500', 'filters.op.$jsonSupersetOf', message))
    return ALWAYS
  }
  checkSibling(column, { key, value }, place, context)
  return ALWAYS
}

/** A key below a scalar attribute that is no test: an unknown name, or one that has no business there. */
function checkSibling(
  column: Column,
  { key, value }: FilterEntry,
  place: Place,
  context: FilterContext,
): void {
  const attribute = place.model.attributes.get(key)
  const isName = attribute !== undefined || key === 'id' || key === 'documentId'
  if (!isName && !isOperator(key)) return unknownKey(key, place, context)
  if (attribute !== undefined) checkNames({ kind: 'map', entries: [{ key, value }] }, place, context)
  else checkNames(value, place, context)
  const message = `Invalid key ${key} at ${column.path}: expected an operator`
  context.report(
    'query.filters',
    crash(isGroupOperator(key) ? 'group-not-array-500' : 'sibling-key-500', 'filters.shape', message),
  )
}

/** One operator of a column with an operand of whatever shape. */
export function operator(
  column: Column,
  key: TestOperator,
  value: FilterSyntax,
  place: Place,
  context: FilterContext,
): Condition {
  const meaning = OPERATORS[key]
  if (meaning.on === 'null') {
    context.cite(meaning.rule)
    return nullTest(column, meaning.wantsNull === isTrue(value))
  }
  if (key === '$between' && !(value.kind === 'list' && value.items.length === 2)) {
    checkNames(value, place, context)
    const message = `Invalid value at ${column.path} $between: expected a list of two values`
    if (value.kind !== 'map') planTest(column, '$between', texts(value), context)
    context.report('query.run', crash('between-arity-500', 'filters.op.$between', message))
    return ALWAYS
  }
  switch (value.kind) {
    case 'value':
      return planTest(column, key, [value.value], context)
    case 'list':
      checkNames(value, place, context)
      if (meaning.on !== 'list') return spread(key, value.items, column, place, context)
      return listOperand(key, value.items, column, place, context)
    case 'map':
      return nestedOperand(column, key, value.entries, place, context)
  }
}

/** `$null=false` turns the operator around; only the empty text, nothing, and the false texts are false. */
function isTrue(value: FilterSyntax): boolean {
  if (value.kind !== 'value') return true
  return booleanText(value.value) ?? (value.value !== null && value.value !== '')
}

const texts = (value: FilterSyntax): readonly (string | null)[] => {
  if (value.kind === 'value') return [value.value]
  return value.kind === 'list'
    ? value.items.flatMap((item) => (item.kind === 'value' ? [item.value] : []))
    : []
}

/** An operator that takes one value, given several: some of them, or, for a negative operator, none of them. */
function spread(
  key: TestOperator | '$not',
  items: readonly FilterSyntax[],
  column: Column,
  place: Place,
  context: FilterContext,
): Condition {
  context.cite('filters.list-operand')
  const of = items.map((item) =>
    key === '$not'
      ? not(onColumn(column, item, place, context))
      : operator(column, key, item, place, context),
  )
  const excludes = isNegative(key) && !context.has('ne-array-or')
  return { kind: excludes ? 'all' : 'any', of }
}

function isNegative(key: TestOperator | '$not'): boolean {
  if (key === '$not') return true
  const meaning = OPERATORS[key]
  return (meaning.on === 'text' || meaning.on === 'value') && meaning.negative
}

/** `[$eq][$eq]=x`: an object where a value belongs. */
function nestedOperand(
  column: Column,
  key: TestOperator,
  entries: readonly FilterEntry[],
  place: Place,
  context: FilterContext,
): Condition {
  for (const entry of entries) columnMember(column, entry, place, context)
  if (OPERATORS[key].on === 'text' && context.has('object-operand')) {
    return planTest(column, key, ['[object Object]'], context)
  }
  notAValue(key, column, 'object', 'query.run', context)
  return ALWAYS
}

export const not = (of: Condition): Condition => ({ kind: 'not', of })

/** A list of values for `$in` and its like. An object among them equals no value; a list among them cannot be. */
function listOperand(
  key: TestOperator,
  items: readonly FilterSyntax[],
  column: Column,
  place: Place,
  context: FilterContext,
): Condition {
  const values: (string | null)[] = []
  for (const item of items) {
    if (item.kind === 'value') values.push(item.value)
    else if (item.kind === 'list') notAValue(key, column, 'list', 'query.run', context)
    else if (!context.has('object-operand')) notAValue(key, column, 'object', 'filters.unknown', context)
    else checkOperators(item.entries, column, place, context)
  }
  return values.length === 0 && items.length > 0 ? noRow : planTest(column, key, values, context)
}

/** An object where a value belongs may hold operators, which the real server never applies, and nothing else. */
function checkOperators(
  entries: readonly FilterEntry[],
  column: Column,
  place: Place,
  context: FilterContext,
): void {
  for (const entry of entries) {
    const isKnown = isOperator(entry.key) || place.model.attributes.has(entry.key) || isIdKey(entry.key)
    const isApplicable = isTestOperator(entry.key) || entry.key === '$not'
    if (isApplicable) columnMember(column, entry, place, unapplied(context))
    else if (isKnown && !isOpaque(entry.key, entry.value, place))
      notAValue(entry.key, column, 'object', 'query.filters', context)
  }
}

/** Operators that are only read, never applied, fail for what they are given but not for how they would use it. */
function unapplied(context: FilterContext): FilterContext {
  const report: Report = (stage, refusal) => {
    if (stage !== 'query.run') context.report(stage, refusal)
  }
  return { ...context, report }
}
