/** Operators between data. */
import type { Syntax } from '../../code/syntax.ts'
import { numberOf, textOf } from './builtins.ts'
import { NotRead, Thrown } from './not-read.ts'
import { type Datum, isMap } from './run.ts'
import type { Expression } from './scope.ts'

/** No text is longer. */
const MAX_CHARACTERS = 1_000_000

/** @throws NotRead for an operator that is not known here. */
export function unary(operator: string, value: Expression, { line }: Syntax): Expression {
  switch (operator) {
    case '!':
      return (at) => !value(at)
    case '-':
      return (at) => -numberOf(value(at))
    case '+':
      return (at) => numberOf(value(at))
    case 'typeof':
      return (at) => typeof value(at)
    case 'void':
      return (at) => {
        value(at)
        return undefined
      }
    default:
      throw new NotRead(`\`${operator}\` has to be run`, line)
  }
}

type Operation = (left: Datum, right: Datum) => Datum

const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['===', (a, b) => a === b],
  ['!==', (a, b) => a !== b],
  ['==', loosely],
  ['!=', (a, b) => !loosely(a, b)],
  ['+', plus],
  ['-', (a, b) => numberOf(a) - numberOf(b)],
  ['*', (a, b) => numberOf(a) * numberOf(b)],
  ['/', (a, b) => numberOf(a) / numberOf(b)],
  ['%', (a, b) => numberOf(a) % numberOf(b)],
  ['<', (a, b) => compared(a, b, (one, other) => one < other)],
  ['>', (a, b) => compared(a, b, (one, other) => one > other)],
  ['<=', (a, b) => compared(a, b, (one, other) => one <= other)],
  ['>=', (a, b) => compared(a, b, (one, other) => one >= other)],
  ['in', has],
])

/** @throws NotRead for an operator that is not known here. */
export function binary(operator: string, left: Expression, right: Expression, { line }: Syntax): Expression {
  const operation = OPERATIONS.get(operator)
  if (operation === undefined) throw new NotRead(`\`${operator}\` has to be run`, line)
  return (at) => {
    const [a, b] = [left(at), right(at)]
    return operation(a, b)
  }
}

function plus(a: Datum, b: Datum): Datum {
  const isText = [a, b].some(
    (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
  )
  if (!isText) return numberOf(a) + numberOf(b)
  const text = `${textOf(a)}${textOf(b)}`
  if (text.length > MAX_CHARACTERS) throw new Thrown('Invalid string length')
  return text
}

const isNothing = (value: Datum): boolean => value === undefined || value === null

function loosely(a: Datum, b: Datum): boolean {
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b)
  if (typeof a === typeof b) return a === b
  return typeof a === 'object' || typeof b === 'object'
    ? textOf(a) === textOf(b)
    : numberOf(a) === numberOf(b)
}

type CompareValues = (one: string | number, other: string | number) => boolean

function compared(a: Datum, b: Datum, compare: CompareValues): boolean {
  const asTexts = typeof a === 'string' && typeof b === 'string'
  return asTexts ? compare(a, b) : compare(numberOf(a), numberOf(b))
}

function has(name: Datum, owner: Datum): boolean {
  if (isMap(owner)) return textOf(name) in owner
  if (Array.isArray(owner)) return textOf(name) in owner
  throw new Thrown("Cannot use 'in' operator")
}
