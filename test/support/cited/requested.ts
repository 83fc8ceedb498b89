/** Judges that read the request: its parameters, its path, and the query of the entries at a cited part. */

import type { Graph } from '../../../src/reference/graph/graph.ts'
import type { PaginationSyntax, QuerySyntax, SortSyntax } from '../../../src/reference/parse/syntax.ts'
import type { Attribute, Model, PopulatableAttribute } from '../../../src/reference/schema/schema.ts'
import { isOpenTo, mayFind } from '../../../src/semantics/access.ts'
import { leadsTo } from '../../../src/semantics/model.ts'
import type { Json } from '../../../src/util/json.ts'
import { member } from '../../../src/util/json.ts'
import { asDecoded } from '../../../src/util/url/percent.ts'
import { kindsOf, type Said } from '../query/said.ts'
import type { Answered, Entry, Spot } from './answered.ts'
import { type Forms, formsOf } from './forms.ts'
import { and, isWhole, type Judge, scalarsOf } from './judges.ts'

export const withHeader =
  (name: string, value?: string): Judge =>
  (_spot, { request }) => {
    const found = request.headers?.[name]
    return value === undefined ? found !== undefined : found === value
  }
export const atTarget =
  (kind: Answered['query']['target']['kind']): Judge =>
  (_spot, { query }) =>
    query.target.kind === kind
const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** Returns whether the request has one of the given parameters with a value. */
export const given =
  (...names: readonly (keyof QuerySyntax)[]): Judge =>
  (_spot, { query: { syntax } }) =>
    names.some((name) => isGiven(syntax[name]) && syntax[name] !== '')
export const paginates =
  (...names: readonly (keyof PaginationSyntax)[]): Judge =>
  (_spot, { query: { syntax } }) =>
    names.some((name) => isGiven(syntax.pagination[name]))
export const isLocalized: Judge = (_spot, { query: { type } }) => type.localized
/** Returns whether all entries that show a locale have one of the requested locales. */
export const isOfLocale =
  (meant: (graph: Graph, syntax: QuerySyntax) => readonly string[]): Judge =>
  ({ entries }, { graph, query: { syntax } }) =>
    entries.every(({ shown }) => {
      const locale: Json | undefined = member(shown, 'locale')
      return typeof locale !== 'string' || meant(graph, syntax).includes(locale)
    })

const isDrafted = (model: Model): boolean => model.modelType === 'contentType' && model.draftAndPublish
export const asksForDrafts: Judge = (_spot, { query: { syntax } }) =>
  syntax.status !== undefined && syntax.status !== 'published'

/** Returns whether the entry shows exactly the fields that the query lists. */
export function showsChosen(entry: Entry): boolean {
  const { fields } = entry.said
  if ((fields.kind !== 'names' && fields.kind !== 'gaps') || fields.names.includes('*')) return false
  const names = new Set(fields.names.filter((name) => name !== 'id' && name !== 'documentId'))
  return names.size === scalarsOf(entry).length && scalarsOf(entry).every((name) => names.has(name))
}
export const fieldsNamed = ({ fields }: Said): number =>
  fields.kind === 'names' || fields.kind === 'gaps' ? fields.names.length : 0
export const pathsNamed = ({ populate }: Said): number =>
  populate.kind === 'paths' ? populate.clauses.flatMap(({ paths }) => paths).length : 0

/** Returns whether one text of a populate list names several attributes. */
export const hasCommas = ({ populate }: Said): boolean =>
  populate.kind === 'paths' &&
  populate.clauses.some(({ text, paths }) => text.includes(',') && paths.length > 1)

/**
 * Returns whether a predicate holds for the query of an entry at the cited part, or for the query of an attribute at
 * the cited part.
 */
export const said =
  (holds: (said: Said) => boolean): Judge =>
  ({ entries, wanted }) =>
    entries.some((entry) => holds(entry.said)) || wanted.some(({ kinds }) => [...kinds.values()].some(holds))

