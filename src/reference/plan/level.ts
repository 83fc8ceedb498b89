/**
 * Plans the attributes that plugin code populates after the check of a query. The check of the query does not limit
 * the attributes that plugin code populates. The answer shows only entries of types that the role may find. Each
 * populate level is planned when its first entry appears. Therefore, planning ends even for a schema with cycles.
 */
import { openAttributes } from '../access.ts'
import type { RawMap } from '../parse/url.ts'
import type { ContentType, Model, PopulatableAttribute } from '../schema/schema.ts'
import * as real from '../strapi/plan/branch.ts'
import { branch, populated, scalarsOf } from './branch.ts'
import { type Populated, type Selection, UNREADABLE } from './plan.ts'
import type { PlaceContext } from './step.ts'

/** The attributes to populate in the entries of one model. */
export interface CodeLevel {
  /**
   * The populated attributes, each with the level below it. The value `*` populates every attribute, with only
   * scalars below.
   */
  readonly attributes: '*' | ReadonlyMap<string, Below>
  /** Whether the database fails to read the attributes of the level if the level has any entry. */
  readonly fails: boolean
}

/** Returns the populate level for the entries of a model that an attribute links to. */
export type Below = (model: Model) => CodeLevel

/** The populate level that shows only scalars. */
export const FLAT: CodeLevel = { attributes: new Map(), fails: false }
export const flat: Below = () => FLAT

/** The changes that plugin code makes to a valid query. */
export type Instead =
  | {
      readonly kind: 'instead'
      /** The attributes that replace the `populate` of the query. */
      readonly populate?: CodeLevel
      /** The search text that replaces the `_q` of the query. */
      readonly search?: string
    }
  /** The plugin code threw an exception, for which the client gets an internal error. */
  | { readonly kind: 'thrown' }

/** Plugin code that runs for every valid query, before the evaluation. */
export interface BeforeFind {
  /**
   * The query parameters that this plugin code adds, each with the maximum length of its text. The check accepts
   * parameters of plugin code even if the setting `strictParams` is on.
   */
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

/**
 * The number of steps for planning one populate level. Planning a populate level takes as much memory and time as
 * following 200 links.
 */
const PLANNING = 200

/**
 * Returns the selection of all scalars of a model, with populated attributes that are planned when the first entry
 * appears.
 */
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
