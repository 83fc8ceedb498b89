/**
 * The meaning of each scalar type in filters and sorts: how the text of an operand becomes a value, how two values
 * compare, and the text of a value in a search. Answers show the values of rows without a conversion.
 */
// One by one: the package as a whole takes longer to load than everything else here.

import isValid from 'date-fns/isValid/index.js'
import parse from 'date-fns/parse/index.js'
import parseISO from 'date-fns/parseISO/index.js'
import { memoized } from '../util/cache/memoized.ts'
import type { Json } from '../util/json.ts'
import type { ScalarType } from './schema/schema.ts'

/** A value as it compares with others of its attribute. */
export type Comparable = Json | bigint

/** An operand after casting, or why it cannot be one. */
export type Cast =
  | { readonly ok: true; readonly value: Comparable }
  /** `expected` completes "expected …"; `message` is the real server's text if it answers 400 itself. */
  | { readonly ok: false; readonly expected: string; readonly message: string | undefined }

const ok = (value: Comparable): Cast => ({ ok: true, value })
const bad = (expected: string, message?: string): Cast => ({ ok: false, expected, message })

/** Negative, zero or positive: numbers by value and before texts, texts by code point. */
export function compare(a: Comparable, b: Comparable): number {
  if (!isNumber(a)) return isNumber(b) ? 1 : compareText(answeredText(a), answeredText(b))
  if (!isNumber(b)) return -1
  return a < b ? -1 : a > b ? 1 : 0
}

const isNumber = (value: Comparable): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** By code point, as UTF-8 bytes compare; JavaScript's own `<` compares UTF-16 units and misplaces 🍕 before ﬁ. */
export function compareText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let at = 0; at < shorter; at++) {
    if (a.charCodeAt(at) !== b.charCodeAt(at)) return codePoint(a, at) - codePoint(b, at)
  }
  return a.length - b.length
}

/** The code point that the unit is part of, be it the first or the second half of a surrogate pair. */
function codePoint(text: string, at: number): number {
  const before = at > 0 ? (text.codePointAt(at - 1) ?? 0) : 0
  return before > 0xffff ? before : (text.codePointAt(at) ?? 0)
}

/**
 * Folds case by Unicode: `ß` and `ẞ` equal `SS`, `İ` equals `i̇`, every sigma is one. Lower case first, because
 * `ẞ` is its own upper case. The dotless `ı` is a separate letter, although it shares its upper case with `i`.
 */
export const foldCase = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : text.split('ı').map(foldDotted).join('ı').replaceAll('ς', 'σ')

/** Most texts are ASCII, and only their case is folded. */
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

const foldDotted = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase()

interface ScalarMeaning {
  readonly cast: (text: string) => Cast
  readonly comparable: (value: Json) => Comparable
}

const textMeaning: ScalarMeaning = { cast: ok, comparable: String }
const numberMeaning: ScalarMeaning = { cast: castNumber, comparable: Number }
/** Cached, because the check, the plan and the index all cast the same operand. */
const instantOnce = memoized(castInstant)
const instantMeaning: ScalarMeaning = { cast: instantOnce, comparable: (value) => Date.parse(String(value)) }
const jsonMeaning: ScalarMeaning = { cast: ok, comparable: (value) => value }

/** One line per scalar type of the guide. */
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

/** The types that `_q` always searches. */
export const TEXT_TYPES: ReadonlySet<ScalarType> = new Set<ScalarType>([
  'string',
  'text',
  'richtext',
  'enumeration',
  'email',
  'uid',
])
/** The types that `_q` searches too when its text is a number. */
export const NUMBER_TYPES: ReadonlySet<ScalarType> = new Set<ScalarType>([
  'integer',
  'biginteger',
  'float',
  'decimal',
])

/** The types that hold JSON. */
export const JSON_TYPES: ReadonlySet<ScalarType> = new Set<ScalarType>(['json', 'blocks', 'array'])

/** The text of a value as the answer shows it: what `$contains` and its kin look into. */
export function answeredText(value: Comparable): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A JSON value as the guide compares it: numbers by value, everything else by its text. */
export const jsonComparable = (value: Json): Comparable =>
  typeof value === 'number' ? value : answeredText(value)

/** Text that a numeric column would read as a number, else undefined: `4.0` and ` 4 ` do, `0x4` and `4a` do not. */
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

/** `false`, `f`, `0` and the empty text are false, every other text is true. */
const isTruthyText = (text: string): boolean => !['false', 'f', '0', ''].includes(text)

/** A date may go on after its tenth character; the rest does not count. */
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

/** An ISO date in any of its forms, UTC if it names no zone; else epoch milliseconds. */
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

/** The number of characters that are compared in about the time of one step. */
const CHARACTERS_A_STEP = 100
/** An object is written as text each time. */
const JSON_CHARACTERS_A_STEP = 20
const textLengths = new WeakMap<object, number>()

/** The additional steps to read a value, by the length of its text. */
export function lengthSteps(value: Json): number {
  if (typeof value === 'string') return Math.floor(value.length / CHARACTERS_A_STEP)
  if (typeof value !== 'object' || value === null) return 0
  // Values never change, and the text of an object is as long to write as it is to look at.
  const known = textLengths.get(value) ?? JSON.stringify(value).length
  textLengths.set(value, known)
  return Math.floor(known / JSON_CHARACTERS_A_STEP)
}
