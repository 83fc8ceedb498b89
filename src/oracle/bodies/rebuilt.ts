/** A value made anew from another, place by place, without recursion: it may be as deep as it likes. */
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'

/** How it is made: each value stands at a place, and a place leads to those inside it. */
export interface Making<Place> {
  readonly item: (list: Place, at: number) => Place
  /** `owner` is the object as it was. */
  readonly member: (object: Place, key: string, owner: JsonObject) => Place
  /** What a text, a number, true, false or null becomes. */
  readonly leaf: (json: Json, place: Place) => Json
  /** The names that an object is left with, in their order; all of them in their own where it is left out. */
  readonly keys?: (owner: JsonObject, object: Place) => readonly string[]
  /** What a name becomes; itself where it is left out. */
  readonly key?: (key: string) => string
}

/** A list or an object that is made and not filled yet. */
type OpenNode<Place> =
  | { readonly from: readonly Json[]; readonly list: Json[]; readonly place: Place }
  | { readonly from: JsonObject; readonly object: Record<string, Json>; readonly place: Place }

export function rebuilt<Place>(json: Json, place: Place, making: Making<Place>): Json {
  const open: OpenNode<Place>[] = []
  const made = begun(json, place, making, open)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ('list' in next) fillList(next, making, open)
    else fillObject(next, making, open)
  }
  return made
}

/** A leaf as it will be; a list or an object still empty. */
function begun<Place>(json: Json, place: Place, making: Making<Place>, open: OpenNode<Place>[]): Json {
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
  return making.leaf(json, place)
}

function fillList<Place>(
  { from, list, place }: Extract<OpenNode<Place>, { list: Json[] }>,
  making: Making<Place>,
  open: OpenNode<Place>[],
): void {
  for (const [at, item] of from.entries()) list.push(begun(item, making.item(place, at), making, open))
}

function fillObject<Place>(
  { from, object, place }: Exclude<OpenNode<Place>, { list: Json[] }>,
  making: Making<Place>,
  open: OpenNode<Place>[],
): void {
  for (const key of making.keys?.(from, place) ?? Object.keys(from)) {
    const value = begun(from[key] ?? null, making.member(place, key, from), making, open)
    put(object, making.key?.(key) ?? key, value)
  }
}

/** `__proto__` is a name like others. */
function put(object: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true })
  else object[key] = value
}
