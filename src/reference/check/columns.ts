/**
 * Checks what `filters` compares a column with: a value, a list of values, or an object of operators with their
 * operands.
 */
import { columnAsRead } from '../names/columns.ts'
import {
  IMPLICIT,
  isGroupOperator,
  isOperator,
  isTestOperator,
  OPERATORS,
  type TestOperator,
} from '../operators/operators.ts'
import type { Takes } from '../operators/record.ts'
import type { FilterEntry, FilterSyntax } from '../parse/syntax.ts'
import * as failure from '../strapi/check/failures.ts'
import * as real from '../strapi/check/operands.ts'
import { type CheckContext, neverRun, report } from './context.ts'
import { refuseOperand } from './filters/faults.ts'
import { checkRun, checkSuperset, checkTest, type Subject } from './filters/operands.ts'

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
  const failureOf = isGroupOperator(key) ? failure.ofGroup : failure.ofSibling
  report('query.filters', failureOf('filters.shape', message), context)
}

/** Checks the operand of one operator on a column. The operand of the operator may be a value, a list or an object. */
type CheckOperand = (subject: Subject, key: TestOperator, value: FilterSyntax, context: CheckContext) => void

const checkOperator: CheckOperand = (subject, key, value, context) =>
  CHECKS[OPERATORS[key].takes](subject, key, value, context)

const CHECKS: { readonly [takes in Takes]: CheckOperand } = {
  // An operator such as `$null` reads every operand as true or false. If the operand is an object, the operators in
  // the object must still be valid.
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

/**
 * Checks an operand that is a value, or each item of an operand that is a list, because the operator applies to each
 * item separately.
 */
function checkEach(subject: Subject, key: TestOperator, value: FilterSyntax, context: CheckContext): void {
  if (value.kind !== 'list') return checkOne(subject, key, value, context)
  for (const item of value.items)
    if (item.kind === 'list') checkNested(key, item.items, subject, context)
    else checkOne(subject, key, item, context)
}

type OneSyntax = Exclude<FilterSyntax, { readonly kind: 'list' }>

function checkOne(subject: Subject, key: TestOperator, value: OneSyntax, context: CheckContext): void {
  if (value.kind === 'value') return checkTest(subject, key, [value.value], context)
  // If an object of operators stands where a value is expected, the real server never applies these operators. The
  // server only casts the operands of these operators, and the cast may fail.
  checkOperators(value.entries, subject, neverRun(context))
  checkObject(subject, key, value, context)
}

/** Checks an object of operators that stands where `filters` expects a value. */
function checkObject(subject: Subject, key: TestOperator, value: FilterSyntax, context: CheckContext): void {
  const object = real.textOfObject(key, value, context)
  if (object === null) return refuseOperand(key, subject, 'object', 'query.run', context)
  checkRun(subject, key, [object.text], context, object.isObject)
}

function refuseArity(subject: Subject, key: TestOperator, value: FilterSyntax, context: CheckContext): void {
  if (value.kind === 'map')
    for (const entry of value.entries) checkColumnKey(subject, entry, neverRun(context))
  else if (value.kind === 'list') checkListOperand(key, value.items, subject, neverRun(context))
  else checkTest(subject, key, [value.value], context)
  const message = `Invalid value at ${subject.path} ${key}: expected a list of two values`
  report('query.run', failure.ofPair(OPERATORS[key].rule, message), context)
}

/** Checks a list of values under one operator. */
function checkListOperand(
  key: TestOperator,
  items: readonly FilterSyntax[],
  subject: Subject,
  context: CheckContext,
): void {
  for (const item of items) {
    if (item.kind === 'value') checkTest(subject, key, [item.value], context)
    else if (item.kind === 'list') checkNested(key, item.items, subject, context)
    else if (!real.takesObjects(context)) refuseOperand(key, subject, 'object', 'filters.unknown', context)
    else {
      checkUnapplied(item.entries, subject, context)
      checkRun(subject, key, [real.textInList(item, context)], context, true)
    }
  }
  if (columnAsRead(subject.column, context) === 'id') real.checkListsOfIds(key, items, subject, context)
}

/**
 * Checks a list of row ids of a relation. The reference refuses an object in a list of ids; the real server accepts
 * such an object.
 */
export function checkIdList(
  key: TestOperator,
  items: readonly FilterSyntax[],
  id: Subject,
  context: CheckContext,
): void {
  for (const item of items) {
    if (item.kind === 'value') checkTest(id, key, [item.value], context)
    else if (item.kind === 'list') checkNested(key, item.items, id, context)
    else if (!real.takesObjects(context)) refuseOperand(key, id, 'object', 'filters.unknown', context)
    else checkObject(id, key, item, context)
  }
  if (OPERATORS[key].takes === 'list') real.checkListsOfIds(key, items, id, context)
}

/** Checks a list that is an item of a list of operands. */
function checkNested(
  key: TestOperator,
  items: readonly FilterSyntax[],
  subject: Subject,
  context: CheckContext,
): void {
  if (real.readsNestedLists(context)) real.checkNestedList(key, items, subject, context)
  else refuseOperand(key, subject, 'list', 'filters.unknown', context)
}

/**
 * Checks an object that is an item of a list of operands. Such an object may contain only operators other than `$and`
 * and `$or`, which the real server never applies.
 */
function checkUnapplied(entries: readonly FilterEntry[], subject: Subject, context: CheckContext): void {
  for (const entry of entries) {
    const isApplicable = isOperator(entry.key) && !isGroupOperator(entry.key)
    if (isApplicable) checkColumnKey(subject, entry, neverRun(context))
    else refuseOperand(entry.key, subject, 'object', 'query.filters', context)
  }
}
