/** The operand of a column: a value, a list of values, or operators with theirs. */
import { objectText, textOfList } from '../names/filters.ts'
import { isGroupOperator, isOperator, isTestOperator, OPERATORS, type TestOperator } from '../operators.ts'
import type { FilterEntry, FilterSyntax } from '../parse/syntax.ts'
import { crash } from '../refusal.ts'
import { refuseOperand } from './filters/faults.ts'
import { checkList, checkRun, checkSuperset, checkTest, type Subject } from './filters/operands.ts'
import { type Judge, neverRun, notice } from './judge.ts'

export function checkColumn(subject: Subject, value: FilterSyntax, judge: Judge): void {
  switch (value.kind) {
    case 'value':
      return checkTest(subject, '$eq', [value.value], judge)
    case 'list':
      return checkListOperand('$in', value.items, subject, judge)
    case 'map':
      return checkOperators(value.entries, subject, judge)
  }
}

function checkOperators(entries: readonly FilterEntry[], subject: Subject, judge: Judge): void {
  for (const entry of entries) checkColumnKey(subject, entry, judge)
}

export function checkColumnKey(subject: Subject, { key, value }: FilterEntry, judge: Judge): void {
  if (key === '$not') {
    if (value.kind !== 'list') return checkColumn(subject, value, judge)
    for (const item of value.items)
      if (item.kind === 'list') checkNested('$eq', item.items, subject, judge)
      else checkColumn(subject, item, judge)
    return
  }
  if (isTestOperator(key)) return checkOperator(subject, key, value, judge)
  if (key === '$jsonSupersetOf') {
    if (value.kind === 'map') checkOperators(value.entries, subject, neverRun(judge))
    return checkSuperset(subject, value.kind === 'value' ? value.value : null, judge)
  }
  const message = `Invalid key ${key} at ${subject.path}: expected an operator`
  const quirk = isGroupOperator(key) ? 'group-not-array-500' : 'sibling-key-500'
  notice('query.filters', crash(quirk, 'filters.shape', message), judge)
}

/** One operator of a column with an operand of whatever shape. */
function checkOperator(subject: Subject, key: TestOperator, value: FilterSyntax, judge: Judge): void {
  const { on } = OPERATORS[key]
  if (on === 'null') {
    const items = value.kind === 'list' ? value.items : [value]
    for (const item of items) if (item.kind === 'map') checkOperators(item.entries, subject, neverRun(judge))
    return
  }
  if (key === '$between' && !(value.kind === 'list' && value.items.length === 2))
    return refuseArity(subject, value, judge)
  switch (value.kind) {
    case 'value':
      return checkTest(subject, key, [value.value], judge)
    case 'list':
      if (on === 'list') return checkListOperand(key, value.items, subject, judge)
      for (const item of value.items)
        if (item.kind === 'list') checkNested(key, item.items, subject, judge)
        else checkOperator(subject, key, item, judge)
      return
    case 'map': {
      // What stands in an object is never applied: it fails for what it is given, not for how it would use it.
      checkOperators(value.entries, subject, neverRun(judge))
      return checkObject(subject, key, value, judge)
    }
  }
}

/** An object of operators where a value belongs: a text to some databases, and a fault to others. */
function checkObject(subject: Subject, key: TestOperator, value: FilterSyntax, judge: Judge): void {
  const { on } = OPERATORS[key]
  const { alone, listed } = judge.database.objects
  const json = objectText(value)
  if (judge.has('object-operand') && on === 'text') return checkTest(subject, key, ['[object Object]'], judge)
  if (judge.has('object-operand') && on === 'list') return checkRun(subject, key, [listed(json)], judge, true)
  const text = alone(json)
  if (text === null) return refuseOperand(key, subject, 'object', 'query.run', judge)
  checkRun(subject, key, [text], judge, true)
}

