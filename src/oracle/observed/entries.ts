/** Makes sentences about wrong entries: missing, superfluous or repeated entries, or entries in another order. */
import { isObject, type Json, member, memberOf } from '../../util/json.ts'

/** The expected and the found entries at one place of an answer. */
export interface Entries {
  readonly expected: readonly Json[]
  readonly found: readonly Json[]
  /** Whether the value at this place is a list, in contrast to at most one entry. */
  readonly isList: boolean
  /** The entry that has the entries at this place as the value of an attribute; absent for the entries in `data`. */
  readonly owner?: Json
}

/**
 * Returns sentences about wrong entries, the most specific sentence first. The parameter `places` contains phrases for
 * the place of the entries, such as `` in `tags` ``. For a target that stores wrong links or components, the verb of
 * the sentences is `links` or `stores`.
 */
export function entriesSentences(
  entries: Entries,
  places: readonly string[],
  verb: 'answers' | 'links' | 'stores',
): readonly string[] {
  return deedsOf(entries).flatMap((deed) =>
    places.map((place) => `The server ${deed.replace('answers', verb)}${place}.`),
  )
}

/** Returns what the target does with the entries, with the verb `answers`. */
function deedsOf({ expected, found, isList, owner }: Entries): readonly string[] {
  const [ours, theirs] = [expected.map(nameOf), found.map(nameOf)]
  if (!isList) {
    if (found.length === 0) return ['answers null in place of the entry']
    return [expected.length === 0 ? 'answers an entry in place of null' : 'answers another entry']
  }
  const [left, right] = [new Set(ours), new Set(theirs)]
  const isMissing = ours.some((name) => !right.has(name))
  const isMore = theirs.some((name) => !left.has(name))
  if (theirs.length === 0) return ['answers no entry', OMITS]
  if (isMissing && isMore) return ['answers other entries']
  if (isMissing) return [...endsOf(ours, theirs), OMITS]
  const isItself = owner !== undefined && theirs.every((name) => left.has(name) || name === nameOf(owner))
  if (isMore) return [...(isItself ? ['also answers the entry itself'] : []), 'answers further entries']
  if (theirs.length > right.size && ours.length === left.size) return ['answers an entry more than once']
  return [
    ...ordersOf(ours, theirs, found),
    ...groupsOf(expected, found),
    'answers the entries in another order',
  ]
}

const OMITS = 'omits entries'

/** Returns the phrases for the end of the list that the target omits; empty if it omits other entries. */
function endsOf(ours: readonly string[], theirs: readonly string[]): readonly string[] {
  const count = ours.length - theirs.length
  const [first, last] =
    count === 1 ? ['the first entry', 'the last entry'] : ['the first entries', 'the last entries']
  if (theirs.join() === ours.slice(0, theirs.length).join()) return [`omits ${last}`]
  return theirs.join() === ours.slice(count).join() ? [`omits ${first}`] : []
}

/** Returns the phrases for the wrong order of the target's list; empty if this order has no name. */
function ordersOf(
  ours: readonly string[],
  theirs: readonly string[],
  found: readonly Json[],
): readonly string[] {
  const ids = found.flatMap((entry) => (isObject(entry) ? [Number(member(entry, 'id'))] : []))
  const isReverse = theirs.join() === ours.toReversed().join()
  return [
    ...(isAscending(ids) ? ['answers the entries in the order of their ids'] : []),
    ...(isReverse ? ['answers the entries in the reverse order'] : []),
    ...(!isReverse && isPartReverse(ours, theirs)
      ? ['answers some of the entries in the reverse order']
      : []),
    ...(isAscending(ids.toReversed()) ? ['answers the entries in the descending order of their ids'] : []),
  ]
}

/** Returns the phrase for elements of a dynamic zone that the target groups by component; empty for other orders. */
function groupsOf(expected: readonly Json[], found: readonly Json[]): readonly string[] {
  const kinds = found.map((entry) => memberOf(entry, '__component'))
  const order = [...new Set(kinds)]
  const grouped = expected.toSorted(
    (one, other) =>
      order.indexOf(memberOf(one, '__component')) - order.indexOf(memberOf(other, '__component')),
  )
  const isGrouped = grouped.map(nameOf).join() === found.map(nameOf).join()
  return isGrouped && kinds.every((kind) => kind !== undefined) ? ['groups the elements by component'] : []
}

/** Returns whether the entries between the equal ends of two lists are in reverse order. */
function isPartReverse(ours: readonly string[], theirs: readonly string[]): boolean {
  const start = ours.findIndex((name, at) => name !== theirs[at])
  const end = ours.findLastIndex((name, at) => name !== theirs[at]) + 1
  return theirs.slice(start, end).join() === ours.slice(start, end).toReversed().join()
}

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))

/** Returns a text that identifies an entry in its list. */
function nameOf(entry: Json): string {
  if (!isObject(entry)) return JSON.stringify(entry)
  const names = ['__component', '__type', 'id', 'documentId'].map((name) => member(entry, name))
  return names.map((name) => (name === undefined ? '' : String(name))).join(' ')
}
