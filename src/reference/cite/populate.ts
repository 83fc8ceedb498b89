/**
 * Cites the rules of `populate`. The rule about a syntax form of `populate` is cited only if the form affects the
 * answer. For a requested attribute that is absent from the answer, the rules that exclude the attribute are cited.
 */
import { isOpen, linkedModels } from '../access.ts'
import type { PopulateOption, PopulateOptions, PopulateSyntax, PopulateValue } from '../parse/syntax.ts'
import { isGiven } from '../parse/url.ts'
import type { Cite, RuleId } from '../rules.ts'
import { FILE_UID, type Model, type PopulatableAttribute } from '../schema/schema.ts'
import { modelOf, targetOf } from '../schema/target.ts'
import { citeFields } from './fields.ts'
import { citeFilters } from './filters.ts'
import { type AnswerPart, type Held, held, holdsPopulated, isDeep, populatableOf } from './part.ts'
import { citeSort } from './sort.ts'

/** A dotted populate path, and the number of its names that the walk has already followed. */
interface Rest {
  readonly path: readonly string[]
  readonly followed: number
}

/** The syntax that populates the entries of an answer part: a `populate`, or the remaining names of dotted paths. */
type WrittenPopulate = PopulateSyntax | { readonly kind: 'rests'; readonly rests: readonly Rest[] }

/** The part of the `populate` syntax that requests one attribute. */
type WantedAttribute =
  | { readonly kind: 'star' }
  | { readonly kind: 'name' }
  | { readonly kind: 'path'; readonly rests: readonly Rest[] }
  | { readonly kind: 'options'; readonly options: PopulateOptions }

interface CiteTask {
  readonly written: WrittenPopulate
  readonly place: AnswerPart
}

/**
 * Cites the rules of `populate` at the root and at all levels below. The function uses no recursion, because a dotted
 * path may have thousands of names.
 */
export function citePopulate(syntax: PopulateSyntax, root: AnswerPart): void {
  const left: CiteTask[] = [{ written: syntax, place: root }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { written, place } = next
    if (place.entries.size === 0) continue
    citeForm(written, place)
    for (const attribute of populatableOf(place.model)) {
      const wanted = wantedOf(written, attribute)
      if (wanted === undefined) continue
      left.push(...citeWanted(wanted, attribute, place))
      if (written.kind === 'rests') citeInside(attribute, place)
    }
  }
}

/** Cites the rule about a dotted path that leads from a component to a component inside it. */
function citeInside(attribute: PopulatableAttribute, place: AnswerPart): void {
  if (attribute.kind !== 'component' || place.model.modelType !== 'component') return
  const { at, values } = held(place, attribute)
  if (values.length > 0) place.cite('populate.form.component-nested', at)
}

/** Cites the rules about the syntax form of `populate` at one level, if the level populates any attribute. */
function citeForm(written: WrittenPopulate, place: AnswerPart): void {
  const { at, model, cite } = place
  if (written.kind === 'none') {
    if (populatableOf(model).length > 0) cite('populate.without', at)
    return
  }
  if (written.kind === 'attributes') cite('populate.forms', at)
  if (at !== 'data') cite('populate.depth', at)
  if (at !== 'data') cite('limit.depth', at)
  if (!holdsPopulated(place)) return
  for (const rule of formOf(written)) cite(rule, at)
  if (at === 'data') return
  if (written.kind !== 'rests') cite('populate.form.nested', at)
  else if (model.modelType === 'component') cite('populate.form.component-path', at)
}

function formOf(written: WrittenPopulate): readonly RuleId[] {
  switch (written.kind) {
    case 'all':
      return ['param.populate', 'populate.form.all', 'populate.all.depth', 'limit.all-depth']
    case 'paths': {
      const isSeveral = written.clauses.flatMap(({ paths }) => paths).length > 1
      const hasCommas = written.clauses.some(({ paths }) => paths.length > 1)
      const form = isSeveral ? 'populate.form.several' : 'populate.form.one'
      return ['param.populate', form, ...(hasCommas ? (['populate.commas'] as const) : [])]
    }
    case 'attributes':
      return ['param.populate']
    case 'rests':
    case 'none':
    case 'malformed':
    case 'overflow':
      return []
  }
}

