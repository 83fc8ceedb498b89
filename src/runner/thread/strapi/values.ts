/** Guards for values of unknown shape: the exports of a project's modules. */
import type { Callable, MemberMap } from './core-parts.ts'

export const isCallable = (value: unknown): value is Callable => typeof value === 'function'

/** An object or function, whose members can be read and set. */
export const isMembers = (value: unknown): value is MemberMap =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** An object that is neither a list nor a function. */
export const isRecord = (value: unknown): value is MemberMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const recordOf = (value: unknown): MemberMap => (isRecord(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A member of anything; undefined for a missing one and for null. */
export const memberOf = (value: unknown, name: string): unknown =>
  isMembers(value) ? Reflect.get(value, name) : undefined

/** The value at a path of members. */
export const valueAt = (value: unknown, path: readonly string[]): unknown => path.reduce(memberOf, value)

/** Calls a function with its owner as `this`; undefined for anything else. */
export const callOn = (owner: unknown, run: unknown, ...given: readonly unknown[]): unknown =>
  isCallable(run) ? Reflect.apply(run, owner, given) : undefined

/** Calls a method by its name, if the owner has it. */
export const callMember = (owner: unknown, name: string, ...given: readonly unknown[]): unknown =>
  callOn(owner, memberOf(owner, name), ...given)

/** The message of a thrown value of any type. */
export const messageOf = (error: unknown): string => {
  const message = memberOf(error, 'message')
  return typeof message === 'string' && message !== '' ? message : String(error)
}
