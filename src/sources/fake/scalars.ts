/**
 * Generates the scalar values of documents. All rows of a document have the same values, but localized attributes
 * and attributes of components differ by locale.
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

/** The generators that the code uses for all entries of a dataset. */
export interface Kit {
  readonly chance: Chance
  readonly written: SchemaText
  readonly given: GivenValues
  readonly unique: Unique
  /** Changes a text so that it matches the pattern (`regex`) of its attribute. */
  readonly fitted: Fit
}

/** The position of a generated row or component. */
export interface ModelPosition {
  readonly model: Model
  readonly locale: string | null
  /** The index of the document among the documents of its content type, counted from 0. */
  readonly index: number
  /**
   * The path from which the seed of the row or component is computed. The path for a seed contains the content type
   * and the document. For a component, the path for a seed also contains the attributes and positions that lead to
   * the component.
   */
  readonly place: SeedPath
  /** The number of levels of the component below its row; 0 for the row itself. */
  readonly depth: number
}

/** Returns the name that stands for a model in generated texts, such as `article` or `seo`. */
const calledOf = (model: Model): string =>
  model.modelType === 'contentType' ? model.singularName : model.uid.slice(model.uid.indexOf('.') + 1)

const LONGEST_SLUG = 200
/** The share of optional attributes that get no generated value. */
const EMPTY = 0.1

export class Scalars {
  readonly #kit: Kit
  /** The values generated so far, by path, so that all rows of a document get the same values. */
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
   * Returns whether even a localized attribute has the same value in all locales of a document. An attribute with a
   * list of values in the file for `--fake-values` has the same value in all locales. The slug of a document is also
   * the same in all locales, because frontends find the other locales by the slug.
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
    // Of the values from the file for `--fake-values`, only values from a list become unique. The user intends the
    // repetition of the other values in the file for `--fake-values`.
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
   * Returns the value of an attribute that is a slug or path, made from its target attribute, the page name or the
   * model name. Returns undefined for other attributes.
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
 * Returns the attribute from which the generator derives a slug. The slug comes from the attribute in `targetField`,
 * or else from the first text attribute with a name such as `title`.
 */
function slugTarget({ attributes }: Model, written: JsonObject): ScalarAttribute | undefined {
  const named = attributes.get(String(member(written, 'targetField') ?? ''))
  const candidates =
    named === undefined ? [...attributes.values()].filter(({ name }) => isName(name)) : [named]
  return candidates.find(
    (one): one is ScalarAttribute => one.kind === 'scalar' && ['string', 'text'].includes(one.type),
  )
}

/**
 * Returns whether an attribute has the type `uid`, or is a short text with the name of a slug or path, such as
 * `permalink`.
 */
const isSlugLike = ({ name, type }: ScalarAttribute): boolean =>
  type === 'uid' || (type === 'string' && (isSlug(name) || PATHS.has(wordsOf(name).join(''))))

const PATHS: ReadonlySet<string> = new Set(['path', 'fullpath', 'permalink', 'pathname'])

/**
 * Returns whether the name of a collection type ends with the word `page`, so that its entries are the pages of a
 * website.
 */
const isPages = (model: Model): boolean =>
  model.modelType === 'contentType' &&
  model.kind === 'collectionType' &&
  wordsOf(model.singularName).at(-1) === 'page'

/**
 * The attribute types that always get a generated value, because frontends use these values without a check: slugs,
 * enumerations and page content.
 */
const NEEDED_TYPES: ReadonlySet<ScalarType> = new Set<ScalarType>(['uid', 'enumeration', 'blocks'])

/**
 * Returns whether an attribute may stay without a generated value. An attribute may stay empty if it is not
 * required, and if frontends rely neither on its type nor on its name.
 */
const mayBeEmpty = ({ name, type }: ScalarAttribute, written: JsonObject): boolean =>
  member(written, 'required') !== true && !NEEDED_TYPES.has(type) && !isNeeded(name)