/**
 * Returns the part of the `populate` syntax that requests an attribute; undefined if the syntax does not request the
 * attribute.
 */
function wantedOf(written: WrittenPopulate, { name }: PopulatableAttribute): WantedAttribute | undefined {
  switch (written.kind) {
    case 'all':
      return { kind: 'star' }
    case 'paths':
      return along(
        written.clauses.flatMap(({ paths }) => paths.map((path) => ({ path, followed: 0 }))),
        name,
      )
    case 'rests':
      return along(written.rests, name)
    case 'attributes': {
      const entry = written.entries.find(({ key }) => key === name)
      return entry === undefined ? undefined : ofValue(entry.value)
    }
    case 'none':
    case 'malformed':
    case 'overflow':
      return undefined
  }
}

/**
 * Returns the dotted paths whose next name is the attribute, advanced by one name; undefined if no path continues
 * with the attribute.
 */
function along(rests: readonly Rest[], name: string): WantedAttribute | undefined {
  const through = rests
    .filter(({ path, followed }) => path[followed] === name)
    .map(({ path, followed }) => ({ path, followed: followed + 1 }))
  const further = through.filter(({ path, followed }) => followed < path.length)
  if (through.length === 0) return undefined
  return further.length === 0 ? { kind: 'name' } : { kind: 'path', rests: further }
}

function ofValue(value: PopulateValue): WantedAttribute | undefined {
  if (value.kind === 'options') return value
  return value.kind === 'star' || (value.kind === 'flag' && value.on) ? { kind: 'name' } : undefined
}

/**
 * Cites the rules of one requested attribute, which may be present in the answer or absent. Returns one task for each
 * populate level below the attribute; the task cites the rules of this level.
 */
function citeWanted(
  wanted: WantedAttribute,
  attribute: PopulatableAttribute,
  place: AnswerPart,
): readonly CiteTask[] {
  const found = held(place, attribute)
  if (found.values.length === 0) {
    for (const rule of reasons(wanted, attribute, place)) place.cite(rule, found.at)
    return []
  }
  switch (wanted.kind) {
    case 'star':
      for (const below of found.places) citePlain(attribute, below)
      return []
    case 'name':
      citeName(attribute, found, place.cite)
      return []
    case 'path':
      return found.places.map((below) => ({ written: { kind: 'rests', rests: wanted.rests }, place: below }))
    case 'options':
      return citeOptions(wanted.options, attribute, found, place)
  }
}

const CLOSED = ['access.role', 'access.unpopulated', 'populate.permission'] as const

/** Returns the rules that explain the absence of a requested attribute. */
function reasons(
  wanted: WantedAttribute,
  attribute: PopulatableAttribute,
  { viewer }: AnswerPart,
): readonly RuleId[] {
  if (attribute.private) {
    const isCreator = attribute.kind === 'relation' && attribute.via === 'creator'
    return isCreator && wanted.kind === 'star' ? ['populate.creators'] : []
  }
  if (!isOpen(attribute, viewer)) return CLOSED
  const on = wanted.kind === 'options' ? optionOf(wanted.options, 'on') : undefined
  if (!isGiven(on?.raw)) return []
  const listed = (on?.kinds ?? []).map(({ key }) => modelOf(viewer.schema, key))
  return ['populate.on', ...(listed.some(isBuiltIn) ? (['populate.built-in'] as const) : [])]
}

/** Cites the rules of an attribute that the query names without options. */
function citeName(attribute: PopulatableAttribute, { at, places }: Held, cite: Cite): void {
  if (attribute.kind === 'component') cite('populate.form.component', at)
  if (attribute.kind === 'zone' && places.length > 0) cite('populate.form.zone', at)
  for (const below of places) citePlain(attribute, below)
}

/** Cites the rules for populated entries whose attribute the query names without options. */
function citePlain(attribute: PopulatableAttribute, below: AnswerPart): void {
  const { at, model, cite } = below
  citeFields({ kind: 'all' }, below)
  if (isDeep(model)) cite('populate.explicit', at)
  if (attribute.kind === 'zone') cite('component.bare', at)
}

