/** Reads, compares and prints values of each scalar type, and casts operands to values. */

import type { Node } from '../reference/graph/graph.ts'
import type { Raw } from '../reference/parse/url.ts'
import type { ScalarType } from '../reference/schema/schema.ts'
import type { Json } from '../util/json.ts'
import type { Column } from './model.ts'

/** A value, converted to a form that `compare` can compare with other values of the same attribute. */
export type Comparable = number | bigint | string

export const isTextual = (type: ScalarType): boolean =>
  ['string', 'text', 'richtext', 'enumeration', 'email', 'uid'].includes(type)
export const isNumeric = (type: ScalarType): boolean =>
  ['integer', 'biginteger', 'float', 'decimal'].includes(type)

const isJson = (type: ScalarType): boolean => ['json', 'array', 'blocks'].includes(type)

/** Returns whether a text is `true`, `t` or `1`, which mean true in a parameter that takes a boolean. */
export const isYes = (raw: Raw | undefined): boolean =>
  typeof raw === 'string' && ['true', 't', '1'].includes(raw)

/** Returns the documentId of a row or component; null for a component without documentId. */
export const documentIdOf = (node: Node): string | null =>
  'documentId' in node && typeof node.documentId === 'string' ? node.documentId : null

/** Returns the value of a column of a node, converted for a comparison. */
export function read(node: Node, name: string, column: Column): Comparable | null {
  if (column === 'id') return node.id
  if (column === 'documentId') return documentIdOf(node)
  return comparable(node.values[name] ?? null, column)
}

/** Returns the value of an attribute, converted for a comparison; null stays null. */
function comparable(value: Json, type: ScalarType): Comparable | null {
  if (value === null) return null
  if (isTextual(type) || type === 'date' || type === 'time') return String(value)
  if (type === 'biginteger') return BigInt(String(value))
  if (type === 'datetime') return Date.parse(String(value))
  if (isJson(type)) return typeof value === 'number' ? value : textOf(value)
  return Number(value)
}

/** Converts an operand to a value of the attribute's type. */
export function operand(text: string, type: ScalarType): Comparable {
  if (type === 'biginteger') return BigInt(text.trim().replace('+', ''))
  if (isNumeric(type)) return Number(text)
  if (type === 'boolean') return ['false', 'f', '0', ''].includes(text) ? 0 : 1
  if (type === 'date') return text.slice(0, 10)
  if (type === 'time') return text.includes('.') ? text.padEnd(12, '0') : `${text}.000`
  if (type === 'datetime' || type === 'timestamp') return instantIn(text)
  return isJson(type) ? (numberIn(text) ?? text) : text
}

const ISO =
  /^(\d{4})(?:-?(\d\d)(?:-?(\d\d))?)?(?:[T ](\d\d)(?::?(\d\d)(?::?(\d\d(?:[.,]\d+)?))?)?(?:Z|([+-]\d\d):?(\d\d)?)?)?$/i

/** Returns the epoch milliseconds of an ISO date (in UTC if it has no time zone), or of a number as text. */
function instantIn(text: string): number {
  const parts = ISO.exec(text)?.map((part) => (part === undefined ? part : Number(part.replace(',', '.'))))
  if (parts === undefined) return Number(text)
  const [, year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0, zone = 0, zoneMinutes = 0] =
    parts
  const offset = zone * 60 + Math.sign(zone) * zoneMinutes
  return Math.trunc(Date.UTC(year, month - 1, day, hours, minutes - offset) + seconds * 1000)
}

/** Returns the decimal number that a text consists of; undefined for any other text. */
export function numberIn(text: string): number | undefined {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : undefined
}

/** Returns the text of a value as the answer shows it. */
export const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Compares two values (-1, 0 or 1): numbers by value and before texts, texts by code point. */
export function compare(a: Comparable, b: Comparable): number {
  if (typeof a === 'string' && typeof b === 'string') return byCodePoint(a, b)
  if (typeof a === 'string') return 1
  if (typeof b === 'string') return -1
  return a === b || (a <= b && a >= b) ? 0 : a < b ? -1 : 1
}

function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  const at = left.findIndex((letter, place) => letter !== right[place])
  if (at < 0) return left.length < right.length ? -1 : 0
  return (left[at]?.codePointAt(0) ?? 0) < (right[at]?.codePointAt(0) ?? -1) ? -1 : 1
}

/** Letters whose Unicode case folding differs from their lower case, each with its folded form. */
const FOLDED: ReadonlyMap<string, string> = new Map(
  ['ßss', 'ẞss', 'ςσ', 'ſs', 'ﬁfi', 'ﬂfl', 'ŉʼn'].map(([letter = '', ...folded]) => [
    letter,
    folded.join(''),
  ]),
)

/** Returns a text after Unicode case folding, letter by letter. */
export const fold = (text: string): string =>
  [...text].map((letter) => FOLDED.get(letter) ?? letter.toLowerCase()).join('') // filters.letter-case
