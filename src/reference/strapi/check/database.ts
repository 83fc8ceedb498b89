/**
 * Decides whether the database of the profile fails at a valid query, and whether it supports a query that the
 * documentation refuses.
 */
import type { CheckContext } from '../../check/context.ts'
import { canCount } from '../../names/count.ts'
import { OF_DATABASES, OPERATORS, type TestOperator } from '../../operators/operators.ts'
import type { OperatorRecord } from '../../operators/record.ts'
import { type Refusal, validation } from '../../refusal.ts'
import type { Column, PopulatableAttribute } from '../../schema/schema.ts'
import type { OperatorOnColumn } from '../databases/database.ts'
import * as failure from './failures.ts'

const typeOf = (column: Column): OperatorOnColumn['type'] =>
  typeof column === 'string' ? column : column.type

/**
 * Returns whether the database fails to compare a column with these operands (decisions `errors`, `nul` and `uncast`;
 * recordings filter-relations-007, more-nul-text).
 */
export function failsToCompare(
  column: Column,
  operator: TestOperator,
  operands: readonly string[],
  isObject: boolean,
  context: CheckContext,
): boolean {
  const on = comparedAs(OPERATORS[operator])
  if (on === undefined) return false
  const { database, isUncast } = context
  const type = typeOf(column)
  if (failsAtNul(operands, context) || database.errors({ type, on, operands, isObject })) return true
  const isLiteral = isUncast === true && typeof column !== 'string' && (on === 'value' || on === 'list')
  return isLiteral && operands.some((text) => database.uncast(column.type, text) === undefined)
}

/**
 * Returns the form of the value that the database compares for an operator; undefined for an operator without a
 * comparison.
 */
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

/**
 * Returns whether the database fails because a text contains the character U+0000 (decision `nul`; recordings
 * more-search-nul, more-nul-contains).
 */
export const failsAtNul = (texts: readonly string[], { database }: CheckContext): boolean =>
  database.nul === 'fails' && texts.some((text) => text.includes('\u0000'))

/**
 * Returns the refusal of `$jsonSupersetOf`; undefined if the database of the profile supports this operator (decision
 * `superset`; recordings filters-269, more-superset-number).
 */
export function refusalOfSuperset(
  column: Column,
  path: string,
  operand: string | null,
  { database }: CheckContext,
): Refusal | undefined {
  const { rule } = OF_DATABASES.$jsonSupersetOf
  const taken = database.superset.takes(typeOf(column), operand)
  if (taken === 'yes') return undefined
  const message = `Invalid key $jsonSupersetOf at ${path}: only a database that compares JSON can answer it`
  return taken === 'fails' ? failure.ofDatabase(rule, message) : validation(rule, message)
}

/**
 * Returns whether the database cannot count linked entries that are sorted or populated (decision `counts`; recordings
 * more-count-sort, more-count-populate).
 */
export const countsAlone = (attribute: PopulatableAttribute, { database, has }: CheckContext): boolean =>
  database.counts === 'alone' && canCount(attribute, has)

/**
 * Returns whether the database fails at a sort with two keys for one column and another key through a relation
 * (decision `repeats`; recording more-repeats).
 */
export const failsAtRepeats = ({ database }: CheckContext): boolean => database.repeats === 'fails'
