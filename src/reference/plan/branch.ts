/** What an attribute shows when nothing more is said of it: every kind that may be linked, with its own scalars. */
import { linkedModels } from '../access.ts'
import type { PopulateOptions } from '../parse/syntax.ts'
import type { Model, PopulatableAttribute, Schema, Uid } from '../schema/schema.ts'
import * as real from '../strapi/as-real.ts'
import type { Tie } from '../strapi/databases/database.ts'
import { unaskedScalars } from './fields.ts'
import {
  ALWAYS,
  type Branch,
  type Condition,
  EVERY_ROW,
  type Populated,
  type Selection,
  type SortStep,
  type Ties,
} from './plan.ts'
import type { PlaceContext } from './step.ts'

/** An attribute with its entries' scalars, in stored order. */
export const plain = (attribute: PopulatableAttribute, place: PlaceContext): Populated =>
  populated(attribute, place, (model) => branch(attribute, scalarsOf(model, place), {}, place))

/** All scalars of a model and nothing else. */
export function scalarsOf(model: Model, place: PlaceContext): Selection {
  const scalars = unaskedScalars(model)
  return { model, scalars, populate: [], asReal: real.selectionAsReal(scalars, model, null, place) }
}

/** One branch for each type that may be linked. */
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

/** Those that a zone lists; what stands in it all the same, as a server may let it, is shown alike. */
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

/** A morph relation that is asked for without options shows the real server's drafts as well. */
export const openMorph = (place: PlaceContext): PlaceContext =>
  place.has('morph-draft-leak') ? { ...place, rows: EVERY_ROW } : place

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

/** What is known of a document without a look at its row. */
const INDEXED: ReadonlySet<string> = new Set(['locale', 'publishedAt'])

function tiesOf(
  attribute: PopulatableAttribute,
  sort: readonly SortStep[],
  isIndexed: boolean,
  { database: { ties }, has, rows, schema }: PlaceContext,
): Ties {
  const isLocalizations = attribute.kind === 'relation' && attribute.via === 'localizations'
  const isInCohort = rows.publication !== null
  if (isInCohort && isLocalizations && schema.contentTypes.get(attribute.target)?.draftAndPublish)
    return { below: isIndexed ? ties.cohort.indexed : ties.cohort.rows, order: ties.localizations }
  if (sort.length === 0 || has('populate-sort-ties-by-id'))
    return isLocalizations ? ties.localizations : 'stored'
  if (isLocalizations) return tieOfLocalizations(ties.sorted.localizations, sort)
  return attribute.kind === 'zone' || attribute.kind === 'morphTo' ? 'stored' : ties.sorted[attribute.kind]
}

/** An index of documents has the locales of each in order: who goes along it from its end meets them backwards. */
const tieOfLocalizations = (tie: Tie, [first]: readonly SortStep[]): Tie =>
  tie === 'locale' && first?.column === 'documentId' && first.descending && first.through.length === 0
    ? 'localeBackwards'
    : tie
