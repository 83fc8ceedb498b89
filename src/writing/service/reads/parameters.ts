/** Reads the parameters that project code passes to a service. */
import { type Json, type JsonObject, member } from '../../../util/json.ts'

/** Returns a parameter; undefined if the parameter is missing or null. */
export function given(params: JsonObject, name: string): Exclude<Json, null> | undefined {
  return member(params, name) ?? undefined
}

/** Returns the parameters whose names are in `names`, without missing parameters. */
export const picked = (params: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => (member(params, name) === undefined ? [] : [[name, params[name] ?? null]])),
  )

/** Returns whether a value is truthy in JavaScript. */
export const isTruthy = (value: Json | undefined): value is Exclude<Json, null | false> =>
  value !== undefined && value !== null && value !== false && value !== 0 && value !== ''

/** Returns the boolean that a value such as `t` or `0` stands for; undefined for any other value. */
export function booleanLike(value: Json): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 'true' || value === 't' || value === '1' || value === 1) return true
  return value === 'false' || value === 'f' || value === '0' || value === 0 ? false : undefined
}
