/** Maps all nested values of a JSON value without recursion, so that deep nesting cannot exhaust the stack. */
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'

/**
 * The functions that determine how a JSON value is mapped. The functions `item` and `member` compute the place of each
 * nested value from the place of its list or object.
 */
export interface JsonMapping<Place> {
  readonly item: (list: Place, at: number) => Place
  /** Returns the place of an object's member. The parameter `owner` is the unmapped object that contains the member. */
  readonly member: (object: Place, key: string, owner: JsonObject) => Place
  /** Returns the mapped value of a string, a number, a boolean or null. */
  readonly leaf: (json: Json, place: Place) => Json
  /**
   * Returns the keys of an object that the mapped object has, in their order. By default, these are all keys in their
   * original order.
   */
  readonly keys?: (owner: JsonObject, object: Place) => readonly string[]
  /** Returns the items of a list that the mapped list has, in their order. By default, these are all items. */
  readonly items?: (list: readonly Json[], place: Place) => readonly Json[]
  /** Returns the new name of an object's key. By default, the key does not change. */
  readonly key?: (key: string) => string
}

/** A mapped list or object that is created but not yet filled. */
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

/**
 * Returns the mapped value of a leaf. For a list or object, returns an empty copy and adds it to `open`, to be filled
 * later.
 */
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
  for (const [at, item] of (mapping.items?.(from, place) ?? from).entries())
    list.push(begin(item, mapping.item(place, at), mapping, open))
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

/** Sets a member of an object, also a member with the name `__proto__`. */
function put(object: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true })
  else object[key] = value
}
