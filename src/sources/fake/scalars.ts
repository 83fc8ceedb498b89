/**
 * Generates the scalars of one entry. All rows of an entry share its scalars, except that localized values and values
 * in components differ by locale.
 */

import type { Model, ScalarAttribute, ScalarType } from '../../reference/schema/schema.ts'
import { type Json, type JsonObject, member } from '../../util/json.ts'
import { customFieldKind } from '../repair/custom-fields.ts'
import type { Chance, SeedPath, Words } from './chance.ts'
import type { GivenValues } from './given.ts'
import type { Fit } from './pattern/fit.ts'
import { isLocalized, scalarValue, type WantedScalar } from './scalar.ts'
import type { SchemaText } from './shape.ts'
import type { Unique } from './unique.ts'
import { pageName, pathOfSlug } from './words/paths.ts'
import { slugOf, wordsOf } from './words/text.ts'
import { isIdentity, isName, isNeeded, isSlug } from './words/words.ts'

/** The generators that all entries share. */
export interface Kit {
  readonly chance: Chance
  readonly written: SchemaText
  readonly given: GivenValues
  readonly unique: Unique
  /** Changes a text so that it matches the pattern of the schema. */
  readonly fitted: Fit
}

/** The row or component that is being generated, and its position in the entry. */
export interface ModelPosition {
  readonly model: Model
  readonly locale: string | null
  /** The index of the entry in its type, from 0. */
  readonly index: number
  /**
   * The path of the row or component from which its seed is made. The path contains its type, its entry, and the
   * attributes and positions that lead to it.
   */
  readonly place: SeedPath
  /** The nesting depth of the component; 0 for the row of an entry. */
  readonly depth: number
}

/** Returns the name of a model in generated texts: `article`, `seo`. */
const calledOf = (model: Model): string =>
  model.modelType === 'contentType' ? model.singularName : model.uid.slice(model.uid.indexOf('.') + 1)

const LONGEST_SLUG = 200
/** The share of optional values that are generated as empty. */
const EMPTY = 0.1

export class Scalars {
  readonly #kit: Kit
  /** Generated values by path, so that all rows of an entry share the values. */
  readonly #made = new Map<string, Json>()

  constructor(kit: Kit) {
    this.#kit = kit
  }

  valueOf(attribute: ScalarAttribute, spot: ModelPosition): Json {
    const written = this.#kit.written(spot.model.uid, attribute.name)
    const isLocal = (isLocalized(written) || spot.depth > 0) && !this.#isShared(attribute, spot)
    const here = [...spot.place, attribute.name, isLocal ? (spot.locale ?? '') : '']
    const key = here.join('\n')
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const value = this.#make(attribute, written, spot, here)
    this.#made.set(key, value)
    return value
  }

