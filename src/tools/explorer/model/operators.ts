/** The operators that fit an attribute, and the form of their operands. */
import { isTestOperator, OPERATORS, TEST_OPERATORS } from '../../../reference/operators/operators.ts'
import type { ColumnKind, OperatorRecord } from '../../../reference/operators/record.ts'
import type { ScalarDescribed } from '../described.ts'
import type { OperandInput } from './query.ts'

export type OperandForm = 'text' | 'list' | 'boolean'

type Group = 'identity' | 'order' | 'list' | 'text' | 'flag'

/** The operators for each kind of column, in groups; the most common operators come first. */
const GROUPS: { readonly [kind in ColumnKind]: readonly Group[] } = {
  boolean: ['identity', 'flag', 'list', 'text', 'order'],
  choice: ['identity', 'list', 'text', 'flag', 'order'],
  ordered: ['identity', 'order', 'list', 'flag', 'text'],
  json: ['flag', 'text', 'identity', 'list', 'order'],
  text: ['identity', 'text', 'list', 'order', 'flag'],
}

/** Returns the operators that the form offers for an attribute, the most common operators first. */
export function operatorsFor(type: ScalarDescribed['type'] | 'id'): readonly string[] {
  const kind = kindOf(type)
  const rank = (operator: (typeof TEST_OPERATORS)[number]): number =>
    GROUPS[kind].indexOf(groupOf(OPERATORS[operator]))
  return TEST_OPERATORS.filter((operator) => OPERATORS[operator].suits.includes(kind)).toSorted(
    (a, b) => rank(a) - rank(b),
  )
}

function groupOf(record: OperatorRecord): Group {
  switch (record.takes) {
    case 'value':
      return record.compares === 'order' ? 'order' : 'identity'
    case 'pair':
      return 'order'
    case 'flag':
    case 'list':
    case 'text':
      return record.takes
  }
}

function kindOf(type: ScalarDescribed['type'] | 'id'): ColumnKind {
  switch (type) {
    case 'boolean':
      return 'boolean'
    case 'enumeration':
      return 'choice'
    case 'id':
    case 'integer':
    case 'biginteger':
    case 'float':
    case 'decimal':
    case 'date':
    case 'time':
    case 'datetime':
    case 'timestamp':
      return 'ordered'
    case 'json':
    case 'array':
    case 'blocks':
      return 'json'
    case 'string':
    case 'text':
    case 'richtext':
    case 'email':
    case 'password':
    case 'uid':
      return 'text'
  }
}

export function operandForm(operator: string): OperandForm {
  if (!isTestOperator(operator)) return 'text'
  switch (OPERATORS[operator].takes) {
    case 'flag':
      return 'boolean'
    case 'list':
    case 'pair':
      return 'list'
    case 'value':
    case 'text':
      return 'text'
  }
}

/**
 * Returns whether the operand of an operator must be one value of the attribute, so that the form can offer these
 * values in a list.
 */
export function namesValue(operator: string): boolean {
  if (!isTestOperator(operator) || operandForm(operator) !== 'text') return false
  const record = OPERATORS[operator]
  return record.takes !== 'flag' && record.compares === 'identity' && !record.negative
}

/** Returns the operand as a text for the input field; commas separate the items of a list. */
export const typedOperand = (operand: OperandInput): string =>
  operand.kind === 'one' ? operand.text : operand.texts.join(', ')

export function operandTyped(operator: string, typed: string): OperandInput {
  if (operandForm(operator) !== 'list') return { kind: 'one', text: typed }
  return { kind: 'list', texts: typed.split(',').map((text) => text.trim()) }
}
