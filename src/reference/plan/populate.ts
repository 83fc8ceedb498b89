/**
 * Plans `populate` in all its syntax forms. The plan of each populated attribute is one object `Populated`, which
 * contains the types of the entries with their conditions, order and members.
 */
import { isOpen, may, openAttributes } from '../access.ts'
import { canCount } from '../names/count.ts'
import type {
  FilterSyntax,
  PopulateEntry,
  PopulateOption,
  PopulateOptions,
  PopulateSyntax,
  PopulateValue,
} from '../parse/syntax.ts'
import { booleanText } from '../parse/url.ts'
import type { Model, MorphAttribute, PopulatableAttribute, Uid } from '../schema/schema.ts'
import { isPopulatable, modelOf, targetOf } from '../schema/target.ts'
import { includesFalse, isEmptyTrue } from '../strapi/names.ts'
import { placeOfKind, placeOfMorph, placeUnderOn } from '../strapi/plan/branch.ts'
import * as real from '../strapi/plan/populate.ts'
import { selectionInside, withoutLostLink } from '../strapi/plan/selection.ts'
import { branch, plain, populated, scalarsOf } from './branch.ts'
import { planFields } from './fields.ts'
import { planFilters } from './filters.ts'
import { alongPaths } from './paths.ts'
import type { Branch, Populated } from './plan.ts'
import { planSort } from './sort.ts'
import type { PlaceContext } from './step.ts'

/** Returns the populated attributes of one level, in schema order. */
export function planPopulate(
  syntax: PopulateSyntax,
  model: Model,
  place: PlaceContext,
): readonly Populated[] {
  switch (syntax.kind) {
    case 'all':
      return everything(model, place, placeOfMorph(place))
    case 'paths':
      return inSchemaOrder(alongPaths(syntax, model, place), model)
    case 'attributes': {
      const { list, entries } = real.separated(syntax.entries, place)
      const listed = alongPaths(list, model, place)
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

/**
 * Plans `populate=*`: it populates every attribute that is not private and whose entries the role may see, one level
 * deep.
 */
const everything = (model: Model, place: PlaceContext, morphs: PlaceContext): readonly Populated[] =>
  openAttributes(model, place).map((attribute) =>
    plain(attribute, attribute.kind === 'morphTo' ? morphs : place),
  )

/** Plans one attribute of the object form, `populate[name]=…`. */
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
      return real.standsForTrue(value, place) ? plain(attribute, place) : undefined
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
  const count = booleanText(optionOf(options, 'count')?.value) === true && canCount(attribute, place.has)
  const item = populated(attribute, place, () => branchWith(attribute, options, target, place))
  return withoutLostLink({ ...item, count }, options, place)
}

const NO_FILTER: FilterSyntax = { kind: 'value', value: null }

/** Plans the branch of a populated attribute with options, for one linked type. */
function branchWith(
  attribute: PopulatableAttribute,
  options: PopulateOptions,
  model: Model,
  place: PlaceContext,
): Branch {
  const where = planFilters(optionOf(options, 'filters')?.filters ?? NO_FILTER, model, place)
  const sort = planSort(optionOf(options, 'sort')?.sort ?? { keys: [], meaningful: false }, model, place)
  const scalars = planFields(optionOf(options, 'fields')?.fields ?? { kind: 'all' }, model)
  const populate = planPopulate(optionOf(options, 'populate')?.populate ?? { kind: 'none' }, model, place)
  const select = selectionInside({ model, scalars, populate }, attribute, options, { where, sort }, place)
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

/**
 * Plans a populated dynamic zone or morph relation, whose option `on` has separate options for each type of entries.
 */
function ofSeveralKinds(
  attribute: MorphAttribute,
  value: PopulateValue,
  place: PlaceContext,
): Populated | undefined {
  if (value.kind === 'options') return kindsWithOptions(attribute, value.options, place)
  if (isEmptyTrue(value, place)) return plain(attribute, place)
  if (value.kind !== 'flag' || !value.on) return undefined
  if (real.ignoresShortTrue(attribute, value.text, place)) return undefined
  return plain(attribute, attribute.kind === 'morphTo' ? placeOfMorph(place) : place)
}

function kindsWithOptions(
  attribute: MorphAttribute,
  options: PopulateOptions,
  place: PlaceContext,
): Populated | undefined {
  const on = optionOf(options, 'on')
  const isListing = on !== undefined && on.raw !== null && on.raw !== ''
  const kinds = isListing ? listedKinds(on, attribute.kind === 'zone', place) : undefined
  const isCounted = real.asksForCount(attribute, optionOf(options, 'count')?.value, place)
  if (real.isLeftOut(attribute, kinds, on, isCounted, place)) return undefined
  const count = isCounted && real.countsLinks(attribute, place)
  const isDeep = optionOf(options, 'populate')?.raw === '*' && kinds === undefined
  const all = isDeep
    ? plainDeep(attribute, place)
    : plain(attribute, real.placeOfCount(attribute, count, place))
  const listed = on?.raw === '' ? NO_KINDS : kinds
  const documented = { ...all, count, branches: listed ?? all.branches }
  return real.shownKinds(documented, all, attribute, kinds, on, place)
}

const NO_KINDS: ReadonlyMap<Uid, Branch> = new Map()

/** Plans the option `populate=*` of a zone or morph relation: each entry shows its own attributes, one level deep. */
const plainDeep = (attribute: PopulatableAttribute, place: PlaceContext): Populated =>
  populated(attribute, place, (model) =>
    branch(attribute, { ...scalarsOf(model, place), populate: everything(model, place, place) }, {}, place),
  )

/** Plans the option `on`: one branch for each listed type that the role may see. */
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

/** Plans the branch of one type that the option `on` lists. */
function kindBranch(value: PopulateValue, model: Model, place: PlaceContext): Branch | undefined {
  const attribute: PopulatableAttribute = { kind: 'zone', name: '', private: false, components: [model.uid] }
  if (value.kind === 'options') return branchWith(attribute, value.options, model, placeUnderOn(place))
  const isOff = value.kind === 'flag' && !value.on && !includesFalse(place)
  const isPlain =
    value.kind === 'flag' || real.standsForTrue(value, place) || real.showsEmptyKind(value, place)
  if (isOff || !isPlain) return undefined
  const rows = model.modelType === 'contentType' ? placeOfKind(place) : place
  return branch(attribute, scalarsOf(model, place), {}, rows)
}
