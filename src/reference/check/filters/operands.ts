/**
 * Checks the operands of filter operators. The operand must be a possible value of the column, and the database must
 * be able to compare the column with the operand.
 */

import { OPERATORS, type TestOperator } from '../../operators/operators.ts'
import { OPERANDS } from '../../operators/record.ts'
import { validation } from '../../refusal.ts'
import type { Column } from '../../schema/schema.ts'
import * as real from '../../strapi/check/database.ts'
import * as failure from '../../strapi/check/failures.ts'
import { castBefore } from '../../strapi/releases/names.ts'
import { type CheckContext, report } from '../context.ts'

/** The column that a condition compares, and the path of the column. */
export interface Subject {
  readonly column: Column
  readonly path: string
}

/**
 * Checks the operands of one filter operator on one column. A null operand means that the query has an operator
 * without a value.
 */
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

/** Reports a fault if the database of the profile cannot compare the column with the operands. */
export function checkRun(
  { column, path }: Subject,
  operator: TestOperator,
  operands: readonly string[],
  context: CheckContext,
  isObject = false,
): void {
  if (!real.failsToCompare(column, operator, operands, isObject, context)) return
  const message = `Invalid value at ${path} ${operator}: the database cannot compare it`
  report('query.run', failure.ofDatabase('filters.cast', message), context)
}

/**
 * Reports an operand that the column cannot hold. The function ignores operands that the real server does not cast,
 * such as those for `id` and `documentId`.
 */
function checkCast(
  { column, path }: Subject,
  operator: TestOperator,
  text: string,
  context: CheckContext,
): void {
  if (typeof column === 'string' || context.isUncast === true) return
  const cast = castBefore(column.type, text, context.has)
  if (cast.ok) return
  const { message, expected } = cast
  const ours = `Invalid value at ${path} ${operator}: expected ${expected}, received "${text}"`
  const refusal =
    message === undefined ? failure.ofNumber('filters.cast', ours) : validation('filters.cast', message)
  report('query.filters', refusal, context)
}

/** Checks `$jsonSupersetOf`, which only some databases support, and only for JSON attributes. */
export function checkSuperset(
  { column, path }: Subject,
  operand: string | null,
  context: CheckContext,
): void {
  const refusal = real.refusalOfSuperset(column, path, operand, context)
  if (refusal !== undefined) report('query.run', refusal, context)
}
