/** The kinds of records that describe a filter operator, and the functions that make records. */
import type { Json } from '../../util/json.ts'
import type { RuleId } from '../rules.ts'
import type { Comparable } from '../values.ts'

/** The three truth values of SQL, as bits, so that one number can hold a set of truth values. */
export const TRUE = 1
export const FALSE = 2
export const UNKNOWN = 4
export type Truth = typeof TRUE | typeof FALSE | typeof UNKNOWN

export const truth = (holds: boolean): Truth => (holds ? TRUE : FALSE)

/**
 * The kinds of columns, by which tools suggest operators. For all columns of one kind, the same operators are useful.
 * The kind `ordered` includes numbers, dates, times and row ids.
 */
export type ColumnKind = 'text' | 'choice' | 'ordered' | 'boolean' | 'json'

/**
 * The members that the record of every filter operator has. The description of an operator is the sentence of its
 * rule in the index of rules.
 */
interface Facts {
  readonly rule: RuleId
  /**
   * The kinds of columns for which tools suggest the operator. The API itself accepts every operator on every column.
   */
  readonly suits: readonly ColumnKind[]
  /**
   * The kind of comparison of the operator: equality of values, order of values, comparison of a part of a text, or
   * none.
   */
  readonly compares: 'identity' | 'order' | 'part' | 'nothing'
}

/**
 * An operator that tests only the value of the column, such as `$null`. The operand is true or false; false negates
 * the test.
 */
export interface FlagTest extends Facts {
  readonly takes: 'flag'
  /** Returns whether the value of the column passes the test. The value is null if the row has no value. */
  readonly holds: (value: Json) => boolean
  /**
   * The value `presence` means that the test depends only on whether the row has a value. An index of the column can
   * then find the rows without `holds`.
   */
  readonly index?: 'presence'
}
/** An operator that compares typed values. The operand of the operator is cast to the type of the column. */
export interface ValueTest extends Facts {
  readonly takes: 'value'
  readonly negative: boolean
  /**
   * The rows that match a null operand: rows without a value, or rows with a value. Without `nullMeans`, the test of
   * a null operand is unknown for every row.
   */
  readonly nullMeans?: 'missing' | 'present'
  /**
   * Decides the test. The argument is negative if the value is smaller than the operand, zero if they are equal, and
   * positive if the value is larger.
   */
  readonly holds: (order: number) => boolean
}
/** An operator that compares the text of a value. */
export interface TextTest extends Facts {
  readonly takes: 'text'
  readonly foldsCase: boolean
  readonly negative: boolean
  /**
   * The rows that match a null operand: rows without a value, or rows with a value. If `nullMeans` is absent, a null
   * operand counts as the text `null`.
   */
  readonly nullMeans?: 'missing' | 'present'
  /** The part of the value that must equal the operand. */
  readonly at: PartOfText
  readonly holds: (value: string, operand: string) => boolean
}
type PartOfText = 'whole' | 'start' | 'end' | 'anywhere'
/** An operator that compares a value with a list of typed values, or with exactly two values. */
export interface ListTest extends Facts {
  readonly takes: 'list' | 'pair'
  readonly negative: boolean
  /**
   * Decides the test. The result of the test is unknown if an operand cannot be a value of the column, and the other
   * operands do not decide the test.
   */
  readonly holds: (orderTo: OrderTo, operands: readonly Operand[]) => Truth
  /**
   * The values that an index searches for: the operands themselves (`members`), or the values between two operands
   * (`range`).
   */
  readonly index?: 'members' | 'range'
}
/**
 * An operand after the cast, which may be the JSON value null; undefined if the operand cannot be a value of the
 * column.
 */
type Operand = Comparable | undefined
/**
 * Returns whether the value of the column is smaller than an operand (negative), equal to it (zero) or larger
 * (positive).
 */
type OrderTo = (operand: Comparable) => number

export type OperatorRecord = FlagTest | ValueTest | TextTest | ListTest
/** The kinds of operators, named after the operands that they take. */
export type Takes = OperatorRecord['takes']

