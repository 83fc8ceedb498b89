/** Checks that the value of a unique attribute is unique among published rows, in one locale or in all locales. */

import type { ComponentNode, Row } from '../../reference/graph/graph.ts'
import { isObject, type Json } from '../../util/json.ts'
import type { MutableNode } from '../change/mutable-copy.ts'
import { Refused } from '../refusal.ts'
import type { UniquePlace } from '../validate/entry.ts'
import { storedValue } from './stored.ts'
import type { RowOrDraft, Transaction } from './transaction.ts'

/** The row for which the uniqueness of a value is checked. */
export interface UniqueCheck {
  readonly uid: string
  /** The id of the row to update; undefined for a new row. */
  readonly id: number | undefined
  /** The locale of the rows with which the value is compared; null for all locales. */
  readonly locale: string | null
}

export function isUnique(
  transaction: Transaction,
  asking: UniqueCheck,
  given: Json,
  place: UniquePlace,
): boolean {
  const value = storedForm(given, place)
  const [first] = place.within
  if (first !== undefined && first.kind === 'zone') {
    const same = place.siblings.filter(
      (item) => isObject(item) && item['__component'] === place.model.uid && item[place.name] === value,
    )
    if (same.length > 1) return false
  } else if (first !== undefined && isTwiceInList(value, place)) return false
  for (const row of transaction.rows(asking.uid)) {
    if (row.id === asking.id || row.status !== 'published') continue
    if (asking.locale !== null && row.locale !== asking.locale) continue
    if (valuesAt(row, place).some((other) => isSameValue(other, value))) return false
  }
  return true
}

/**
 * Returns the form in which the database stores a date or time, for the comparison with stored values. Any other value
 * stays unchanged.
 */
function storedForm(value: Json, { model, name }: UniquePlace): Json {
  const attribute = model.attributes.get(name)?.attribute
  if (attribute?.kind !== 'scalar' || !DATES.includes(attribute.type)) return value
  try {
    return storedValue(attribute, value, { departs: () => false, cite: () => undefined })
  } catch (error) {
    if (error instanceof Refused) return value
    throw error
  }
}

const DATES: readonly string[] = ['date', 'time', 'datetime', 'timestamp']

/** Returns whether another component in the same list has the same value. */
function isTwiceInList(value: Json, { siblings, within, name }: UniquePlace): boolean {
  const path = [...within.slice(1).map((attribute) => attribute.name), name]
  const found = siblings.filter((item) => {
    let json: Json | undefined = item
    for (const key of path) json = isObject(json) && Object.hasOwn(json, key) ? json[key] : undefined
    return json === value
  })
  return found.length > 1
}

function valuesAt(row: RowOrDraft, { within, name, model }: UniquePlace): readonly Json[] {
  let nodes: readonly (Row | ComponentNode | MutableNode | RowOrDraft)[] = [row]
  for (const attribute of within) nodes = nodes.flatMap((node) => node.components[attribute.name] ?? [])
  return nodes
    .filter(({ uid }) => within.length === 0 || uid === model.uid)
    .map(({ values }) => values[name] ?? null)
}

const isSameValue = (a: Json, b: Json): boolean =>
  a !== null && (a === b || (typeof a !== 'object' && typeof b !== 'object' && String(a) === String(b)))
