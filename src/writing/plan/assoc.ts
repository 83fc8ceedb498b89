/**
 * Converts the normalized value of a relation to a change of the list of links: a new list, or rows to connect and
 * disconnect.
 */

import type { Ref } from '../../reference/graph/graph.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json } from '../../util/json.ts'
import { crashing, Refused } from '../refusal.ts'
import type { Connected } from './order.ts'

/** A row that a relation in the body of a write names by id. */
export interface NamedRow extends Connected {
  readonly ref: Ref
}

export type Association =
  /** The relation has the value `null`, which removes all links. */
  | { readonly kind: 'clear' }
  | { readonly kind: 'set'; readonly rows: readonly NamedRow[] }
  | {
      readonly kind: 'change'
      readonly connect: readonly NamedRow[]
      readonly disconnect: readonly NamedRow[]
      readonly isStrict: boolean
    }

/**
 * Returns the change that the value of a relation describes. `uid` is the target type of the relation; undefined if
 * each item names its type.
 * @throws Refused for an item that names no row.
 */
export function associationOf(value: Json, uid: Uid | undefined): Association {
  if (value === null) return { kind: 'clear' }
  const isSet = isList(value) || typeof value === 'string' || typeof value === 'number'
  if (isSet || (isObject(value) && Object.hasOwn(value, 'id')))
    return { kind: 'set', rows: rowsOf(value, uid) }
  const { set, connect, disconnect, options } = isObject(value) ? value : {}
  if (set) return { kind: 'set', rows: rowsOf(set, uid) }
  const isStrict = !(isObject(options) && options['strict'] === false)
  return { kind: 'change', connect: rowsOf(connect, uid), disconnect: rowsOf(disconnect, uid), isStrict }
}

function rowsOf(value: Json | undefined, uid: Uid | undefined): readonly NamedRow[] {
  if (value === undefined || value === null) return []
  const items = isList(value) ? value : [value]
  const texts = new Set<string>()
  return items.flatMap((item): NamedRow[] => {
    if (item === null) return []
    const row = rowOf(item, uid)
    const text = JSON.stringify(item)
    if (texts.has(text)) return []
    texts.add(text)
    return [row]
  })
}

function rowOf(item: Json, uid: Uid | undefined): NamedRow {
  const id = isObject(item) ? item['id'] : item
  if (typeof id !== 'string' && !(typeof id === 'number' && Number.isInteger(id))) {
    const message = 'Invalid relations: expected the id or the documentId of an entry'
    throw new Refused(crashing('relation-id-crash', 'write.relation.forms', message))
  }
  const written = isObject(item) ? item['__type'] : undefined
  const type = uid ?? String(written)
  const position = isObject(item) && item['position'] ? item['position'] : { end: true }
  return { ref: { type, id: Number(id) }, key: keyOf(type, id), id, position, ...placeOf(position, type) }
}

/** Returns the row that a morph relation to one entry names by `id` and `__type`; undefined for any other value. */
export function morphRefOf(value: Json): Ref | undefined {
  if (!isObject(value) || !Object.hasOwn(value, 'id') || !Object.hasOwn(value, '__type')) return undefined
  return { type: String(value['__type']), id: Number(value['id']) }
}

/** Returns a unique key for a row: its type and id. */
export const keyOf = (type: Uid, id: Json): string => `${type} ${Number(id)}`

function placeOf(position: Json, type: Uid): Pick<Connected, 'anchor' | 'looksFor'> {
  const { before, after, __type } = isObject(position) ? position : {}
  const own = typeof __type === 'string' ? __type : type
  const looksFor = after || before ? keyOf(own, after || before || null) : undefined
  if (before) return { looksFor, anchor: { key: keyOf(own, before), id: before, side: 'before' } }
  if (after) return { looksFor, anchor: { key: keyOf(own, after), id: after, side: 'after' } }
  return { looksFor, anchor: undefined }
}
