/** Maps a JSON value part by part, without recursion, so that deep nesting cannot exhaust the stack. */
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'

/** How to map a JSON value. Each value has a place; `item` and `member` compute the places of its parts. */
export interface JsonMapping<Place> {
  readonly item: (list: Place, at: number) => Place
  /** `owner` is the original object. */
  readonly member: (object: Place, key: string, owner: JsonObject) => Place
  /** Maps a text, a number, true, false or null. */
  readonly leaf: (json: Json, place: Place) => Json
  /** The names to include, in order; by default all names in their original order. */
  readonly keys?: (owner: JsonObject, object: Place) => readonly string[]
  /** Maps a name; by default a name stays as it is. */
  readonly key?: (key: string) => string
}

/** A list or an object that is created but not yet filled. */
type OpenNode<Place> =
  | { readonly from: readonly Json[]; readonly list: Json[]; readonly place: Place }
  | { readonly from: JsonObject; readonly object: Record<string, Json>; readonly place: Place }

export function mapJson<Place>(json: Json, place: Place, mapping: JsonMapping<Place>): Json {
  const open: OpenNode<Place>[] = []
  const made = begin(json, place, mapping, open)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ('list' in next) fillList(next, mapping, open)
    else fillObject(next, mapping, open)
  }
  return made
}

/** A mapped leaf, or an empty list or object to be filled later. */
function begin<Place>(json: Json, place: Place, mapping: JsonMapping<Place>, open: OpenNode<Place>[]): Json {
  if (isList(json)) {
    const list: Json[] = []
    open.push({ from: json, list, place })
    return list
  }
  if (isObject(json)) {
    const object: Record<string, Json> = {}
    open.push({ from: json, object, place })
    return object
  }
  return mapping.leaf(json, place)
}

function fillList<Place>(
  { from, list, place }: Extract<OpenNode<Place>, { list: Json[] }>,
  mapping: JsonMapping<Place>,
  open: OpenNode<Place>[],
): void {
  for (const [at, item] of from.entries()) list.push(begin(item, mapping.item(place, at), mapping, open))
}

function fillObject<Place>(
  { from, object, place }: Exclude<OpenNode<Place>, { list: Json[] }>,
  mapping: JsonMapping<Place>,
  open: OpenNode<Place>[],
): void {
  for (const key of mapping.keys?.(from, place) ?? Object.keys(from)) {
    const value = begin(from[key] ?? null, mapping.member(place, key, from), mapping, open)
    put(object, mapping.key?.(key) ?? key, value)
  }
}

/** Assigns `__proto__` as an ordinary name. */
function put(object: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true })
  else object[key] = value
}
