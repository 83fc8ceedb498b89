/** Writes a query tree as a URL. Queries with the same meaning get the same short, readable URL. */
import { LOGICAL } from '../../../reference/operators/operators.ts'
import {
  type Branch,
  type Filter,
  isEmptyLevel,
  PAGE_NAMES,
  type Query,
  type QueryLevel,
  type SortItem,
} from './query.ts'

/** A URL parameter: the name and the names in its brackets, and its value. */
export type Parameter = readonly [names: readonly string[], value: string]

export function writeUrl(query: Query): string {
  const text = pairsOf(query)
    .map(([names, value]) => `${nameOf(names)}=${escaped(value)}`)
    .join('&')
  return text === '' ? query.path : `${query.path}?${text}`
}

/** Joins the names of a parameter: `author`, `name` → `author[name]`. */
const nameOf = ([first = '', ...rest]: readonly string[]): string =>
  `${escaped(first)}${rest.map((name) => `[${escaped(name)}]`).join('')}`

/** Escapes a text for a query, but leaves each character readable that a query may contain. */
const escaped = (text: string): string =>
  encodeURIComponent(wellFormed(text)).replaceAll(/%(?:24|2C|2F|3A|40)/g, decodeURIComponent)

/** Replaces half a surrogate pair by the replacement character, because a URL cannot contain it. */
const wellFormed = (text: string): string => new TextDecoder().decode(new TextEncoder().encode(text))

/** Returns all parameters of a query, in the order of the URL. */
export function pairsOf(query: Query): readonly Parameter[] {
  const { level, page, status, locale, search, others } = query
  return [
    ...levelPairs(level, []),
    ...PAGE_NAMES.flatMap((name): readonly Parameter[] => {
      const value = page[name]
      return value === undefined ? [] : [[['pagination', name], value]]
    }),
    ...rootPair('status', status),
    ...rootPair('locale', locale),
    ...rootPair('_q', search),
    ...others.map(([name, value]): Parameter => [[name], value]),
  ]
}

const rootPair = (name: string, value: string | null): readonly Parameter[] =>
  value === null ? [] : [[[name], value]]

function levelPairs(
  { fields, populate, filters, sort }: QueryLevel,
  above: readonly string[],
): readonly Parameter[] {
  return [
    ...listPairs([...above, 'fields'], fields ?? []),
    ...populatePairs(populate, [...above, 'populate']),
    ...filterPairs(filters, [...above, 'filters']),
    ...listPairs([...above, 'sort'], sort.map(sortText)),
  ]
}

/** Returns the parameters of a list: a list of one value has no index, `fields=name`. */
function listPairs(names: readonly string[], values: readonly string[]): readonly Parameter[] {
  const [only] = values
  if (values.length === 1 && only !== undefined) return [[names, only]]
  return values.map((value, at): Parameter => [[...names, String(at)], value])
}

const sortText = ({ path, order }: SortItem): string =>
  `${path.join('.')}${order === null ? '' : `:${order}`}`

function populatePairs(populate: QueryLevel['populate'], above: readonly string[]): readonly Parameter[] {
  switch (populate.kind) {
    case 'none':
      return []
    case 'all':
      return [[above, '*']]
    case 'some':
      return populate.branches.flatMap((branch) => branchPairs(branch, [...above, branch.attribute]))
  }
}

function branchPairs({ level, on, count }: Branch, above: readonly string[]): readonly Parameter[] {
  if (isEmptyLevel(level) && on === null && !count) return [[above, 'true']]
  return [
    ...levelPairs(level, above),
    ...(on ?? []).flatMap((kind) => {
      const names = [...above, 'on', kind.uid]
      return isEmptyLevel(kind.level) ? [[names, 'true'] as const] : levelPairs(kind.level, names)
    }),
    ...(count ? [[[...above, 'count'], 'true'] as const] : []),
  ]
}

/**
 * Returns the parameters of filters that are combined by AND. The filters are members of one object, or items of an
 * `$and` if two filters have the same name.
 */
function filterPairs(filters: readonly Filter[], above: readonly string[]): readonly Parameter[] {
  const names = filters.map((filter) => [...filter.path, filter.operator].join('\0'))
  if (new Set(names).size === names.length) return filters.flatMap((filter) => filterPair(filter, above))
  return filters.flatMap((filter, at) => filterPair(filter, [...above, '$and', String(at)]))
}

function filterPair(filter: Filter, above: readonly string[]): readonly Parameter[] {
  const names = [...above, ...filter.path, filter.operator]
  if (filter.kind === 'test') {
    const { operand } = filter
    if (operand.kind === 'one') return [[names, operand.text]]
    return operand.texts.map((text, at): Parameter => [[...names, String(at)], text])
  }
  if (LOGICAL[filter.operator].takes === 'condition') return filterPairs(filter.items[0] ?? [], names)
  return filter.items.flatMap((item, at) => filterPairs(item, [...names, String(at)]))
}
