/** Validates the values of each scalar type, and converts them to canonical form. */
import { isList, type Json } from '../../util/json.ts'
import { listed } from './fault.ts'
import type { ScalarAttribute, ScalarType } from './schema.ts'
import { isAmong } from './shape.ts'

/** A value in canonical form; or, for an invalid value, a description of the valid values. */
export type ScalarReading = { readonly value: Json } | { readonly expected: string }

type ScalarReader = (json: Json) => Json | undefined

const textual: ScalarKind = {
  expected: 'text',
  read: (json) => (typeof json === 'string' ? json : undefined),
}
const real: ScalarKind = { expected: 'a number', read: (json) => (Number.isFinite(json) ? json : undefined) }
const anything: ScalarKind = { expected: 'JSON', read: (json) => json }

interface ScalarKind {
  readonly expected: string
  readonly read: ScalarReader
}

const KINDS: { readonly [type in ScalarType]: ScalarKind } = {
  string: textual,
  text: textual,
  richtext: textual,
  enumeration: textual,
  email: textual,
  password: textual,
  uid: textual,
  date: { expected: 'a date of the calendar as yyyy-MM-dd', read: readDate },
  time: { expected: 'a time as HH:mm:ss.SSS', read: readTime },
  datetime: { expected: 'an ISO 8601 date and time', read: readDatetime },
  timestamp: { expected: 'epoch milliseconds', read: readDigits },
  integer: { expected: 'a whole number', read: (json) => (Number.isInteger(json) ? json : undefined) },
  biginteger: { expected: 'text of at most 1000 digits', read: readDigits },
  float: real,
  decimal: real,
  boolean: { expected: 'true or false', read: (json) => (typeof json === 'boolean' ? json : undefined) },
  array: { expected: 'a list', read: (json) => (isList(json) ? json : undefined) },
  json: anything,
  blocks: anything,
}

/** The names of all scalar types, for lookups. */
export const SCALAR_TYPES: ReadonlySet<string> = new Set(Object.keys(KINDS))

/** Validates one value and converts it to canonical form. The value null is valid for every scalar type. */
export function readScalar(attribute: Pick<ScalarAttribute, 'type' | 'enum'>, json: Json): ScalarReading {
  if (json === null) return { value: null }
  const { expected, read } = KINDS[attribute.type]
  const value = read(json)
  if (value === undefined) return { expected }
  if (attribute.type !== 'enumeration' || (typeof value === 'string' && isAmong(value, attribute.enum))) {
    return { value }
  }
  return { expected: `one of ${listed(attribute.enum)}` }
}

function readDate(json: Json): Json | undefined {
  return typeof json === 'string' && isDay(json) ? json : undefined
}

/**
 * Returns whether a text such as `2024-02-29` is a day of the calendar. JavaScript converts 30 February to a day of
 * March. Therefore, the text is a day of the calendar only if the parsed date has the same text.
 */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const instant = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text)
}

function readTime(json: Json): Json | undefined {
  const parts =
    typeof json === 'string' ? /^((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?$/.exec(json) : null
  return parts === null ? undefined : `${parts[1]}.${(parts[2] ?? '').padEnd(3, '0')}`
}

const ISO_LENGTH = '2024-01-01T00:00:00.000Z'.length

/** The pattern of a date and time in canonical form, on a day that every month has. */
const CANONICAL = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/**
 * Reads a date and time. A text without a time zone counts as UTC, so that a dataset means the same on every machine.
 */
function readDatetime(json: Json): Json | undefined {
  if (typeof json !== 'string') return undefined
  // Returns a canonical text unchanged, because most values are canonical, and parsing a date is slow.
  if (CANONICAL.test(json)) return json
  const [day = '', clock = '00:00:00', ...rest] = json.split('T', 3)
  const parts = /^(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(clock)
  if (parts === null || rest.length > 0 || !isDay(day)) return undefined
  const instant = Date.parse(`${day}T${parts[1]}${parts[2] ?? ':00'}${parts[3] ?? 'Z'}`)
  const text = Number.isNaN(instant) ? '' : new Date(instant).toISOString()
  // The offset of a time zone can move a date to a year without four digits, which has no canonical form.
  return text.length === ISO_LENGTH ? text : undefined
}

/**
 * The maximum number of digits of a number, which is more than any column can hold. The limit exists because parsing
 * a long number takes more than linear time.
 */
const MOST_DIGITS = 1000

function readDigits(json: Json): Json | undefined {
  if (Number.isSafeInteger(json)) return String(json)
  return typeof json === 'string' && json.length <= MOST_DIGITS && /^[+-]?\d+$/.test(json)
    ? String(BigInt(json.replace('+', '')))
    : undefined
}
