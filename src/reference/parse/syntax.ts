/**
 * The query language without its short forms. The parser knows no schema: it turns every form of a parameter into one.
 * The check decides whether a name exists and what it may do.
 */
import type { Raw, RawMap } from './url.ts'

export interface QuerySyntax {
  readonly filters: FilterSyntax | undefined
  readonly sort: SortSyntax
  readonly fields: FieldsSyntax
  readonly populate: PopulateSyntax
  readonly pagination: PaginationSyntax
  /** Root parameters with one value; undefined if not given. */
  readonly status: Raw | undefined
  readonly locale: Raw | undefined
  readonly search: Raw | undefined
  readonly publicationFilter: Raw | undefined
  readonly hasPublishedVersion: Raw | undefined
  /** A name that the real server reserves. */
  readonly lookup: Raw | undefined
  /** A name that the real server took from the query once. */
  readonly where: Raw | undefined
  /** Every root key, in order. Unknown keys are ignored, or refused under `strictParams`. */
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
  /** An object, a list of lists, or a comma list inside a list. The check still reads `names` first. */
  | { readonly kind: 'malformed'; readonly names: readonly string[] }

/** One member of a filter object. The parser knows operators by their names alone. */
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
  /** `sort[a][]=…`, `sort[a]`: not an order; null if there is no list either. */
  | { readonly kind: 'other'; readonly names: readonly SortKey[] | null }
  /** The check reads a name in a list of lists; its position is the sort key. */
  | { readonly kind: 'listed' }
export interface SortKey {
  /** `a.b.c`, split; blanks between dots are kept as written. */
  readonly path: readonly string[]
  readonly order: SortOrder
  /** Text form `a.b:desc` or object form `[a][b]=desc`: they differ in what may follow a relation. */
  readonly form: 'text' | 'object'
  /** The position of its item in a list. All members of one object have the same. */
  readonly item: number
  /** The number of lists around it. The check reaches deeper keys later. */
  readonly depth: number
}
export interface SortSyntax {
  readonly keys: readonly SortKey[]
  /** Whether a key has an order or a name. Without one, the sort has no effect. */
  readonly meaningful: boolean
  /** A list that mixes names, objects and missing values. */
  readonly mixed?: true
  /** A list that has lists as items. */
  readonly nested?: true
  /** Whether a part has an order but no name. */
  readonly unnamed?: true
}

/** One item of a populate list, or a populate string as a whole. */
export interface PopulateClause {
  /** As written, perhaps with commas. */
  readonly text: string
  /** The comma-separated dotted paths in it, trimmed, blanks dropped. */
  readonly paths: readonly (readonly string[])[]
}
export type PopulateSyntax =
  /** `isEmpty`: given at the root without a value. */
  | { readonly kind: 'none'; readonly isEmpty?: true }
  | { readonly kind: 'all' }
  | { readonly kind: 'paths'; readonly clauses: readonly PopulateClause[]; readonly form: 'text' | 'list' }
  | { readonly kind: 'attributes'; readonly entries: readonly PopulateEntry[] }
  /** A list with other items than texts. Its keys are positions. */
  | { readonly kind: 'malformed'; readonly entries: readonly PopulateEntry[] }
  /** More list items than brackets can express. */
  | { readonly kind: 'overflow'; readonly count: number }

export interface PopulateEntry {
  readonly key: string
  readonly value: PopulateValue
  /** As written, for a key that is not an attribute. */
  readonly raw: Raw
}
export type PopulateValue =
  | { readonly kind: 'flag'; readonly on: boolean; readonly text: string }
  | { readonly kind: 'star' }
  | { readonly kind: 'null' }
  /** Any other text or list of texts: read as the names in it. */
  | { readonly kind: 'names'; readonly clauses: readonly PopulateClause[]; readonly raw: Raw }
  | { readonly kind: 'options'; readonly options: PopulateOptions }
  /** A list with other items than texts. */
  | { readonly kind: 'list'; readonly raw: readonly Raw[] }
  /** More list items than brackets can express. */
  | { readonly kind: 'overflow'; readonly count: number }

/** The options of a populated attribute, in the order written. */
export interface PopulateOptions {
  readonly entries: readonly PopulateOption[]
  /** For messages that quote the value. */
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
  /** The same names, misplaced at the root of the query. */
  readonly bare: {
    readonly page: Raw | undefined
    readonly pageSize: Raw | undefined
    readonly start: Raw | undefined
    readonly limit: Raw | undefined
  }
}
