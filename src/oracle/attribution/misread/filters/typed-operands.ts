/** Misreadings of the operands for attributes of some types, such as `0` for a boolean attribute. */
import type { Graph } from '../../../../reference/graph/graph.ts'
import type { TestOperator } from '../../../../reference/operators/operators.ts'
import type { ScalarType } from '../../../../reference/schema/schema.ts'
import type { Misreading } from '../parts.ts'
import { type Condition, ofConditions, ofOperator, partOf } from './conditions.ts'
import { isOfType, TEXTS } from './scopes.ts'

/** The operators that compare a value with one operand. */
const COMPARING: readonly TestOperator[] = [
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$notIn',
  '$between',
]

/** A wrong way to read a filter operand for attributes of some types. */
interface MisreadOperand {
  readonly kind: string
  readonly does: string
  readonly types: readonly ScalarType[]
  readonly read: (value: string) => string
}

const MILLISECONDS = /\.\d+/
const OFFSET = /[+-]\d\d:?\d\d$/
const FRACTION = /^([+-]?\d+)\.\d+$/

/** The operands for a boolean attribute that a server may read as the other value, each with its words. */
const BOOLEANS: readonly (readonly [what: string, texts: readonly string[], read: boolean])[] = [
  ['the operand `false`', ['false'], true],
  ['the operands `false`, `f` and `0`', ['false', 'f', '0'], true],
  ['the operands `0` and `f`, and an empty operand,', ['0', 'f', ''], true],
  ['the operand `0`', ['0'], true],
  ['the operand `f`', ['f'], true],
  ['an empty operand', [''], true],
  ['the operands `1` and `t`', ['1', 't'], false],
  ['the operand `1`', ['1'], false],
  ['the operand `t`', ['t'], false],
]

const OPERANDS: readonly MisreadOperand[] = [
  ...BOOLEANS.map(
    ([what, texts, read]): MisreadOperand => ({
      kind: `reads ${what} as ${read}`,
      does: `reads ${what} for a boolean attribute as ${read}`,
      types: ['boolean'],
      read: (value) => (texts.includes(value.toLowerCase()) ? String(read) : value),
    }),
  ),
  {
    kind: 'reads every text as true',
    does: 'reads each operand for a boolean attribute as true, unless it is empty',
    types: ['boolean'],
    read: (value) => (value === '' ? value : 'true'),
  },
  {
    kind: 'reads only false as false',
    does: 'reads each operand other than `false` for a boolean attribute as true',
    types: ['boolean'],
    read: (value) => (value === 'false' ? value : 'true'),
  },
  {
    kind: 'reads only true as true',
    does: 'reads each operand other than `true` for a boolean attribute as false',
    types: ['boolean'],
    read: (value) => (value === 'true' ? value : 'false'),
  },
  {
    kind: 'ignores the offset from UTC',
    does: 'ignores the offset from UTC of an operand, such as `+01:00`',
    types: ['datetime', 'timestamp'],
    read: (value) => (value.includes('T') ? value.replace(OFFSET, 'Z') : value),
  },
  {
    kind: 'cuts milliseconds',
    does: 'cuts the milliseconds of the operand for an instant',
    types: ['datetime', 'timestamp'],
    read: (value) => (value.includes('T') ? value.replace(MILLISECONDS, '') : value),
  },
  {
    kind: 'cuts fractions',
    does: 'cuts the fraction of the operand for a float or decimal attribute',
    types: ['float', 'decimal'],
    read: (value) => FRACTION.exec(value)?.[1] ?? value,
  },
  {
    kind: 'cuts fractions of decimals',
    does: 'cuts the fraction of the operand for a decimal attribute',
    types: ['decimal'],
    read: (value) => FRACTION.exec(value)?.[1] ?? value,
  },
  {
    kind: 'cuts fractions of floats',
    does: 'cuts the fraction of the operand for a float attribute',
    types: ['float'],
    read: (value) => FRACTION.exec(value)?.[1] ?? value,
  },
  {
    kind: 'trims texts',
    does: 'removes blanks around the operand for a text attribute',
    types: TEXTS,
    read: (value) => value.trim(),
  },
  {
    kind: 'reads null as missing',
    does: 'reads the operand `null` for a text attribute as a missing value',
    types: TEXTS,
    read: (value) => (value === 'null' ? '' : value),
  },
]

/** Returns the query parts of a condition with the operand as a target reads it. */
const withOperand = ({ types, read }: MisreadOperand, condition: Condition): readonly string[] => {
  const { value, part, names } = condition
  const other = part.includes('=') && isOfType(types, condition) ? read(value) : value
  return [other === value ? part : partOf(names, other)]
}

/** Returns the misreadings of operands: those of one operator, and those of all operators that compare. */
export const typedOperands = (graph: Graph): readonly Misreading[] => [
  ...OPERANDS.map((one) => ({
    ...ofConditions(graph, 'filters.cast', one.kind, (condition) =>
      COMPARING.includes(condition.operator) ? withOperand(one, condition) : [condition.part],
    ),
    says: `The type of the attribute decides the meaning of an operand. The server ${one.does}.`,
  })),
  ...COMPARING.flatMap((operator) =>
    OPERANDS.map((one) =>
      ofOperator(graph, operator, one.kind, one.does, (condition) => withOperand(one, condition)),
    ),
  ),
]
