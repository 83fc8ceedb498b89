/**
 * Compares the timestamps in two servers' answers by whether they changed, and not by value, because each server has
 * its own clock.
 */

import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { pointerTo } from '../../util/pointer.ts'
import { dataOf } from '../bodies/answer.ts'
import type { Difference } from '../compare/difference.ts'
import { isInstantText } from '../compare/equality.ts'

const STAMPS = ['createdAt', 'updatedAt', 'publishedAt'] as const

interface TimestampPair {
  readonly ours: string
  readonly theirs: string
}

export interface Timestamps {
  /**
   * Returns the difference at the first instant that changed on only one of the two servers since the last answer;
   * null if there is no such instant.
   */
  readonly judge: (expected: Json, found: Json) => Difference | null
}

/** Creates the comparison of a session's timestamps, which remembers the instants in earlier answers. */
export function createTimestamps(): Timestamps {
  const seen = new Map<string, TimestampPair>()
  return {
    judge: (expected, found) => {
      for (const { at, ours, theirs } of entryPairs(expected, found)) {
        for (const stamp of STAMPS) {
          const pair = { ours: member(ours, stamp), theirs: member(theirs, stamp) }
          if (!isPair(pair)) continue
          const key = JSON.stringify([rowKey(ours), stamp])
          const before = seen.get(key)
          seen.set(key, pair)
          if (before === undefined || isAlike(before, pair)) continue
          return { path: pointerTo(at, stamp), ...expectationOf(before, pair) }
        }
      }
      return null
    },
  }
}

const isPair = (pair: { readonly [side in keyof TimestampPair]: Json | undefined }): pair is TimestampPair =>
  isInstantText(pair.ours) && isInstantText(pair.theirs)

const isAlike = (before: TimestampPair, now: TimestampPair): boolean =>
  (before.ours === now.ours) === (before.theirs === now.theirs)

/** Returns the instant that the target should show (the old value or a later instant) and the instant that it shows. */
const expectationOf = (
  before: TimestampPair,
  now: TimestampPair,
): Pick<Difference, 'expected' | 'found'> => ({
  expected: before.ours === now.ours ? before.theirs : `later than ${before.theirs}`,
  found: now.theirs,
})

/** Returns a key that identifies a database row of a document without its row id. */
const rowKey = (entry: JsonObject): readonly (Json | undefined)[] => [
  member(entry, 'documentId'),
  member(entry, 'locale'),
  member(entry, 'publishedAt') === null,
]

interface EntryPair {
  readonly at: string
  readonly ours: JsonObject
  readonly theirs: JsonObject
}

/** Pairs the entries in both servers' answers by their position in the list. */
function entryPairs(expected: Json, found: Json): readonly EntryPair[] {
  const [ours, theirs] = [expected, found].map(dataOf)
  if (isObject(ours) && isObject(theirs)) return [{ at: '/data', ours, theirs }]
  if (!isList(ours) || !isList(theirs)) return []
  return ours.flatMap((entry, at) => {
    const other = theirs[at]
    return isObject(entry) && isObject(other) ? [{ at: `/data/${at}`, ours: entry, theirs: other }] : []
  })
}
