/**
 * Reads the meaning of a query from its syntax, independently of the planner: the populated attributes at each level,
 * with types and options. The reader supports only well-formed queries under `documented`.
 */

import type { Role } from '../../../src/reference/graph/graph.ts'
import type {
  FieldsSyntax,
  FilterSyntax,
  PopulateOption,
  PopulateSyntax,
  PopulateValue,
  QuerySyntax,
  SortSyntax,
} from '../../../src/reference/parse/syntax.ts'
import type {
  Attribute,
  Model,
  PopulatableAttribute,
  Schema,
  Uid,
} from '../../../src/reference/schema/schema.ts'
import { isOpenTo, mayFind } from '../../../src/semantics/access.ts'
import { leadsTo } from '../../../src/semantics/model.ts'

/** The schema, and the role of the caller who sends the query. */
export interface Viewer {
  readonly schema: Schema
  readonly role: Role
}

/** The query that applies to entries of one type at one level. */
export interface Said {
  /**
   * The form of the query that selects or populates the entries. In the forms `name` and `star`, a populate cannot
   * have options.
   */
  readonly by: 'query' | 'name' | 'star' | 'path' | 'options'
  readonly fields: FieldsSyntax
  readonly filters: FilterSyntax | undefined
  readonly sort: SortSyntax | undefined
  readonly populate: PopulateSyntax
}

/** The query that applies to a populated attribute. */
export interface Wanted {
  readonly isCounted: boolean
  /** Whether the query lists the types with `on`. */
  readonly isListed: boolean
  /** The query that applies to each type of entry. Types that `on` does not list are absent from the answer. */
  readonly kinds: ReadonlyMap<Uid, Said>
}

export const saidByQuery = ({ fields, filters, sort, populate }: QuerySyntax): Said => ({
  by: 'query',
  fields,
  filters,
  sort: sort.keys.length === 0 ? undefined : sort,
  populate,
})

const plain = (by: Said['by'], populate: PopulateSyntax = { kind: 'none' }): Said => ({
  by,
  fields: { kind: 'all' },
  filters: undefined,
  sort: undefined,
  populate,
})

/**
 * Returns the query of an attribute; undefined if the attribute is not populated, is switched off, or leads to a type
 * that the role may not find.
 */
export function wantedOf({ populate }: Said, attribute: Attribute, viewer: Viewer): Wanted | undefined {
  if (attribute.kind === 'scalar' || attribute.private || !isOpenTo(attribute, viewer.role)) return undefined
  switch (populate.kind) {
    case 'none':
    case 'malformed':
    case 'overflow':
      return undefined
    case 'all':
      return ofEach(attribute, plain('star'), viewer)
    case 'paths': {
      const paths = populate.clauses.flatMap((clause) => clause.paths)
      const rests = paths.flatMap(([name, ...rest]) => (name === attribute.name ? [rest] : []))
      if (rests.length === 0) return undefined
      const below = rests.filter((rest) => rest.length > 0)
      if (below.length === 0) return ofEach(attribute, plain('name'), viewer)
      const next: PopulateSyntax = { kind: 'paths', clauses: [{ text: '', paths: below }], form: 'list' }
      return ofEach(attribute, plain('path', next), viewer)
    }
    case 'attributes': {
      const entry = populate.entries.find(({ key }) => key === attribute.name)
      return entry === undefined ? undefined : ofValue(attribute, entry.value, viewer)
    }
  }
}

/** Returns the query of an attribute that applies the same options to each possible target type. */
function ofEach(attribute: PopulatableAttribute, said: Said, viewer: Viewer, isCounted = false) {
  const kinds = new Map(kindsOf(attribute, viewer).map((model) => [model.uid, { ...said }]))
  const isClosed = attribute.kind === 'morphTo' && kinds.size === 0
  return isClosed ? undefined : { isCounted, isListed: false, kinds }
}

export function kindsOf(attribute: Attribute, { schema, role }: Viewer): readonly Model[] {
  if (attribute.kind === 'zone')
    return attribute.components.flatMap((uid) => schema.components.get(uid) ?? [])
  if (attribute.kind === 'morphTo')
    return [...schema.contentTypes.values()].filter(({ uid }) => mayFind(role, uid))
  const target = leadsTo(attribute, schema)
  return target === undefined ? [] : [target]
}

function ofValue(attribute: PopulatableAttribute, value: PopulateValue, viewer: Viewer): Wanted | undefined {
  const isOn = value.kind === 'star' || (value.kind === 'flag' && value.on)
  if (isOn) return ofEach(attribute, plain('name'), viewer)
  if (value.kind !== 'options') return undefined
  const { entries } = value.options
  const isCounted = entries.some((option) => option.key === 'count' && TRUE.includes(String(option.value)))
  const on = entries.find((option) => option.key === 'on')
  if (on === undefined || on.raw === null) {
    const said = saidByOptions(entries)
    // Whether the attribute may contain several types; then options other than populate do not apply.
    const isOfKinds = attribute.kind === 'zone' || attribute.kind === 'morphTo'
    const isAll = said.populate.kind === 'all'
    return ofEach(attribute, isOfKinds && !isAll ? plain('name') : said, viewer, isCounted)
  }
  const kinds = new Map<Uid, Said>()
  for (const { key, value: kind } of on.kinds ?? []) {
    const isSeen = viewer.schema.components.has(key) ? attribute.kind === 'zone' : mayFind(viewer.role, key)
    if (!isSeen) continue
    if (kind.kind === 'options') kinds.set(key, saidByOptions(kind.options.entries))
    else if (kind.kind === 'star' || (kind.kind === 'flag' && kind.on)) kinds.set(key, plain('name'))
  }
  const isClosed = attribute.kind === 'morphTo' && kinds.size === 0
  return isClosed ? undefined : { isCounted, isListed: true, kinds }
}

const TRUE = ['true', 't', '1']

function saidByOptions(entries: readonly PopulateOption[]): Said {
  const said: { -readonly [part in keyof Said]: Said[part] } = { ...plain('options') }
  for (const option of entries) {
    if (option.key === 'fields') said.fields = option.fields
    if (option.key === 'filters') said.filters = option.filters
    if (option.key === 'sort') said.sort = option.sort
    if (option.key === 'populate') said.populate = option.populate
  }
  return said
}
