/** Which operators fit an attribute, and how their operands are written. */
import { OPERATORS, type TestOperator } from '../../../reference/operators.ts'
import type { ScalarDescribed } from '../described.ts'
import type { Operand } from './query.ts'

export type OperandForm = 'text' | 'list' | 'boolean'

const NULLS = ['$null', '$notNull'] as const satisfies readonly TestOperator[]
const LISTS = ['$in', '$notIn'] as const satisfies readonly TestOperator[]
const EQUAL = ['$eq', '$ne'] as const satisfies readonly TestOperator[]
const ORDER = ['$lt', '$lte', '$gt', '$gte', '$between'] as const satisfies readonly TestOperator[]

/** Those of texts: each operator that looks into one, as the table of operators has them. */
const LOOKING: readonly string[] = Object.entries(OPERATORS)
  .filter(([, { on }]) => on === 'text')
  .map(([name]) => name)

/** The operators that mean something for an attribute, the likeliest first. */
export function operatorsFor(type: ScalarDescribed['type'] | 'id'): readonly string[] {
  switch (type) {
    case 'boolean':
      return [...EQUAL, ...NULLS]
    case 'enumeration':
      return [...EQUAL, ...LISTS, ...LOOKING, ...NULLS]
    case 'id':
    case 'integer':
    case 'biginteger':
    case 'float':
    case 'decimal':
    case 'date':
    case 'time':
    case 'datetime':
    case 'timestamp':
      return [...EQUAL, ...ORDER, ...LISTS, ...NULLS]
    case 'json':
    case 'array':
    case 'blocks':
      return [...NULLS, '$contains', '$containsi', '$notContains', '$notContainsi']
    case 'string':
    case 'text':
    case 'richtext':
    case 'email':
    case 'password':
    case 'uid':
      return [...EQUAL, ...LOOKING, ...LISTS, ...ORDER, ...NULLS]
  }
}

export function operandForm(operator: string): OperandForm {
  if (operator === '$null' || operator === '$notNull') return 'boolean'
  return operator === '$in' || operator === '$notIn' || operator === '$between' ? 'list' : 'text'
}

/** As it is typed: the texts of a list with commas between. */
export const typedOperand = (operand: Operand): string =>
  operand.kind === 'one' ? operand.text : operand.texts.join(', ')

export function operandTyped(operator: string, typed: string): Operand {
  if (operandForm(operator) !== 'list') return { kind: 'one', text: typed }
  return { kind: 'list', texts: typed.split(',').map((text) => text.trim()) }
}
