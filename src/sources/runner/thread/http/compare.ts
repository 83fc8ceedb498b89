/**
 * Compares and copies values that the project's code may have changed. Uses no recursion, because a client
 * determines the depth of a value.
 */
import type { Given, GivenMap } from '../../../../reference/parse/given.ts'
import type { Json } from '../../../../util/json.ts'

/** The maximum number of values in a query or body that the project's code has changed. */
const MOST_VALUES = 200_000
/** The maximum depth of a query or body that the project's code has changed. */
const MOST_DEPTH = 1_000

/** Returns whether a value from the project's code equals a JSON value: whether all keys and all values are equal. */
export function isSame(value: unknown, plain: unknown): boolean {
  const left: (readonly [unknown, unknown])[] = [[value, plain]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [a, b] = next
    if (Object.is(a, b)) continue
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
    if (Array.isArray(a) !== Array.isArray(b) || isDate(a) || isDate(b)) return false
    const names = Object.keys(b)
    if (Object.keys(a).length !== names.length) return false
    for (const name of names) {
      if (!Object.hasOwn(a, name)) return false
      left.push([Reflect.get(a, name), Reflect.get(b, name)])
    }
  }
  return true
}

const isDate = (value: object): value is Date => value instanceof Date

/**
 * Copies a query as plain data. Converts dates to strings, and functions to undefined.
 * @throws TypeError if the value is cyclic or too large.
 */
export function givenMapOf(value: object, name: string): GivenMap {
  const root: Record<string, Given> = {}
  copyInto(root, value, name, scalarOf, true)
  return root
}

/**
 * Copies a value from the project's code as JSON; undefined for a value that JSON cannot represent.
 * @throws TypeError if the value is cyclic or too large.
 */
export function jsonOf(value: unknown, name: string): Json | undefined {
  const root: Record<string, Json> = {}
  copyInto(root, { value }, name, (item) => {
    const scalar = scalarOf(item)
    return typeof scalar === 'number' && !Number.isFinite(scalar) ? null : scalar
  })
  return root['value']
}

type Scalar = null | string | number | boolean | undefined

function scalarOf(value: unknown): Scalar {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value
    case 'bigint':
      return String(value)
    default:
      return value === null ? null : undefined
  }
}

/** Copies the members of one object into another object, without recursion. */
function copyInto(
  root: object,
  from: object,
  name: string,
  scalar: (item: unknown) => Scalar,
  keepsUndefined = false,
): void {
  const left: { readonly to: object; readonly from: object; readonly depth: number }[] = [
    { to: root, from, depth: 0 },
  ]
  let count = 0
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next.depth > MOST_DEPTH) throw tooLarge(name, `${MOST_DEPTH} levels`)
    for (const key of Object.keys(next.from)) {
      if (++count > MOST_VALUES) throw tooLarge(name, `${MOST_VALUES} values`)
      const item = plainOf(Reflect.get(next.from, key))
      if (typeof item !== 'object' || item === null) {
        const copy = scalar(item)
        if (copy !== undefined || keepsUndefined) define(next.to, key, copy)
        else if (Array.isArray(next.to)) define(next.to, key, null)
        continue
      }
      const to = Array.isArray(item) ? [] : {}
      define(next.to, key, to)
      left.push({ to, from: item, depth: next.depth + 1 })
    }
  }
}

/**
 * Returns the value that `JSON.stringify` would use in place of a value: the result of the method `toJSON`, if the
 * value has this method.
 */
function plainOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const method: unknown = Reflect.get(value, 'toJSON')
  return typeof method === 'function' ? Reflect.apply(method, value, []) : value
}

/** Sets an own member of an object, even a member with the name `__proto__`. */
function define(to: object, key: string, value: unknown): void {
  if (key !== '__proto__') Reflect.set(to, key, value)
  else Object.defineProperty(to, key, { value, configurable: true, enumerable: true, writable: true })
}

const tooLarge = (name: string, most: string): TypeError =>
  new TypeError(`${name} is cyclic or too large: expected at most ${most}`)
