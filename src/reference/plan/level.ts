/**
 * The attributes that code of plugins populates between the check of a query and the database. No check limits
 * what it populates; the answer shows the types that the role may find. A level is planned when it has an entry,
 * so that a schema with circles costs no more than the answer shows.
 */
import { openAttributes } from '../access.ts'
import type { RawMap } from '../parse/url.ts'
import type { ContentType, Model, PopulatableAttribute } from '../schema/schema.ts'
import * as real from '../strapi/plan/branch.ts'
import { branch, populated, scalarsOf } from './branch.ts'
import { type Populated, type Selection, UNREADABLE } from './plan.ts'
import type { PlaceContext } from './step.ts'

/** The populated attributes of the entries of one model. */
export interface CodeLevel {
  /** The level below each populated attribute, by its name; `*` populates every attribute with nothing below. */
  readonly attributes: '*' | ReadonlyMap<string, Below>
  /** Whether the database cannot read the level, which shows as soon as there is an entry. */
  readonly fails: boolean
}

/** The level of the entries that an attribute leads to. */
export type Below = (model: Model) => CodeLevel

/** Only scalars. */
export const FLAT: CodeLevel = { attributes: new Map(), fails: false }
export const flat: Below = () => FLAT

/** The changes of code to a sound query. */
export type Instead =
  | {
      readonly kind: 'instead'
      /** Replaces `populate` of the query. */
      readonly populate?: CodeLevel
      /** Replaces `_q`. */
      readonly search?: string
    }
  /** An exception, which the client gets as an internal error. */
  | { readonly kind: 'thrown' }

/** Code that runs for every sound query before the search for entries. */
export interface BeforeFind {
  /** Parameters that strict checking accepts because of this code, with the length that their texts may have. */
  readonly parameters: ReadonlyMap<string, number>
  readonly ask: (query: RawMap, type: ContentType) => Instead
}

export function planLevel(
  { attributes }: CodeLevel,
  model: Model,
  place: PlaceContext,
): readonly Populated[] {
  return openAttributes(model, place).flatMap((attribute) => {
    const below = attributes === '*' ? flat : attributes.get(attribute.name)
    return below === undefined ? [] : [item(attribute, below, place)]
  })
}

function item(attribute: PopulatableAttribute, below: Below, place: PlaceContext): Populated {
  const here = attribute.kind === 'zone' ? real.placeUnderOn(place) : place
  const shown = populated(attribute, here, (model) =>
    branch(attribute, selectionOf(model, below, here), {}, here),
  )
  return real.afterRemoval(shown, here.rows, here)
}

/** Planning a level takes as much room and time as following so many links. */
const PLANNING = 200

/** All scalars, with a level that is planned when the first entry is there. */
function selectionOf(model: Model, below: Below, place: PlaceContext): Selection {
  let known: { readonly populate: readonly Populated[]; readonly fails: boolean } | undefined
  const read = () => {
    if (known !== undefined) return known
    const level = below(model)
    known = { populate: planLevel(level, model, place), fails: level.fails }
    return known
  }
  return {
    ...scalarsOf(model, place),
    planning: PLANNING,
    get populate() {
      return read().populate
    },
    get fails() {
      return read().fails ? UNREADABLE : undefined
    },
  }
}
