/**
 * Classifies the mismatch at the path where two response bodies differ: wrong entries, a wrong order, or one wrong
 * member of an entry.
 */

import type { ContentType, Model, Schema } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { itemMeaning, type Meaning, memberMeaning } from '../compare/meaning.ts'

/** The position of entries in the two compared response bodies. */
interface EntryPosition {
  /** The path to the entries without list indexes, such as `data.author`. */
  readonly part: string
  /** The path to the entries with list indexes, such as `data.0.author`. */
  readonly path: string
}

export type Spot =
  /**
   * A mismatch outside of all entries. The member `names` contains the first steps of the mismatch's path, such as
   * `meta` and `pagination`.
   */
  | { readonly kind: 'around'; readonly names: readonly string[] }
  /** A mismatch of entries: the target shows wrong entries, or the right entries in a wrong order. */
  | ({
      readonly kind: 'entries' | 'order'
      readonly expected: readonly Json[]
      readonly found: readonly Json[]
    } & EntryPosition)
  /**
   * A mismatch of one member of an entry. The member `expected` or `found` is undefined if the entry's member is
   * absent.
   */
  | ({
      readonly kind: 'member'
      readonly name: string
      readonly expected: Json | undefined
      readonly found: Json | undefined
      readonly entry: JsonObject
      readonly foundEntry: JsonObject
      readonly model: Model | undefined
    } & EntryPosition)

interface Here extends EntryPosition {
  readonly meaning: Meaning
  readonly expected: Json | undefined
  readonly found: Json | undefined
}

/**
 * Follows the path to a mismatch, and returns the first place that explains it: a level with other entries or another
 * order, one wrong member of an entry, or a place outside of all entries. The parameter `steps` contains the names and
 * list positions in the path.
 */
export function spotOf(
  bodies: { readonly expected: Json; readonly found: Json },
  steps: readonly string[],
  type: ContentType | undefined,
  schema: Schema,
): Spot {
  if (type === undefined || steps[0] !== 'data') return { kind: 'around', names: steps.slice(0, 3) }
  let here: Here = { ...bodies, meaning: { kind: 'body', type }, part: '', path: '' }
  for (const step of steps) {
    const next = below(here, step, schema)
    const spot = spotAt(here, step, next.meaning)
    if (spot !== undefined) return spot
    here = next
  }
  return entriesSpot(here) ?? { kind: 'around', names: steps.slice(0, 3) }
}

/** Returns the mismatch at the current level of the path; undefined if the mismatch is at a deeper level. */
function spotAt(here: Here, step: string, inside: Meaning): Spot | undefined {
  const { meaning, expected, found, part, path } = here
  const entries = entriesSpot(here)
  if (entries !== undefined) return entries
  if (isList(expected)) return undefined
  if (!isObject(expected) || !isObject(found)) return { kind: 'around', names: [step] }
  if (meaning.kind === 'body') return undefined
  const [ours, theirs] = [member(expected, step), member(found, step)]
  const isBelow = isPassage(meaning, step)
    ? isObject(ours) === isObject(theirs)
    : inside.kind === 'linked' && (isBoth(ours, theirs) || [ours, theirs].every(isWrapped))
  if (isBelow) return undefined
  return {
    kind: 'member',
    name: step,
    expected: ours,
    found: theirs,
    entry: expected,
    foundEntry: found,
    model: modelOf(meaning, expected),
    part,
    path,
  }
}

/**
 * Returns whether the entries in two values can be compared one by one, because both values are lists, or each value
 * is null or an entry.
 */
const isBoth = (expected: Json | undefined, found: Json | undefined): boolean =>
  (isList(expected) && isList(found)) ||
  ((expected === null || hasName(expected)) && (found === null || hasName(found) || isPlain(found)))

/**
 * Returns whether an object may be an entry without an id. Such an object is not empty, and has neither `data` nor
 * `count`.
 */
const isPlain = (json: Json | undefined): boolean =>
  isObject(json) && Object.keys(json).length > 0 && !('data' in json) && !('count' in json)

/** Returns whether the format of Strapi 4 wraps linked entries in a value. */
const isWrapped = (json: Json | undefined): boolean => isObject(json) && 'data' in json && !hasName(json)

const hasName = (json: Json | undefined): boolean =>
  isObject(json) && ('id' in json || 'documentId' in json || '__component' in json)

/**
 * Returns whether a step of the path stays in the same entry. The Strapi 4 format nests an entry in `data`, and its
 * values in `attributes`.
 */
const isPassage = (meaning: Meaning, step: string): boolean =>
  (meaning.kind === 'linked' && step === 'data') || step === 'attributes'

function modelOf(meaning: Meaning, entry: JsonObject): Model | undefined {
  if (meaning.kind === 'entry') return meaning.model
  return meaning.kind === 'linked' ? meaning.model(entry) : undefined
}

function below(here: Here, step: string, schema: Schema): Here {
  const { meaning, expected, found, part, path } = here
  if (isList(expected) && isList(found)) {
    const at = Number(step)
    return {
      meaning: itemMeaning(meaning),
      expected: expected[at],
      found: found[at],
      part,
      path: `${path}.${step}`,
    }
  }
  const owner = isObject(expected) ? expected : {}
  const inside = {
    meaning: memberMeaning(meaning, step, owner, schema),
    expected: member(owner, step),
    found: isObject(found) ? member(found, step) : undefined,
  }
  if (meaning.kind === 'body') return { ...inside, part: 'data', path: 'data' }
  if (isPassage(meaning, step)) return { ...inside, part, path }
  return { ...inside, part: `${part}.${step}`, path: `${path}.${step}` }
}

/** Returns the mismatch if the two bodies have different entries at a path, or the same entries in another order. */
function entriesSpot({ meaning, expected, found, part, path }: Here): Spot | undefined {
  if (meaning.kind !== 'linked' || !isBoth(expected, found)) return undefined
  const [ours, theirs] = [listed(expected), listed(found)]
  const naming = { byId: theirs.every(hasId), byKind: theirs.every((entry) => ours.some(isOfKind(entry))) }
  const [names, others] = [namesOf(ours, naming), namesOf(theirs, naming)]
  if (names.join() === others.join()) return undefined
  const isTurned = names.toSorted().join() === others.toSorted().join()
  return { kind: isTurned ? 'order' : 'entries', expected: ours, found: theirs, part, path }
}

const listed = (json: Json | undefined): readonly Json[] =>
  isList(json) ? json : json === null || json === undefined ? [] : [json]

const hasId = (json: Json): boolean => isObject(json) && 'id' in json

const kindOf = (entry: Json): string =>
  isObject(entry) ? String(entry['__component'] ?? entry['__type'] ?? '') : ''

const isOfKind =
  (entry: Json) =>
  (other: Json): boolean =>
    kindOf(entry) === kindOf(other)

/** The way to identify entries: by id if all found entries have ids, or by type if all found types are expected. */
interface Naming {
  readonly byId: boolean
  readonly byKind: boolean
}

const namesOf = (entries: readonly Json[], { byId, byKind }: Naming): readonly string[] =>
  entries.map((entry) => {
    const id = isObject(entry) && byId ? String(entry['id']) : ''
    return byKind ? `${kindOf(entry)} ${id}` : id
  })
