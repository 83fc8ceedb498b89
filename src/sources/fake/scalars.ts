/** Generates the scalars of one entry. All its rows share them, except localized values. */

import type { Model, ScalarAttribute } from '../../reference/schema/schema.ts'
import { type Json, type JsonObject, member } from '../../util/json.ts'
import type { Chance, SeedPath } from './chance.ts'
import type { GivenValues } from './given.ts'
import { isLocalized, scalarValue } from './scalar.ts'
import type { SchemaText } from './shape.ts'
import { slugOf } from './text.ts'
import type { Unique } from './unique.ts'
import { isName } from './words.ts'

/** The shared generators of all entries. */
export interface Kit {
  readonly chance: Chance
  readonly written: SchemaText
  readonly given: GivenValues
  readonly unique: Unique
}

/** The model being filled, with its place in an entry. */
export interface ModelPosition {
  readonly model: Model
  readonly locale: string | null
  /** The index of the entry in its type, from 0. */
  readonly index: number
  /** The path down to it: type, entry, attributes and positions. */
  readonly place: SeedPath
  /** The number of enclosing components. */
  readonly depth: number
}

/** The name of a model in texts: `article`, `seo`. */
const calledOf = (model: Model): string =>
  model.modelType === 'contentType' ? model.singularName : model.uid.slice(model.uid.indexOf('.') + 1)

const LONGEST_SLUG = 200
/** The share of optional values that stay empty. */
const EMPTY = 0.1

export class Scalars {
  readonly #kit: Kit
  /** Generated values by path, so that all rows of an entry share them. */
  readonly #made = new Map<string, Json>()

  constructor(kit: Kit) {
    this.#kit = kit
  }

  valueOf(attribute: ScalarAttribute, spot: ModelPosition): Json {
    const written = this.#kit.written(spot.model.uid, attribute.name)
    const isLocal = isLocalized(written) || spot.depth > 0 || attribute.type === 'uid'
    const here = [...spot.place, attribute.name, isLocal ? (spot.locale ?? '') : '']
    const key = here.join('\n')
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const value = this.#make(attribute, written, spot, here)
    this.#made.set(key, value)
    return value
  }

  #make(attribute: ScalarAttribute, written: JsonObject, spot: ModelPosition, here: SeedPath): Json {
    const { chance, given, unique } = this.#kit
    const { model, locale, index } = spot
    if (given.has(model.uid, attribute.name)) {
      return given.value(model.uid, attribute, chance(...here))
    }
    if (index > 0 && mayBeEmpty(attribute, written) && chance(...here, 'empty').number.float() < EMPTY) {
      return attribute.default
    }
    const wanted = { attribute, written, model: calledOf(model), index }
    const value = (attempt: number): Json =>
      attribute.type === 'uid'
        ? this.#slug(written, spot)
        : scalarValue(wanted, attempt === 0 ? chance(...here) : chance(...here, attempt))
    const isUnique = attribute.type === 'uid' || member(written, 'unique') === true
    const key = `${model.uid} ${attribute.name} ${locale ?? ''}`
    return isUnique ? unique(key, value, attribute, written) : value(0)
  }

  /** Derived from the target attribute if there is one. */
  #slug(written: JsonObject, spot: ModelPosition): string {
    const target = spot.model.attributes.get(String(member(written, 'targetField') ?? ''))
    const isText = target?.kind === 'scalar' && target.type !== 'uid'
    const slug = slugOf(isText ? String(this.valueOf(target, spot) ?? '') : '')
    return slug === '' ? slugOf(calledOf(spot.model)) : slug.slice(0, LONGEST_SLUG)
  }
}

/** Whether a value may stay empty: not in the first entry of a type, and never a name or a required value. */
const mayBeEmpty = ({ name, type }: ScalarAttribute, written: JsonObject): boolean =>
  member(written, 'required') !== true && type !== 'uid' && !isName(name)
