/**
 * Plans a populated attribute with one branch for each linked type. Without options, a branch shows the scalar
 * attributes of its type.
 */
import { linkedModels } from '../access.ts'
import type { PopulateOptions } from '../parse/syntax.ts'
import type { Model, PopulatableAttribute, Schema, Uid } from '../schema/schema.ts'
import type { Tie } from '../strapi/databases/database.ts'
import * as real from '../strapi/plan/branch.ts'
import { plainSelection } from '../strapi/plan/selection.ts'
import { unaskedScalars } from './fields.ts'
import {
  ALWAYS,
  type Branch,
  type Condition,
  type Populated,
  type Selection,
  type SortStep,
  type Ties,
} from './plan.ts'
import type { PlaceContext } from './step.ts'

/** Plans a populated attribute that shows the scalars of its entries, with the entries in stored order. */
export const plain = (attribute: PopulatableAttribute, place: PlaceContext): Populated =>
  populated(attribute, place, (model) => branch(attribute, scalarsOf(model, place), {}, place))

/** Returns the selection of all scalars of a model, without populated attributes. */
export function scalarsOf(model: Model, place: PlaceContext): Selection {
  return plainSelection({ model, scalars: unaskedScalars(model), populate: [] }, place)
}

/** Plans a populated attribute with one branch for each type that the attribute may link to. */
export function populated(
  attribute: PopulatableAttribute,
  place: PlaceContext,
  branchOf: (model: Model) => Branch,
): Populated {
  const listed = linkedModels(attribute, place).map((model) => [model.uid, branchOf(model)] as const)
  const branches = attribute.kind === 'zone' ? new ZoneBranches(listed, branchOf, place) : new Map(listed)
  return {
    attribute,
    count: false,
    branches,
    tag: tagOf(attribute),
    asReal: real.populatedAsReal(attribute, place),
  }
}

/**
 * The branches of a dynamic zone, one for each component type that its schema lists. A component type that the schema
 * of the zone does not list gets a branch on demand.
 */
class ZoneBranches extends Map<Uid, Branch> {
  readonly #others = new Map<Uid, Branch>()
  readonly #branchOf: (model: Model) => Branch
  readonly #schema: Schema

  constructor(
    listed: readonly (readonly [Uid, Branch])[],
    branchOf: (model: Model) => Branch,
    { schema }: PlaceContext,
  ) {
    super(listed)
    this.#branchOf = branchOf
    this.#schema = schema
  }

  override get(uid: Uid): Branch | undefined {
    const known = super.get(uid) ?? this.#others.get(uid)
    const model = known === undefined ? this.#schema.components.get(uid) : undefined
    if (model === undefined) return known
    const branch = this.#branchOf(model)
    this.#others.set(uid, branch)
    return branch
  }
}

function tagOf(attribute: PopulatableAttribute): Populated['tag'] {
  if (attribute.kind === 'zone') return '__component'
  return attribute.kind === 'morphTo' ? '__type' : null
}

interface Cut {
  readonly where?: Condition
  readonly sort?: readonly SortStep[]
  readonly fails?: PopulateOptions | null
}

export function branch(
  attribute: PopulatableAttribute,
  select: Selection,
  { where = ALWAYS, sort = [], fails = null }: Cut,
  place: PlaceContext,
): Branch {
  const isWhole = where.kind === 'all' && where.of.length === 0 && sort.length === 0
  const isIndexed = isWhole && select.scalars.every((name) => INDEXED.has(name))
  const ties = tiesOf(attribute, sort, isIndexed, place)
  return { rows: place.rows, where, sort, ties, select, asReal: real.branchAsReal(attribute, fails, place) }
}

/**
 * The columns in the database index over documents, besides documentId and id. The database reads the index instead of
 * the table if a populate selects only these columns, without filter and sort. The order of many localizations then
 * differs (`ties.cohort.indexed`).
 */
const INDEXED: ReadonlySet<string> = new Set(['locale', 'publishedAt'])

function tiesOf(
  attribute: PopulatableAttribute,
  sort: readonly SortStep[],
  isIndexed: boolean,
  place: PlaceContext,
): Ties {
  const { database, rows, schema } = place
  const { ties } = database
  const isLocalizations = attribute.kind === 'relation' && attribute.via === 'localizations'
  const isInCohort = rows.publication !== null
  if (isInCohort && isLocalizations && schema.contentTypes.get(attribute.target)?.draftAndPublish)
    return { below: isIndexed ? ties.cohort.indexed : ties.cohort.rows, order: ties.localizations }
  if (sort.length === 0 || real.keepsTiesStored(place)) return isLocalizations ? ties.localizations : 'stored'
  if (isLocalizations) return tieOfLocalizations(ties.sorted.localizations, sort)
  return attribute.kind === 'zone' || attribute.kind === 'morphTo' ? 'stored' : ties.sorted[attribute.kind]
}

/**
 * Returns the order of localizations with equal sort keys. The database index over documents stores the locales of
 * each document in order. A database that scans the index over documents from its end finds the locales in reverse
 * order.
 */
const tieOfLocalizations = (tie: Tie, [first]: readonly SortStep[]): Tie =>
  tie === 'locale' && first?.column === 'documentId' && first.descending && first.through.length === 0
    ? 'localeBackwards'
    : tie
