/** Copies values from the project's code as plain JSON. The JSON copies have a limited size and contain no cycles. */
import type { Json } from '../../../../util/json.ts'

const MAX_DEPTH = 64
const MAX_VALUES = 200_000
const MAX_TEXT = 1_000_000

/**
 * Converts a value from the project's code to JSON. Omits functions, symbols, cycles and values beyond the limits; in a
 * list, null stands for an omitted item. Converts a date to a text in ISO format.
 */
export const plainOf = (value: unknown): Json | undefined => plainWithin(value).json

/**
 * Converts a value from the project's code to JSON. If the value has too many members or a too long text, `lacks` is
 * a sentence about this limit.
 */
export function plainWithin(value: unknown): {
  readonly json: Json | undefined
  readonly lacks: string | undefined
} {
  const copying: Copying = { left: MAX_VALUES, open: new Set() }
  const json = copied(value, copying)
  const isCut = copying.left < 0
  return { json, lacks: isCut ? `it has more than ${MAX_VALUES} values` : copying.lacks }
}

interface Copying {
  left: number
  lacks?: string
  /**
   * The objects around the value that is currently copied. If an object in the set `open` occurs again inside the
   * value, the value contains a cycle.
   */
  readonly open: Set<object>
}

function copied(value: unknown, copying: Copying): Json | undefined {
  if (copying.left-- <= 0) return undefined
  switch (typeof value) {
    case 'string':
      if (value.length > MAX_TEXT) copying.lacks = `a text has more than ${MAX_TEXT} characters`
      return value.slice(0, MAX_TEXT)
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : null
    case 'bigint':
      return String(value)
    case 'object':
      return value === null ? null : copiedObject(value, copying)
    default:
      return undefined
  }
}

function copiedObject(value: object, copying: Copying): Json | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof RegExp || value instanceof URL) return String(value)
  if (copying.open.has(value) || copying.open.size >= MAX_DEPTH) return undefined
  copying.open.add(value)
  const copy = Array.isArray(value) ? copiedList(value, copying) : copiedMembers(value, copying)
  copying.open.delete(value)
  return copy
}

const copiedList = (list: readonly unknown[], copying: Copying): Json =>
  list.slice(0, MAX_VALUES).map((item) => copied(item, copying) ?? null)

function copiedMembers(value: object, copying: Copying): Json {
  const copy: Record<string, Json> = {}
  for (const name of Object.keys(value)) {
    const item = copied(read(value, name), copying)
    if (item !== undefined && name !== '__proto__') copy[name] = item
  }
  return copy
}

/**
 * Reads a member of an object from the project's code. If the getter of the member throws an error, the result is
 * undefined.
 */
function read(value: object, name: string): unknown {
  try {
    return Reflect.get(value, name)
  } catch {
    return undefined
  }
}
