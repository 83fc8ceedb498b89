/** The operand of a column: a value, a list of values, or operators with theirs. */
import { objectText, textOfList } from '../names/filters.ts'
import {
  IMPLICIT,
  isGroupOperator,
  isOperator,
  isTestOperator,
  OPERANDS,
  OPERATORS,
  type Takes,
  type TestOperator,
} from '../operators.ts'
import type { FilterEntry, FilterSyntax } from '../parse/syntax.ts'
import { crash } from '../refusal.ts'
import { type CheckContext, neverRun, report } from './context.ts'
import { refuseOperand } from './filters/faults.ts'
import { checkList, checkRun, checkSuperset, checkTest, type Subject } from './filters/operands.ts'

export function checkColumn(subject: Subject, value: FilterSyntax, context: CheckContext): void {
  switch (value.kind) {
    case 'value':
      return checkTest(subject, IMPLICIT.value, [value.value], context)
    case 'list':
      return checkListOperand(IMPLICIT.list, value.items, subject, context)
    case 'map':
      return checkOperators(value.entries, subject, context)
  }
}

function checkOperators(entries: readonly FilterEntry[], subject: Subject, context: CheckContext): void {
  for (const entry of entries) checkColumnKey(subject, entry, context)
}

export function checkColumnKey(subject: Subject, { key, value }: FilterEntry, context: CheckContext): void {
  if (key === '$not') {
    if (value.kind !== 'list') return checkColumn(subject, value, context)
    for (const item of value.items)
      if (item.kind === 'list') checkNested(IMPLICIT.value, item.items, subject, context)
      else checkColumn(subject, item, context)
    return
  }
  if (isTestOperator(key)) return checkOperator(subject, key, value, context)
  if (key === '$jsonSupersetOf') {
    if (value.kind === 'map') checkOperators(value.entries, subject, neverRun(context))
    return checkSuperset(subject, value.kind === 'value' ? value.value : null, context)
  }
  const message = `Invalid key ${key} at ${subject.path}: expected an operator`
  const quirk = isGroupOperator(key) ? 'group-not-array-500' : 'sibling-key-500'
  report('query.filters', crash(quirk, 'filters.shape', message), context)
}

/** One operator of a column with an operand of whatever shape. */
type CheckOperand = (subject: Subject, key: TestOperator, value: FilterSyntax, context: CheckContext) => void

const checkOperator: CheckOperand = (subject, key, value, context) =>
  CHECKS[OPERATORS[key].takes](subject, key, value, context)

const CHECKS: { readonly [takes in Takes]: CheckOperand } = {
  // Everything is true or false, but the operators in an object have to be sound.
  flag: (subject, _key, value, context) => {
    const items = value.kind === 'list' ? value.items : [value]
    for (const item of items)
      if (item.kind === 'map') checkOperators(item.entries, subject, neverRun(context))
  },
  value: checkEach,
  text: checkEach,
  list: (subject, key, value, context) => {
    if (value.kind === 'list') checkListOperand(key, value.items, subject, context)
    else checkOne(subject, key, value, context)
  },
  pair: (subject, key, value, context) => {
    const isPair = value.kind === 'list' && value.items.length === 2
    if (isPair) checkListOperand(key, value.items, subject, context)
    else refuseArity(subject, key, value, context)
  },
}

/** A value, or a list of values for as many tests. */
function checkEach(subject: Subject, key: TestOperator, value: FilterSyntax, context: CheckContext): void {
  if (value.kind !== 'list') return checkOne(subject, key, value, context)
  for (const item of value.items)
    if (item.kind === 'list') checkNested(key, item.items, subject, context)
    else checkOne(subject, key, item, context)
}

type OneSyntax = Exclude<FilterSyntax, { readonly kind: 'list' }>

function checkOne(subject: Subject, key: TestOperator, value: OneSyntax, context: CheckContext): void {
  if (value.kind === 'value') return checkTest(subject, key, [value.value], context)
  // The operators in an object are never applied: an operand of theirs may fail, but no comparison with it.
  checkOperators(value.entries, subject, neverRun(context))
  checkObject(subject, key, value, context)
}

/** An object of operators in the place of a value: a text to some databases, and a fault to others. */
function checkObject(subject: Subject, key: TestOperator, value: FilterSyntax, context: CheckContext): void {
  const { takes } = OPERATORS[key]
  const { alone, listed } = context.database.objects
  const json = objectText(value)
  if (context.has('object-operand') && readsObject(key))
    return takes === 'text'
      ? checkTest(subject, key, ['[object Object]'], context)
      : checkRun(subject, key, [listed(json)], context, true)
  const text = alone(json)
  if (text === null) return refuseOperand(key, subject, 'object', 'query.run', context)
  checkRun(subject, key, [text], context, true)
}