function citeOptions(
  options: PopulateOptions,
  attribute: PopulatableAttribute,
  found: Held,
  place: AnswerPart,
): readonly CiteTask[] {
  const on = optionOf(options, 'on')
  if (on !== undefined && isGiven(on.raw)) return citeKinds(on, attribute, found, place)
  const target = targetOf(place.viewer.schema, attribute)
  if (target !== undefined) return citeSaid(options, placeOf(target, found, place), true)
  // For a dynamic zone or morph relation, `populate=*` is the only option besides `on` that populates its entries.
  const populate = optionOf(options, 'populate')?.populate
  if (populate?.kind === 'all') return found.places.map((below) => ({ written: populate, place: below }))
  if (found.places.length > 0) citeName(attribute, found, place.cite)
  return []
}

/** Returns the answer part that contains the entries of one model; empty if no entry has this model. */
const placeOf = (model: Model, { at, places }: Held, above: AnswerPart): AnswerPart =>
  places.find((below) => below.model === model) ?? { ...above, at, model, entries: new Set() }

/** Cites the rules of the options in `[on][uid]=…`. */
function citeKinds(
  { kinds = [] }: Extract<PopulateOption, { key: 'on' }>,
  attribute: PopulatableAttribute,
  found: Held,
  place: AnswerPart,
): readonly CiteTask[] {
  const { cite, viewer } = place
  cite('populate.on', found.at)
  if (attribute.kind === 'zone') cite('populate.form.zone-on', found.at)
  // Populate options under `on` for a type that the role may not find have no effect.
  const open = linkedModels(attribute, viewer)
  return kinds.flatMap(({ key, value }) => {
    const model = modelOf(viewer.schema, key)
    if (isBuiltIn(model)) cite('populate.built-in', found.at)
    if (model === undefined || !open.includes(model)) return []
    const below = placeOf(model, found, place)
    if (value.kind === 'options') {
      const isAll = optionOf(value.options, 'populate')?.raw === '*'
      if (attribute.kind === 'zone' && isAll && below.entries.size > 0)
        cite('populate.form.zone-on-all', found.at)
      return citeSaid(value.options, below, false)
    }
    if (below.entries.size > 0) citePlain(attribute, below)
    return []
  })
}

/** Returns whether a model is a built-in content type: neither an `api::` type nor the type of uploaded files. */
const isBuiltIn = (model: Model | undefined): boolean =>
  model?.modelType === 'contentType' && !model.uid.startsWith('api::') && model.uid !== FILE_UID

/**
 * Cites the rules of the populate options for the entries of one type. If the parameter `isSorted` is true, the
 * function also cites the rules of `sort`.
 */
function citeSaid(options: PopulateOptions, below: AnswerPart, isSorted: boolean): readonly CiteTask[] {
  const { at, viewer, cite } = below
  const fields = optionOf(options, 'fields')?.fields ?? { kind: 'all' }
  citeFields(fields, below)
  if (fields.kind !== 'all') for (const rule of RESTRICTED) cite(rule, at)
  const filters = optionOf(options, 'filters')?.filters
  if (filters?.kind === 'map') {
    for (const rule of FILTERED) cite(rule, at)
    citeFilters(filters, { ...below, schema: viewer.schema })
  }
  const sort = optionOf(options, 'sort')?.sort
  if (sort !== undefined && sort.keys.length > 0) {
    cite('populate.form.sort', at)
    if (isSorted) for (const rule of SORTED) cite(rule, at)
    if (isSorted) citeSort(sort, at, cite)
  }
  return [{ written: optionOf(options, 'populate')?.populate ?? { kind: 'none' }, place: below }]
}

const RESTRICTED = ['populate.form.fields', 'fields.nested'] as const
const FILTERED = ['populate.form.filters', 'populate.filters.list', 'populate.filters.top'] as const
const SORTED = ['populate.sort.list', 'populate.filters.top'] as const

function optionOf<K extends PopulateOption['key']>({ entries }: PopulateOptions, key: K) {
  const isOfKey = (option: PopulateOption): option is Extract<PopulateOption, { readonly key: K }> =>
    option.key === key
  return entries.find(isOfKey)
}
