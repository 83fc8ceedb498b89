/** What an attribute shows when nothing more is said of it: every kind that may be linked, with its own scalars. */
import type { Refusal } from '../refusal.ts'
import type { Attribute, Model, PopulatableAttribute, Uid } from '../schema/schema.ts'
import { modelOf, targetOf } from '../schema/target.ts'
import { may, mayFollow, type PlaceContext } from './context.ts'
import { publicScalars } from './fields.ts'
import {
  ALWAYS,
  type Branch,
  type Condition,
  EVERY_ROW,
  type Populated,
  type Selection,
  type SortStep,
  type Step,
} from './plan.ts'
import { planRewrites } from './rewrites.ts'
import { citeShown } from './shown.ts'

export const isPopulatable = (attribute: Attribute): attribute is PopulatableAttribute =>
  attribute.kind !== 'scalar'

/** One step of a filter or a sort: to what populating the attribute shows, or on the real server to every linked row. */
export function stepThrough(
  attribute: Exclude<PopulatableAttribute, { kind: 'zone' }>,
  { has, rows }: PlaceContext,
): Step {
  const step = { attribute, seesPrivate: false }
  return has('filter-sees-drafts')
    ? { ...step, rows: EVERY_ROW, includesSelf: true, onlyFirst: false }
    : { ...step, rows, includesSelf: false, onlyFirst: !attribute.many }
}

/** `*`: every attribute that is neither private nor closed to the role, one level deep. */
export function everything(model: Model, context: PlaceContext, morphs: PlaceContext): readonly Populated[] {
  context.cite('populate.form.all')
  context.cite('populate.all.depth')
  context.cite('limit.all-depth')
  return openAttributes(model, context).map((attribute) =>
    plain(attribute, attribute.kind === 'morphTo' ? morphs : context, model),
  )
}

export function openAttributes(model: Model, context: PlaceContext): PopulatableAttribute[] {
  const all = [...model.attributes.values()].filter(isPopulatable)
  for (const attribute of all) citeCreator(attribute, context)
  return all.filter((attribute) => !attribute.private && isOpen(attribute, context))
}

/** Whether the role sees anything of what an attribute links to; if not, the attribute is absent. */
export function isOpen(attribute: Attribute, context: PlaceContext): boolean {
  const isLink = attribute.kind === 'relation' || attribute.kind === 'morphTo' || attribute.kind === 'morphBy'
  const isOpenType =
    attribute.kind === 'morphTo' ? morphTypes(context).length > 0 : mayFollow(context, attribute)
  if (isLink) {
    context.cite('access.role')
    context.cite('populate.permission')
    if (!isOpenType) context.cite('access.unpopulated')
  }
  return isOpenType
}

/** Creators are private unless their type says otherwise, and what is private is not populated. */
export function citeCreator(attribute: Attribute, { cite }: PlaceContext): void {
  if (attribute.kind === 'relation' && attribute.via === 'creator') cite('populate.creators')
}

/** The content types that a morph relation may show to the role. */
export function morphTypes({ schema, role }: PlaceContext): Uid[] {
  return [...schema.contentTypes.keys()].filter((uid) => may(role, uid, 'find'))
}

/** A morph relation that is asked for without options shows the real server's drafts as well. */
export function openMorph(context: PlaceContext): PlaceContext {
  return context.has('morph-draft-leak') ? { ...context, rows: EVERY_ROW } : context
}

/** An attribute with its entries' scalars, in stored order. */
export function plain(attribute: PopulatableAttribute, context: PlaceContext, owner: Model): Populated {
  context.cite('populate.explicit')
  if (attribute.kind === 'zone') context.cite('component.bare')
  return populated(attribute, owner, context, (model) =>
    branch(attribute, scalarsOf(model, context), {}, context),
  )
}

/** `*` on a zone's `populate`: every component with its own first level. */
export function plainDeep(attribute: PopulatableAttribute, context: PlaceContext, owner: Model): Populated {
  return populated(attribute, owner, context, (model) => {
    const select = { ...scalarsOf(model, context), populate: everything(model, context, context) }
    return branch(attribute, select, {}, context)
  })
}

