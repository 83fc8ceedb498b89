/** The scalars of one entry: the same in all its rows, but for what differs by locale. */

import type { Model, ScalarAttribute } from '../../reference/schema/schema.ts'
import { type Json, type JsonObject, member } from '../../util/json.ts'
import type { Chance, SeedPath } from './chance.ts'
import type { GivenValues } from './given.ts'
import { isLocalized, scalarValue } from './scalar.ts'
import type { SchemaText } from './shape.ts'
import { slugOf } from './text.ts'
import type { Unique } from './unique.ts'
import { isName } from './words.ts'

/** What all entries share. */
export interface Kit {
  readonly chance: Chance
  readonly written: SchemaText
  readonly given: GivenValues
  readonly unique: Unique
}

/** A model being filled, at its place in an entry. */
export interface ModelPosition {
  readonly model: Model
  readonly locale: string | null
  /** Of the entry among those of its type, from 0. */
  readonly index: number
  /** Type, entry, attributes and positions down to it. */
  readonly place: SeedPath
  /** How many components it is in. */
  readonly depth: number
}

/** What a model is called, for what is called after it: `article`, `seo`. */
const calledOf = (model: Model): string =>
  model.modelType === 'contentType' ? model.singularName : model.uid.slice(model.uid.indexOf('.') + 1)

const LONGEST_SLUG = 200
/** How many of those that may be empty are. */
const EMPTY = 0.1

export class Scalars {
  readonly #kit: Kit
  /** By place. */
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

  /** From the attribute that it is to follow, where there is one. */
  #slug(written: JsonObject, spot: ModelPosition): string {
    const target = spot.model.attributes.get(String(member(written, 'targetField') ?? ''))
    const isText = target?.kind === 'scalar' && target.type !== 'uid'
    const slug = slugOf(isText ? String(this.valueOf(target, spot) ?? '') : '')
    return slug === '' ? slugOf(calledOf(spot.model)) : slug.slice(0, LONGEST_SLUG)
  }
}

/** The first entry of each type has everything; any has its name, and what a form would ask for. */
const mayBeEmpty = ({ name, type }: ScalarAttribute, written: JsonObject): boolean =>
  member(written, 'required') !== true && type !== 'uid' && !isName(name)
