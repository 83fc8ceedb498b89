/**
 * The query language without its sugar. Parsing knows no schema: it says what was written where, in one form for
 * every way of writing it. Whether a name exists, and what it may do, is decided by the plan.
 */
import type { Raw, RawMap } from './url.ts'

export interface QuerySyntax {
  readonly filters: FilterSyntax | undefined
  readonly sort: SortSyntax
  readonly fields: FieldsSyntax
  readonly populate: PopulateSyntax
  readonly pagination: PaginationSyntax
  /** Root parameters that are one value; undefined where they are not given. */
  readonly status: Raw | undefined
  readonly locale: Raw | undefined
  readonly search: Raw | undefined
  readonly publicationFilter: Raw | undefined
  readonly hasPublishedVersion: Raw | undefined
  /** A name that the real server keeps for itself. */
  readonly lookup: Raw | undefined
  /** Every root key, in order; what is not known is ignored, or refused under strictParams. */
  readonly keys: readonly string[]
}

/** `fields`: which scalars. */
export type FieldsSyntax =
  | { readonly kind: 'all' }
  /** Names as written; `*` may be among them. */
  | { readonly kind: 'names'; readonly names: readonly string[] }
  /** `fields=` */
  | { readonly kind: 'empty' }
  /** A list with a missing value in it (`fields[]=a&fields[]`). */
  | { readonly kind: 'gaps'; readonly names: readonly string[] }
  /** An object, a list of lists, or a comma list inside a list. `names` are still looked at first. */
  | { readonly kind: 'malformed'; readonly names: readonly string[] }

/** One member of a filter object. Operators are known by name alone, so parsing may tell them apart. */
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
  /** `sort[a][]=…`, `sort[a]`: not an order at all; null where there is not even a list. */
  | { readonly kind: 'other'; readonly names: readonly SortKey[] | null }
  /** A name in a list in a list is looked at, and its place in the list is what is to be sorted by. */
  | { readonly kind: 'listed' }
export interface SortKey {
  /** `a.b.c`, split; blanks between dots are kept as written. */
  readonly path: readonly string[]
  readonly order: SortOrder
  /** Text form `a.b:desc` or object form `[a][b]=desc`: they differ in what may follow a relation. */
  readonly form: 'text' | 'object'
  /** Which item of a list it stands in; the members of one object have one. */
  readonly item: number
  /** How many lists it stands in: what stands deeper is come to later. */
  readonly depth: number
}
export interface SortSyntax {
  readonly keys: readonly SortKey[]
  /** Some key carries an order or a name; a sort without is as good as none. */
  readonly meaningful: boolean
  /** A list in which names, objects and nothing are mixed. */
  readonly mixed?: true
  /** Some part gives an order and no name. */
  readonly unnamed?: true
}

/** One item of a populate list, or a populate string as a whole. */
export interface PopulateClause {
  /** As written: may hold commas. */
  readonly text: string
  /** The comma-separated dotted paths in it, trimmed, blanks dropped. */
  readonly paths: readonly (readonly string[])[]
}
export type PopulateSyntax =
  /** `isEmpty`: written, with nothing behind it, at the root. */
  | { readonly kind: 'none'; readonly isEmpty?: true }
  | { readonly kind: 'all' }
  | { readonly kind: 'paths'; readonly clauses: readonly PopulateClause[]; readonly form: 'text' | 'list' }
  | { readonly kind: 'attributes'; readonly entries: readonly PopulateEntry[] }
  /** A list that holds anything but text; keys as a reader of the list sees them. */
  | { readonly kind: 'malformed'; readonly entries: readonly PopulateEntry[] }
  /** More list items than brackets can express. */
  | { readonly kind: 'overflow'; readonly count: number }

export interface PopulateEntry {
  readonly key: string
  readonly value: PopulateValue
  /** As written, for a key that turns out to be no attribute. */
  readonly raw: Raw
}
export type PopulateValue =
  | { readonly kind: 'flag'; readonly on: boolean; readonly text: string }
  | { readonly kind: 'star' }
  | { readonly kind: 'null' }
  /** Any other text or list of texts: read as the names in it. */
  | { readonly kind: 'names'; readonly clauses: readonly PopulateClause[]; readonly raw: Raw }
  | { readonly kind: 'options'; readonly options: PopulateOptions }
  /** A list with anything but text in it. */
  | { readonly kind: 'list'; readonly raw: readonly Raw[] }
  /** More list items than brackets can express. */
  | { readonly kind: 'overflow'; readonly count: number }

/** What may stand under a populated attribute, in the order written. */
export interface PopulateOptions {
  readonly entries: readonly PopulateOption[]
  /** For messages that repeat what was found. */
  readonly raw: RawMap
}
export type PopulateOption =
  | { readonly key: 'fields'; readonly fields: FieldsSyntax }
  | { readonly key: 'filters'; readonly filters: FilterSyntax }
  | { readonly key: 'sort'; readonly sort: SortSyntax }
  | { readonly key: 'populate'; readonly populate: PopulateSyntax; readonly raw: Raw }
  | { readonly key: 'count'; readonly value: Raw }
  | { readonly key: 'on'; readonly kinds: readonly PopulateEntry[] | undefined; readonly raw: Raw }
  /** Any other key. */
  | { readonly key: 'other'; readonly name: string }

export interface PaginationSyntax {
  /** `pagination[…]`: present keys with their raw values. */
  readonly page: Raw | undefined
  readonly pageSize: Raw | undefined
  readonly start: Raw | undefined
  readonly limit: Raw | undefined
  readonly withCount: Raw | undefined
  /** The same names at the root of the query, where they do not belong. */
  readonly bare: {
    readonly page: Raw | undefined
    readonly pageSize: Raw | undefined
    readonly start: Raw | undefined
    readonly limit: Raw | undefined
  }
}
