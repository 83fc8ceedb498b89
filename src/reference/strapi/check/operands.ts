/**
 * Implements departures in the operands of filters. If an object or a list stands in place of a value, the real server
 * compares the object or list as a text.
 */
import { type CheckContext, report } from '../../check/context.ts'
import { refuseOperand } from '../../check/filters/faults.ts'
import { checkRun, checkTest, type Subject } from '../../check/filters/operands.ts'
import { columnAsRead } from '../../names/columns.ts'
import { objectText, textOfList } from '../../names/filters.ts'
import { OPERATORS, type TestOperator } from '../../operators/operators.ts'
import { OPERANDS } from '../../operators/record.ts'
import type { FilterSyntax } from '../../parse/syntax.ts'
import { validation } from '../../refusal.ts'
import type { ScalarType } from '../../schema/schema.ts'
import { NUMBER_TYPES } from '../../values.ts'
import { castBefore } from '../releases/names.ts'
import * as failure from './failures.ts'

/**
 * Returns whether a list of values may contain an object, as on the real server (recordings filter-relations-076,
 * qs-024, qs-025).
 */
export const takesObjects = ({ has }: CheckContext): boolean => has('object-operand')

/**
 * Returns whether an object may stand in place of a single operand, for operators that compare texts or lists (case
 * quirks.malformed.object.relation-in).
 */
export const takesObjectFor = (key: TestOperator, context: CheckContext): boolean =>
  takesObjects(context) && readsObject(key)

const readsObject = (key: TestOperator): boolean => OPERANDS[OPERATORS[key].takes].readsObject

/** The text that the database compares in place of an object. */
export interface ObjectText {
  readonly text: string
  /** Whether the database treats the text like an object. */
  readonly isObject: boolean
}

/**
 * Returns the text that the database compares in place of an object; null if the server refuses the request. A text
 * operator compares the text `[object Object]`. For other operators, the database decides the text (decision
 * `objects`; recordings filters-250, more-object-equal).
 */
export function textOfObject(
  key: TestOperator,
  value: FilterSyntax,
  context: CheckContext,
): ObjectText | null {
  const { alone, listed } = context.database.objects
  if (takesObjectFor(key, context))
    return OPERATORS[key].takes === 'text'
      ? { text: '[object Object]', isObject: false }
      : { text: listed(objectText(value)), isObject: true }
  const text = alone(objectText(value))
  return text === null ? null : { text, isObject: true }
}

/** Returns the text that the database compares in place of an object in a list of operands (decision `objects`). */
export const textInList = (value: FilterSyntax, { database }: CheckContext): string =>
  database.objects.listed(objectText(value))

/**
 * Returns whether the profile reads a list inside a list of operands as one text, as the real server does (cases
 * quirks.malformed.list.text, quirks.malformed.list.id).
 */
export const readsNestedLists = ({ has }: CheckContext): boolean => has('nested-list-text')

/** Checks a list that is an operand in a list of operands. The real server converts the inner list to one text. */
export function checkNestedList(
  key: TestOperator,
  items: readonly FilterSyntax[],
  subject: Subject,
  context: CheckContext,
): void {
  // In a list of ids, an object equals no id. The database cannot compare an object as a single operand (case
  // quirks.malformed.nested.id-object).
  const column = columnAsRead(subject.column, context)
  if (column === 'id' && !readsObject(key) && items.some(holdsObject))
    refuseOperand(key, subject, 'object', 'query.run', context)
  checkListText(subject, key, textOfList(items, column), context)
}

/**
 * Returns whether an item of a list is or contains an object, at any depth. The limit on nested brackets bounds the
 * recursion depth.
 */
const holdsObject = (item: FilterSyntax): boolean =>
  item.kind === 'map' || (item.kind === 'list' && item.items.some(holdsObject))

/**
 * Checks the text that stands in place of a list of operands. The server cannot cast the text of a list to a number,
 * a date or a time (case quirks.malformed.list.date).
 */
function checkListText(subject: Subject, key: TestOperator, text: string, context: CheckContext): void {
  const { path } = subject
  const column = columnAsRead(subject.column, context)
  // The server does not cast operands of text operators or of ids.
  if (typeof column === 'string' || !OPERANDS[OPERATORS[key].takes].isCast)
    return checkRun(subject, key, [text], context)
  // Releases before 5.48.0 convert a list of one number to the number.
  if (NUMBER_TYPES.has(column.type) && !parsesLists(column.type, text, context)) {
    const message = `Invalid value at ${path} ${key}: expected a value, not a list`
    return report('query.filters', failure.ofNestedList('filters.shape', message), context)
  }
  const message = LIST_MESSAGES[column.type]
  if (message === undefined) checkTest(subject, key, [text], context)
  else report('query.filters', validation('filters.cast', message), context)
}

const parsesLists = (type: ScalarType, text: string, { has }: CheckContext): boolean =>
  has('numbers-parsed-strictly-500') && castBefore(type, text, has).ok

/** The error messages of the real server about a list in place of a date or a time. */
const LIST_MESSAGES: Readonly<Partial<Record<ScalarType, string>>> = {
  date: 'Invalid format, expected yyyy-MM-dd',
  time: 'Expected a string, got a object',
}

/**
 * Reports a list inside a list of ids in a filter, if the database would fail at it. The server does not cast ids, so
 * an inner list stays a list. The database fails if the items of a list of ids do not all have the shape of the first
 * item (cases quirks.malformed.list.id, quirks.malformed.list.id-last).
 */
export function checkListsOfIds(
  key: TestOperator,
  items: readonly FilterSyntax[],
  id: Subject,
  context: CheckContext,
): void {
  const lists = items.filter((item) => item.kind === 'list')
  if (lists.length === 0 || !readsNestedLists(context)) return
  const isSound = ({ items: [only, ...others] }: (typeof lists)[number]): boolean =>
    only !== undefined && only.kind !== 'list' && others.length === 0
  if (OPERATORS[key].takes !== 'pair' && items[0]?.kind === 'list' && lists.every(isSound)) return
  const message = `Invalid value at ${id.path} ${key}: expected a value, not a list`
  report('query.run', failure.ofNestedList('filters.shape', message), context)
}
