/** Reads JSON of unknown shape: each reader returns the value, or reports a fault and returns undefined. */
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

/** Whether a constant list contains a text. Caches a set for each list. */
export function isAmong(text: string, list: readonly string[]): boolean {
  const set = sets.get(list) ?? new Set(list)
  sets.set(list, set)
  return set.has(text)
}

/** Text that is not empty. */
export function readText(json: Json | undefined, place: Place, report: Report): string | undefined {
  return typeof json === 'string' && json !== '' ? json : wrongType(place, 'text', json, report)
}

/** A list of text. Reports and omits other items. */
export function readTexts(
  json: Json | undefined,
  place: Place,
  report: Report,
): readonly string[] | undefined {
  return readList(json, place, report)?.flatMap(
    (item, index) => readText(item, at(place, index), report) ?? [],
  )
}

/** A list of text only; undefined after a report for each other item. */
export function readOnlyTexts(
  json: Json | undefined,
  place: Place,
  report: Report,
): readonly string[] | undefined {
  const texts = readTexts(json, place, report)
  return isList(json) && texts?.length === json.length ? texts : undefined
}

/** A boolean; nothing else counts as true or false. */
export function readFlag(json: Json | undefined, place: Place, report: Report): boolean | undefined {
  return typeof json === 'boolean' ? json : wrongType(place, 'true or false', json, report)
}

/** An optional object member; empty if absent. */
export function optionalObject(json: JsonObject, key: string, place: Place, report: Report): JsonObject {
  return statedObject(json, key, place, report) ?? {}
}

/** An optional object member; empty if absent, undefined after a report. */
export function statedObject(
  json: JsonObject,
  key: string,
  place: Place,
  report: Report,
): JsonObject | undefined {
  const value = member(json, key)
  return value === undefined ? {} : readObject(value, at(place, key), report)
}

/** An optional flag; `absent` if missing. */
export function optionalFlag(
  json: JsonObject,
  key: string,
  place: Place,
  report: Report,
  absent = false,
): boolean {
  return statedFlag(json, key, place, report, absent) ?? absent
}

/** An optional flag; `absent` if missing, undefined after a report. */
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

/** Reports every key that is not in `known`. */
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
