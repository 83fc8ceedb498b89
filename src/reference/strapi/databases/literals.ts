/**
 * Reads operands that the real server does not cast, as a database reads a literal of the type of a column. Dates and
 * times are read in the forms of ISO 8601. PostgreSQL itself also reads other forms, such as `Feb 29 2024`.
 */
import { looseNumber, SCALARS } from '../../values.ts'
import type { ReadLiteral } from './database.ts'

/** Reads a literal like PostgreSQL, which refuses a literal that the type of the column cannot hold. */
export const asTyped: ReadLiteral = (type, text) => {
  switch (type) {
    case 'boolean':
      return booleanOf(text.trim().toLowerCase())
    case 'integer':
      return wholeOf(text, 31)
    case 'biginteger':
      return wholeOf(text, 63)
    case 'float':
    case 'decimal':
      return realOf(text)
    case 'date':
      return calendarDay(text)?.day
    case 'datetime':
    case 'timestamp':
      return instantOf(text)
    case 'time':
      return timeOf(text, HOURS_AND_MINUTES)
    default:
      return text
  }
}

/**
 * Reads a literal like MariaDB. For numbers, MariaDB reads the number at the start of the text. MariaDB reads an
 * invalid date or time as the lowest value.
 */
export const asConverted: ReadLiteral = (type, text) => {
  switch (type) {
    case 'boolean':
    case 'integer':
    case 'float':
    case 'decimal':
      return numberAtStart(text)
    case 'biginteger':
      return wholeOf(text, 63) ?? numberAtStart(text)
    case 'date':
      return dayAndClock(text) ?? ''
    case 'datetime':
    case 'timestamp':
      return instantOf(text) ?? Number.NEGATIVE_INFINITY
    case 'time':
      return timeOf(text, SECONDS) ?? '00:00:00.000'
    default:
      return text
  }
}

const TRUE = ['true', 'yes', 'on', '1']
const FALSE = ['false', 'no', 'off', '0']

/** Reads a boolean literal: a word such as `true`, or a prefix that only one of the words has. */
function booleanOf(word: string): number | undefined {
  const startsOne = (words: readonly string[]): boolean =>
    words.some((one) => one.startsWith(word) && (one[0] !== 'o' || word.length > 1))
  if (word === '') return undefined
  if (startsOne(TRUE)) return 1
  return startsOne(FALSE) ? 0 : undefined
}

function wholeOf(text: string, bits: number): bigint | undefined {
  const cast = SCALARS.biginteger.cast(text)
  const whole = cast.ok && typeof cast.value === 'bigint' ? cast.value : undefined
  return whole !== undefined && whole >= -(2n ** BigInt(bits)) && whole < 2n ** BigInt(bits)
    ? whole
    : undefined
}

/**
 * Reads a literal of a real number. PostgreSQL orders NaN after every number, so NaN is read as infinity, which no
 * column contains.
 */
function realOf(text: string): number | undefined {
  const special = SPECIAL.exec(text)
  if (special !== null) return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const number = looseNumber(text)
  return number !== undefined && Number.isFinite(number) ? number : undefined
}

const SPECIAL = /^\s*(?:nan|([+-]?)inf(?:inity)?)\s*$/i
const DATE = /^\s*(\d{4})(?:-(\d{1,2})-(\d{1,2})|(\d\d)(\d\d))(?:[T ](\S+)\s*)?$/
const CLOCK = /^(\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/i
const HOURS_AND_MINUTES = /^(\d\d)(\d\d)(\d\d)?$/
const SECONDS = /^(\d\d)??(\d\d)??(\d\d)$/

/**
 * Converts a date literal to the form `2024-02-29`. A date literal with a time after the date is later than the same
 * date without a time.
 */
function dayAndClock(text: string): string | undefined {
  const found = calendarDay(text)
  return found === undefined ? undefined : `${found.day}${found.clock ?? ''}`
}

/**
 * Reads a literal of a date and time. Columns of dates and times have no time zone, so the database ignores a time
 * zone in the literal.
 */
function instantOf(text: string): number | undefined {
  const found = calendarDay(text)
  if (found === undefined) return undefined
  const clock = found.clock === undefined ? '00:00:00.000' : timeOf(found.clock, HOURS_AND_MINUTES)
  return clock === undefined ? undefined : Date.parse(`${found.day}T${clock}Z`)
}

function calendarDay(text: string): { readonly day: string; readonly clock?: string } | undefined {
  const parts = DATE.exec(text)
  if (parts === null) return undefined
  const [, year, month = parts[4], date = parts[5], , , clock] = parts
  const cast = SCALARS.date.cast(`${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`)
  return cast.ok ? { day: String(cast.value), ...(clock === undefined ? {} : { clock }) } : undefined
}

/**
 * Converts a time literal to the form `12:30:00.000`. A time literal without colons must match the pattern `digits`.
 */
function timeOf(text: string, digits: RegExp): string | undefined {
  const parts = CLOCK.exec(text.trim()) ?? digits.exec(text.trim())
  if (parts === null) return undefined
  const [, hours = '00', minutes = '00', seconds = '00', fraction = ''] = parts
  const cast = SCALARS.time.cast(`${hours}:${minutes}:${seconds}${fraction.slice(0, 4)}`)
  return cast.ok ? String(cast.value) : undefined
}

/** Returns the number at the start of a text, or 0 if the text does not start with a number. */
export const numberAtStart = (text: string): number => Number(NUMBER_AT_START.exec(text)?.[0] ?? 0)

const NUMBER_AT_START = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/i
