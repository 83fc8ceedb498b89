/** Makes answers invalid: adds a member to an entry, or removes one. The types must reject the invalid answers. */

import type { QueryPlan, Selection } from '../../../src/reference/plan/plan.ts'
import { isList, isObject, type Json, type JsonObject } from '../../../src/util/json.ts'

/** A function that makes one entry invalid. */
type Spoil = (entry: JsonObject) => JsonObject

const SPOILS: readonly Spoil[] = [
  (entry) => ({ ...entry, 'no-such-member': 1 }),
  (entry) => Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'id')),
]

/**
 * Returns two invalid answers: one entry has an unknown member, or lacks its `id`. The parameter `at` chooses the
 * entry. The list is empty if the answer has no entries.
 */
export function spoilt(body: Json, { select }: QueryPlan, at: number): readonly Json[] {
  if (!isObject(body)) return []
  const count = countOf(body.data ?? null, select)
  if (count === 0) return []
  return SPOILS.map((spoil) => {
    const left = { until: at % count }
    return { ...body, data: spoiltAt(body.data ?? null, select, spoil, left) }
  })
}

function countOf(value: Json, select: Selection): number {
  let count = 0
  spoiltAt(value, select, (entry) => entry, { until: -1, met: () => count++ })
  return count
}

interface Left {
  /** The number of entries to skip before the entry that becomes invalid. */
  until: number
  readonly met?: () => void
}

function spoiltAt(value: Json, select: Selection, spoil: Spoil, left: Left): Json {
  if (isList(value)) return value.map((one) => spoiltAt(one, select, spoil, left))
  if (!isObject(value)) return value
  left.met?.()
  const isHere = left.until-- === 0
  const populated = select.populate.flatMap(({ attribute, branches, count, tag }): [string, Json][] => {
    const inner = value[attribute.name]
    if (inner === undefined || count) return []
    const spoiltOne = (one: Json): Json => {
      const uid = isObject(one) && tag !== null ? String(one[tag]) : [...branches.keys()][0]
      const branch = branches.get(uid ?? '')
      return branch === undefined ? one : spoiltAt(one, branch.select, spoil, left)
    }
    return [[attribute.name, isList(inner) ? inner.map(spoiltOne) : spoiltOne(inner)]]
  })
  const whole = { ...value, ...Object.fromEntries(populated) }
  return isHere ? spoil(whole) : whole
}
