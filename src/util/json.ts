/** The JSON type, with type guards and a parser that never throws. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A JSON object with unknown members. */
export type JsonObject = { readonly [key: string]: Json }

/** Returns whether a value is an object `{…}`; false for a list and null. */
export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !isList(json)

/** Returns whether a value is a list, like `Array.isArray`, but with a type for readonly lists. */
export const isList = (json: Json | undefined): json is readonly Json[] => Array.isArray(json)

/**
 * Returns an own member of a JSON object; undefined for a missing member, even if every object inherits its name,
 * such as `constructor`.
 */
export const member = (json: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(json, key) ? json[key] : undefined

/** Returns the member `name` of a value; undefined if the value lacks the member or is not an object. */
export const memberOf = (json: Json | undefined, name: string): Json | undefined =>
  isObject(json) ? member(json, name) : undefined

/** Returns the member `name` of a value if the member is an object; otherwise an empty object. */
export function objectAt(json: Json, name: string): JsonObject {
  const found = memberOf(json, name)
  return isObject(found) ? found : {}
}

/** Returns the member `name` of a value if the member is a text; otherwise undefined. */
export function textAt(json: Json, name: string): string | undefined {
  const found = memberOf(json, name)
  return typeof found === 'string' ? found : undefined
}

/** Parses a text as JSON; undefined if the text is not valid JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
