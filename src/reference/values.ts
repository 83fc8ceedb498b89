/**
 * The meaning of each scalar type in filters and sorts: the casts of operands, the comparison of values, and the text
 * that a search reads. Answers show the stored values without conversion.
 */
// Imports single functions of `date-fns`, because the whole package takes longer to load than all other code here.

import isValid from 'date-fns/isValid/index.js'
import parse from 'date-fns/parse/index.js'
import parseISO from 'date-fns/parseISO/index.js'
import { memoized } from '../util/cache/memoized.ts'
import type { Json } from '../util/json.ts'
import type { ScalarType } from './schema/schema.ts'

/** An attribute value in the form in which it can be compared with other values of the same attribute. */
export type Comparable = Json | bigint

/** The result of casting an operand: a value, or the reason why the server refuses the operand. */
export type Cast =
  | { readonly ok: true; readonly value: Comparable }
  /**
   * The member `expected` completes the phrase "expected …" in a message. The member `message` is the error message
   * of the real server; undefined if the real server itself does not refuse the operand.
   */
  | { readonly ok: false; readonly expected: string; readonly message: string | undefined }

const ok = (value: Comparable): Cast => ({ ok: true, value })
const bad = (expected: string, message?: string): Cast => ({ ok: false, expected, message })

/**
 * Compares two values: numbers by their value, texts by code point, and numbers before texts. The result is a
 * negative number, zero or a positive number.
 */
export function compare(a: Comparable, b: Comparable): number {
  if (!isNumber(a)) return isNumber(b) ? 1 : compareText(answeredText(a), answeredText(b))
  if (!isNumber(b)) return -1
  return a < b ? -1 : a > b ? 1 : 0
}

const isNumber = (value: Comparable): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/**
 * Compares texts by code point, which is the order of their UTF-8 bytes. The operator `<` of JavaScript compares
 * UTF-16 units, so it wrongly puts 🍕 before ﬁ.
 */
export function compareText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let at = 0; at < shorter; at++) {
    if (a.charCodeAt(at) !== b.charCodeAt(at)) return codePoint(a, at) - codePoint(b, at)
  }
  return a.length - b.length
}

/** Returns the code point of the character at a UTF-16 unit, which may be either half of a surrogate pair. */
function codePoint(text: string, at: number): number {
  const before = at > 0 ? (text.codePointAt(at - 1) ?? 0) : 0
  return before > 0xffff ? before : (text.codePointAt(at) ?? 0)
}

/**
 * Returns a text after Unicode case folding: `ß` and `ẞ` equal `SS`, `İ` equals `i̇`, and all forms of sigma are
 * equal. The function first converts the text to lower case, because the upper case of `ẞ` is `ẞ` itself. The dotless
 * `ı` stays a separate letter, although `ı` and `i` have the same upper case.
 */
export const foldCase = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : text.split('ı').map(foldDotted).join('ı').replaceAll('ς', 'σ')

/** Returns whether a text is ASCII. Most texts are ASCII and need no Unicode folding. */
export const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

const foldDotted = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase()

interface ScalarMeaning {
  readonly cast: (text: string) => Cast
  readonly comparable: (value: Json) => Comparable
}

const textMeaning: ScalarMeaning = { cast: ok, comparable: String }
const numberMeaning: ScalarMeaning = { cast: castNumber, comparable: Number }
/** Caches the results of `castInstant`, because the check, the plan and the index all cast the same operand. */
const instantOnce = memoized(castInstant)
const instantMeaning: ScalarMeaning = { cast: instantOnce, comparable: (value) => Date.parse(String(value)) }
const jsonMeaning: ScalarMeaning = { cast: ok, comparable: (value) => value }

export const SCALARS: { readonly [type in ScalarType]: ScalarMeaning } = {
  string: textMeaning,
  text: textMeaning,
  richtext: textMeaning,
  enumeration: textMeaning,
  email: textMeaning,
  password: textMeaning,
  uid: textMeaning,
  date: { cast: castDate, comparable: String },
  time: { cast: castTime, comparable: String },
  datetime: instantMeaning,
  timestamp: { cast: instantOnce, comparable: Number },
  integer: numberMeaning,
  biginteger: { cast: castBigInteger, comparable: (value) => BigInt(String(value)) },
  float: numberMeaning,
  decimal: numberMeaning,
  boolean: { cast: (text) => ok(isTruthyText(text) ? 1 : 0), comparable: Number },
  array: jsonMeaning,
  json: jsonMeaning,
  blocks: jsonMeaning,
}

