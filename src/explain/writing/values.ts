/**
 * Describes the values that an attribute accepts. The functions return a phrase for all accepted values, an example,
 * and the accepted value nearest to a given value.
 */

import type { ScalarAttribute } from '../../reference/schema/schema.ts'
import { SCALARS } from '../../reference/values.ts'
import type { Json } from '../../util/json.ts'
import type { WritableAttribute } from '../../writing/index.ts'
import { nearest } from '../refused/names-near.ts'

/** Describes the values that an attribute accepts. The description completes a message that begins with `expected`. */
export function expectedOf(written: WritableAttribute): string {
  const { attribute, required } = written
  const orNull = required ? '' : ', or null'
  switch (attribute.kind) {
    case 'scalar':
      return `${scalarWords(written, attribute)}${orNull}`
    case 'relation':
      return `entries of ${attribute.target}: an id, a documentId, a list of these, or set, connect and disconnect`
    case 'media':
      return 'files: an id, a documentId, a list of these, or set, connect and disconnect'
    case 'morphTo':
      return attribute.many
        ? 'a list of {"__type": …, "id": …}'
        : 'nothing: a to-one morph relation cannot be written'
    case 'morphBy':
      return `entries of ${attribute.target}, by ids`
    case 'component':
      return attribute.many
        ? `a list${countWords(written)} of the component ${attribute.component}`
        : `an object of the component ${attribute.component}${orNull}`
    case 'zone':
      return `a list${countWords(written)} of objects with __component, one of ${attribute.components.join(', ')}`
  }
}

const countWords = ({ min, max }: WritableAttribute): string =>
  min === undefined && max === undefined ? '' : ` of ${rangeWords(min, max)}`

const rangeWords = (min: number | undefined, max: number | undefined): string =>
  min === undefined ? `at most ${max}` : max === undefined ? `at least ${min}` : `${min} to ${max}`

function scalarWords(
  { min, max, minLength, maxLength, pattern, unique }: WritableAttribute,
  { type, enum: values }: ScalarAttribute,
): string {
  const bounds = min === undefined && max === undefined ? '' : `, ${rangeWords(min, max)}`
  const length =
    minLength === undefined && maxLength === undefined
      ? ''
      : ` of ${rangeWords(minLength, maxLength)} characters`
  const form = pattern === undefined ? '' : ` that matches ${pattern}`
  const alone = unique || type === 'uid' ? ', which no other entry has' : ''
  switch (type) {
    case 'enumeration':
      return `one of ${values.join(', ')}`
    case 'integer':
      return `a whole number${bounds}${alone}`
    case 'float':
    case 'decimal':
      return `a number${bounds}${alone}`
    case 'biginteger':
      return `an integer as digits${alone}`
    case 'boolean':
      return 'true or false'
    case 'email':
      return `an email address${alone}`
    case 'date':
      return 'a date such as 2024-02-29'
    case 'time':
      return 'a time such as 23:59:59.999'
    case 'datetime':
    case 'timestamp':
      return 'an instant such as 2024-02-29T12:00:00.000Z'
    case 'json':
    case 'array':
      return 'any JSON'
    case 'blocks':
      return 'a list of blocks'
    default:
      return `a text${length}${form}${alone}`
  }
}

const PARAGRAPH: Json = { type: 'paragraph', children: [{ type: 'text', text: 'text' }] }

/** Returns an example of a value that the attribute accepts; undefined if the function knows no such value. */
export function exampleOf(written: WritableAttribute): Json | undefined {
  const { attribute, min } = written
  switch (attribute.kind) {
    case 'scalar':
      return scalarExample(written, attribute)
    case 'component':
      return attribute.many ? Array.from({ length: manyOf(min) }, () => ({})) : {}
    case 'zone': {
      const [first] = attribute.components
      return first === undefined ? [] : Array.from({ length: manyOf(min) }, () => ({ __component: first }))
    }
    default:
      return undefined
  }
}

/** The maximum number of items in an example, so that examples stay short. */
const MOST_EXAMPLES = 20
const manyOf = (min: number | undefined): number => Math.min(MOST_EXAMPLES, Math.max(0, Math.ceil(min ?? 0)))

function scalarExample(
  written: WritableAttribute,
  { type, enum: values }: ScalarAttribute,
): Json | undefined {
  switch (type) {
    case 'enumeration':
      return values[0]
    case 'integer':
    case 'float':
    case 'decimal':
      return bounded(1, written)
    case 'biginteger':
      return '1'
    case 'boolean':
      return true
    case 'email':
      return 'ada@example.org'
    case 'date':
      return '2024-02-29'
    case 'time':
      return '12:00:00.000'
    case 'datetime':
    case 'timestamp':
      return '2024-02-29T12:00:00.000Z'
    case 'json':
      return {}
    case 'array':
      return []
    case 'blocks':
      return [PARAGRAPH]
    default:
      return ofLength('text', written)
  }
}

const bounded = (number: number, { min = -Infinity, max = Infinity }: WritableAttribute): number =>
  Math.max(min, Math.min(max, number))

/** The maximum number of characters in an example of a text value, because a longer example would be unreadable. */
const LONGEST = 1_000

const ofLength = (text: string, { minLength = 0, maxLength = 255 }: WritableAttribute): string =>
  text.padEnd(Math.min(minLength, LONGEST), '.').slice(0, maxLength)

/**
 * Returns the value that the attribute accepts and that is nearest to `value`. If no accepted value is similar to
 * `value`, the result is any accepted value.
 */
export function nearOf(written: WritableAttribute, value: Json | undefined): Json | undefined {
  const { attribute } = written
  if (attribute.kind !== 'scalar' || value === undefined || value === null) return exampleOf(written)
  const text = typeof value === 'object' ? undefined : String(value)
  switch (attribute.type) {
    case 'enumeration':
      return nearest(text ?? '', attribute.enum)[0] ?? attribute.enum[0]
    case 'integer':
      return numberNear(text, written, Math.trunc)
    case 'float':
    case 'decimal':
      return numberNear(text, written, (number) => number)
    case 'string':
    case 'text':
    case 'richtext':
    case 'password':
      return text === undefined ? exampleOf(written) : ofLength(text, written)
    case 'uid':
      return text === undefined
        ? exampleOf(written)
        : ofLength(text.replace(/[^A-Za-z0-9_.~-]+/g, '-'), written)
    default:
      return exampleOf(written)
  }
}

function numberNear(
  text: string | undefined,
  written: WritableAttribute,
  rounded: (number: number) => number,
): number {
  const number = Number.parseFloat(text ?? '')
  return bounded(Number.isFinite(number) ? rounded(number) : 1, written)
}

/** Returns whether a value of a date or time attribute parses; true for every attribute of another type. */
export function isReadable({ attribute }: WritableAttribute, value: Json): boolean {
  if (attribute.kind !== 'scalar' || value === null) return true
  switch (attribute.type) {
    case 'date':
    case 'time':
      return typeof value === 'string' && SCALARS[attribute.type].cast(value).ok
    case 'datetime':
    case 'timestamp':
      return typeof value !== 'object' && SCALARS.datetime.cast(String(value)).ok
    default:
      return true
  }
}
