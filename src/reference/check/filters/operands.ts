/** The operand of a test: can the value be what the column holds, and can the profile's database compare the two? */

import { OF_DATABASES, OPERANDS, OPERATORS, type OperatorRecord, type TestOperator } from '../../operators.ts'
import { crash, validation } from '../../refusal.ts'
import type { Column, ScalarType } from '../../schema/schema.ts'
import type { OperatorOnColumn } from '../../strapi/databases/database.ts'
import { castBefore } from '../../strapi/releases/names.ts'
import { NUMBER_TYPES } from '../../values.ts'
import { type CheckContext, report } from '../context.ts'

/** The column that a condition passes at, and the attribute names that lead to it, dotted. */
export interface Subject {
  readonly column: Column
  readonly path: string
}

/** One operator on one column, for its values; null is the absence of one. */
export function checkTest(
  subject: Subject,
  operator: TestOperator,
  operands: readonly (string | null)[],
  context: CheckContext,
): void {
  const given = operands.filter((operand) => operand !== null)
  checkRun(subject, operator, given, context)
  const { isCast } = OPERANDS[OPERATORS[operator].takes]
  if (isCast) for (const text of given) checkCast(subject, operator, text, context)
}

/** Whether the database can compare the column with these texts. */
export function checkRun(
  { column, path }: Subject,
  operator: TestOperator,
  operands: readonly string[],
  context: CheckContext,
  isObject = false,
): void {
  const on = comparedAs(OPERATORS[operator])
  if (on === undefined) return
  const type = typeof column === 'string' ? column : column.type
  if (!isNul(operands, context) && !context.database.errors({ type, on, operands, isObject })) return
  const message = `Invalid value at ${path} ${operator}: the database cannot compare it`
  report('query.run', crash('database', 'filters.cast', message), context)
}

/** How the database compares a column with operands; undefined for an operator that compares nothing. */
function comparedAs(record: OperatorRecord): OperatorOnColumn['on'] | undefined {
  switch (record.takes) {
    case 'flag':
      return undefined
    case 'value':
      return 'value'
    case 'text':
      return record.foldsCase ? 'lowered' : 'text'
    case 'list':
    case 'pair':
      return 'list'
  }
}

/** Whether the database fails at the character U+0000 in one of the texts. */
export const isNul = (texts: readonly string[], { database }: Pick<CheckContext, 'database'>): boolean =>
  database.nul === 'fails' && texts.some((text) => text.includes('\u0000'))

/** A list inside a list of values, read as its text. Numbers, dates and times cannot be read from a list. */
export function checkList(
  subject: Subject,
  operator: TestOperator,
  text: string,
  context: CheckContext,
): void {
  const { column, path } = subject
  // Neither the operand of a text operator nor one that is compared with an id is cast.
  if (typeof column === 'string' || !OPERANDS[OPERATORS[operator].takes].isCast)
    return checkRun(subject, operator, [text], context)
  const message = `Invalid value at ${path} ${operator}: expected a value, not a list`
  const refusal = crash('nested-list-text', 'filters.shape', message)
  if (NUMBER_TYPES.has(column.type)) return report('query.filters', refusal, context)
  const said = LIST_MESSAGES[column.type]
  if (said !== undefined) return report('query.filters', validation('filters.cast', said), context)
  checkTest(subject, operator, [text], context)
}

/** The real server's message for a list in the place of a date or a time. */
const LIST_MESSAGES: Readonly<Partial<Record<ScalarType, string>>> = {
  date: 'Invalid format, expected yyyy-MM-dd',
  time: 'Expected a string, got a object',
}

/** Ids are never cast, only compared. */
function checkCast(
  { column, path }: Subject,
  operator: TestOperator,
  text: string,
  context: CheckContext,
): void {
  if (typeof column === 'string') return
  const cast = castBefore(column.type, text, context.has)
  if (cast.ok) return
  const { message, expected } = cast
  const ours = `Invalid value at ${path} ${operator}: expected ${expected}, received "${text}"`
  const refusal =
    message === undefined
      ? crash('number-cast-500', 'filters.cast', ours)
      : validation('filters.cast', message)
  report('query.filters', refusal, context)
}

/** `$jsonSupersetOf`: only some databases answer it, and only for JSON. */
export function checkSuperset(
  { column, path }: Subject,
  operand: string | null,
  context: CheckContext,
): void {
  const { rule } = OF_DATABASES.$jsonSupersetOf
  const taken = context.database.superset.takes(typeof column === 'string' ? column : column.type, operand)
  if (taken === 'yes') return
  const message = `Invalid key $jsonSupersetOf at ${path}: only a database that compares JSON can answer it`
  const refusal = taken === 'fails' ? crash('database', rule, message) : validation(rule, message)
  report('query.run', refusal, context)
}
