/**
 * Reads JSON of unknown shape. Each function returns the value, or reports a fault and returns undefined or a
 * default.
 */
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { at, expectedName, type Place, type Report, shown } from './fault.ts'

function wrongType(place: Place, expected: string, json: Json | undefined, report: Report): undefined {
  report(place, { message: 'wrong type', expected, found: shown(json) })
}

/** Reads a JSON value that must be an object; any other value is a fault. */
export function readObject(json: Json | undefined, place: Place, report: Report): JsonObject | undefined {
  return isObject(json) ? json : wrongType(place, 'an object', json, report)
}

/** Reads a JSON value that must be a list, with items of any type; any other value is a fault. */
export function readList(json: Json | undefined, place: Place, report: Report): readonly Json[] | undefined {
  return isList(json) ? json : wrongType(place, 'a list', json, report)
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

/**
 * Returns whether a list that never changes contains a text. For a fast lookup, the function caches a set of the
 * texts in each list.
 */
export function isAmong(text: string, list: readonly string[]): boolean {
  const set = sets.get(list) ?? new Set(list)
  sets.set(list, set)
  return set.has(text)
}

/** Reads a JSON value that must be a text; an empty text is a fault. */
export function readText(json: Json | undefined, place: Place, report: Report): string | undefined {
  return typeof json === 'string' && json !== '' ? json : wrongType(place, 'text', json, report)
}

/** Reads a list of texts. The function reports and omits items of the list that are not texts. */
export function readTexts(
  json: Json | undefined,
  place: Place,
  report: Report,
): readonly string[] | undefined {
  return readList(json, place, report)?.flatMap(
    (item, index) => readText(item, at(place, index), report) ?? [],
  )
}

/** Reads a list that may contain only texts; undefined after a reported item of another type. */
export function readOnlyTexts(
  json: Json | undefined,
  place: Place,
  report: Report,
): readonly string[] | undefined {
  const texts = readTexts(json, place, report)
  return isList(json) && texts?.length === json.length ? texts : undefined
}

/** Reads a JSON value that must be true or false; any other value is a fault. */
export function readFlag(json: Json | undefined, place: Place, report: Report): boolean | undefined {
  return typeof json === 'boolean' ? json : wrongType(place, 'true or false', json, report)
}

/** Reads an optional member that is an object; returns an empty object if the member is missing or faulty. */
export function optionalObject(json: JsonObject, key: string, place: Place, report: Report): JsonObject {
  return statedObject(json, key, place, report) ?? {}
}

/**
 * Reads an optional member that is an object; returns an empty object if the member is missing, and undefined after a
 * reported fault.
 */
export function statedObject(
  json: JsonObject,
  key: string,
  place: Place,
  report: Report,
): JsonObject | undefined {
  const value = member(json, key)
  return value === undefined ? {} : readObject(value, at(place, key), report)
}

/** Reads an optional boolean member; returns `absent` if the member is missing or faulty. */
export function optionalFlag(
  json: JsonObject,
  key: string,
  place: Place,
  report: Report,
  absent = false,
): boolean {
  return statedFlag(json, key, place, report, absent) ?? absent
}

/**
 * Reads an optional boolean member; returns `absent` if the member is missing, and undefined after a reported fault.
 */
export function statedFlag(
  json: JsonObject,
  key: string,
  place: Place,
  report: Report,
  absent = false,
): boolean | undefined {
  const value = member(json, key)
  return value === undefined ? absent : readFlag(value, at(place, key), report)
}

/** Reports every key of an object that is not in `known`. */
export function refuseOtherKeys(
  json: JsonObject,
  known: readonly string[],
  place: Place,
  report: Report,
): void {
  for (const key of Object.keys(json)) {
    if (known.includes(key)) continue
    const expected = expectedName('a known key', key, known)
    report(at(place, key), { message: 'unknown key', expected, found: shown(key) })
  }
}
