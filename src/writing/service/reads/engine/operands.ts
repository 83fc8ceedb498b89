/**
 * Checks the operands of a condition that project code passes, as the real server does, and converts these operands to
 * filter syntax.
 */
import {
  IMPLICIT,
  isFlagOperator,
  isTestOperator,
  OPERATORS,
} from '../../../../reference/operators/operators.ts'
import { OPERANDS } from '../../../../reference/operators/record.ts'
import type { FilterSyntax } from '../../../../reference/parse/syntax.ts'
import type { ScalarAttribute, ScalarType } from '../../../../reference/schema/schema.ts'
import { SCALARS } from '../../../../reference/values.ts'
import { isList, isObject, type Json } from '../../../../util/json.ts'
import { plainFault, ServiceFault } from '../../fault.ts'
import { isTruthy } from '../parameters.ts'

/** Returns whether a key is an operator that may appear under an attribute. */
export const isAttributeOperator = (key: string): boolean =>
  isTestOperator(key) || key === '$not' || key === '$jsonSupersetOf'

/** Returns whether the query engine casts the operand of an operator to the type of the attribute. */
const casts = (operator: string): boolean =>
  operator === '$not' || (isTestOperator(operator) && OPERANDS[OPERATORS[operator].takes].isCast)

/**
 * Checks the operators and operands below one attribute. @throws ServiceFault for an unknown operator, or an operand
 * that cannot be cast.
 */
export function checkOperand(
  attribute: ScalarAttribute | null,
  value: Json,
  operator: string = IMPLICIT.value,
): void {
  if (isList(value)) for (const item of value) checkOne(attribute, item, operator)
  else checkOne(attribute, value, operator)
}

function checkOne(attribute: ScalarAttribute | null, value: Json, operator: string): void {
  if (isObject(value)) {
    for (const [key, operand] of Object.entries(value)) {
      if (!isAttributeOperator(key)) throw plainFault(`Undefined attribute level operator ${key}`)
      checkOperand(attribute, operand, key)
    }
  } else if (attribute !== null && value !== null && casts(operator)) checkCast(attribute.type, value)
}

/** The error names of the real server for invalid dates and times, by attribute type. */
const CLASSES: { readonly [type in ScalarType]?: string } = {
  date: 'InvalidDateFormat',
  time: 'InvalidTimeFormat',
  datetime: 'InvalidDatetimeFormat',
  timestamp: 'InvalidDatetimeFormat',
}

function checkCast(type: ScalarType, value: Exclude<Json, null>): void {
  switch (type) {
    case 'integer':
    case 'float':
    case 'decimal':
      if (!isNumeric(value)) throw plainFault(`Expected a valid Number, got ${String(value)}`)
      return
    case 'biginteger':
      if (!isWhole(value)) throw plainFault(`Expected a valid BigInteger, got ${String(value)}`)
      return
    case 'time':
      if (typeof value !== 'string') throw castFault(type, `Expected a string, got a ${typeof value}`)
      return checkText(type, value)
    case 'date':
      return checkText(type, typeof value === 'string' ? value : '')
    case 'datetime':
    case 'timestamp':
      return checkText(type, String(value))
    default:
  }
}

function checkText(type: ScalarType, text: string): void {
  const cast = SCALARS[type].cast(text)
  if (!cast.ok) throw castFault(type, cast.message ?? '')
}

const castFault = (type: ScalarType, message: string): ServiceFault =>
  new ServiceFault(CLASSES[type] ?? 'Error', message)

const isNumeric = (value: Json): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))

const isWhole = (value: Json): boolean =>
  Number.isInteger(value) || (typeof value === 'string' && /^[+-]?\d+$/.test(value.trim()))

/** Replaces booleans in an operand by 0 and 1, because databases store booleans as numbers. */
export function withoutBooleans(value: Json): Json {
  if (typeof value === 'boolean') return Number(value)
  if (isList(value)) return value.map(withoutBooleans)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutBooleans(item)]))
}

/**
 * Converts an operand to filter syntax. JavaScript's rules convert the operands of operators such as `$null` to `true`
 * or `false`.
 */
export function operandSyntax(value: Json, operator?: string): FilterSyntax {
  if (operator !== undefined && isFlagOperator(operator)) return textSyntax(String(isTruthy(value)))
  if (isList(value)) return { kind: 'list', items: value.map((item) => operandSyntax(item)) }
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, item]) => ({ key, value: operandSyntax(item, key) }))
    return { kind: 'map', entries }
  }
  return textSyntax(value === null ? null : String(value))
}

const textSyntax = (value: string | null): FilterSyntax => ({ kind: 'value', value })
