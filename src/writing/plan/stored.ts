/** Checked values → values as a database keeps them. */

import type { ScalarAttribute } from '../../reference/schema/schema.ts'
import type { Departs } from '../../reference/strapi/write-quirks.ts'
import { SCALARS } from '../../reference/values.ts'
import { digest } from '../../util/digest.ts'
import { type Json, parseJson } from '../../util/json.ts'
import { invalid, Refused } from '../refusal.ts'
import type { CiteWrite } from '../rules.ts'
import { digitsOf } from '../validate/scalars.ts'

/** How values are kept. */
export interface Keeping {
  readonly departs: Departs
  readonly cite: CiteWrite
}

/**
 * The value that is kept.
 * @throws Refused for a date or a time that is none: nobody looks at these before.
 */
export function storedValue(attribute: ScalarAttribute, value: Json, { departs, cite }: Keeping): Json {
  if (value === null) return null
  switch (attribute.type) {
    case 'string':
    case 'text':
    case 'richtext':
    case 'email':
    case 'uid':
    case 'enumeration':
      return String(value)
    case 'password':
      cite('write.values.password')
      return hidden(value)
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
      return departs('bigint-rounded') ? rounded(digitsOf(value) ?? '0') : (digitsOf(value) ?? null)
    case 'json':
    case 'array':
    case 'blocks':
      if (typeof value === 'string') cite('write.values.json')
      return jsonOf(value, departs)
  }
}

/** Nobody is ever told a password, and what is kept of one does not tell it either. */
const hidden = (value: Json): Json =>
  typeof value !== 'string' || KEPT.test(value) ? value : `sha256:${digest(value)}`

const KEPT = /^sha256:[0-9a-f]{64}$/

const typeOf = (value: Json): string => (Array.isArray(value) ? 'object' : typeof value)

function castOf(type: 'date' | 'time', text: string): Json {
  const cast = SCALARS[type].cast(text)
  if (cast.ok) return String(cast.value)
  throw new Refused(invalid('write.values.date', cast.message ?? `Expected ${cast.expected}`))
}

/** What is no text has no date in it. */
const dateOf = (value: Json): Json => castOf('date', typeof value === 'string' ? value : '')

const MOST_INSTANT = 8.64e15

function instantOf(value: Json): number {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const cast = SCALARS.datetime.cast(text)
  const instant = cast.ok ? Number(cast.value) : Number.NaN
  if (Math.abs(instant) <= MOST_INSTANT) return instant
  throw new Refused(invalid('write.values.date', 'Invalid format, expected a timestamp or an ISO date'))
}

/** A database of numbers of 64 bits, read into numbers of 53. */
function rounded(digits: string): string {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? digits : String(BigInt(number))
}

/** A text that is JSON is kept as what it says. */
function jsonOf(value: Json, departs: Departs): Json {
  if (typeof value === 'boolean') return departs('json-boolean-number') ? Number(value) : value
  if (typeof value !== 'string') return value
  const parsed = parseJson(value)
  if (parsed === undefined) return value
  if (typeof parsed !== 'string') return parsed
  return parseJson(parsed) ?? value
}
