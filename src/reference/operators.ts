/** The filter operators: one line each, name → rule and meaning. The plan takes its list of names from here. */
import type { RuleId } from './rules.ts'
import type { Comparable } from './values.ts'

/** SQL's three truth values, as bits so that a set of them is a number. */
export const TRUE = 1
export const FALSE = 2
export const UNKNOWN = 4
export type Truth = typeof TRUE | typeof FALSE | typeof UNKNOWN

export const truth = (holds: boolean): Truth => (holds ? TRUE : FALSE)

/** One side of a test on text: how it looks at a value, and whether case counts. */
interface TextTest {
  readonly on: 'text'
  readonly rule: RuleId
  readonly foldsCase: boolean
  readonly negative: boolean
  /** Where in the value the operand is looked for. */
  readonly at: Place
  readonly holds: (value: string, operand: string) => boolean
}
type Place = 'whole' | 'start' | 'end' | 'anywhere'
/** A test on typed values; the operand is cast to the attribute's type. */
interface ValueTest {
  readonly on: 'value'
  readonly rule: RuleId
  readonly negative: boolean
  /** Of the order of value and operand: negative, zero or positive. */
  readonly holds: (order: number) => boolean
}
/** A test on a list of typed values. */
interface ListTest {
  readonly on: 'list'
  readonly rule: RuleId
  readonly length: number | undefined
  /** `unknown` where an operand is no value and the rest do not decide. */
  readonly holds: (orderTo: OrderTo, operands: readonly Operand[]) => Truth
}
/** A value, which may be the null of JSON; undefined for none. */
type Operand = Comparable | undefined
/** How the value compares with an operand. */
type OrderTo = (operand: Comparable) => number
interface NullTest {
  readonly on: 'null'
  readonly rule: RuleId
  readonly wantsNull: boolean
}
export type OperatorMeaning = TextTest | ValueTest | ListTest | NullTest

const LOOKS: { readonly [at in Place]: TextTest['holds'] } = {
  whole: (value, other) => value === other,
  start: (value, part) => value.startsWith(part),
  end: (value, part) => value.endsWith(part),
  anywhere: (value, part) => value.includes(part),
}

const text = (rule: RuleId, at: Place, how: { fold?: true; not?: true } = {}): TextTest => ({
  on: 'text',
  rule,
  foldsCase: how.fold === true,
  negative: how.not === true,
  at,
  holds: how.not === true ? (value, operand) => !LOOKS[at](value, operand) : LOOKS[at],
})
const value = (rule: RuleId, holds: (order: number) => boolean, negative = false): ValueTest => ({
  on: 'value',
  rule,
  negative,
  holds,
})

/** `value IN (…)`: what is no value among the operands leaves open what they do not decide. */
function isIn(orderTo: OrderTo, operands: readonly Operand[]): Truth {
  if (operands.some((operand) => operand !== undefined && orderTo(operand) === 0)) return TRUE
  return operands.includes(undefined) ? UNKNOWN : FALSE
}
function isNotIn(orderTo: OrderTo, operands: readonly Operand[]): Truth {
  const within = isIn(orderTo, operands)
  return within === UNKNOWN ? UNKNOWN : truth(within === FALSE)
}

/** No value at one end leaves open only what the other end does not decide. */
function isBetween(orderTo: OrderTo, [low, high]: readonly Operand[]): Truth {
  const isAbove = low === undefined ? UNKNOWN : truth(orderTo(low) >= 0)
  const isBelow = high === undefined ? UNKNOWN : truth(orderTo(high) <= 0)
  if (isAbove === FALSE || isBelow === FALSE) return FALSE
  return isAbove === UNKNOWN ? UNKNOWN : isBelow
}

export const OPERATORS = {
  $eq: value('filters.op.$eq', (order) => order === 0),
  $ne: value('filters.op.$ne', (order) => order !== 0, true),
  $gt: value('filters.op.$gt', (order) => order > 0),
  $gte: value('filters.op.$gte', (order) => order >= 0),
  $lt: value('filters.op.$lt', (order) => order < 0),
  $lte: value('filters.op.$lte', (order) => order <= 0),
  $in: { on: 'list', rule: 'filters.op.$in', length: undefined, holds: isIn },
  $notIn: { on: 'list', rule: 'filters.op.$notIn', length: undefined, holds: isNotIn },
  $between: { on: 'list', rule: 'filters.op.$between', length: 2, holds: isBetween },
  $null: { on: 'null', rule: 'filters.op.$null', wantsNull: true },
  $notNull: { on: 'null', rule: 'filters.op.$notNull', wantsNull: false },
  $eqi: text('filters.op.$eqi', 'whole', { fold: true }),
  $nei: text('filters.op.$nei', 'whole', { fold: true, not: true }),
  $contains: text('filters.op.$contains', 'anywhere'),
  $notContains: text('filters.op.$notContains', 'anywhere', { not: true }),
  $containsi: text('filters.op.$containsi', 'anywhere', { fold: true }),
  $notContainsi: text('filters.op.$notContainsi', 'anywhere', { fold: true, not: true }),
  $startsWith: text('filters.op.$startsWith', 'start'),
  $startsWithi: text('filters.op.$startsWithi', 'start', { fold: true }),
  $endsWith: text('filters.op.$endsWith', 'end'),
  $endsWithi: text('filters.op.$endsWithi', 'end', { fold: true }),
} as const satisfies Record<string, OperatorMeaning>

export type TestOperator = keyof typeof OPERATORS
/** Operators that hold other conditions, and one that only PostgreSQL can answer. */
export type GroupOperator = '$and' | '$or'
export type Operator = TestOperator | GroupOperator | '$not' | '$jsonSupersetOf'

export const isTestOperator = (key: string): key is TestOperator => Object.hasOwn(OPERATORS, key)
export const isGroupOperator = (key: string): key is GroupOperator => key === '$and' || key === '$or'
export const isOperator = (key: string): key is Operator =>
  isTestOperator(key) || isGroupOperator(key) || key === '$not' || key === '$jsonSupersetOf'
