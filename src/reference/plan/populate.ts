/**
 * `populate` → what to show of every attribute that links or holds something. Each way of writing it ends in one
 * `Populated` per attribute: which kinds of entries, cut by which conditions, in which order, showing what.
 */
import { isOpen, may, openAttributes } from '../access.ts'
import { listBeside } from '../names/beside.ts'
import { canCount } from '../names/count.ts'
import { isWord } from '../names/words.ts'
import type {
  FilterSyntax,
  PopulateEntry,
  PopulateOption,
  PopulateOptions,
  PopulateSyntax,
  PopulateValue,
} from '../parse/syntax.ts'
import { booleanText } from '../parse/url.ts'
import type { Model, MorphToAttribute, PopulatableAttribute, Uid, ZoneAttribute } from '../schema/schema.ts'
import { isPopulatable, modelOf, targetOf } from '../schema/target.ts'
import * as real from '../strapi/as-real.ts'
import * as before from '../strapi/releases/plan.ts'
import { branch, openMorph, plain, populated, scalarsOf } from './branch.ts'
import { planFields } from './fields.ts'
import { planFilters } from './filters.ts'
import { alongPaths } from './paths.ts'
import type { Branch, Populated, Selection } from './plan.ts'
import { planSort } from './sort.ts'
import type { PlaceContext } from './step.ts'

/** What is populated at one level, in schema order. */
export function planPopulate(
  syntax: PopulateSyntax,
  model: Model,
  place: PlaceContext,
): readonly Populated[] {
  switch (syntax.kind) {
    case 'all':
      return everything(model, place, openMorph(place))
    case 'paths':
      return inSchemaOrder(alongPaths(syntax, model, place), model)
    case 'attributes': {
      const beside = place.has('list-beside-object') ? listBeside(syntax.entries) : undefined
      const listed = beside === undefined ? [] : alongPaths(beside.list, model, place)
      const entries = beside?.entries ?? syntax.entries
      return inSchemaOrder(
        [...listed, ...entries.flatMap((entry) => named(entry, model, place) ?? [])],
        model,
      )
    }
    case 'none':
    case 'malformed':
    case 'overflow':
      return []
  }
}

function inSchemaOrder(items: readonly Populated[], model: Model): readonly Populated[] {
  const position = new Map([...model.attributes.keys()].map((name, at) => [name, at]))
  const at = (item: Populated): number => position.get(item.attribute.name) ?? 0
  return [...items].sort((a, b) => at(a) - at(b))
}

/** `*`: every attribute that is neither private nor closed to the role, one level deep. */
const everything = (model: Model, place: PlaceContext, morphs: PlaceContext): readonly Populated[] =>
  openAttributes(model, place).map((attribute) =>
    plain(attribute, attribute.kind === 'morphTo' ? morphs : place),
  )

/** `populate[name]=…` */
function named({ key, value }: PopulateEntry, model: Model, place: PlaceContext): Populated | undefined {
  const attribute = model.attributes.get(key)
  if (attribute === undefined || !isPopulatable(attribute) || attribute.private) return undefined
  if (!isOpen(attribute, place)) return undefined
  if (attribute.kind === 'zone' || attribute.kind === 'morphTo')
    return ofSeveralKinds(attribute, value, place)
  const target = targetOf(place.schema, attribute)
  if (target === undefined) return undefined
  switch (value.kind) {
    case 'flag':
      return value.on ? plain(attribute, place) : undefined
    case 'options':
      return withOptions(attribute, value.options, target, place)
    case 'star':
    case 'names':
      return before.standsForTrue(value, place) || isWord(value, place) ? plain(attribute, place) : undefined
    case 'list':
    case 'null':
    case 'overflow':
      return undefined
  }
}

function withOptions(
  attribute: PopulatableAttribute,
  options: PopulateOptions,
  target: Model,
  place: PlaceContext,
): Populated {
  const { has, schema } = place
  const counts = booleanText(optionOf(options, 'count')?.value) === true && canCount(attribute, has)
  const item = {
    ...populated(attribute, place, () => branchWith(attribute, options, target, place)),
    count: counts,
  }
  return real.losesLink(attribute, options, schema, has) ? real.alwaysEmpty(item) : item
}

const NO_FILTER: FilterSyntax = { kind: 'value', value: null }

/** The options of one populated attribute: which of the linked entries, in which order, showing what. */
function branchWith(
  attribute: PopulatableAttribute,
  options: PopulateOptions,
  model: Model,
  place: PlaceContext,
): Branch {
  const where = planFilters(optionOf(options, 'filters')?.filters ?? NO_FILTER, model, place)
  const sort = planSort(optionOf(options, 'sort')?.sort ?? { keys: [], meaningful: false }, model, place)
  const fields = planFields(optionOf(options, 'fields')?.fields ?? { kind: 'all' }, model)
  const populate = planPopulate(optionOf(options, 'populate')?.populate ?? { kind: 'none' }, model, place)
  const isRestricted = options.entries.some(real.selectsFields)
  const all = scalarsOf(model, place).scalars
  const scalars = [...new Set([...real.leakedInside(attribute, options, where, all, place), ...fields])]
  const position = real.positionOf(attribute, model, isRestricted, sort, fields, place)
  const select: Selection = {
    model,
    scalars,
    populate: isRestricted ? populate.map((item) => real.withoutMorphToOne(item, place)) : populate,
    asReal: real.selectionAsReal(scalars, model, position, place),
  }
  const fails = place.late.has(options) ? options : null
  return branch(attribute, select, { where, sort, fails }, place)
}