/** For each kind of operators, the way to read their operands. */
export const OPERANDS = {
  flag: { isCast: false, isSpread: false, readsObject: false },
  value: { isCast: true, isSpread: true, readsObject: false },
  text: { isCast: false, isSpread: true, readsObject: true },
  list: { isCast: true, isSpread: false, readsObject: true },
  pair: { isCast: true, isSpread: false, readsObject: false },
} as const satisfies { readonly [takes in Takes]: OperandFacts }
interface OperandFacts {
  /** Whether the operand is cast to the type of the column. */
  readonly isCast: boolean
  /** Whether each item of a list of operands becomes a separate test. */
  readonly isSpread: boolean
  /**
   * Whether an object may be an operand in place of a value. The real server reads an object in place of a value as
   * a text.
   */
  readonly readsObject: boolean
}

export const EVERY_KIND: readonly ColumnKind[] = ['text', 'choice', 'ordered', 'boolean', 'json']

export const flag = (
  rule: RuleId,
  suits: readonly ColumnKind[],
  holds: (value: Json) => boolean,
  hint: Pick<FlagTest, 'index'> = {},
): FlagTest => ({ takes: 'flag', compares: 'nothing', rule, suits, holds, ...hint })

export const equality = (
  rule: RuleId,
  holds: (order: number) => boolean,
  { not = false }: { readonly not?: boolean } = {},
): ValueTest => ({
  takes: 'value',
  rule,
  suits: ['text', 'choice', 'ordered', 'boolean'],
  compares: 'identity',
  negative: not,
  nullMeans: not ? 'present' : 'missing',
  holds,
})

export const ordering = (rule: RuleId, holds: (order: number) => boolean): ValueTest => ({
  takes: 'value',
  rule,
  suits: ['text', 'ordered'],
  compares: 'order',
  negative: false,
  holds,
})

const LOOKS: { readonly [at in PartOfText]: TextTest['holds'] } = {
  whole: (value, other) => value === other,
  start: (value, part) => value.startsWith(part),
  end: (value, part) => value.endsWith(part),
  anywhere: (value, part) => value.includes(part),
}

export const text = (
  rule: RuleId,
  at: PartOfText,
  { fold = false, not = false }: { readonly fold?: boolean; readonly not?: boolean } = {},
): TextTest => ({
  takes: 'text',
  rule,
  suits: at === 'anywhere' ? ['text', 'choice', 'json'] : ['text', 'choice'],
  compares: at === 'whole' ? 'identity' : 'part',
  foldsCase: fold,
  negative: not,
  ...(at === 'whole' ? { nullMeans: not ? 'present' : 'missing' } : {}),
  at,
  holds: not ? (value, operand) => !LOOKS[at](value, operand) : LOOKS[at],
})

export const members = (
  rule: RuleId,
  holds: ListTest['holds'],
  { not = false, ...hint }: { readonly not?: boolean; readonly index?: 'members' } = {},
): ListTest => ({
  takes: 'list',
  rule,
  suits: ['text', 'choice', 'ordered'],
  compares: 'identity',
  negative: not,
  holds,
  ...hint,
})

export const range = (
  rule: RuleId,
  holds: ListTest['holds'],
  hint: { readonly index?: 'range' } = {},
): ListTest => ({
  takes: 'pair',
  rule,
  suits: ['text', 'ordered'],
  compares: 'order',
  negative: false,
  holds,
  ...hint,
})

/**
 * Computes `value IN (…)` of SQL. The result is unknown if no operand equals the value, and some operand cannot be a
 * value of the column.
 */
export function isIn(orderTo: OrderTo, operands: readonly Operand[]): Truth {
  if (operands.some((operand) => operand !== undefined && orderTo(operand) === 0)) return TRUE
  return operands.includes(undefined) ? UNKNOWN : FALSE
}
export function isNotIn(orderTo: OrderTo, operands: readonly Operand[]): Truth {
  const within = isIn(orderTo, operands)
  return within === UNKNOWN ? UNKNOWN : truth(within === FALSE)
}

/**
 * Computes `value BETWEEN low AND high` of SQL. If one bound is missing, the result is unknown unless the other bound
 * excludes the value.
 */
export function isBetween(orderTo: OrderTo, [low, high]: readonly Operand[]): Truth {
  const isAbove = low === undefined ? UNKNOWN : truth(orderTo(low) >= 0)
  const isBelow = high === undefined ? UNKNOWN : truth(orderTo(high) <= 0)
  if (isAbove === FALSE || isBelow === FALSE) return FALSE
  return isAbove === UNKNOWN ? UNKNOWN : isBelow
}
