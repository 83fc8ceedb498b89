/**
 * A query as a tree that the explorer's form edits. Queries with the same meaning have the same tree. If the tree
 * cannot express a query, the query stays a text. The tree is plain, readonly data.
 */
import type { LogicalOperator } from '../../../reference/operators/operators.ts'

export interface Query {
  /** The part of the URL before the `?`, such as `/api/articles`. */
  readonly path: string
  readonly level: QueryLevel
  readonly page: PageInput
  readonly status: string | null
  readonly locale: string | null
  readonly search: string | null
  /** The further parameters at the root of the query, in their order; the value of each is a single text. */
  readonly others: readonly (readonly [name: string, value: string])[]
}

/** The options at one level of a query: at the root, or of a populated attribute. */
export interface QueryLevel {
  /** The names in `fields`; null for all fields. */
  readonly fields: readonly string[] | null
  readonly populate: Populate
  /** The filters, which are combined by AND. */
  readonly filters: readonly Filter[]
  readonly sort: readonly SortItem[]
}

export type Populate =
  | { readonly kind: 'none' }
  | { readonly kind: 'all' }
  | { readonly kind: 'some'; readonly branches: readonly Branch[] }

export interface Branch {
  readonly attribute: string
  readonly level: QueryLevel
  /** The components of a zone or the types of a morph relation under `on`; null without `on`. */
  readonly on: readonly Kind[] | null
  /** Whether the query requests only the number of linked entries (`count`). */
  readonly count: boolean
}

export interface Kind {
  readonly uid: string
  readonly level: QueryLevel
}

export type Filter =
  | {
      readonly kind: 'test'
      /** The names on the path to the filtered attribute and the attribute's own name, such as `author`, `name`. */
      readonly path: readonly string[]
      readonly operator: string
      readonly operand: OperandInput
    }
  | {
      readonly kind: 'group'
      readonly path: readonly string[]
      readonly operator: LogicalOperator
      /** Each item of a group is a list of filters that are combined by AND. A `$not` group has exactly one item. */
      readonly items: readonly (readonly Filter[])[]
    }

export type OperandInput =
  | { readonly kind: 'one'; readonly text: string }
  | { readonly kind: 'list'; readonly texts: readonly string[] }

export interface SortItem {
  readonly path: readonly string[]
  /** The order of the sort key; null if the query names no order, so that the order is ascending. */
  readonly order: 'asc' | 'desc' | null
}

export const PAGE_NAMES = ['page', 'pageSize', 'start', 'limit', 'withCount'] as const
export type PageName = (typeof PAGE_NAMES)[number]
/** The parameters of `pagination` in the query. A parameter that the query lacks is absent. */
export type PageInput = Readonly<Partial<Record<PageName, string>>>

/** A level of a query without any parameter. */
export const EMPTY_LEVEL: QueryLevel = { fields: null, populate: { kind: 'none' }, filters: [], sort: [] }

export const isEmptyLevel = ({ fields, populate, filters, sort }: QueryLevel): boolean =>
  fields === null && populate.kind === 'none' && filters.length === 0 && sort.length === 0

export const emptyQuery = (path: string): Query => ({
  path,
  level: EMPTY_LEVEL,
  page: {},
  status: null,
  locale: null,
  search: null,
  others: [],
})
