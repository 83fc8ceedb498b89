/** Shows the meaning of each query parameter, by expanding the short form of the parameter to the long form. */

import { IMPLICIT, isLogicalOperator, isOperator } from '../reference/operators/operators.ts'
import type {
  FieldsSyntax,
  FilterSyntax,
  PopulateEntry,
  PopulateOption,
  PopulateSyntax,
  PopulateValue,
  QuerySyntax,
  SortSyntax,
} from '../reference/parse/syntax.ts'
import { type Raw, type RawMap, readableQuery } from '../reference/parse/url.ts'
import type { ParameterRead } from './explanation.ts'
import { mapOf } from './written.ts'

/**
 * The maximum number of characters of one query parameter in an explanation. A whole URL may have up to 16,000
 * characters.
 */
const MAX_CHARACTERS = 2_000

export function parametersRead(query: RawMap, syntax: QuerySyntax): readonly ParameterRead[] {
  return Object.entries(query).map(([name, raw]) => {
    const written = shortened(readableQuery({ [name]: raw }))
    const plain = plainOf(name, syntax)
    const means = plain === undefined ? written : shortened(readableQuery({ [name]: plain }))
    return { name, written, means, note: means === written ? null : noteOf(name, raw) }
  })
}

const shortened = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text

/** Returns the long form of a query parameter; undefined if the parameter has no long form or cannot be read. */
function plainOf(name: string, { populate, fields, sort, filters }: QuerySyntax): Raw | undefined {
  switch (name) {
    case 'populate':
      return plainPopulate(populate)
    case 'fields':
      return plainFields(fields)
    case 'sort':
      return plainSort(sort)
    case 'filters':
      return filters === undefined ? undefined : plainFilters(filters, true)
    default:
      return undefined
  }
}

function noteOf(name: string, raw: Raw): string {
  switch (name) {
    case 'populate':
      return typeof raw === 'string' || Array.isArray(raw)
        ? 'Each path of names populates the named attributes, each with all its scalars.'
        : 'An attribute without options shows all its scalars.'
    case 'fields':
      return 'Names separated by commas are a list.'
    case 'sort':
      return 'A sort key without an order sorts in ascending order. The first key counts most.'
    default:
      return 'A value without an operator means $eq, a list means $in. All conditions must hold.'
  }
}

function plainPopulate(syntax: PopulateSyntax): Raw | undefined {
  switch (syntax.kind) {
    case 'paths': {
      const paths = syntax.clauses.flatMap((clause) => clause.paths)
      return paths.some((path) => path.length > MAX_NAMES) ? undefined : treeOf(paths)
    }
    case 'attributes':
      return entriesOf(syntax.entries)
    case 'all':
    case 'none':
    case 'malformed':
    case 'overflow':
      return undefined
  }
}

/**
 * The maximum number of names in a path such as `author.name`. An explanation shows no long form of a parameter with
 * a longer path.
 */
const MAX_NAMES = 50

interface Tree extends Map<string, Tree> {}

function treeOf(paths: readonly (readonly string[])[]): RawMap {
  const top: Tree = new Map()
  for (const path of paths) {
    let tree = top
    for (const name of path) {
      const below: Tree = tree.get(name) ?? new Map()
      tree.set(name, below)
      tree = below
    }
  }
  return ofTree(top)
}

const ofTree = (tree: Tree): RawMap =>
  mapOf([...tree].map(([name, below]) => [name, below.size === 0 ? 'true' : { populate: ofTree(below) }]))

const entriesOf = (entries: readonly PopulateEntry[]): RawMap =>
  mapOf(entries.map(({ key, value, raw }) => [key, plainValue(value) ?? raw]))

function plainValue(value: PopulateValue): Raw | undefined {
  switch (value.kind) {
    case 'star':
      return 'true'
    case 'flag':
      return String(value.on)
    case 'options':
      return mapOf(
        value.options.entries.map((option) => [keyOf(option), optionOf(option) ?? rawOf(value, option)]),
      )
    case 'null':
    case 'names':
    case 'list':
    case 'overflow':
      return undefined
  }
}

const keyOf = (option: PopulateOption): string => (option.key === 'other' ? option.name : option.key)

const rawOf = ({ options }: Extract<PopulateValue, { kind: 'options' }>, option: PopulateOption): Raw =>
  options.raw[keyOf(option)] ?? null

function optionOf(option: PopulateOption): Raw | undefined {
  switch (option.key) {
    case 'fields':
      return plainFields(option.fields)
    case 'filters':
      return plainFilters(option.filters, true)
    case 'sort':
      return plainSort(option.sort)
    case 'populate':
      return plainPopulate(option.populate)
    case 'on':
      return option.kinds === undefined ? undefined : entriesOf(option.kinds)
    case 'count':
    case 'other':
      return undefined
  }
}

const plainFields = (syntax: FieldsSyntax): Raw | undefined =>
  syntax.kind === 'names' ? syntax.names : undefined

function plainSort({ keys, mixed, unnamed }: SortSyntax): Raw | undefined {
  if (mixed || unnamed || keys.length === 0) return undefined
  const texts = keys.map(({ path, order }) => {
    const word = order.kind === 'none' ? 'asc' : order.kind === 'text' ? order.text : undefined
    return word === undefined ? undefined : `${path.join('.')}:${word}`
  })
  return texts.every((text) => text !== undefined) ? texts : undefined
}

/**
 * Converts filters of a query to the long form of the filters. If `isNames` is true, the keys of the map are
 * attribute names. In the long form, a value without an operator stands under `$eq`, and a list without an operator
 * stands under `$in`.
 */
function plainFilters(syntax: FilterSyntax, isNames: boolean): Raw {
  switch (syntax.kind) {
    case 'value':
      return syntax.value
    case 'list':
      return syntax.items.map((item) => plainFilters(item, isNames))
    case 'map':
      return mapOf(
        syntax.entries.map(({ key, value }) => [
          key,
          isNames && !isOperator(key) ? compared(value) : plainFilters(value, isLogicalOperator(key)),
        ]),
      )
  }
}

function compared(value: FilterSyntax): Raw {
  if (value.kind === 'map') return plainFilters(value, true)
  return mapOf([[IMPLICIT[value.kind], plainFilters(value, false)]])
}