function refuseArity(subject: Subject, key: TestOperator, value: FilterSyntax, context: CheckContext): void {
  if (value.kind === 'map')
    for (const entry of value.entries) checkColumnKey(subject, entry, neverRun(context))
  else if (value.kind === 'list') checkListOperand(key, value.items, subject, neverRun(context))
  else checkTest(subject, key, [value.value], context)
  const message = `Invalid value at ${subject.path} ${key}: expected a list of two values`
  report('query.run', crash('between-arity-500', OPERATORS[key].rule, message), context)
}

/** A list of values for one operator. An object among them equals no value; a list counts as its text. */
function checkListOperand(
  key: TestOperator,
  items: readonly FilterSyntax[],
  subject: Subject,
  context: CheckContext,
): void {
  for (const item of items) {
    if (item.kind === 'value') checkTest(subject, key, [item.value], context)
    else if (item.kind === 'list') checkNested(key, item.items, subject, context)
    else if (!context.has('object-operand')) refuseOperand(key, subject, 'object', 'filters.unknown', context)
    else {
      checkUnapplied(item.entries, subject, context)
      checkRun(subject, key, [context.database.objects.listed(objectText(item))], context, true)
    }
  }
  if (subject.column === 'id') checkIdLists(key, items, subject, context)
}

/** Operands are not cast for ids: a list stays a list among ids, and the first item tells the shape of the others. */
function checkIdLists(
  key: TestOperator,
  items: readonly FilterSyntax[],
  id: Subject,
  context: CheckContext,
): void {
  const lists = items.filter((item) => item.kind === 'list')
  if (lists.length === 0 || !context.has('nested-list-text')) return
  const isSound = ({ items: [only, ...others] }: (typeof lists)[number]): boolean =>
    only !== undefined && only.kind !== 'list' && others.length === 0
  if (OPERATORS[key].takes !== 'pair' && items[0]?.kind === 'list' && lists.every(isSound)) return
  const message = `Invalid value at ${id.path} ${key}: expected a value, not a list`
  report('query.run', crash('nested-list-text', 'filters.shape', message), context)
}

/** Whether the operator reads an object in the place of a value as a text. */
export const readsObject = (key: TestOperator): boolean => OPERANDS[OPERATORS[key].takes].readsObject

/** A list of row ids of a relation. An object among them is no id, and the real server accepts it. */
export function checkIdList(
  key: TestOperator,
  items: readonly FilterSyntax[],
  id: Subject,
  context: CheckContext,
): void {
  for (const item of items) {
    if (item.kind === 'value') checkTest(id, key, [item.value], context)
    else if (item.kind === 'list') checkNested(key, item.items, id, context)
    else if (!context.has('object-operand')) refuseOperand(key, id, 'object', 'filters.unknown', context)
    else checkObject(id, key, item, context)
  }
  if (OPERATORS[key].takes === 'list') checkIdLists(key, items, id, context)
}

/** Depth is that of brackets. */
const holdsObject = (item: FilterSyntax): boolean =>
  item.kind === 'map' || (item.kind === 'list' && item.items.some(holdsObject))

/** A list inside a list of values. */
function checkNested(
  key: TestOperator,
  items: readonly FilterSyntax[],
  subject: Subject,
  context: CheckContext,
): void {
  if (!context.has('nested-list-text')) return refuseOperand(key, subject, 'list', 'filters.unknown', context)
  // In a list of ids an object equals no id; by itself it cannot be compared.
  if (subject.column === 'id' && !readsObject(key) && items.some(holdsObject))
    refuseOperand(key, subject, 'object', 'query.run', context)
  checkList(subject, key, textOfList(items, subject.column), context)
}

/**
 * An object in the place of a value may hold operators and nothing else. The real server never applies them: an operand
 * of theirs may fail, but no comparison with it.
 */
function checkUnapplied(entries: readonly FilterEntry[], subject: Subject, context: CheckContext): void {
  for (const entry of entries) {
    const isApplicable = isOperator(entry.key) && !isGroupOperator(entry.key)
    if (isApplicable) checkColumnKey(subject, entry, neverRun(context))
    else refuseOperand(entry.key, subject, 'object', 'query.filters', context)
  }
}
