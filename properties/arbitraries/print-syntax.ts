/** Prints a parsed query: the inverse of parsing, up to equivalent forms. */
import type {
  FieldsSyntax,
  FilterSyntax,
  PopulateClause,
  PopulateEntry,
  PopulateOption,
  PopulateSyntax,
  PopulateValue,
  QuerySyntax,
  SortKey,
  SortSyntax,
} from '../../src/reference/parse/syntax.ts'
import { isObject, type QueryObject, type QueryTree } from './print.ts'

/**
 * Returns the parameters of a query in their order. A parameter that the parser ignores gets no value.
 *
 * ```ts
 * const url = `/api/articles?${printQuery(printSyntax(syntax))}`
 * ```
 */
export function printSyntax(syntax: QuerySyntax): QueryObject {
  const { page, pageSize, start, limit, withCount, bare } = syntax.pagination
  const printed: { readonly [key: string]: QueryTree | undefined } = {
    filters: syntax.filters === undefined ? null : printFilters(syntax.filters),
    sort: printSort(syntax.sort),
    fields: printFields(syntax.fields),
    populate: printPopulate(syntax.populate),
    pagination: defined({ page, pageSize, start, limit, withCount }),
    status: syntax.status,
    locale: syntax.locale,
    _q: syntax.search,
    publicationFilter: syntax.publicationFilter,
    hasPublishedVersion: syntax.hasPublishedVersion,
    lookup: syntax.lookup,
    ...bare,
  }
  return Object.fromEntries(
    syntax.keys.map((key) => [key, Object.hasOwn(printed, key) ? (printed[key] ?? null) : null]),
  )
}

function defined(entries: { readonly [key: string]: QueryTree | undefined }): QueryObject {
  const known: Record<string, QueryTree> = {}
  for (const [key, value] of Object.entries(entries)) if (value !== undefined) known[key] = value
  return known
}

export function printFilters(syntax: FilterSyntax): QueryTree {
  switch (syntax.kind) {
    case 'value':
      return syntax.value
    case 'list':
      return syntax.items.map(printFilters)
    case 'map':
      return Object.fromEntries(syntax.entries.map(({ key, value }) => [key, printFilters(value)]))
  }
}

export function printFields(syntax: FieldsSyntax): QueryTree {
  switch (syntax.kind) {
    case 'all':
      return null
    case 'empty':
      return ''
    case 'names':
      return syntax.names
    case 'gaps':
      return [...syntax.names, null]
    case 'malformed':
      return syntax.names.length > 0 ? [syntax.names.join(',')] : {}
  }
}

/** Prints sort keys that come from an object of `sort` as an object, and all other sort keys as a list. */
export function printSort(syntax: SortSyntax): QueryTree {
  const printed = printOrders(syntax)
  if (syntax.nested !== true) return printed
  // Adds an empty inner list, which contains no sort key and therefore does not change the sort.
  const items = Array.isArray(printed) ? printed : printed === null ? [] : [printed]
  return items.some(Array.isArray) ? items : [...items, []]
}

function printOrders({ keys, meaningful, mixed, unnamed, listed, idle = [] }: SortSyntax): QueryTree {
  if (mixed) return ['', null]
  // The parser would lose a list whose only item is `:`, so the function prints the text `:` instead of this list.
  if (unnamed) return keys.length === 0 ? ':' : [...printKeys(keys), ':']
  if (keys.length === 0) return idle.length === 0 ? null : itemsOf(idle).map(printItem)
  const isObject = keys.every((key) => key.form === 'object' && key.order.kind !== 'listed' && !isMixed(key))
  return !meaningful || (isObject && listed !== true) ? printObject(keys) : printKeys(keys)
}

function printKeys(keys: readonly SortKey[]): readonly QueryTree[] {
  const [first, ...others] = keys
  if (first !== undefined && others.length === 0 && isMixed(first)) return mixedList(first)
  const printed: QueryTree[] = []
  let joined: string[] = []
  const end = (): void => {
    // Prints a trailing comma after a single name, so that the parser still reads a list.
    if (joined.length > 0) printed.push(joined.length === 1 ? `${joined[0]},` : joined.join(','))
    joined = []
  }
  for (const members of itemsOf(keys)) {
    const [member] = members
    if (member?.form === 'text' && member.order.kind !== 'listed' && member.depth > 1)
      joined.push(textOf(member))
    else {
      end()
      printed.push(printItem(members))
    }
  }
  end()
  return printed
}

/** Returns the sort keys of each item of a sort that is a list. */
function itemsOf(keys: readonly SortKey[]): readonly (readonly SortKey[])[] {
  const items = [...new Set(keys.map(({ item }) => item))]
  return items.map((wanted) => keys.filter(({ item }) => item === wanted))
}

