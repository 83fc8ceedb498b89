/**
 * The behaviour of PostgreSQL 15 with the driver `pg`, as decisions (see `Database`), in three variants with different
 * collations.
 */

import { type Json, parseJson } from '../../../util/json.ts'
import { inLanguage } from '../../../util/language.ts'
import { answeredText, compareText, JSON_TYPES, TEXT_TYPES } from '../../values.ts'
import {
  type Collation,
  type ColumnType,
  type Database,
  type JsonOrder,
  type OperatorOnColumn,
  PLAIN,
} from './database.ts'
import { compareGlibc } from './glibc.ts'
import { compareJson, jsonbText, supersetHolds } from './jsonb.ts'
import { asTyped } from './literals.ts'

/** The decisions of PostgreSQL that do not depend on the collation. */
const COMMON = {
  ...PLAIN,
  nulls: 'high',
  text: castText,
  decimals: (value) => (typeof value === 'number' ? toHundredths(value) : value),
  times: (value) => (typeof value === 'string' ? withoutZeros(value) : value),
  strings: parsedTwice,
  superset: {
    takes: (type, operand) => (isJson(type) && operand !== null && isJsonb(operand) ? 'yes' : 'fails'),
    holds: supersetHolds,
  },
  uncast: asTyped,
  errors: isRefused,
  nul: 'fails',
  objects: { alone: (json) => json, listed: (json) => json },
  counts: 'alone',
  repeats: 'fails',
  ties: {
    sorted: PLAIN.ties.sorted,
    localizations: 'id',
    document: { unsorted: 'id', sorted: 'id', byIds: 'id' },
    singles: 'id',
    cohort: { rows: Number.POSITIVE_INFINITY, indexed: Number.POSITIVE_INFINITY },
  },
  loose: ['localizations', 'morphBy', 'morphTo'],
} as const satisfies Database

function withLanguage(collation: Collation, lower: (text: string) => string): Database {
  const json: JsonOrder = {
    read: (value) => value,
    operand: parseJson,
    compare: (a, b) => compareJson(a, b, collation.compare),
  }
  return { ...COMMON, collation, lower, search: lower, json }
}

/** PostgreSQL with the collation of the Debian image: en_US of glibc. */
export const POSTGRES = withLanguage({ compare: compareGlibc, exact: true }, lowerEach)

const compareWords = inLanguage('en-US')
const icu: Collation = { compare: (a, b) => compareWords(a, b) || compareText(a, b), exact: true }
/** PostgreSQL with the collation en-US of ICU. */
export const POSTGRES_ICU = withLanguage(icu, (text) => text.toLowerCase())

/** PostgreSQL with the collation C.UTF-8 of the Alpine image, which orders texts by code point. */
export const POSTGRES_C = withLanguage(PLAIN.collation, lowerEach)

/** Converts each letter to lower case separately, so that one letter never becomes two letters. */
function lowerEach(text: string): string {
  return text.replace(/\p{Lu}|\p{Lt}|\p{So}|\p{Nl}/gu, (letter) => {
    const lower = letter.toLowerCase()
    return letter === 'İ' ? 'i' : lower
  })
}

/** Returns the text into which the database casts the value of a column. */
function castText(type: ColumnType, value: Json): string {
  switch (type) {
    case 'datetime':
      return instantText(Date.parse(String(value)))
    case 'timestamp':
      return instantText(Number(value))
    case 'time':
      return withoutZeros(String(value))
    case 'decimal':
      return Number(value).toFixed(2)
    case 'float':
      return floatText(Number(value))
    case 'json':
    case 'blocks':
    case 'array':
      return jsonbText(value)
    default:
      return answeredText(value)
  }
}

/** Formats a date and time as PostgreSQL prints it: `2024-02-29 12:00:00.5`. */
const instantText = (time: number): string =>
  withoutZeros(new Date(time).toISOString().replace('T', ' ').replace('Z', ''))

/** Formats a number like PostgreSQL, with as few digits as possible. Small and large numbers have an exponent. */
function floatText(value: number): string {
  const [digits = '', exponent = '0'] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power < 15) return String(value)
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

/** Removes the zeros at the end of a time: `10:20:30.000` → `10:20:30`, `10:20:30.500` → `10:20:30.5`. */
function withoutZeros(text: string): string {
  if (!text.includes('.')) return text
  let end = text.length
  while (text[end - 1] === '0') end--
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}

/** The size from which a decimal number is not rounded to hundredths. */
const WITHOUT_HUNDREDTHS = 1e15

/**
 * Rounds a number to hundredths. A number that lies exactly between two hundredths in its decimal digits is rounded
 * away from zero.
 */
export function toHundredths(value: number): number {
  if (Math.abs(value) >= WITHOUT_HUNDREDTHS) return value
  const [digits = '0', exponent = '0'] = String(Math.abs(value)).split('e')
  const rounded = Number(`${Math.round(Number(`${digits}e${Number(exponent) + 2}`))}e-2`)
  return value < 0 ? -rounded : rounded
}

/**
 * Parses a JSON value that is a text as JSON again, because the server parses JSON twice. A text that is not JSON
 * keeps its quotes.
 */
function parsedTwice(value: Json): Json {
  if (typeof value !== 'string') return value
  const again = parseJson(value)
  return again === undefined ? JSON.stringify(value) : again
}

const isJson = (type: ColumnType): boolean => type !== 'id' && type !== 'documentId' && JSON_TYPES.has(type)
const isText = (type: ColumnType): boolean =>
  type === 'documentId' || type === 'password' || (type !== 'id' && TEXT_TYPES.has(type))

/** Returns whether PostgreSQL refuses a comparison. PostgreSQL compares a value only with a value of the same kind. */
function isRefused({ type, on, operands, isObject }: OperatorOnColumn): boolean {
  if (isObject && !isText(type) && !isJson(type)) return true
  if (on === 'lowered') return false
  if (on === 'text') return !isText(type)
  return operands.some((operand) => !isOfType(type, operand))
}

/** The earliest date and time that PostgreSQL stores, in 4713 BC, in epoch milliseconds. */
const FIRST_INSTANT = Date.UTC(-4713, 10, 24)

function isOfType(type: ColumnType, operand: string): boolean {
  switch (type) {
    case 'id':
      return /^[ \t\n\v\f\r]*[+-]?\d+[ \t\n\v\f\r]*$/.test(operand) && fits(Number(operand), 31)
    case 'integer':
      return Number.isInteger(Number(operand)) && fits(Number(operand), 31)
    case 'biginteger':
      return !/^\s*[+-]?\d+\s*$/.test(operand) || fits(BigInt(operand.trim().replace('+', '')), 63)
    case 'date':
      return !operand.startsWith('0000')
    case 'datetime':
    case 'timestamp':
      return !(Date.parse(operand) < FIRST_INSTANT)
    case 'json':
    case 'blocks':
    case 'array':
      return isJsonb(operand)
    default:
      return true
  }
}

const fits = (value: number | bigint, bits: number): boolean => value >= -(2 ** bits) && value < 2 ** bits

/** Returns whether PostgreSQL accepts a text as JSON, which must contain no character U+0000. */
const isJsonb = (text: string): boolean =>
  parseJson(text) !== undefined && !text.replaceAll('\\\\', '').includes('\\u0000')
