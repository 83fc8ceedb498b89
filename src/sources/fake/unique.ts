/** Generates values for unique attributes. */

import type { ScalarAttribute } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import { numberIn } from './shape.ts'

/** The number of random values that the generator tries before it appends a counter to a value. */
const ATTEMPTS = 8
const LONGEST = 255

interface Taken {
  readonly values: Set<string>
  /** The next counter that the generator appends to a value, counted from 0. */
  next: number
}

/**
 * A function that returns a value that no earlier call with the same key returned. The function returns null if it
 * finds no unused value within the limits of the schema.
 */
export type Unique = (
  key: string,
  make: (attempt: number) => Json,
  attribute: ScalarAttribute,
  written: JsonObject,
) => Json

export function uniqueValues(): Unique {
  const all = new Map<string, Taken>()
  return (key, make, attribute, written) => {
    const taken = all.get(key) ?? { values: new Set(), next: 0 }
    all.set(key, taken)
    const isNew = (value: Json): boolean => {
      const text = JSON.stringify(value)
      return !taken.values.has(text) && taken.values.add(text) !== undefined
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const value = make(attempt)
      if (isNew(value)) return value
    }
    const last = make(0)
    // The loop tries one counter more than there are used values, so that one of these counters is unused.
    for (; taken.next <= taken.values.size; taken.next++) {
      const value = counted(last, taken.next, attribute, written)
      if (value === undefined) return null
      if (isNew(value)) return value
    }
    return null
  }
}

/**
 * Adds a counter to a text, or returns the lower limit of a number plus a counter. The result is undefined for a
 * number above the upper limit, and for types other than texts and numbers.
 */
function counted(
  value: Json,
  count: number,
  { type }: ScalarAttribute,
  written: JsonObject,
): Json | undefined {
  switch (type) {
    case 'string':
    case 'text':
    case 'richtext': {
      // Puts a dash before the counter if the value contains no blank, so that a slug stays a valid slug.
      const end = `${/\s/.test(String(value)) ? ' ' : '-'}${count + 2}`
      return `${String(value).slice(0, Math.max((numberIn(written, 'maxLength') ?? LONGEST) - end.length, 0))}${end}`
    }
    case 'uid':
      return `${String(value)}-${count + 2}`
    case 'email':
      return `${count + 2}.${String(value)}`
    case 'integer':
    case 'biginteger':
    case 'float':
    case 'decimal': {
      const number = Math.ceil(numberIn(written, 'min') ?? 1) + count
      if (number > (numberIn(written, 'max') ?? Number.MAX_SAFE_INTEGER)) return undefined
      return type === 'biginteger' ? String(number) : number
    }
    default:
      return undefined
  }
}
