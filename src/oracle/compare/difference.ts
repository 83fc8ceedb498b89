/** Finds the first path at which two JSON values differ. */
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { pointerTo } from '../../util/pointer.ts'

export interface Difference {
  /**
   * The path at which two answers differ: `status`, `headers/<name>`, or a JSON pointer into the body. In such a
   * pointer, `*` matches every item of a list.
   */
  readonly path: string
  /** The expected value; undefined if the answer should not contain the value. */
  readonly expected: Json | undefined
  /** The value in the target's answer; undefined if the answer has no such value. */
  readonly found: Json | undefined
  /**
   * Further differences in the same answer, in other headers or in other members of an error; absent if there are
   * none.
   */
  readonly others?: readonly Difference[]
}

/**
 * The rules for comparing the values at each place in a JSON document. The functions `item` and `member` compute the
 * place of a nested value from the place of its list or object.
 */
export interface EqualityByPlace<Place> {
  readonly item: (list: Place) => Place
  /**
   * Returns the place of a member of an object. The parameter `owner` is the expected object that contains the member.
   */
  readonly member: (object: Place, key: string, owner: JsonObject) => Place
  /** Reorders the items of the found list, so that it can be compared with the expected list item by item. */
  readonly aligned: (expected: readonly Json[], found: readonly Json[], list: Place) => readonly Json[]
  /** Returns whether two values are equal. The comparison does not call this function for two lists or two objects. */
  readonly areEqual: (expected: Json | undefined, found: Json | undefined, place: Place) => boolean
}

interface ValuePair<Place> {
  /** The key or index under which two lists or objects contain the compared values. */
  readonly key: string
  readonly expected: Json | undefined
  readonly found: Json | undefined
  readonly place: Place
}

interface EqualityLevel<Place> {
  readonly key: string
  readonly inner: Iterator<ValuePair<Place>, void>
}

/**
 * Finds the first difference between two JSON values: first among the members of the expected value, then among
 * unexpected members. The order of keys does not matter. The comparison does not recurse, so deep nesting cannot
 * exhaust the stack.
 */
export function firstDifference<Place>(
  expected: Json | undefined,
  found: Json | undefined,
  place: Place,
  places: EqualityByPlace<Place>,
): Difference | null {
  const above: EqualityLevel<Place>[] = []
  for (
    let pair: ValuePair<Place> | undefined = { key: '', expected, found, place };
    pair !== undefined;
    pair = nextOf(above)
  ) {
    const inner = innerPairs(pair, places)
    if (inner !== undefined) above.push({ key: pair.key, inner })
    else if (!places.areEqual(pair.expected, pair.found, pair.place))
      return { path: pathTo(pair, above), expected: pair.expected, found: pair.found }
  }
  return null
}

function nextOf<Place>(above: EqualityLevel<Place>[]): ValuePair<Place> | undefined {
  for (let level = above.at(-1); level !== undefined; level = above.at(-1)) {
    const next = level.inner.next()
    if (next.done !== true) return next.value
    above.pop()
  }
  return undefined
}

/** Returns the JSON pointer to a pair of compared values. The root of the document adds no step to the pointer. */
function pathTo<Place>({ key }: ValuePair<Place>, above: readonly EqualityLevel<Place>[]): string {
  const keys = [...above.map((level) => level.key), key].slice(1)
  return keys.reduce((path, step) => pointerTo(path, step), '')
}

/**
 * Returns the pairs of items or members to compare in two values; undefined unless both values are lists or both are
 * objects.
 */
function innerPairs<Place>(
  { expected, found, place }: ValuePair<Place>,
  places: EqualityByPlace<Place>,
): EqualityLevel<Place>['inner'] | undefined {
  if (isList(expected) && isList(found))
    return itemPairs(expected, places.aligned(expected, found, place), places.item(place))
  if (isObject(expected) && isObject(found)) return memberPairs(expected, found, place, places)
  return undefined
}

function* itemPairs<Place>(
  expected: readonly Json[],
  found: readonly Json[],
  place: Place,
): Generator<ValuePair<Place>, void> {
  const length = Math.max(expected.length, found.length)
  for (let at = 0; at < length; at++)
    yield { key: String(at), expected: expected[at], found: found[at], place }
}

function* memberPairs<Place>(
  expected: JsonObject,
  found: JsonObject,
  place: Place,
  places: EqualityByPlace<Place>,
): Generator<ValuePair<Place>, void> {
  const pairAt = (key: string): ValuePair<Place> => ({
    key,
    expected: member(expected, key),
    found: member(found, key),
    place: places.member(place, key, expected),
  })
  for (const key of Object.keys(expected)) yield pairAt(key)
  for (const key of Object.keys(found)) if (!Object.hasOwn(expected, key)) yield pairAt(key)
}

/** The rules that compare all values of two documents strictly, at every place. */
const LITERAL: EqualityByPlace<undefined> = {
  item: () => undefined,
  member: () => undefined,
  aligned: (_expected, found) => found,
  areEqual: (expected, found) => expected === found,
}

/** Returns the first difference between two values by strict JSON equality. */
export const literalDifference = (expected: Json | undefined, found: Json | undefined): Difference | null =>
  firstDifference(expected, found, undefined, LITERAL)

/** Returns whether two JSON values are equal, apart from the order of keys. */
export const isSame = (a: Json | undefined, b: Json | undefined): boolean => literalDifference(a, b) === null
