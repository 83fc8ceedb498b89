/** SQLite 3, as `better-sqlite3` has it. */
import { type Json, parseJson } from '../../ground/json.ts'
import { answeredText, type Comparable } from '../values.ts'
import { type ColumnType, type Database, PLAIN } from './database.ts'

/** Folds the 26 ASCII letters only. */
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
    cohort: { rows: 8, indexed: 12 },
  },
}

/** Instants are kept as epoch milliseconds, booleans as 0 and 1, reals with a point. */
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

function realText(value: number): string {
  const digits = String(Number(value.toPrecision(15)))
  return /^-?\d+$/.test(digits) ? `${digits}.0` : digits.replace(/^(-?\d+)e/, '$1.0e')
}

/** A text that is itself JSON is read once more, and a text inside it once more again. */
export function parsedAgain(value: Json): Json {
  if (typeof value !== 'string') return value
  const parsed = parseJson(value)
  const again = typeof parsed === 'string' ? parseJson(parsed) : parsed
  return again === undefined ? value : again
}

const INTEGERS = 2n ** 63n

/** A whole number beyond 64 bits is read as a double. */
function beyondInteger(_type: ColumnType, operand: Comparable): Comparable {
  const isBeyond = typeof operand === 'bigint' && (operand >= INTEGERS || operand < -INTEGERS)
  return isBeyond ? Number(operand) : operand
}
