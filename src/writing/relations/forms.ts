/** The many ways to write a relation → one: `set`, or `connect` and `disconnect`, each a list. */
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'

/** What becomes of a reference that names something: itself, or what stands in its place. */
export type MapReference = (reference: Json) => Json | readonly Json[]

/** Texts that begin with a number are ids. */
const isNumeric = (json: Json): boolean =>
  (typeof json === 'number' || typeof json === 'string') && !Number.isNaN(Number.parseInt(String(json), 10))

/** A relation in its one form; what is no reference at all stays as it is. */
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

/** A number or a text as an object that says which it is. */
function referenceOf(json: Json): JsonObject | undefined {
  if (isNumeric(json)) return { id: json }
  return typeof json === 'string' ? { documentId: json } : undefined
}

/** Every item of a list of lists, however deep; what says nothing is left out. */
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
