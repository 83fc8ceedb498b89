/**
 * The syntax tree of a query, in which short forms are expanded. The parser does not know the schema, and converts
 * all forms of a parameter to a single form. The check decides whether a name exists, and whether the query may use
 * the name.
 */
import type { Raw, RawMap } from './url.ts'

export interface QuerySyntax {
  readonly filters: FilterSyntax | undefined
  readonly sort: SortSyntax
  readonly fields: FieldsSyntax
  readonly populate: PopulateSyntax
  readonly pagination: PaginationSyntax
  /**
   * The root parameters that later phases read as unparsed values; undefined if the query does not have the
   * parameter.
   */
  readonly status: Raw | undefined
  readonly locale: Raw | undefined
  readonly search: Raw | undefined
  readonly publicationFilter: Raw | undefined
  readonly hasPublishedVersion: Raw | undefined
  /** The parameter `lookup`, which the real server reserves for itself. */
  readonly lookup: Raw | undefined
  /** The parameter `where`, which older releases of the real server read. */
  readonly where: Raw | undefined
  /**
   * The names of all root parameters in the order of the query. The check ignores unknown root parameters, or refuses
   * them if the setting `strictParams` is on.
   */
  readonly keys: readonly string[]
}

/** The scalar attributes that `fields` requests. */
export type FieldsSyntax =
  | { readonly kind: 'all' }
  /** The names that `fields` lists, which may include `*`. */
  | { readonly kind: 'names'; readonly names: readonly string[] }
  /** The value of `fields` contains no names, as in `fields=`. */
  | { readonly kind: 'empty' }
  /** The value of `fields` is a list with a missing value: `fields[]=a&fields[]`. */
  | { readonly kind: 'gaps'; readonly names: readonly string[] }
  /**
   * The value of `fields` is an object, a list that contains a list or an object, or a list that contains a comma
   * list. The check reports unknown attribute names in `names` before all other faults of `fields`.
   */
  | { readonly kind: 'malformed'; readonly names: readonly string[] }

/**
 * One member of a filter object. The parser does not know whether a key names an attribute or an operator; later
 * phases decide this by the name.
 */
export interface FilterEntry {
  readonly key: string
  readonly value: FilterSyntax
}
export type FilterSyntax =
  | { readonly kind: 'value'; readonly value: string | null }
  | { readonly kind: 'list'; readonly items: readonly FilterSyntax[] }
  | { readonly kind: 'map'; readonly entries: readonly FilterEntry[] }

export type SortOrder =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  /**
   * The sort order is not valid, as in `sort[a][]=…` or `sort[a]`. The member `names` is null if the sort order is
   * not a list.
   */
  | { readonly kind: 'other'; readonly names: readonly SortKey[] | null }
  /** The sort key is a text in an inner list, and therefore not the sort order of another key. */
  | { readonly kind: 'listed' }
export interface SortKey {
  /** The names of a sort path such as `a.b.c`. In the text form, only blanks at the end of a name stay in the name. */
  readonly path: readonly string[]
  readonly order: SortOrder
  /**
   * The form of the sort key: the text form `a.b:desc`, or the object form `[a][b]=desc`. The text form and the
   * object form of a sort key differ in the names that may follow a relation.
   */
  readonly form: 'text' | 'object'
  /**
   * The index of the item that contains the sort key in the list of `sort`. All sort keys in one object of the `sort`
   * list have the same index.
   */
  readonly item: number
  /**
   * The number of lists that enclose the sort key. The more lists enclose a sort key, the later the check reaches the
   * key.
   */
  readonly depth: number
}
export interface SortSyntax {
  readonly keys: readonly SortKey[]
  /** Whether the sort has an effect, because at least one sort key has an order or an attribute name. */
  readonly meaningful: boolean
  /** True if the value of `sort` is a list without a sort order that mixes texts, objects and missing values. */
  readonly mixed?: true
  /** True if the value of `sort` is a list that contains a list with items. */
  readonly nested?: true
  /** True if the value of `sort` is a list of objects. */
  readonly listed?: true
  /** The sort keys in a list of objects without a sort order, which only older releases read. */
  readonly idle?: readonly SortKey[]
  /** True if a part of a `sort` text has a sort order but no attribute name. */
  readonly unnamed?: true
}

/** One item of a populate list, or the whole text of `populate`. */
export interface PopulateClause {
  /** The text of the item in the query, which may contain commas. */
  readonly text: string
  /**
   * The dotted paths in the text, which commas separate. The parser trims the dotted paths, and removes empty paths.
   */
  readonly paths: readonly (readonly string[])[]
}
export type PopulateSyntax =
  /** The level has no `populate`. The member `isEmpty` is true for an empty `populate=` at the root of the query. */
  | { readonly kind: 'none'; readonly isEmpty?: true }
  | { readonly kind: 'all' }
  | { readonly kind: 'paths'; readonly clauses: readonly PopulateClause[]; readonly form: 'text' | 'list' }
  | { readonly kind: 'attributes'; readonly entries: readonly PopulateEntry[] }
  /**
   * The value of `populate` is a list with an item that is not a text. The keys of `entries` are positions in the
   * populate list.
   */
  | { readonly kind: 'malformed'; readonly entries: readonly PopulateEntry[] }
  /** The value of `populate` is a list with more than 100 items. */
  | { readonly kind: 'overflow'; readonly count: number }

export interface PopulateEntry {
  readonly key: string
  readonly value: PopulateValue
  /** The unparsed value of the populate key, which the check needs if the key is not an attribute. */
  readonly raw: Raw
}
export type PopulateValue =
  | { readonly kind: 'flag'; readonly on: boolean; readonly text: string }
  | { readonly kind: 'star' }
  | { readonly kind: 'null' }
  /** The populate value of an attribute is any other text or list of texts, parsed as dotted paths. */
  | { readonly kind: 'names'; readonly clauses: readonly PopulateClause[]; readonly raw: Raw }
  | { readonly kind: 'options'; readonly options: PopulateOptions }
  /** The populate value of an attribute is a list with an item that is not a text. */
  | { readonly kind: 'list'; readonly raw: readonly Raw[] }
  /** The populate value of an attribute is a list with more than 100 items. */
  | { readonly kind: 'overflow'; readonly count: number }

/** The options of a populated attribute, in the order of the query. */
export interface PopulateOptions {
  readonly entries: readonly PopulateOption[]
  /** The unparsed populate options, for messages that quote them. */
  readonly raw: RawMap
}
export type PopulateOption =
  | { readonly key: 'fields'; readonly fields: FieldsSyntax }
  | { readonly key: 'filters'; readonly filters: FilterSyntax }
  | { readonly key: 'sort'; readonly sort: SortSyntax }
  | { readonly key: 'populate'; readonly populate: PopulateSyntax; readonly raw: Raw }
  | { readonly key: 'count'; readonly value: Raw }
  | { readonly key: 'on'; readonly kinds: readonly PopulateEntry[] | undefined; readonly raw: Raw }
  /** A populate option whose key the parser does not know. */
  | { readonly key: 'other'; readonly name: string }

export interface PaginationSyntax {
  /** The parameters of `pagination[…]` as unparsed values; undefined for a missing parameter. */
  readonly page: Raw | undefined
  readonly pageSize: Raw | undefined
  readonly start: Raw | undefined
  readonly limit: Raw | undefined
  readonly withCount: Raw | undefined
  /** The pagination parameters at the root of the query, although they belong under `pagination`. */
  readonly bare: {
    readonly page: Raw | undefined
    readonly pageSize: Raw | undefined
    readonly start: Raw | undefined
    readonly limit: Raw | undefined
  }
}
