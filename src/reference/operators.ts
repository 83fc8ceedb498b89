/** The filter operators: one line each, name → rule and meaning. The plan takes its list of names from here. */
import type { RuleId } from './rules.ts'
import type { Comparable } from './values.ts'
import { compare } from './values.ts'

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
  readonly holds: (value: string, operand: string) => boolean
}
/** A test on typed values; the operand is cast to the attribute's type. */
interface ValueTest {
  readonly on: 'value'
  readonly rule: RuleId
  readonly negative: boolean
  readonly holds: (value: Comparable, operand: Comparable) => boolean
}
/** A test on a list of typed values. */
interface ListTest {
  readonly on: 'list'
  readonly rule: RuleId
  readonly length: number | undefined
  /** Every operand is null-free; `unknown` when one of them is null and the rest do not decide. */
  readonly holds: (value: Comparable, operands: readonly (Comparable | null)[]) => Truth
}
interface NullTest {
  readonly on: 'null'
  readonly rule: RuleId
  readonly wantsNull: boolean
}
export type OperatorMeaning = TextTest | ValueTest | ListTest | NullTest

const includes = (value: string, part: string): boolean => value.includes(part)
const startsWith = (value: string, part: string): boolean => value.startsWith(part)
const endsWith = (value: string, part: string): boolean => value.endsWith(part)
const same = (value: string, other: string): boolean => value === other

const text = (rule: RuleId, holds: TextTest['holds'], how: { fold?: true; not?: true } = {}): TextTest => ({
  on: 'text',
  rule,
  foldsCase: how.fold === true,
  negative: how.not === true,
  holds: how.not === true ? (value, operand) => !holds(value, operand) : holds,
})
const value = (rule: RuleId, holds: (order: number) => boolean, negative = false): ValueTest => ({
  on: 'value',
  rule,
  negative,
  holds: (left, right) => holds(compare(left, right)),
})

/** `value IN (…)`: a null among the operands leaves open what it does not decide. */
function isIn(found: Comparable, operands: readonly (Comparable | null)[]): Truth {
  if (operands.some((operand) => operand !== null && compare(found, operand) === 0)) return TRUE
  return operands.includes(null) ? UNKNOWN : FALSE
}
function isNotIn(found: Comparable, operands: readonly (Comparable | null)[]): Truth {
  const within = isIn(found, operands)
  return within === UNKNOWN ? UNKNOWN : truth(within === FALSE)
}
function isBetween(found: Comparable, [low, high]: readonly (Comparable | null)[]): Truth {
  if (low === undefined || high === undefined || low === null || high === null) return UNKNOWN
  return truth(compare(found, low) >= 0 && compare(found, high) <= 0)
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
  $eqi: text('filters.op.$eqi', same, { fold: true }),
  $nei: text('filters.op.$nei', same, { fold: true, not: true }),
  $contains: text('filters.op.$contains', includes),
  $notContains: text('filters.op.$notContains', includes, { not: true }),
  $containsi: text('filters.op.$containsi', includes, { fold: true }),
  $notContainsi: text('filters.op.$notContainsi', includes, { fold: true, not: true }),
  $startsWith: text('filters.op.$startsWith', startsWith),
  $startsWithi: text('filters.op.$startsWithi', startsWith, { fold: true }),
  $endsWith: text('filters.op.$endsWith', endsWith),
  $endsWithi: text('filters.op.$endsWithi', endsWith, { fold: true }),
} as const satisfies Record<string, OperatorMeaning>

export type TestOperator = keyof typeof OPERATORS
/** Operators that hold other conditions, and one that only PostgreSQL can answer. */
export type GroupOperator = '$and' | '$or'
export type Operator = TestOperator | GroupOperator | '$not' | '$jsonSupersetOf'

export const isTestOperator = (key: string): key is TestOperator => Object.hasOwn(OPERATORS, key)
export const isGroupOperator = (key: string): key is GroupOperator => key === '$and' || key === '$or'
export const isOperator = (key: string): key is Operator =>
  isTestOperator(key) || isGroupOperator(key) || key === '$not' || key === '$jsonSupersetOf'
