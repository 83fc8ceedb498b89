/**
 * Corrects the lists of shown and absent attributes in an explanation, if the project's own code changed the answer
 * of the content API.
 */
import type { CodeChange } from '../../reference/code-effect.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import type { Absent, Place } from '../explanation.ts'
import { answererOf, bodyOf, type CodeRun, placeOf, textOfPlace } from './run.ts'

/** The maximum number of entries at one path of the answer that `presenceAt` reads. */
const MAX_ENTRIES = 20_000

const IS_INDEX = /^\d{1,9}$/

/**
 * Corrects each part of the answer in an explanation. Attributes that the project's code added move to `shown`.
 * Attributes that the code removed move to `absent`.
 */
export function placesAfter(places: readonly Place[], run: CodeRun): readonly Place[] {
  const isChanged = run.changes.some(({ part }) => part === 'answer')
  if (!isChanged) return places
  return places.map((place) => placeAfter(place, run))
}

function placeAfter(place: Place, run: CodeRun): Place {
  const has = presenceAt(place, run)
  if (has === null) return place
  // An attribute can be in `shown` and in `absent` at once, because the attribute may be empty in only some entries.
  // An attribute that is in `shown` and in `absent` stays in `absent`.
  const added = place.absent.filter(({ attribute }) => has(attribute) && !place.shown.includes(attribute))
  const removed = place.shown.filter((name) => !has(name))
  if (added.length === 0 && removed.length === 0) return place
  return {
    ...place,
    shown: [...place.shown.filter((name) => has(name)), ...added.map(({ attribute }) => attribute)],
    absent: [
      ...place.absent.filter((one) => !added.includes(one)),
      ...removed.map((name) => removedAt(place, name, run)),
    ],
  }
}

function removedAt({ at, entries }: Place, attribute: string, run: CodeRun): Absent {
  const change = changeAt(run.changes, `${at}.${attribute}`)
  const by = change === undefined ? answererOf(run) : placeOf(change)
  const who = by === null ? "the project's code" : textOfPlace(by)
  return {
    attribute,
    reason: 'code',
    sentence: `${who} removed ${attribute}: the content API's answer contains it.`,
    rule: null,
    entries,
    change: null,
    ...(by === null ? {} : { setBy: by }),
  }
}

/**
 * Returns the last change of the answer at the path `at`, or at a path above `at`. The path `at` of an answer
 * contains no list positions.
 */
const changeAt = (changes: readonly CodeChange[], at: string): CodeChange | undefined =>
  changes.findLast(({ part, path }) => {
    const names = withoutPositions(path)
    return part === 'answer' && (names === '' || names === at || at.startsWith(`${names}.`))
  })

/** Formats a path of the answer without list positions: `data.author.name`. */
export const withoutPositions = (path: readonly string[]): string =>
  path.filter((name) => !IS_INDEX.test(name)).join('.')

/**
 * Returns a function that tests whether at least one entry at the path of `place` has an attribute of the given name.
 * The returned value is null if the answer has no entry at the path of `place`.
 */
function presenceAt(place: Place, run: CodeRun): ((name: string) => boolean) | null {
  const body = bodyOf(run)
  if (body === undefined) return presenceByChanges(place, run.changes)
  const entries = entriesAt(body, place)
  if (entries.length === 0) return null
  return (name) => entries.some((entry) => Object.hasOwn(entry, name))
}

function presenceByChanges({ at, shown }: Place, changes: readonly CodeChange[]): (name: string) => boolean {
  const names = new Set(shown)
  for (const { part, path, kind } of changes) {
    const name = path.at(-1)
    if (part !== 'answer' || name === undefined || withoutPositions(path) !== `${at}.${name}`) continue
    // Does not delete the name of a removed attribute, because the code may have removed the attribute from only one
    // of several entries.
    if (kind !== 'removed') names.add(name)
  }
  return (name) => names.has(name)
}

/**
 * Returns the entries of one model at the path of `place`. The result excludes entries of other models at the same
 * path.
 */
function entriesAt(body: Json, { at, model }: Place): readonly JsonObject[] {
  let here: readonly Json[] = [body]
  for (const name of at.split('.'))
    here = here
      .flatMap((json): readonly Json[] => {
        const value = isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined
        if (value === undefined) return []
        return isList(value) ? value : [value]
      })
      .slice(0, MAX_ENTRIES)
  return here.filter(isObject).filter((entry) => {
    const kind = entry['__component'] ?? entry['__type']
    return kind === undefined || kind === model
  })
}