export const isListed: Judge = ({ wanted }) => wanted.some((one) => one.isListed)
/** Returns whether `on` lists a type of a plugin or of the admin panel. */
export const listsBuiltIn: Judge = (_spot, { request: { url } }) =>
  /\[on\]\[(plugin|admin)::/.test(asDecoded(url))
export const isCounted: Judge = ({ wanted }) => wanted.some((one) => one.isCounted)
/** Returns whether an owner of the cited part was populated by a dotted path. */
export const isOnPath: Judge = ({ owners }) => owners.some(({ said: { by } }) => by === 'path')

function filtersAt(spot: Spot, answered: Answered): readonly Forms[] {
  const { query, schema } = answered
  if (isWhole(spot, answered)) return [formsOf(query.syntax.filters, query.type, schema)]
  return spot.wanted.flatMap(({ kinds }) =>
    [...kinds].flatMap(([uid, { filters }]) => {
      const model = schema.contentTypes.get(uid) ?? schema.components.get(uid)
      return model === undefined ? [] : [formsOf(filters, model, schema)]
    }),
  )
}
export const filtersSay =
  (word: string): Judge =>
  (spot, answered) =>
    filtersAt(spot, answered).some(({ words }) => words.has(word))
export const isFiltered: Judge = (spot, answered) =>
  filtersAt(spot, answered).some(({ words }) => words.size > 0)

/**
 * Returns the sorts that apply to a cited part; empty for links to several types, because such lists keep their own
 * order.
 */
function sortsAt(spot: Spot, answered: Answered): readonly SortSyntax[] {
  const isMixed = spot.attributes.some(({ kind }) => kind === 'zone' || kind === 'morphTo')
  const below = spot.wanted.flatMap(({ kinds }) => [...kinds.values()].flatMap(({ sort }) => sort ?? []))
  const sorts = isWhole(spot, answered) ? [answered.query.syntax.sort] : isMixed ? [] : below
  return sorts.filter(({ keys }) => keys.length > 0)
}
export const isSorted: Judge = (spot, answered) => sortsAt(spot, answered).length > 0
export const sortedBy =
  (form: 'text' | 'object'): Judge =>
  (spot, answered) =>
    sortsAt(spot, answered).some(({ keys }) => keys.some((key) => key.form === form))

/** Returns the models to which the query's sort leads through relations, media and components. */
function sortedThrough({ query, schema }: Answered): readonly Model[] {
  return query.syntax.sort.keys.flatMap(({ path }) => {
    const passed: Model[] = []
    let model: Model | undefined = query.type
    for (const name of path) {
      const attribute: Attribute | undefined = model?.attributes.get(name)
      model = attribute === undefined ? undefined : leadsTo(attribute, schema)
      if (model !== undefined) passed.push(model)
    }
    return passed
  })
}
export const sortsThrough: Judge = (_spot, answered) => sortedThrough(answered).length > 0

/** Returns the models of the entries at a cited part. */
const modelsAt = (spot: Spot, answered: Answered): readonly Model[] => {
  const { schema, query } = answered
  const there = spot.wanted.flatMap(({ kinds }) => [...kinds.keys()])
  return isWhole(spot, answered)
    ? [query.type]
    : there.flatMap((uid) => schema.contentTypes.get(uid) ?? schema.components.get(uid) ?? [])
}
export const isOfDrafted: Judge = (spot, answered) => modelsAt(spot, answered).some(isDrafted)
export const passesDrafted: Judge = (spot, answered) =>
  [
    ...filtersAt(spot, answered).flatMap(({ through }) => through),
    ...(isWhole(spot, answered) ? sortedThrough(answered) : []),
  ].some(isDrafted)
export const isOfRequestedStatus: Judge = (spot, answered) =>
  spot.entries.every(({ shown, model }) => {
    const published = isDrafted(model) ? member(shown, 'publishedAt') : undefined
    return published === undefined || (published === null) === asksForDrafts(spot, answered)
  })

const lastName = ({ part }: Spot): string => part.slice(part.lastIndexOf('.') + 1)

/** Returns whether the query populates an attribute, by its name or by a star. */
function isWanted({ populate }: Said, name: string): boolean {
  if (populate.kind === 'all') return true
  if (populate.kind === 'paths')
    return populate.clauses.some(({ paths }) => paths.some(([first]) => first === name))
  return (
    populate.kind === 'attributes' &&
    populate.entries.some(({ key, value }) => key === name && !(value.kind === 'flag' && !value.on))
  )
}

const isAbsent: Judge = ({ values }) => values.length === 0
const wantedThat =
  (holds: (attribute: PopulatableAttribute, answered: Answered, said: Said) => boolean): Judge =>
  (spot, answered) =>
    spot.owners.some(({ model, said }) => {
      const attribute = model.attributes.get(lastName(spot))
      if (attribute === undefined || attribute.kind === 'scalar') return false
      return isWanted(said, attribute.name) && holds(attribute, answered, said)
    })

/** Returns whether an attribute that the query populates is absent because the role may not find its targets. */
export const isClosed: Judge = and(
  isAbsent,
  wantedThat(
    (attribute, { role, schema }) =>
      !attribute.private &&
      (!isOpenTo(attribute, role) ||
        (attribute.kind === 'morphTo' && kindsOf(attribute, { role, schema }).length === 0)),
  ),
)
export const isHiddenCreator: Judge = and(
  isAbsent,
  wantedThat(
    (attribute, _answered, { populate }) =>
      attribute.private &&
      attribute.kind === 'relation' &&
      attribute.via === 'creator' &&
      populate.kind === 'all',
  ),
)
export const isUnlisted: Judge = and(
  isAbsent,
  wantedThat(
    (attribute, _answered, { populate }) => attribute.kind === 'morphTo' && populate.kind === 'attributes',
  ),
)

/** Returns whether the role may find all entries at the cited part. */
export const isFindable: Judge = ({ attributes, values, entries }, { role }) =>
  values.length > 0 &&
  entries.every(({ model }) => mayFind(role, model.uid)) &&
  attributes.some(
    (attribute) =>
      attribute.kind === 'morphTo' ||
      ((attribute.kind === 'relation' || attribute.kind === 'morphBy') && mayFind(role, attribute.target)),
  )
