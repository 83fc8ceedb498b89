/**
 * Helper functions for values of unknown type from the project's code, such as the object `strapi`, Koa contexts and
 * options.
 */

/** A function whose parameters are unknown. */
export type Call = (...given: readonly unknown[]) => unknown

/** An object whose members are unknown. */
export type Bag = Record<string, unknown>

export const isCall = (value: unknown): value is Call => typeof value === 'function'

/** Returns whether a value is an object, but neither a list nor a function. */
export const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const bagOf = (value: unknown): Bag => (isBag(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns a member of any value; undefined if the value does not have the member. */
export const memberOf = (value: unknown, name: PropertyKey): unknown =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'
    ? Reflect.get(value, name)
    : undefined

/** Follows a path of member names into a value, and returns the value at the end of the path. */
export const at = (value: unknown, ...path: readonly PropertyKey[]): unknown => path.reduce(memberOf, value)

export const isNil = (value: unknown): value is null | undefined => value === undefined || value === null

/** Calls the method `name` of an object. @throws TypeError if the object has no such method. */
export function call(owner: unknown, name: PropertyKey, ...given: readonly unknown[]): unknown {
  const method = memberOf(owner, name)
  if (!isCall(method)) throw new TypeError(`${String(name)} is not a function`)
  return Reflect.apply(method, owner, given)
}

/** Returns whether a value is a plain object: an object like `{}`, or an object without a prototype. */
export function isPlain(value: unknown): value is Bag {
  if (!isBag(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
