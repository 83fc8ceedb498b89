/**
 * Extracts the entries from the JSON of a server's answer, with the place of each entry. The code reports an answer
 * of another form as a fault.
 */

import { at, type Place, type Report, shown } from '../../reference/schema/fault.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'

export interface RestEntry {
  readonly json: JsonObject
  readonly place: Place
}

const EXPECTED = 'an entry in the format of Strapi 5, with id, documentId and its attributes'

/**
 * Returns the entries of `{"data": [...]}`, `{"data": {...}}` or a plain list. Reports an object of any other form
 * as a fault.
 */
export function entriesIn(json: Json, file: Place, report: Report): readonly RestEntry[] {
  if (isList(json)) return listOf(json, file, report)
  if (!isObject(json)) return []
  const error = member(json, 'error')
  if (error !== undefined && error !== null) {
    refuse(file, 'the answer is an error', 'the entries of an answer with status 200', error, report)
    return []
  }
  for (const key of Object.keys(json)) {
    if (key === 'data' || key === 'meta' || key === 'error') continue
    refuse(at(file, key), 'unknown key', '"data" and "meta", as in an answer', key, report)
  }
  const data = member(json, 'data')
  const place = at(file, 'data')
  if (isList(data)) return listOf(data, place, report)
  if (data !== undefined && data !== null) return listOf([data], null, report, place)
  refuse(place, 'an answer without entries', 'an entry or a list of entries', data, report)
  return []
}

function listOf(
  items: readonly Json[],
  list: Place | null,
  report: Report,
  only?: Place,
): readonly RestEntry[] {
  return items.flatMap((json, index): readonly RestEntry[] => {
    const place = only ?? at(list ?? { file: '', within: null, key: '' }, index)
    return isSound(json, place, report) ? [{ json, place }] : []
  })
}

function isSound(json: Json, place: Place, report: Report): json is JsonObject {
  if (!isObject(json)) return refuse(place, 'not an entry', EXPECTED, json, report)
  if (isOfStrapi4(json)) return refuseStrapi4(place, json, report)
  if (typeof member(json, 'documentId') === 'string' || typeof member(json, 'id') === 'number') return true
  return refuse(place, 'not an entry', EXPECTED, json, report)
}

/** Returns whether an entry has the form of Strapi 4, `{"id": 1, "attributes": {…}}`, and no documentId. */
const isOfStrapi4 = (json: JsonObject): boolean =>
  isObject(member(json, 'attributes')) && member(json, 'documentId') === undefined

/**
 * Returns whether a value in an entry is a nested entry. A nested entry may consist of only `id` and `documentId`.
 * Reports a value that is not a nested entry as a fault.
 */
export function isNested(json: Json, place: Place, report: Report): json is JsonObject {
  // In an answer of Strapi 4, an object with the member `data` contains the nested entry.
  const data = isObject(json) ? member(json, 'data') : undefined
  if (isObject(json) && data !== undefined && member(json, 'documentId') === undefined)
    return refuseStrapi4(place, json, report)
  return isSound(json, place, report)
}

function refuseStrapi4(place: Place, json: Json, report: Report): false {
  const expected =
    'attributes next to id and documentId, as in Strapi 5; use answers of Strapi 5 without the header Strapi-Response-Format: v4'
  return refuse(place, 'an answer of Strapi 4', expected, json, report)
}

function refuse(
  place: Place,
  message: string,
  expected: string,
  found: Json | undefined,
  report: Report,
): false {
  report(place, { message, expected, found: shown(found) })
  return false
}
