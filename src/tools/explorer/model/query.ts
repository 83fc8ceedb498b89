/**
 * A query as a tree for a form. Queries with the same meaning have the same tree. Anything that the tree cannot
 * express stays text. Plain data, deeply readonly.
 */
import type { LogicalOperator } from '../../../reference/operators.ts'

export interface Query {
  /** The URL before the `?`: `/api/articles`. */
  readonly path: string
  readonly level: QueryLevel
  readonly page: PageInput
  readonly status: string | null
  readonly locale: string | null
  readonly search: string | null
  /** Other root parameters of one text each, in their order. */
  readonly others: readonly (readonly [name: string, value: string])[]
}

/** The options of the root, and of every populated attribute. */
export interface QueryLevel {
  /** null: all of them. */
  readonly fields: readonly string[] | null
  readonly populate: Populate
  /** Every filter must hold. */
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
  /** The kinds of a zone or a morph relation under `on`; null without `on`. */
  readonly on: readonly Kind[] | null
  /** Whether the query asks only for the number of entries. */
  readonly count: boolean
}

export interface Kind {
  readonly uid: string
  readonly level: QueryLevel
}

export type Filter =
  | {
      readonly kind: 'test'
      /** Names that lead to an attribute: `author`, `name`. */
      readonly path: readonly string[]
      readonly operator: string
      readonly operand: OperandInput
    }
  | {
      readonly kind: 'group'
      readonly path: readonly string[]
      readonly operator: LogicalOperator
      /** Each item is a list of filters that must all hold. `$not` has one item. */
      readonly items: readonly (readonly Filter[])[]
    }

export type OperandInput =
  | { readonly kind: 'one'; readonly text: string }
  | { readonly kind: 'list'; readonly texts: readonly string[] }

export interface SortItem {
  readonly path: readonly string[]
  /** null: ascending, because the query names no order. */
  readonly order: 'asc' | 'desc' | null
}

export const PAGE_NAMES = ['page', 'pageSize', 'start', 'limit', 'withCount'] as const
export type PageName = (typeof PAGE_NAMES)[number]
/** The values as written; a name without one is absent. */
export type PageInput = Readonly<Partial<Record<PageName, string>>>

/** The level of a query without parameters. */
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
