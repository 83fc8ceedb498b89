/**
 * What code populates that stands between the check of a query and the database, as plugins do: nobody is asked whether
 * it may be populated, and shown is what the role may find. It is planned as far as there are entries, so that a schema
 * that leads round in circles costs what it shows.
 */
import { openAttributes } from '../access.ts'
import type { RawMap } from '../parse/url.ts'
import type { ContentType, Model, PopulatableAttribute } from '../schema/schema.ts'
import * as real from '../strapi/as-real.ts'
import * as before from '../strapi/releases/plan.ts'
import { branch, populated, scalarsOf } from './branch.ts'
import { type Populated, type Selection, UNREADABLE } from './plan.ts'
import type { PlaceContext } from './step.ts'

/** What is populated of the entries of one model. */
export interface CodeLevel {
  /** What is populated below an attribute, by its name; `*` for every attribute and nothing below. */
  readonly attributes: '*' | ReadonlyMap<string, Below>
  /** Whether the database cannot read it, which is noticed as soon as there is an entry. */
  readonly fails: boolean
}

/** What is populated of the entries that an attribute leads to. */
export type Below = (model: Model) => CodeLevel

/** Nothing but scalars. */
export const FLAT: CodeLevel = { attributes: new Map(), fails: false }
export const flat: Below = () => FLAT

/** What code makes of a sound query. */
export type Instead =
  | {
      readonly kind: 'instead'
      /** In place of `populate`; that of the query where it is left out. */
      readonly populate?: CodeLevel
      /** In place of `_q`. */
      readonly search?: string
    }
  /** An exception: whoever asked is told of an internal error. */
  | { readonly kind: 'thrown' }

/** Code that is asked with every sound query, before entries are looked for. */
export interface BeforeFind {
  /** Parameters that are known for its sake where others are refused, and how long their texts may be there. */
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
  const here = attribute.kind === 'zone' ? before.placeUnderOn(place) : place
  const shown = populated(attribute, here, (model) =>
    branch(attribute, selectionOf(model, below, here), {}, here),
  )
  return real.stripped(shown, here.rows, here)
}

/** A place that is planned takes the room and the time of so many links that are followed. */
const PLANNING = 200

/** All scalars, and what is populated, which is found out when the first entry is there. */
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
