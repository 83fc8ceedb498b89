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
import { refuseOperand } from './filters/faults.ts'
import { checkList, checkRun, checkSuperset, checkTest, type Subject } from './filters/operands.ts'
import { type Judge, neverRun, notice } from './judge.ts'

export function checkColumn(subject: Subject, value: FilterSyntax, judge: Judge): void {
  switch (value.kind) {
    case 'value':
      return checkTest(subject, IMPLICIT.value, [value.value], judge)
    case 'list':
      return checkListOperand(IMPLICIT.list, value.items, subject, judge)
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
      if (item.kind === 'list') checkNested(IMPLICIT.value, item.items, subject, judge)
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
type CheckOperand = (subject: Subject, key: TestOperator, value: FilterSyntax, judge: Judge) => void

const checkOperator: CheckOperand = (subject, key, value, judge) =>
  CHECKS[OPERATORS[key].takes](subject, key, value, judge)

const CHECKS: { readonly [takes in Takes]: CheckOperand } = {
  // Every operand is read as true or false, but the operators in an object have to be sound.
  flag: (subject, _key, value, judge) => {
    const items = value.kind === 'list' ? value.items : [value]
    for (const item of items) if (item.kind === 'map') checkOperators(item.entries, subject, neverRun(judge))
  },
  value: checkEach,
  text: checkEach,
  list: (subject, key, value, judge) => {
    if (value.kind === 'list') checkListOperand(key, value.items, subject, judge)
    else checkOne(subject, key, value, judge)
  },
  pair: (subject, key, value, judge) => {
    const isPair = value.kind === 'list' && value.items.length === 2
    if (isPair) checkListOperand(key, value.items, subject, judge)
    else refuseArity(subject, key, value, judge)
  },
}

/** A value, or a list of values with a test for each. */
function checkEach(subject: Subject, key: TestOperator, value: FilterSyntax, judge: Judge): void {
  if (value.kind !== 'list') return checkOne(subject, key, value, judge)
  for (const item of value.items)
    if (item.kind === 'list') checkNested(key, item.items, subject, judge)
    else checkOne(subject, key, item, judge)
}

type OneSyntax = Exclude<FilterSyntax, { readonly kind: 'list' }>

function checkOne(subject: Subject, key: TestOperator, value: OneSyntax, judge: Judge): void {
  if (value.kind === 'value') return checkTest(subject, key, [value.value], judge)
  // The operators in an object are never applied: an operand of theirs may fail, but no comparison with it.
  checkOperators(value.entries, subject, neverRun(judge))
  checkObject(subject, key, value, judge)
}

/** An object of operators in the place of a value: a text to some databases, and a fault to others. */
function checkObject(subject: Subject, key: TestOperator, value: FilterSyntax, judge: Judge): void {
  const { takes } = OPERATORS[key]
  const { alone, listed } = judge.database.objects
  const json = objectText(value)
  if (judge.has('object-operand') && readsObject(key))
    return takes === 'text'
      ? checkTest(subject, key, ['[object Object]'], judge)
      : checkRun(subject, key, [listed(json)], judge, true)
  const text = alone(json)
  if (text === null) return refuseOperand(key, subject, 'object', 'query.run', judge)
  checkRun(subject, key, [text], judge, true)
}

function refuseArity(subject: Subject, key: TestOperator, value: FilterSyntax, judge: Judge): void {
  if (value.kind === 'map') for (const entry of value.entries) checkColumnKey(subject, entry, neverRun(judge))
  else if (value.kind === 'list') checkListOperand(key, value.items, subject, neverRun(judge))
  else checkTest(subject, key, [value.value], judge)
  const message = `Invalid value at ${subject.path} ${key}: expected a list of two values`
  notice('query.run', crash('between-arity-500', OPERATORS[key].rule, message), judge)
}

/** A list of values for one operator. An object among them equals no value; a list counts as its text. */
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

/** Operands are not cast for ids: a list stays a list among ids, and the first item tells the shape of the others. */
function checkIdLists(key: TestOperator, items: readonly FilterSyntax[], id: Subject, judge: Judge): void {
  const lists = items.filter((item) => item.kind === 'list')
  if (lists.length === 0 || !judge.has('nested-list-text')) return
  const isSound = ({ items: [only, ...others] }: (typeof lists)[number]): boolean =>
    only !== undefined && only.kind !== 'list' && others.length === 0
  if (OPERATORS[key].takes !== 'pair' && items[0]?.kind === 'list' && lists.every(isSound)) return
  const message = `Invalid value at ${id.path} ${key}: expected a value, not a list`
  notice('query.run', crash('nested-list-text', 'filters.shape', message), judge)
}

/** Whether the operator reads an object in the place of a value as a text. */
export const readsObject = (key: TestOperator): boolean => OPERANDS[OPERATORS[key].takes].readsObject

/** A list of row ids of a relation. An object among them is no id, and the real server accepts it. */
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
  if (OPERATORS[key].takes === 'list') checkIdLists(key, items, id, judge)
}

/** The limit on nested brackets bounds the depth. */
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
  // In a list of ids an object equals no id; by itself it cannot be compared.
  if (subject.column === 'id' && !readsObject(key) && items.some(holdsObject))
    refuseOperand(key, subject, 'object', 'query.run', judge)
  checkList(subject, key, textOfList(items, subject.column), judge)
}

/**
 * An object in the place of a value may hold operators and nothing else. The real server never applies them: an operand
 * of theirs may fail, but no comparison with it.
 */
function checkUnapplied(entries: readonly FilterEntry[], subject: Subject, judge: Judge): void {
  for (const entry of entries) {
    const isApplicable = isOperator(entry.key) && !isGroupOperator(entry.key)
    if (isApplicable) checkColumnKey(subject, entry, neverRun(judge))
    else refuseOperand(entry.key, subject, 'object', 'query.filters', judge)
  }
}