function optionOf<K extends PopulateOption['key']>(
  { entries }: PopulateOptions,
  key: K,
): Extract<PopulateOption, { readonly key: K }> | undefined {
  const isOfKey = (option: PopulateOption): option is Extract<PopulateOption, { readonly key: K }> =>
    option.key === key
  return entries.find(isOfKey)
}

type MorphAttribute = ZoneAttribute | MorphToAttribute

/** A zone or a morph relation: what is linked is of several kinds, and `on` speaks of each. */
function ofSeveralKinds(
  attribute: MorphAttribute,
  value: PopulateValue,
  place: PlaceContext,
): Populated | undefined {
  const isMorph = attribute.kind === 'morphTo'
  if (value.kind === 'options') return kindsWithOptions(attribute, value.options, place)
  if (before.isEmptyText(value, place)) return plain(attribute, place)
  if (value.kind !== 'flag' || !value.on) return undefined
  if (isMorph && value.text !== 'true' && place.has('morph-true-only')) return undefined
  return plain(attribute, isMorph ? openMorph(place) : place)
}

function kindsWithOptions(
  attribute: MorphAttribute,
  options: PopulateOptions,
  place: PlaceContext,
): Populated | undefined {
  const { has } = place
  const isMorph = attribute.kind === 'morphTo'
  const on = optionOf(options, 'on')
  const kinds =
    on === undefined || on.raw === null || on.raw === '' ? undefined : listedKinds(on, !isMorph, place)
  const count = optionOf(options, 'count')?.value
  const isTrue = isMorph && has('morph-true-only') ? count === 'true' : booleanText(count) === true
  const isOld = isMorph && has('morph-populate-star-and-permission')
  const isDropped = kinds === undefined && (!isTrue || on !== undefined) && has('morph-options-dropped')
  if (isMorph && !isOld && (kinds?.size === 0 || isDropped)) return undefined
  const counts = isTrue && (isMorph ? !has('morph-populate-count') : !has('count-ignored'))
  // The real server counts the links of a morph relation without looking at what they lead to.
  const countsLinks = counts && isMorph && has('morph-draft-leak')
  const isDeep = optionOf(options, 'populate')?.raw === '*' && kinds === undefined
  const item = isDeep ? plainDeep(attribute, place) : plain(attribute, countsLinks ? openMorph(place) : place)
  if (countsLinks) {
    const listed = [...item.branches].filter(([uid]) => kinds === undefined || kinds.has(uid))
    return { ...item, count: true, branches: new Map(listed) }
  }
  if (isOld && !attribute.many && kinds !== undefined)
    return { ...item, branches: new Map([...item.branches, ...kinds]) }
  const shown = on?.raw === '' ? new Map<Uid, Branch>() : kinds
  if (shown === undefined) return { ...item, count: counts }
  const bare = !isMorph && has('zone-unlisted-bare') ? unlistedBare(item.branches, on) : []
  return { ...item, count: counts, branches: new Map([...bare, ...shown]) }
}

/** Read by the letter, an element of a zone whose kind is not listed under its `on` shows its id and kind alone. */
function unlistedBare(
  branches: ReadonlyMap<Uid, Branch>,
  on: Extract<PopulateOption, { key: 'on' }> | undefined,
): readonly (readonly [Uid, Branch])[] {
  const listed = new Set(on?.kinds?.map(({ key }) => key))
  const unlisted = [...branches.values()].filter(({ select }) => !listed.has(select.model.uid))
  return unlisted.map(({ select: { model }, ...cut }) => {
    const bare: Selection = { model, scalars: [], populate: [], asReal: null, asRead: 'bare' }
    return [model.uid, { ...cut, select: bare }]
  })
}

/** `*` on a zone's `populate`: every component with its own first level. */
const plainDeep = (attribute: PopulatableAttribute, place: PlaceContext): Populated =>
  populated(attribute, place, (model) =>
    branch(attribute, { ...scalarsOf(model, place), populate: everything(model, place, place) }, {}, place),
  )

/** `[on][uid]=…`: one branch for each kind listed that the role may see. */
function listedKinds(
  { kinds = [] }: Extract<PopulateOption, { key: 'on' }>,
  holdsComponents: boolean,
  place: PlaceContext,
): ReadonlyMap<Uid, Branch> {
  const branches = new Map<Uid, Branch>()
  for (const { key, value } of kinds) {
    const model = modelOf(place.schema, key)
    if (model === undefined) continue
    const isVisible = model.modelType === 'component' ? holdsComponents : may(place.role, key, 'find')
    const found = isVisible ? kindBranch(value, model, place) : undefined
    if (found !== undefined) branches.set(key, found)
  }
  return branches
}

/** One kind of a zone or morph relation. */
function kindBranch(value: PopulateValue, model: Model, place: PlaceContext): Branch | undefined {
  const attribute: PopulatableAttribute = { kind: 'zone', name: '', private: false, components: [model.uid] }
  if (value.kind === 'options') return branchWith(attribute, value.options, model, before.placeUnderOn(place))
  const isOff = value.kind === 'flag' && !value.on && !place.has('on-false-includes')
  const isPlain = value.kind === 'flag' || before.standsForTrue(value, place) || isWord(value, place)
  if (isOff || !isPlain) return undefined
  const rows = model.modelType === 'contentType' ? before.placeOfKind(openMorph(place)) : place
  return branch(attribute, scalarsOf(model, place), {}, rows)
}
