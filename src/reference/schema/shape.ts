/** Reading JSON of unknown shape: each reader returns the value, or reports a fault and returns undefined. */
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { at, expectedName, type Place, type Report, shown } from './fault.ts'

function wrongType(place: Place, expected: string, json: Json | undefined, report: Report): undefined {
  report(place, { message: 'wrong type', expected, found: shown(json) })
}

/** An object, not a list. */
export function readObject(json: Json | undefined, place: Place, report: Report): JsonObject | undefined {
  return isObject(json) ? json : wrongType(place, 'an object', json, report)
}

/** A list of anything. */
export function readList(json: Json | undefined, place: Place, report: Report): readonly Json[] | undefined {
  return isList(json) ? json : wrongType(place, 'a list', json, report)
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

/** Whether a text is in a list that never changes, however long it is. */
export function isAmong(text: string, list: readonly string[]): boolean {
  const set = sets.get(list) ?? new Set(list)
  sets.set(list, set)
  return set.has(text)
}

/** Text that is not empty. */
export function readText(json: Json | undefined, place: Place, report: Report): string | undefined {
  return typeof json === 'string' && json !== '' ? json : wrongType(place, 'text', json, report)
}

/** A list of text; items that are none are reported and left out. */
export function readTexts(
  json: Json | undefined,
  place: Place,
  report: Report,
): readonly string[] | undefined {
  return readList(json, place, report)?.flatMap(
    (item, index) => readText(item, at(place, index), report) ?? [],
  )
}

/** A list of text and nothing else; undefined after a report for each item that is none. */
export function readOnlyTexts(
  json: Json | undefined,
  place: Place,
  report: Report,
): readonly string[] | undefined {
  const texts = readTexts(json, place, report)
  return isList(json) && texts?.length === json.length ? texts : undefined
}

/** true or false, nothing that merely counts as such. */
export function readFlag(json: Json | undefined, place: Place, report: Report): boolean | undefined {
  return typeof json === 'boolean' ? json : wrongType(place, 'true or false', json, report)
}

/** An object member that may be missing: then it is empty. */
export function optionalObject(json: JsonObject, key: string, place: Place, report: Report): JsonObject {
  return statedObject(json, key, place, report) ?? {}
}

/** An object member that may be missing: then it is empty. undefined after a report. */
export function statedObject(
  json: JsonObject,
  key: string,
  place: Place,
  report: Report,
): JsonObject | undefined {
  const value = member(json, key)
  return value === undefined ? {} : readObject(value, at(place, key), report)
}

/** A flag that may be missing: then it is `absent`. */
export function optionalFlag(
  json: JsonObject,
  key: string,
  place: Place,
  report: Report,
  absent = false,
): boolean {
  return statedFlag(json, key, place, report, absent) ?? absent
}

/** A flag that may be missing: then it is `absent`. undefined after a report. */
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

/** Reports every key that is not among `known`. */
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
