/** The first place at which two values differ, and the walk that finds it. */
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { pointerTo } from '../../util/pointer.ts'

export interface Difference {
  /** `status`, `headers/<name>`, or a JSON pointer into the body, in which `*` stands for every item. */
  readonly path: string
  /** undefined: nothing should stand there. */
  readonly expected: Json | undefined
  /** undefined: nothing stands there. */
  readonly found: Json | undefined
}

/** What counts as equal where: each value stands at a place, and a place leads to those inside it. */
export interface EqualityByPlace<Place> {
  readonly item: (list: Place) => Place
  /** `owner` is the object as it is expected. */
  readonly member: (object: Place, key: string, owner: JsonObject) => Place
  /** What is found of a list in the order in which it is compared. */
  readonly arranged: (expected: readonly Json[], found: readonly Json[], list: Place) => readonly Json[]
  /** Whether two values that are not both lists and not both objects are equal. */
  readonly areEqual: (expected: Json | undefined, found: Json | undefined, place: Place) => boolean
}

interface ValuePair<Place> {
  /** Where it stands in the pair around it. */
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
 * The first difference in the order of what is expected: members that are not expected come last, and the
 * order of keys does not count. Takes as many steps as the expected value has places, and one more for each
 * of its lists and objects, however large the other is, and no stack.
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

/** The outermost level has no key. */
function pathTo<Place>({ key }: ValuePair<Place>, above: readonly EqualityLevel<Place>[]): string {
  const keys = [...above.map((level) => level.key), key].slice(1)
  return keys.reduce((path, step) => pointerTo(path, step), '')
}

/** What is left to compare one level down; undefined where the two are compared as they are. */
function innerPairs<Place>(
  { expected, found, place }: ValuePair<Place>,
  places: EqualityByPlace<Place>,
): EqualityLevel<Place>['inner'] | undefined {
  if (isList(expected) && isList(found))
    return itemPairs(expected, places.arranged(expected, found, place), places.item(place))
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

/** Every value is compared as it is. */
const LITERAL: EqualityByPlace<undefined> = {
  item: () => undefined,
  member: () => undefined,
  arranged: (_expected, found) => found,
  areEqual: (expected, found) => expected === found,
}

/** The first difference of two values that are equal only if they are the same JSON. */
export const literalDifference = (expected: Json | undefined, found: Json | undefined): Difference | null =>
  firstDifference(expected, found, undefined, LITERAL)

/** The same JSON value; the order of an object's keys does not count. */
export const isSame = (a: Json | undefined, b: Json | undefined): boolean => literalDifference(a, b) === null
