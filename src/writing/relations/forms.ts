/** Normalizes the many forms of a relation's value to lists under `set`, or under `connect` and `disconnect`. */
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'

/** A function that replaces a reference in a relation by other references, or returns the reference unchanged. */
export type MapReference = (reference: Json) => Json | readonly Json[]

/** Returns whether a reference is the id of a row. A text that begins with a number counts as an id. */
const isNumeric = (json: Json): boolean =>
  (typeof json === 'number' || typeof json === 'string') && !Number.isNaN(Number.parseInt(String(json), 10))

/**
 * Normalizes the value of a relation and maps each reference with `map`. Values that are not references stay
 * unchanged.
 */
export function mapRelation(relation: Json, map: MapReference): Json {
  if (relation === null) return oneOf(map(null))
  if (isList(relation)) return { set: mapList(relation, map) }
  if (isObject(relation)) {
    if (isReference(relation)) return { set: asList(map(relation)) }
    return mapWords(relation, map)
  }
  const reference = referenceOf(relation)
  return reference === undefined ? oneOf(map(relation)) : { set: asList(map(reference)) }
}

const isReference = (json: JsonObject): boolean =>
  Object.hasOwn(json, 'id') || Object.hasOwn(json, 'documentId')

function mapWords(relation: JsonObject, map: MapReference): Json {
  const words: { [word: string]: Json } = {}
  for (const word of ['set', 'disconnect', 'connect']) {
    const written = member(relation, word)
    if (written) words[word] = isList(written) ? mapList(written, map) : mapOne(written, map)
  }
  return Object.keys(words).length === 0 ? oneOf(map(relation)) : { ...relation, ...words }
}

/**
 * Converts a number, or a text that begins with a number, to an object with `id`, and any other text to an object with
 * `documentId`. Returns undefined for other values.
 */
function referenceOf(json: Json): JsonObject | undefined {
  if (isNumeric(json)) return { id: json }
  return typeof json === 'string' ? { documentId: json } : undefined
}

/** Maps the references of a list with `map`, flattens nested lists, and omits empty items. */
function mapList(list: readonly Json[], map: MapReference): readonly Json[] {
  const mapped: Json[] = []
  const waiting: Json[] = [...list].reverse()
  while (waiting.length > 0) {
    const item = waiting.pop() ?? null
    if (isList(item)) {
      for (const inner of [...item].reverse()) waiting.push(inner)
    } else for (const one of mapOne(item, map)) if (one) mapped.push(one)
  }
  return mapped
}

const mapOne = (item: Json, map: MapReference): readonly Json[] => asList(map(referenceOf(item) ?? item))

const asList = (mapped: Json | readonly Json[]): readonly Json[] => (isList(mapped) ? mapped : [mapped])

const oneOf = (mapped: Json | readonly Json[]): Json => mapped
