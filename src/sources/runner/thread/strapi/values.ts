/** Type guards and other functions for values of unknown type, such as the exports of a project's modules. */
import type { Callable, MemberMap } from './core-parts.ts'

export const isCallable = (value: unknown): value is Callable => typeof value === 'function'

/** Returns whether a value is an object or a function, so that code can read and set members of the value. */
export const isMembers = (value: unknown): value is MemberMap =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Returns whether a value is an object, but neither a list nor a function. */
export const isRecord = (value: unknown): value is MemberMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const recordOf = (value: unknown): MemberMap => (isRecord(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Returns a member of any value; undefined if the value does not have the member. */
export const memberOf = (value: unknown, name: string): unknown =>
  isMembers(value) ? Reflect.get(value, name) : undefined

/** Follows a path of member names into a value, and returns the value at the end of the path. */
export const valueAt = (value: unknown, path: readonly string[]): unknown => path.reduce(memberOf, value)

/**
 * Calls the function `run` with `owner` as `this`. The result is undefined if the parameter `run` is not a function.
 */
export const callOn = (owner: unknown, run: unknown, ...given: readonly unknown[]): unknown =>
  isCallable(run) ? Reflect.apply(run, owner, given) : undefined

/** Calls the method `name` of an object. The result is undefined if the object does not have the method. */
export const callMember = (owner: unknown, name: string, ...given: readonly unknown[]): unknown =>
  callOn(owner, memberOf(owner, name), ...given)

/** Returns the message of a thrown value. Code may throw a value that is not an error. */
export const messageOf = (error: unknown): string => {
  const message = memberOf(error, 'message')
  return typeof message === 'string' && message !== '' ? message : String(error)
}
