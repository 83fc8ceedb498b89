/**
 * Reads a JSON file with values for particular content types and attributes:
 *
 * {"api::event.event": {"entries": 40, "attributes": {"title": "{{music.genre}} night", "price": {"min": 8, "max": 30},
 * "stage": ["North", "South"], "notes": null}}, "shared.seo": {"attributes": {"robots": "index, follow"}}}
 */

import { readScalar } from '../../reference/schema/scalar.ts'
import type { Model, ScalarAttribute, Schema, Uid } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { pointerTo } from '../../util/pointer.ts'
import { SourceError } from '../source.ts'
import type { Words } from './chance.ts'

/** The rule in the file from which the generator gets the values of an attribute. */
export type ValueSpec =
  | { readonly kind: 'template'; readonly text: string }
  | { readonly kind: 'choice'; readonly values: readonly Json[] }
  | { readonly kind: 'range'; readonly min: number; readonly max: number }
  | { readonly kind: 'value'; readonly value: Json }

export interface GivenValues {
  /**
   * Returns the number of entries that the file requests for a content type; undefined if the file states no number
   * for the type.
   */
  readonly entries: (uid: Uid) => number | undefined
  readonly has: (uid: Uid, attribute: string) => boolean
  /** Returns whether the file contains a list of values for the attribute. */
  readonly isList: (uid: Uid, attribute: string) => boolean
  /**
   * Returns the value of an attribute at a path in the dataset. If the file has a list of values, each path gets the
   * next value of the list. After the last value of the list, the first value follows again.
   * @throws SourceError for a value that the attribute cannot hold.
   */
  readonly value: (uid: Uid, attribute: ScalarAttribute, place: string, words: Words) => Json
}

const MOST_ENTRIES = 10_000

/**
 * Parses the content of the file with values. @throws SourceError with the file name and the JSON pointer of the
 * first fault.
 */
export function readGiven(json: Json | undefined, schema: Schema, name: string): GivenValues {
  const refuse = (path: readonly string[], says: string): never => {
    throw new SourceError(`${name}#${path.reduce(pointerTo, '')}: ${says}`)
  }
  const entries = new Map<Uid, number>()
  const specs = new Map<string, ValueSpec>()
  const places = new Map<string, readonly string[]>()
  for (const [uid, one] of Object.entries(objectAt(json ?? {}, [], refuse))) {
    const model = schema.contentTypes.get(uid) ?? schema.components.get(uid)
    if (model === undefined) return refuse([uid], 'expected the uid of a content type or component')
    const object = objectAt(one, [uid], refuse)
    const strange = Object.keys(object).find((key) => key !== 'entries' && key !== 'attributes')
    if (strange !== undefined) refuse([uid, strange], 'expected "entries" or "attributes"')
    const count = member(object, 'entries')
    if (count !== undefined) entries.set(uid, countAt(count, [uid, 'entries'], refuse))
    const attributes = objectAt(member(object, 'attributes') ?? {}, [uid, 'attributes'], refuse)
    for (const [attribute, given] of Object.entries(attributes)) {
      const path = [uid, 'attributes', attribute]
      if (!isScalar(model, attribute)) {
        refuse(path, 'expected a scalar attribute of this model')
      }
      specs.set(keyOf(uid, attribute), specOf(given))
      places.set(keyOf(uid, attribute), path)
    }
  }
  const dealer = newDealer()
  return {
    entries: (uid) => entries.get(uid),
    has: (uid, attribute) => specs.has(keyOf(uid, attribute)),
    isList: (uid, attribute) => specs.get(keyOf(uid, attribute))?.kind === 'choice',
    value: (uid, attribute, place, words) => {
      const key = keyOf(uid, attribute.name)
      const spec = specs.get(key) ?? { kind: 'value', value: null }
      const path = places.get(key) ?? []
      const dealt = dealer.turn(key, place)
      const made = valueFrom(spec, attribute, dealt, words, (says) => refuse(path, says))
      const reading = readScalar(attribute, made)
      if ('value' in reading) return made
      return refuse(path, `expected ${reading.expected}, found ${JSON.stringify(made)}`)
    },
  }
}

/**
 * Creates a function that numbers the paths of each key from 0, in the order of the first call for a path. Later
 * calls return the same number for the same path.
 */
function newDealer(): { readonly turn: (key: string, place: string) => number } {
  const turns = new Map<string, Map<string, number>>()
  return {
    turn: (key, place) => {
      const known = turns.get(key) ?? new Map<string, number>()
      turns.set(key, known)
      const turn = known.get(place) ?? known.size
      known.set(place, turn)
      return turn
    },
  }
}

const keyOf = (uid: Uid, attribute: string): string => `${uid} ${attribute}`

type Refuse = (path: readonly string[], says: string) => never

function objectAt(json: Json, path: readonly string[], refuse: Refuse): JsonObject {
  return isObject(json) ? json : refuse(path, 'expected an object')
}

function countAt(json: Json, path: readonly string[], refuse: Refuse): number {
  const isCount = typeof json === 'number' && Number.isInteger(json) && json >= 0 && json <= MOST_ENTRIES
  return isCount ? json : refuse(path, `expected a whole number from 0 to ${MOST_ENTRIES}`)
}

const isScalar = (model: Model, name: string): boolean => model.attributes.get(name)?.kind === 'scalar'

function specOf(json: Json): ValueSpec {
  if (typeof json === 'string') return { kind: 'template', text: json }
  if (isList(json) && json.length > 0) return { kind: 'choice', values: json }
  if (isObject(json)) {
    const { min, max } = json
    if (typeof min === 'number' && typeof max === 'number' && min <= max) return { kind: 'range', min, max }
  }
  return { kind: 'value', value: json }
}

function valueFrom(
  spec: ValueSpec,
  { type }: ScalarAttribute,
  turn: number,
  words: Words,
  refuse: (says: string) => never,
): Json {
  switch (spec.kind) {
    case 'value':
      return spec.value
    case 'choice':
      return spec.values[turn % spec.values.length] ?? null
    case 'range': {
      const { min, max } = spec
      if (type === 'integer') return words.number.int({ min, max })
      if (type === 'biginteger') return String(words.number.int({ min, max }))
      return words.number.float({ min, max, fractionDigits: 2 })
    }
    case 'template': {
      const text = filled(spec.text, words, refuse)
      const isNumber = type === 'integer' || type === 'float' || type === 'decimal'
      return isNumber && text.trim() !== '' ? Number(text) : text
    }
  }
}

function filled(template: string, words: Words, refuse: (says: string) => never): string {
  try {
    return words.helpers.fake(template)
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}
