/** The names and limits of generated scalar attributes. */
import type { ScalarType } from '../../src/reference/schema/schema.ts'
import type { Json } from '../../src/util/json.ts'
import type { Roll } from './dice.ts'

type WrittenLimits = Readonly<Record<string, Json>>

/**
 * The names of generated attributes, by attribute type. If all names of a type are used, the next attribute gets one of
 * the names with a number.
 */
export const NAMES: { readonly [type in ScalarType]: readonly string[] } = {
  string: ['title', 'name', 'city', 'subtitle', 'code'],
  text: ['description', 'summary'],
  richtext: ['body'],
  email: ['email'],
  uid: ['slug'],
  enumeration: ['level'],
  password: ['password'],
  date: ['day'],
  time: ['opensAt'],
  datetime: ['startsAt', 'endsAt'],
  timestamp: ['seenAt'],
  integer: ['quantity', 'year', 'rank'],
  biginteger: ['views'],
  float: ['rating', 'weight'],
  decimal: ['price'],
  boolean: ['featured', 'available'],
  array: ['keywords'],
  json: ['details', 'location'],
  blocks: ['content'],
}
const NUMBERS: readonly ScalarType[] = ['integer', 'float', 'decimal', 'biginteger']
const SHORT_TEXTS: readonly ScalarType[] = ['string', 'text']
const PATTERNS = ['^[A-Z]{2}-[0-9]{3}$', '^[a-z][a-z-]*$'] as const

/**
 * Generates the limits of an attribute. An attribute may have `required`, and at most one other kind of limit, such as
 * `min` and `max`.
 */
export function limitsFor(type: ScalarType, roll: Roll, mayBeUnique: boolean): WrittenLimits {
  const required = roll.chance(25) ? { required: true } : {}
  const kind = roll.upTo(9)
  if (kind < 5) return required
  if (NUMBERS.includes(type) && kind < 8) {
    const ends = { min: roll.pick([0, 1]), max: roll.pick([100, 1000]) }
    return {
      ...required,
      ...(type === 'biginteger' ? { min: String(ends.min), max: String(ends.max) } : ends),
    }
  }
  if (SHORT_TEXTS.includes(type) && kind < 8)
    return { ...required, minLength: roll.pick([1, 2, 3]), maxLength: roll.pick([255, 60, 20]) }
  if (type === 'string' && kind === 8) return { ...required, regex: roll.pick(PATTERNS) }
  const isUnique = mayBeUnique && (type === 'string' || type === 'email' || type === 'integer')
  return isUnique ? { ...required, unique: true } : required
}

/**
 * Returns whether a value may be the default of an attribute with limits. Without limits, any value is valid; with
 * limits, only `7`, `1.5` and `Abba` are valid. An attribute with `unique` or `regex` has no default.
 */
export function isDefault(value: Json, { minLength, regex, unique, min }: WrittenLimits): boolean {
  if (unique !== undefined || regex !== undefined) return false
  if (min !== undefined) return value === 7 || value === '7' || value === 1.5
  return minLength === undefined || value === 'Abba'
}