export function scalarsOf(model: Model, context: PlaceContext): Selection {
  const scalars = publicScalars(model)
  citeShown(model, scalars, context)
  return { model, scalars, rewrites: planRewrites(scalars, model, context), positionAs: null, populate: [] }
}

/** One branch for each type that may be linked. */
export function populated(
  attribute: PopulatableAttribute,
  owner: Model,
  context: PlaceContext,
  branchOf: (model: Model) => Branch,
): Populated {
  citeKind(attribute, owner, context)
  const models = linkedModels(attribute, context)
  const branches = new Map(models.map((model) => [model.uid, branchOf(model)]))
  return {
    attribute,
    count: false,
    branches,
    seesPrivate: context.has('related-private'),
    alwaysEmpty: false,
    absentIfHidden: null,
    tag: tagOf(attribute),
  }
}

function linkedModels(attribute: PopulatableAttribute, context: PlaceContext): Model[] {
  const target = targetOf(context.schema, attribute)
  if (target !== undefined) return [target]
  const uids = attribute.kind === 'zone' ? attribute.components : morphTypes(context)
  return uids.flatMap((uid) => modelOf(context.schema, uid) ?? [])
}

function tagOf(attribute: PopulatableAttribute): Populated['tag'] {
  if (attribute.kind === 'zone') return '__component'
  return attribute.kind === 'morphTo' ? '__type' : null
}

function citeKind(attribute: PopulatableAttribute, owner: Model, context: PlaceContext): void {
  const { cite } = context
  cite('populate.adds')
  cite('entry.unwrapped')
  if (owner.modelType === 'component') cite('populate.explicit')
  if (attribute.kind !== 'zone' && !attribute.many) cite('populate.to-one')
  if (
    linkedModels(attribute, context).some(
      (model) => model.modelType === 'contentType' && model.draftAndPublish,
    )
  )
    cite('populate.status')
  switch (attribute.kind) {
    case 'relation':
    case 'morphTo':
    case 'morphBy':
      cite('populate.kind.relation')
      if (attribute.kind === 'morphTo') cite('populate.morph')
      if (attribute.name === 'localizations') cite('populate.localizations')
      return cite('populate.no-id-lists')
    case 'media':
      return cite('populate.kind.media')
    case 'component':
      return cite('populate.kind.component')
    case 'zone':
      cite('populate.kind.zone')
      return cite('component.discriminator')
  }
}

interface Cut {
  readonly where?: Condition
  readonly sort?: readonly SortStep[]
  readonly refused?: Refusal | null
}

export function branch(
  attribute: PopulatableAttribute,
  select: Selection,
  cut: Cut,
  context: PlaceContext,
): Branch {
  const { where = ALWAYS, sort = [], refused = null } = cut
  return {
    rows: context.rows,
    where,
    sort,
    ties: tiesOf(attribute, sort.length > 0, context),
    excludesPage: attribute.name === 'localizations' && context.has('localizations-excludes-page'),
    countsJoins: context.has('count-joined-rows'),
    select,
    refused,
  }
}

function tiesOf(attribute: PopulatableAttribute, isSorted: boolean, context: PlaceContext): Branch['ties'] {
  const { has, cite, rows, schema } = context
  const isLocalizations = attribute.kind === 'relation' && attribute.via === 'localizations'
  // A cohort of whole documents is looked up by document, as rows of no cohort are.
  const isInCohort = rows.publication !== null && !rows.publication.endsWith('-document')
  if (isInCohort && isLocalizations && schema.contentTypes.get(attribute.target)?.draftAndPublish)
    return 'cohort'
  if (!isSorted) {
    cite('populate.order')
    return isLocalizations ? 'locale' : 'stored'
  }
  cite('sort.ties')
  if (!has('populate-tie-order')) return 'id'
  if (isLocalizations) return 'locale'
  return attribute.kind === 'media' || attribute.kind === 'component' ? 'stored' : 'id'
}