/** The types of attributes that `_q` searches for any text. */
export const TEXT_TYPES: ReadonlySet<ScalarType> = new Set<ScalarType>([
  'string',
  'text',
  'richtext',
  'enumeration',
  'email',
  'uid',
])
/** The types of attributes that `_q` searches only if the searched text is a number. */
export const NUMBER_TYPES: ReadonlySet<ScalarType> = new Set<ScalarType>([
  'integer',
  'biginteger',
  'float',
  'decimal',
])

/** The types of attributes whose values are JSON. */
export const JSON_TYPES: ReadonlySet<ScalarType> = new Set<ScalarType>(['json', 'blocks', 'array'])

/**
 * Returns the text of a value in an answer. The operator `$contains` and similar operators search the text of a value
 * in the answer.
 */
export function answeredText(value: Comparable): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * Returns a JSON value in the form that comparisons use according to the guide: a number stays a number, and every
 * other value becomes its text.
 */
export const jsonComparable = (value: Json): Comparable =>
  typeof value === 'number' ? value : answeredText(value)

/**
 * Returns the number that a decimal text such as `4.0` or ` 4 ` denotes; undefined for any other text, such as `0x4`.
 */
export function looseNumber(text: string): number | undefined {
  return /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : undefined
}

function castNumber(text: string): Cast {
  const value = Number(text)
  return text.trim() !== '' && Number.isFinite(value) ? ok(value) : bad('a number')
}

function castBigInteger(text: string): Cast {
  const digits = text.trim()
  return /^[+-]?\d+$/.test(digits) ? ok(BigInt(digits.replace('+', ''))) : bad('a whole number')
}

/** Returns whether a text means true: `false`, `f`, `0` and the empty text mean false, every other text means true. */
const isTruthyText = (text: string): boolean => !['false', 'f', '0', ''].includes(text)

/** Casts an operand to a date. The cast ignores the text after the tenth character of a date. */
function castDate(text: string): Cast {
  const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/.exec(text)?.[0]
  if (day === undefined) return bad('yyyy-MM-dd', 'Invalid format, expected yyyy-MM-dd')
  return isValid(parseISO(day)) ? ok(day) : bad('a day of the calendar', 'Invalid date')
}

function castTime(text: string): Cast {
  const parts = /^((?:2[0-3]|[01]\d):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?$/.exec(text)
  if (parts === null) return bad('HH:mm:ss.SSS', 'Invalid time format, expected HH:mm:ss.SSS')
  return ok(`${parts[1]}.${(parts[2] ?? '').padEnd(3, '0')}`)
}

/**
 * Casts an operand to a date and time. The operand may be an ISO date in any form, which counts as UTC if it has no
 * time zone. An operand that is not an ISO date counts as epoch milliseconds.
 */
function castInstant(text: string): Cast {
  const iso = parseISO(inUtc(text))
  if (isValid(iso)) return ok(iso.getTime())
  const epoch = parse(text, 'T', new Date(0))
  if (isValid(epoch)) return ok(epoch.getTime())
  return bad('a timestamp or an ISO date', 'Invalid format, expected a timestamp or an ISO date')
}

function inUtc(text: string): string {
  const time = text.split(/[T ]/)[1]
  if (time === undefined) return `${text}T00:00:00Z`
  return /(Z|[+-]\d{2}(:?\d{2})?)$/i.test(time) ? text : `${text}Z`
}

/** The number of characters of a text whose comparison counts as one additional step. */
const CHARACTERS_A_STEP = 100
/**
 * The number of characters in the JSON text of an object that count as one additional step, because each comparison
 * converts the object to text.
 */
const JSON_CHARACTERS_A_STEP = 20
const textLengths = new WeakMap<object, number>()

/** Returns the number of additional steps to read a value, which grow with the length of its text. */
export function lengthSteps(value: Json): number {
  if (typeof value === 'string') return Math.floor(value.length / CHARACTERS_A_STEP)
  if (typeof value !== 'object' || value === null) return 0
  // Caches the length of the JSON text of an object, because values never change, and writing JSON takes time.
  const known = textLengths.get(value) ?? JSON.stringify(value).length
  textLengths.set(value, known)
  return Math.floor(known / JSON_CHARACTERS_A_STEP)
}