/**
 * Returns whether a sort key has the object form and no order. A sort key with the object form and no order comes from
 * a list of texts and objects, and only such a list can express the key.
 */
const isMixed = ({ form, order }: SortKey): boolean => form === 'object' && order.kind === 'none'
const mixedList = ({ path }: SortKey): readonly QueryTree[] => [path.join('.'), null]

/**
 * Prints an item of a sort list as a text or as an object. If the sort keys of the item have both forms, the function
 * prints a list.
 */
function printItem(keys: readonly SortKey[]): QueryTree {
  if (keys.every(({ order }) => order.kind === 'listed')) return printListed(keys)
  const [first] = keys
  if (first !== undefined && isMixed(first)) return mixedList(first)
  if (first?.form === 'text') return textOf(first)
  return printObject(keys)
}

/** The nesting depth of a text, or of the name of an object, in a list that is an item of a sort list. */
const LISTED_DEPTH = 2

/**
 * Prints the sort keys of a list that is an item of a sort list. A text at a greater depth gets a further list around
 * it. A sort list with a plain text cannot contain further lists, so a deeper text gets a comma instead.
 */
function printListed(keys: readonly SortKey[]): readonly QueryTree[] {
  const hasPlainText = keys.some(({ form, depth }) => form === 'text' && depth === LISTED_DEPTH)
  return keys.map(({ form, path, depth }) => {
    const name = path.join('.')
    if (hasPlainText) return depth === LISTED_DEPTH ? name : `${name},`
    return inLists(form === 'text' ? name : merged({}, path, 'asc'), depth - LISTED_DEPTH)
  })
}

const inLists = (value: QueryTree, count: number): QueryTree =>
  count > 0 ? [inLists(value, count - 1)] : value

const printObject = (keys: readonly SortKey[]): QueryObject =>
  keys.reduce<QueryObject>((tree, key) => merged(tree, key.path, orderOf(key)), {})

const textOf = ({ path, order }: SortKey): string =>
  `${path.join('.')}${order.kind === 'text' ? `:${order.text}:` : ''}`

function orderOf({ order }: SortKey): QueryTree {
  switch (order.kind) {
    case 'none':
      return null
    case 'text':
      return order.text
    case 'listed':
      return null
    case 'other':
      if (order.names === null) return null
      return order.names.length === 0 ? [null] : printKeys(order.names)
  }
}

function merged(tree: QueryObject, [name = '', ...rest]: readonly string[], value: QueryTree): QueryObject {
  if (rest.length === 0) return { ...tree, [name]: value }
  const below = Object.hasOwn(tree, name) ? tree[name] : undefined
  return { ...tree, [name]: merged(isObject(below) ? below : {}, rest, value) }
}

export function printPopulate(syntax: PopulateSyntax): QueryTree {
  switch (syntax.kind) {
    case 'none':
      return syntax.isEmpty ? '' : null
    case 'all':
      return '*'
    case 'paths':
      return syntax.form === 'text' ? (texts(syntax.clauses)[0] ?? '') : texts(syntax.clauses)
    case 'attributes':
      return printEntries(syntax.entries)
    case 'malformed':
      return syntax.entries.map(({ value }) => printValue(value))
    case 'overflow':
      return overlong(syntax.count)
  }
}

const texts = (clauses: readonly PopulateClause[]): readonly string[] => clauses.map(({ text }) => text)

const overlong = (count: number): QueryObject =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [String(at), 'a']))

const printEntries = (entries: readonly PopulateEntry[]): QueryObject =>
  Object.fromEntries(entries.map(({ key, value }) => [key, printValue(value)]))

function printValue(value: PopulateValue): QueryTree {
  switch (value.kind) {
    case 'flag':
      return value.text
    case 'star':
      return '*'
    case 'null':
      return null
    case 'names':
      return texts(value.clauses)
    case 'options':
      return Object.fromEntries(value.options.entries.map((option) => [keyOf(option), printOption(option)]))
    case 'list':
      return value.raw
    case 'overflow':
      return overlong(value.count)
  }
}

const keyOf = (option: PopulateOption): string => (option.key === 'other' ? option.name : option.key)

function printOption(option: PopulateOption): QueryTree {
  switch (option.key) {
    case 'fields':
      return printFields(option.fields)
    case 'filters':
      return printFilters(option.filters)
    case 'sort':
      return printSort(option.sort)
    case 'populate':
      return printPopulate(option.populate)
    case 'count':
      return option.value
    case 'on':
      return option.kinds === undefined ? null : printEntries(option.kinds)
    case 'other':
      return null
  }
}
