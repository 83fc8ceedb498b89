/**
 * The behaviour of MariaDB 10.11 with the driver `mysql2` and the collation utf8mb4_general_ci, as decisions (see
 * `Database`).
 */
import type { Json } from '../../../util/json.ts'
import { answeredText, type Comparable, JSON_TYPES, NUMBER_TYPES } from '../../values.ts'
import { containing } from './contains.ts'
import { type ColumnType, type Database, type Fold, PLAIN } from './database.ts'
import { compareGeneral, comparePadded, weighed } from './general-ci.ts'
import { asConverted, numberAtStart } from './literals.ts'
import { toHundredths } from './postgres.ts'
import { parsedAgain } from './sqlite.ts'

/** Returns whether a column contains JSON. MariaDB stores JSON as text, and compares it byte by byte. */
const isJson = (type: ColumnType): boolean => type !== 'id' && type !== 'documentId' && JSON_TYPES.has(type)
const alike: Fold = (text, type) => (isJson(type) ? text : weighed(text))

export const MARIADB: Database = {
  ...PLAIN,
  collation: { compare: compareGeneral, exact: false },
  like: alike,
  lower: (text, type) => (isJson(type) ? text.toLowerCase() : text),
  search: alike,
  text: castText,
  decimals: (value) => (typeof value === 'number' ? toHundredths(value) : value),
  strings: parsedAgain,
  json: {
    read: (value) => JSON.stringify(value),
    operand: (text) => text,
    compare: (a, b) => comparePadded(answeredText(a), answeredText(b)),
  },
  superset: {
    takes: () => 'yes',
    holds: containing('whole'),
  },
  operands: numberInFront,
  uncast: asConverted,
  repeats: 'fails',
  ties: {
    ...PLAIN.ties,
    document: { unsorted: 'locale', sorted: 'id', byIds: 'id' },
    singles: 'indexed',
  },
  loose: ['localizations', 'media', 'component', 'morphBy', 'morphTo', 'relation'],
}

/** Returns the text into which the database casts the value of a column. */
export function castText(type: ColumnType, value: Json): string {
  switch (type) {
    case 'datetime':
      return instantText(Date.parse(String(value)))
    case 'timestamp':
      return instantText(Number(value))
    case 'boolean':
      return value === true ? '1' : '0'
    case 'decimal':
      return Number(value).toFixed(2)
    case 'float':
      return floatText(Number(value))
    case 'json':
    case 'blocks':
    case 'array':
      return JSON.stringify(value)
    default:
      return answeredText(value)
  }
}

/** Formats a date and time as MariaDB prints it: `2024-02-29 12:00:00.500000`. */
const instantText = (time: number): string =>
  new Date(time).toISOString().replace('T', ' ').replace('Z', '000')

/**
 * Formats a number like MariaDB, with as few digits as possible. Very small and very large numbers have an exponent.
 */
export function floatText(value: number): string {
  const [digits = '', exponent = '0'] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= 15 || power < -15) return `${digits}e${power}`
  if (power >= -6) return String(value)
  return value.toFixed(-power + digits.replace(/[^\d]/g, '').length - 1)
}

/** Converts an operand that is compared with numbers to the number at the start of its text, or to 0. */
export function numberInFront(type: ColumnType, operand: Comparable): Comparable {
  const isNumeric = type === 'id' || (type !== 'documentId' && NUMBER_TYPES.has(type))
  return isNumeric && typeof operand === 'string' ? numberAtStart(operand) : operand
}
