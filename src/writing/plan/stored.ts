/** Converts validated values to the form that a database stores. */

import type { ScalarAttribute } from '../../reference/schema/schema.ts'
import type { Departs } from '../../reference/strapi/write-quirks.ts'
import { SCALARS } from '../../reference/values.ts'
import { digest } from '../../util/digest.ts'
import { type Json, parseJson } from '../../util/json.ts'
import { crashing, invalid, Refused } from '../refusal.ts'
import type { CiteWrite } from '../rules.ts'
import { digitsOf } from '../validate/scalars.ts'
import { onlyItem } from '../validate/shape.ts'

/** The context for converting values to their stored form. */
export interface StorageContext {
  readonly departs: Departs
  readonly cite: CiteWrite
}

/** The pattern of unpaired surrogates, which UTF-8 cannot encode. */
const HALVES = /\p{Surrogate}/gu
const REPLACED = '\uFFFD\uFFFD\uFFFD'

/**
 * Returns the form in which a database stores a value.
 * @throws Refused for an invalid date or time, which no earlier check finds.
 */
export function storedValue(
  attribute: ScalarAttribute,
  value: Json,
  { departs, cite }: StorageContext,
): Json {
  if (value === null) return null
  switch (attribute.type) {
    case 'string':
    case 'text':
    case 'richtext':
    case 'email':
    case 'uid':
    case 'enumeration':
      return departs('surrogates-replaced') ? String(value).replace(HALVES, REPLACED) : String(value)
    case 'password':
      cite('write.values.password')
      return hashed(value)
    case 'date':
      return dateOf(value)
    case 'time':
      if (typeof value === 'string') return castOf('time', value)
      throw new Refused(invalid('write.values.date', `Expected a string, got a ${typeOf(value)}`))
    case 'datetime':
      return new Date(instantOf(value)).toISOString()
    case 'timestamp':
      return String(instantOf(value))
    case 'integer':
    case 'float':
    case 'decimal':
    case 'boolean':
      return value
    case 'biginteger':
      return departs('bigint-rounded') ? inColumn(digitsOf(value) ?? '0') : (digitsOf(value) ?? null)
    case 'json':
    case 'array':
    case 'blocks':
      if (typeof value === 'string') cite('write.values.json')
      return jsonOf(value, departs)
  }
}

/**
 * Returns the hash of a password. A simple digest is enough, because the content API never returns passwords. A bcrypt
 * hash from project code stays unchanged.
 */
const hashed = (value: Json): Json =>
  typeof value !== 'string' || DIGEST.test(value) ? value : `sha256:${digest(value)}`

const DIGEST = /^(?:sha256:[0-9a-f]{64}|\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53})$/

const typeOf = (value: Json): string => (Array.isArray(value) ? 'object' : typeof value)

function castOf(type: 'date' | 'time', text: string): Json {
  const cast = SCALARS[type].cast(text)
  if (cast.ok) return String(cast.value)
  throw new Refused(invalid('write.values.date', cast.message ?? `Expected ${cast.expected}`))
}

/** Parses a date; a value that is not a text is invalid. */
const dateOf = (value: Json): Json => castOf('date', typeof value === 'string' ? value : '')

const MOST_INSTANT = 8.64e15

/**
 * Parses an instant. A list counts as its only item, because JavaScript converts such a list to the text of the item.
 */
function instantOf(value: Json): number {
  const item = onlyItem(value)
  const cast = SCALARS.datetime.cast(typeof item === 'object' ? '' : String(item))
  const instant = cast.ok ? Number(cast.value) : Number.NaN
  if (Math.abs(instant) <= MOST_INSTANT) return instant
  throw new Refused(invalid('write.values.date', 'Invalid format, expected a timestamp or an ISO date'))
}

/**
 * Returns the integer that SQLite stores for a text of digits: all digits of a 64-bit integer, and a rounded float for
 * a larger integer.
 */
function inColumn(digits: string): string {
  const integer = BigInt(digits)
  return BigInt.asIntN(64, integer) === integer ? digits : String(Number(digits))
}

/**
 * Returns the value that a copy of a row stores for a value of the row. The SQLite driver reads a biginteger as a
 * JavaScript number, so the copy stores a rounded integer if the original has more than 53 bits.
 */
export function copiedValue({ type }: ScalarAttribute, value: Json, departs: Departs): Json {
  const isRounded = type === 'biginteger' && typeof value === 'string' && departs('bigint-rounded')
  return isRounded ? String(Number(value)) : value
}

/**
 * Returns the stored value of a JSON attribute. A text that contains JSON is parsed.
 * @throws Refused for a text without JSON, if the database stores only JSON.
 */
function jsonOf(value: Json, departs: Departs): Json {
  if (typeof value === 'boolean') return departs('json-boolean-number') ? Number(value) : value
  if (typeof value !== 'string') return value
  const parsed = parseJson(value)
  if (departs('json-text-crash')) {
    if (parsed !== undefined) return parsed
    const message = 'Invalid JSON: expected a text that contains JSON, because the database stores only JSON'
    throw new Refused(crashing('json-text-crash', 'write.values.json', message))
  }
  if (parsed === undefined) return value
  if (typeof parsed !== 'string') return parsed
  return parseJson(parsed) ?? value
}