function refuseArity(subject: Subject, value: FilterSyntax, judge: Judge): void {
  if (value.kind === 'map') for (const entry of value.entries) checkColumnKey(subject, entry, neverRun(judge))
  else if (value.kind === 'list') checkListOperand('$between', value.items, subject, neverRun(judge))
  else checkTest(subject, '$between', [value.value], judge)
  const message = `Invalid value at ${subject.path} $between: expected a list of two values`
  notice('query.run', crash('between-arity-500', 'filters.op.$between', message), judge)
}

/** A list of values for `$in` and its like. An object among them equals no value; a list counts as its text. */
function checkListOperand(
  key: TestOperator,
  items: readonly FilterSyntax[],
  subject: Subject,
  judge: Judge,
): void {
  for (const item of items) {
    if (item.kind === 'value') checkTest(subject, key, [item.value], judge)
    else if (item.kind === 'list') checkNested(key, item.items, subject, judge)
    else if (!judge.has('object-operand')) refuseOperand(key, subject, 'object', 'filters.unknown', judge)
    else {
      checkUnapplied(item.entries, subject, judge)
      checkRun(subject, key, [judge.database.objects.listed(objectText(item))], judge, true)
    }
  }
  if (subject.column === 'id') checkIdLists(key, items, subject, judge)
}

/** Nothing is cast to an id: lists stand in a list of ids as they are, and the first item tells what the others are. */
function checkIdLists(key: TestOperator, items: readonly FilterSyntax[], id: Subject, judge: Judge): void {
  const lists = items.filter((item) => item.kind === 'list')
  if (lists.length === 0 || !judge.has('nested-list-text')) return
  const isSound = ({ items: [only, ...others] }: (typeof lists)[number]): boolean =>
    only !== undefined && only.kind !== 'list' && others.length === 0
  if (key !== '$between' && items[0]?.kind === 'list' && lists.every(isSound)) return
  const message = `Invalid value at ${id.path} ${key}: expected a value, not a list`
  notice('query.run', crash('nested-list-text', 'filters.shape', message), judge)
}

/** Whether an object may stand where the operator has a value: it is a text to these, and equals no value. */
export const takesText = (key: TestOperator): boolean =>
  key === '$in' || key === '$notIn' || OPERATORS[key].on === 'text'

/** A list of row ids of a relation. An object among them is no id, and no reason for the real server to complain. */
export function checkIdList(
  key: TestOperator,
  items: readonly FilterSyntax[],
  id: Subject,
  judge: Judge,
): void {
  for (const item of items) {
    if (item.kind === 'value') checkTest(id, key, [item.value], judge)
    else if (item.kind === 'list') checkNested(key, item.items, id, judge)
    else if (!judge.has('object-operand')) refuseOperand(key, id, 'object', 'filters.unknown', judge)
    else checkObject(id, key, item, judge)
  }
  if (OPERATORS[key].on === 'list') checkIdLists(key, items, id, judge)
}

/** Depth is that of brackets. */
const holdsObject = (item: FilterSyntax): boolean =>
  item.kind === 'map' || (item.kind === 'list' && item.items.some(holdsObject))

/** A list inside a list of values. */
function checkNested(
  key: TestOperator,
  items: readonly FilterSyntax[],
  subject: Subject,
  judge: Judge,
): void {
  if (!judge.has('nested-list-text')) return refuseOperand(key, subject, 'list', 'filters.unknown', judge)
  // In a list of ids an object is one that there is not; by itself it cannot be compared.
  if (subject.column === 'id' && !takesText(key) && items.some(holdsObject))
    refuseOperand(key, subject, 'object', 'query.run', judge)
  checkList(subject, key, textOfList(items, subject.column), judge)
}

/**
 * An object where a value belongs may hold operators, which the real server never applies, and nothing else. They fail
 * for what they are given, but not for how they would use it.
 */
function checkUnapplied(entries: readonly FilterEntry[], subject: Subject, judge: Judge): void {
  for (const entry of entries) {
    const isApplicable = isOperator(entry.key) && !isGroupOperator(entry.key)
    if (isApplicable) checkColumnKey(subject, entry, neverRun(judge))
    else refuseOperand(entry.key, subject, 'object', 'query.filters', judge)
  }
}
