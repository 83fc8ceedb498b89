/** What values and operands mean, once more and in the plainest way. */

import type { ScalarType } from '../reference/schema/schema.ts'
import type { Json } from '../util/json.ts'

/** A value that can be compared with others of its attribute. */
export type Comparable = number | bigint | string

const isTextual = (type: ScalarType): boolean =>
  ['string', 'text', 'richtext', 'enumeration', 'email', 'uid', 'password'].includes(type)
export const isNumeric = (type: ScalarType): boolean =>
  ['integer', 'biginteger', 'float', 'decimal'].includes(type)
export const isSearchable = (type: ScalarType, text: string): boolean =>
  (isTextual(type) && type !== 'password') || (isNumeric(type) && !Number.isNaN(Number(text)))

/** The value of an attribute as it compares; null stays null. */
export function comparable(value: Json, type: ScalarType): Comparable | null {
  if (value === null) return null
  if (isTextual(type) || type === 'date' || type === 'time') return String(value)
  if (type === 'biginteger') return BigInt(String(value))
  if (type === 'datetime') return new Date(String(value)).getTime()
  if (type === 'json' || type === 'array' || type === 'blocks') {
    return typeof value === 'number' ? value : shownText(value)
  }
  return Number(value)
}

/** An operand as a value of the attribute's type. */
export function operand(text: string, type: ScalarType): Comparable {
  switch (type) {
    case 'integer':
    case 'float':
    case 'decimal':
      return Number(text)
    case 'biginteger':
      return BigInt(text.trim().replace('+', ''))
    case 'boolean':
      return ['false', 'f', '0', ''].includes(text) ? 0 : 1
    case 'date':
      return text.slice(0, 10)
    case 'time':
      return text.includes('.') ? text.padEnd(12, '0') : `${text}.000`
    case 'datetime':
    case 'timestamp':
      return /^\d{5,}$/.test(text) ? Number(text) : new Date(text).getTime()
    case 'json':
    case 'array':
    case 'blocks':
      return numberIn(text) ?? text
    default:
      return text
  }
}

/** A decimal number, if the text is one and nothing else. */
export function numberIn(text: string): number | undefined {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : undefined
}

/** The text of a value as the answer shows it. */
export const shownText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** -1, 0 or 1: numbers by value and before texts, texts by code point. */
export function order(a: Comparable, b: Comparable): number {
  if (typeof a === 'string' && typeof b === 'string') return byCodePoint(a, b)
  if (typeof a === 'string') return 1
  if (typeof b === 'string') return -1
  return a === b || (a <= b && a >= b) ? 0 : a < b ? -1 : 1
}

function byCodePoint(a: string, b: string): number {
  const left = [...a].map((letter) => letter.codePointAt(0) ?? 0)
  const right = [...b].map((letter) => letter.codePointAt(0) ?? 0)
  for (const [at, point] of left.entries()) {
    const other = right[at]
    if (other === undefined || point > other) return 1
    if (point < other) return -1
  }
  return left.length < right.length ? -1 : 0
}

/** Letters that full case folding turns into something else than their lower case. */
const FOLDED: { readonly [letter: string]: string } = {
  ß: 'ss',
  ẞ: 'ss',
  ς: 'σ',
  ſ: 's',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ŉ: 'ʼn',
}

/** Unicode case folding, letter by letter. */
export const fold = (text: string): string =>
  [...text].map((letter) => FOLDED[letter] ?? letter.toLowerCase()).join('')