  /**
   * Returns whether all locales of a document get the same value. An attribute with a given list of values and a slug
   * of the document itself have the same value in all locales. Frontends find the other locales by the slug.
   */
  #isShared(attribute: ScalarAttribute, { model, depth }: ModelPosition): boolean {
    return this.#kit.given.isList(model.uid, attribute.name) || (depth === 0 && isSlugLike(attribute))
  }

  #make(attribute: ScalarAttribute, written: JsonObject, spot: ModelPosition, here: SeedPath): Json {
    const { chance, given, unique, fitted } = this.#kit
    const { model, locale, index } = spot
    const isGiven = given.has(model.uid, attribute.name)
    if (!isGiven && index > 0 && mayBeEmpty(attribute, written)) {
      if (chance(...here, 'empty').number.float() < EMPTY) return attribute.default
    }
    const value = (attempt: number): Json => {
      const words = (): Words => (attempt === 0 ? chance(...here) : chance(...here, attempt))
      if (isGiven) return given.value(model.uid, attribute, here.slice(0, -1).join('\n'), words())
      const made =
        this.#slug(attribute, written, spot) ?? scalarValue(this.#wanted(attribute, written, spot), words())
      return typeof made === 'string' ? fitted(made, written, words()) : made
    }
    const isUnique = attribute.type === 'uid' || isSlug(attribute.name) || member(written, 'unique') === true
    // A constant in the file of values is meant to repeat, so the value is not made unique.
    const isCounted = isUnique && spot.depth === 0 && (!isGiven || given.isList(model.uid, attribute.name))
    const key = `${model.uid} ${attribute.name} ${locale ?? ''}`
    return isCounted ? unique(key, value, attribute, written) : value(0)
  }

  #wanted(attribute: ScalarAttribute, written: JsonObject, spot: ModelPosition): WantedScalar {
    const { model, index, place } = spot
    const isCollection =
      isPages(model) || (model.modelType === 'contentType' && model.kind === 'collectionType')
    const pick = this.#kit.chance(...place).number.int({ max: 999 })
    return { attribute, written, model: calledOf(model), isCollection, index, pick }
  }

  /**
   * Returns the slug that is derived from the target attribute or from the name of the entry; undefined for other
   * attributes.
   */
  #slug(attribute: ScalarAttribute, written: JsonObject, spot: ModelPosition): string | undefined {
    const { model, index } = spot
    const isLinked = member(written, 'targetField') !== undefined
    if (customFieldKind(written) === 'uuid' || (isIdentity(attribute.name) && !isLinked)) return undefined
    if (!isSlugLike(attribute) || model.modelType !== 'contentType') {
      return attribute.type === 'uid' ? slugOf(calledOf(model)) : undefined
    }
    const target = slugTarget(model, written)
    const named = target === undefined ? undefined : slugOf(String(this.valueOf(target, spot) ?? ''))
    const page = isPages(model) ? slugOf(pageName(index) ?? '') : ''
    const slug = [named, page, slugOf(calledOf(model))].find((one) => one !== undefined && one !== '') ?? ''
    return attribute.type === 'uid' || isSlug(attribute.name)
      ? slug.slice(0, LONGEST_SLUG)
      : pathOfSlug(slug.slice(0, LONGEST_SLUG))
  }
}

/**
 * Returns the attribute from which a slug is derived: `targetField`, otherwise the first text attribute whose name
 * means a display name.
 */
function slugTarget({ attributes }: Model, written: JsonObject): ScalarAttribute | undefined {
  const named = attributes.get(String(member(written, 'targetField') ?? ''))
  const candidates =
    named === undefined ? [...attributes.values()].filter(({ name }) => isName(name)) : [named]
  return candidates.find(
    (one): one is ScalarAttribute => one.kind === 'scalar' && ['string', 'text'].includes(one.type),
  )
}

/** Returns whether an attribute has the type `uid`, or is a short text that has the name of a slug or of a path. */
const isSlugLike = ({ name, type }: ScalarAttribute): boolean =>
  type === 'uid' || (type === 'string' && (isSlug(name) || PATHS.has(wordsOf(name).join(''))))

const PATHS: ReadonlySet<string> = new Set(['path', 'fullpath', 'permalink', 'pathname'])

/**
 * Returns whether the name of a collection type ends with the word `page`. The entries of such a type are the pages of
 * a website.
 */
const isPages = (model: Model): boolean =>
  model.modelType === 'contentType' &&
  model.kind === 'collectionType' &&
  wordsOf(model.singularName).at(-1) === 'page'

/** The types whose values frontends use without a check: slugs, choices, and the content of a page. */
const NEEDED_TYPES: ReadonlySet<ScalarType> = new Set<ScalarType>(['uid', 'enumeration', 'blocks'])

/**
 * Returns whether a value may stay empty. The attribute must not be required, and frontends must rely neither on its
 * type nor on its name.
 */
const mayBeEmpty = ({ name, type }: ScalarAttribute, written: JsonObject): boolean =>
  member(written, 'required') !== true && !NEEDED_TYPES.has(type) && !isNeeded(name)
