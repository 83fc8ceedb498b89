/** The behaviour of SQLite 3 with the driver `better-sqlite3`, as decisions (see `Database`). */
import { type Json, parseJson } from '../../../util/json.ts'
import { answeredText, type Comparable } from '../../values.ts'
import { type ColumnType, type Database, PLAIN } from './database.ts'

/** Converts only the 26 ASCII letters to lower case. */
export const foldAscii = (text: string): string =>
  /[\u0080-\uffff]/.test(text)
    ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    : text.toLowerCase()

export const SQLITE: Database = {
  ...PLAIN,
  like: foldAscii,
  lower: foldAscii,
  search: foldAscii,
  text: storedText,
  bigints: (value) => (typeof value === 'string' ? String(Number(value)) : value),
  strings: parsedAgain,
  superset: { ...PLAIN.superset, takes: () => 'fails' },
  operands: beyondInteger,
  nul: 'ends',
  ties: {
    ...PLAIN.ties,
    sorted: { localizations: 'locale', media: 'stored', component: 'stored', morphBy: 'id', relation: 'id' },
    document: { unsorted: 'locale', sorted: 'locale', byIds: 'id' },
    singles: 'indexed',
    cohort: { rows: 8, indexed: 12 },
  },
}

/**
 * Returns the text of a value as SQLite stores it. SQLite stores dates with a time as epoch milliseconds, booleans as
 * 0 and 1, and real numbers with a decimal point.
 */
function storedText(type: ColumnType, value: Json): string {
  switch (type) {
    case 'datetime':
      return String(Date.parse(String(value)))
    case 'boolean':
      return value === true ? '1' : '0'
    case 'float':
    case 'decimal':
      return realText(Number(value))
    default:
      return answeredText(value)
  }
}

/** Formats a real number as SQLite does: `1.5`, `100.0`, `1.0e-07`. */
function realText(value: number): string {
  if (value === 0) return '0.0'
  const sign = value < 0 ? '-' : ''
  const [all, exponent] = significant(Math.abs(value))
  const digits = withoutLastZeros(all)
  const [first, rest] = [digits.slice(0, 1), digits.slice(1)]
  if (exponent < -4 || exponent > 16) {
    const power = String(Math.abs(exponent)).padStart(2, '0')
    return `${sign}${first}.${rest || '0'}e${exponent < 0 ? '-' : '+'}${power}`
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const padded = digits.padEnd(exponent + 1, '0')
  return `${sign}${padded.slice(0, exponent + 1)}.${padded.slice(exponent + 1) || '0'}`
}

function withoutLastZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/** The decimal digits of a number above 0, and the power of ten of its first digit. */
type Digits = readonly [digits: string, exponent: number]

/**
 * Returns the digits that SQLite prints for a number: seventeen digits, rounded twice. The result has only fourteen
 * digits if these denote the same number, and the seventeen digits continue with `000` or `?99` after the thirteenth.
 */
function significant(value: number): Digits {
  const [eighteen, exponent] = digitsOf(value.toExponential(17))
  const digits = String((BigInt(eighteen) + 5n) / 10n)
  const short = value.toExponential(13)
  if (/^\d{13}(?:000|\d99)/.test(digits) && Number(short) === value) return digitsOf(short)
  return [digits.slice(0, 17), exponent + digits.length - 17]
}

function digitsOf(exponential: string): Digits {
  const [mantissa = '', exponent] = exponential.split('e')
  return [mantissa.replace('.', ''), Number(exponent)]
}

/**
 * Parses a JSON value that is a text as JSON again, as the server does on SQLite. If the result is a text again, this
 * text is parsed once more.
 */
export function parsedAgain(value: Json): Json {
  if (typeof value !== 'string') return value
  const parsed = parseJson(value)
  const again = typeof parsed === 'string' ? parseJson(parsed) : parsed
  return again === undefined ? value : again
}

const INTEGERS = 2n ** 63n

/** Converts a whole number beyond 64 bits to a double, as SQLite does. */
function beyondInteger(_type: ColumnType, operand: Comparable): Comparable {
  const isBeyond = typeof operand === 'bigint' && (operand >= INTEGERS || operand < -INTEGERS)
  return isBeyond ? Number(operand) : operand
}
