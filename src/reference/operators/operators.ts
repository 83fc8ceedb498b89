/**
 * The filter operators, each with one record. The records in `OPERATORS` determine all lists of operators and all
 * decisions about an operator. A new operator also needs a rule in `rules.ts`, and a meaning in `src/semantics`.
 */
import type { RuleId } from '../rules.ts'
import {
  EVERY_KIND,
  equality,
  type FlagTest,
  flag,
  isBetween,
  isIn,
  isNotIn,
  members,
  type OperatorRecord,
  ordering,
  range,
  text,
} from './record.ts'

export const OPERATORS = {
  $eq: equality('filters.op.$eq', (order) => order === 0),
  $ne: equality('filters.op.$ne', (order) => order !== 0, { not: true }),
  $gt: ordering('filters.op.$gt', (order) => order > 0),
  $gte: ordering('filters.op.$gte', (order) => order >= 0),
  $lt: ordering('filters.op.$lt', (order) => order < 0),
  $lte: ordering('filters.op.$lte', (order) => order <= 0),
  $in: members('filters.op.$in', isIn, { index: 'members' }),
  $notIn: members('filters.op.$notIn', isNotIn, { not: true }),
  $between: range('filters.op.$between', isBetween, { index: 'range' }),
  $null: flag('filters.op.$null', EVERY_KIND, (value) => value === null, { index: 'presence' }),
  $notNull: flag('filters.op.$notNull', EVERY_KIND, (value) => value !== null, { index: 'presence' }),
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
} as const satisfies Record<string, OperatorRecord>

interface LogicalRecord {
  readonly rule: RuleId
  readonly takes: 'condition' | 'conditions'
  /** The kind of condition that the plan makes of the operand of `$and` (`all`) or `$or` (`any`). */
  readonly joins?: 'all' | 'any'
}

/** The operators whose operands are conditions. */
export const LOGICAL = {
  $and: { takes: 'conditions', rule: 'filters.op.$and', joins: 'all' },
  $or: { takes: 'conditions', rule: 'filters.op.$or', joins: 'any' },
  $not: { takes: 'condition', rule: 'filters.op.$not' },
} as const satisfies Record<string, LogicalRecord>

/**
 * The operators that only some databases support. The profile `documented` refuses these operators, so no tool
 * suggests them.
 */
export const OF_DATABASES = {
  $jsonSupersetOf: { rule: 'filters.op.$jsonSupersetOf' },
} as const satisfies Record<string, { readonly rule: RuleId }>

/** The operators that filters use for a value or a list without an operator. */
export const IMPLICIT = { value: '$eq', list: '$in' } as const satisfies Record<string, TestOperator>

export type TestOperator = keyof typeof OPERATORS
type DatabaseOperator = keyof typeof OF_DATABASES
/**
 * An operator that a filter can apply to an attribute: an operator of `OPERATORS`, or one that only some databases
 * support.
 */
export type ColumnOperator = TestOperator | DatabaseOperator
export type LogicalOperator = keyof typeof LOGICAL
export type GroupOperator = Exclude<LogicalOperator, '$not'>
export type Operator = ColumnOperator | LogicalOperator
/** An operator whose operand is true or false. */
export type FlagOperator = {
  [key in TestOperator]: (typeof OPERATORS)[key] extends FlagTest ? key : never
}[TestOperator]
/** An operator that compares its operands with the value of a column. */
export type ComparingOperator = Exclude<TestOperator, FlagOperator>

export const isTestOperator = (key: string): key is TestOperator => Object.hasOwn(OPERATORS, key)
export const isFlagOperator = (key: string): key is FlagOperator =>
  isTestOperator(key) && OPERATORS[key].takes === 'flag'
export const isLogicalOperator = (key: string): key is LogicalOperator => Object.hasOwn(LOGICAL, key)
export const isGroupOperator = (key: string): key is GroupOperator =>
  isLogicalOperator(key) && LOGICAL[key].takes === 'conditions'
const isDatabaseOperator = (key: string): key is DatabaseOperator => Object.hasOwn(OF_DATABASES, key)
export const isOperator = (key: string): key is Operator =>
  isTestOperator(key) || isLogicalOperator(key) || isDatabaseOperator(key)

/** The names of all operators in the table `OPERATORS`, in the order of the table. */
export const TEST_OPERATORS: readonly TestOperator[] = Object.keys(OPERATORS).filter(isTestOperator)
/** Returns the kind of comparison of a test operator; undefined for every other name. */
export const comparisonOf = (key: string): OperatorRecord['compares'] | undefined =>
  isTestOperator(key) ? OPERATORS[key].compares : undefined

export const ruleOf = (operator: ColumnOperator): RuleId =>
  isDatabaseOperator(operator) ? OF_DATABASES[operator].rule : OPERATORS[operator].rule
