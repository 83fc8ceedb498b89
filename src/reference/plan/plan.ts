/**
 * The plan of a query: the meaning of a valid query. A plan contains everything that does not depend on the rows:
 * wildcards are expanded, names are attributes, operands are cast, tests are functions. Only a limit or a departure
 * in `asReal` can stop an evaluation.
 *
 * Members called `asReal` contain departures of the real server. `asReal` is null if the profile follows the
 * documentation. Skip `asReal` to read only the documented behaviour. The member `asRead` contains a literal
 * interpretation of the guide.
 */
import type { Json } from '../../util/json.ts'
import type { Locales, Node, Role, Settings } from '../graph/graph.ts'
import type { ColumnOperator, GroupOperator } from '../operators/operators.ts'
import type { Truth } from '../operators/record.ts'
import type { PaginationSyntax, PopulateOptions } from '../parse/syntax.ts'
import type {
  Column,
  ComponentAttribute,
  ContentType,
  LinkAttribute,
  Model,
  Schema,
  Uid,
  ZoneAttribute,
} from '../schema/schema.ts'
import type { Departure } from '../strapi/changes.ts'
import type { Database, RowTies, Tie } from '../strapi/databases/database.ts'
import type { Comparable } from '../values.ts'

/** The context for the check and the plan of a query. */
export interface PlanContext {
  readonly schema: Schema
  readonly settings: Settings
  readonly locales: Locales
  readonly role: Role
  /** Returns whether the profile has a departure. */
  readonly has: (departure: Departure) => boolean
  readonly database: Database
  /** True for a read that shows drafts and published rows together, regardless of `status`. */
  readonly anyStatus?: true
  /** True for operands that the real server passes to the database without a cast. */
  readonly isUncast?: true
}

export type Status = 'draft' | 'published'

export interface QueryPlan {
  readonly type: ContentType
  readonly target: Target
  /** Tests whether a documentId equals the documentId in the path; null if only identical texts are equal. */
  readonly isAsked: ((documentId: string) => boolean) | null
  readonly rows: RowFilter
  /** The locales whose rows the query reads; null for every locale. */
  readonly locale: readonly string[] | null
  readonly where: Condition
  readonly search: Search | null
  readonly sort: readonly SortStep[]
  readonly ties: RowTies
  readonly page: PagePlan
  readonly select: Selection
}

export type Target =
  | { readonly kind: 'list' }
  | { readonly kind: 'document'; readonly documentId: string }
  | { readonly kind: 'single' }

/** The search of `_q`: the searched text, and the columns to search. */
export interface Search {
  readonly text: string
  readonly columns: readonly Column[]
  readonly finds: (node: Node) => boolean
  /** Returns the number of steps for the search in one row. */
  readonly cost: (node: Node) => number
}

/** The condition on status and cohort for the rows that one level of the query may show. */
export interface RowFilter {
  /** The status of the rows; null means both statuses. Types without draft & publish ignore the status. */
  readonly status: Status | null
  readonly publication: PublicationFilter | null
}

export const PUBLICATION_FILTERS = [
  'never-published',
  'has-published-version',
  'modified',
  'unmodified',
  'never-published-document',
  'has-published-version-document',
  'published-without-draft',
  'published-with-draft',
] as const
export type PublicationFilter = (typeof PUBLICATION_FILTERS)[number]

/**
 * A condition on a row. For each selection of linked rows, a condition is true, false or unknown. A row matches if the
 * condition is true for at least one selection.
 */
export type Condition =
  /**
   * True if all conditions in `of` are true; true for an empty list. The member `group` is the operator of the group;
   * it is missing if the conditions are the members of an object.
   */
  | { readonly kind: 'all'; readonly of: readonly Condition[]; readonly group?: GroupOperator }
  /** True if at least one condition in `of` is true, or if `of` is empty, because an empty group excludes no row. */
  | { readonly kind: 'any'; readonly of: readonly Condition[]; readonly group?: GroupOperator }
  | { readonly kind: 'not'; readonly of: Condition }
  | Test
  /** True if `of` is true for at least one linked row. Without a linked row, `of` is evaluated for null. */
  | { readonly kind: 'some'; readonly link: Step; readonly of: Condition }

/** A test of a filter operator on a column, with its operands. A null operand means that the query has no value. */
export interface Test {
  readonly kind: 'test'
  readonly column: Column
  readonly operator: ColumnOperator
  readonly operands: readonly (string | null)[]
  readonly test: (node: Node | null) => Truth
  /** The number of budget steps for each part of a long value. The default is 1. */
  readonly cost?: number
}

/** A link step: from a row or component to the nodes that it links to. */
export interface Step {
  readonly attribute: LinkAttribute | ComponentAttribute | ZoneAttribute
  readonly rows: RowFilter
  /** Whether the step leads only to the one row that a populate of a to-one attribute shows. */
  readonly onlyFirst: boolean
  readonly asReal: StepAsReal | null
}

export interface StepAsReal {
  /** For a step through `localizations`: whether the step also leads to the row from which it starts. */
  readonly includesSelf: boolean
  /** For a step through `related` of a file: whether it also leads to rows that use the file in a private attribute. */
  readonly seesPrivate: boolean
  /** Whether `related` of a file also leads to components, as for the project's code. */
  readonly seesComponents?: boolean
}

export interface SortStep {
  /** The steps through relations, components and media to the column; empty for a column of the row itself. */
  readonly through: readonly Step[]
  readonly column: Column
  /** Reads the value of a sort key from a node; null if the node has no value. */
  readonly read: (node: Node) => Comparable | null
  readonly descending: boolean
  readonly nullsFirst: boolean
  /** Compares two values of the sort key. */
  readonly compare: (a: Comparable, b: Comparable) => number
}

export interface PagePlan {
  /** The index of the first entry on the page, counted from 0. */
  readonly start: number
  /** The maximum number of entries on the page; null for no limit. */
  readonly limit: number | null
  readonly withCount: boolean
  readonly style: 'page' | 'offset'
  readonly asReal: PageAsReal | null
}

export interface PageAsReal {
  /** The number of entries that the real server skips before the page; it differs from a huge `start`. */
  readonly skip: number
  /** The pagination fault that the real server finds only after it has read the entries; null for no fault. */
  readonly fails: PaginationSyntax | null
  /** Whether the answer shows 0 as the total, regardless of the number of entries. */
  readonly countsNone: boolean
}

/** The members of an entry that the answer shows. */
export interface Selection {
  readonly model: Model
  /** The names of the shown scalars in the order of the answer, in which they follow id and documentId. */
  readonly scalars: readonly string[]
  readonly populate: readonly Populated[]
  readonly asReal: SelectionAsReal | null
  /** The late fault of the selection, which the real server finds as soon as there is an entry. */
  readonly fails?: LateFault | undefined
  /** The number of steps for each populated attribute of a level that is planned when its first entry appears. */
  readonly planning?: number
  /** The value `bare` means that the entries have no documentId. */
  readonly asRead?: 'bare'
  /** Only for reads by project code: the shown `id`, `documentId` and scalars in order, private ones included. */
  readonly columns?: readonly string[]
}

export interface SelectionAsReal {
  /** The conversions of values that the database of the profile stores or returns in another form. */
  readonly rewrites: readonly Rewrite[]
  /** The name `order` if an entry shows its position in the list of links; otherwise null. */
  readonly positionAs: string | null
}

export interface Rewrite {
  readonly name: string
  readonly rewrite: (value: Json) => Json
}

export interface Populated {
  readonly attribute: LinkAttribute | ComponentAttribute | ZoneAttribute
  /** Whether the answer shows `{count: n}` instead of the entries. */
  readonly count: boolean
  /** The branches by the uid of the linked type. The answer omits linked entries of a type that has no branch. */
  readonly branches: ReadonlyMap<Uid, Branch>
  /** The member that names the type of an entry, which is `__component` in a zone, and `__type` in a morph relation. */
  readonly tag: '__component' | '__type' | null
  readonly asReal: PopulatedAsReal | null
}

export interface PopulatedAsReal {
  /** Whether `related` of a file also lists entries that use the file in a private attribute. */
  readonly seesPrivate: boolean
  /** Whether `related` of a file also lists components, as for the project's code. */
  readonly seesComponents?: boolean
  /** Whether the answer always shows the populated attribute as empty. */
  readonly alwaysEmpty: boolean
  /**
   * The condition on linked rows that decide whether the answer omits the attribute. The answer omits the attribute
   * if all these linked rows have hidden types. Null means that the answer never omits the attribute.
   */
  readonly absentIfHidden: RowFilter | null
  /** The form in which an older release shows the attribute; null for the form of the newest release. */
  readonly before: PopulatedBefore | null
  /** True if `localizations` shows all rows of the document, even those of the same locale. */
  readonly wholeDocument?: true
}

export interface PopulatedBefore {
  /** The form in which the answer shows a populated attribute without entries. */
  readonly empty: 'list' | 'null' | 'absent'
  /** Whether the answer omits the member that names the type of an entry. */
  readonly untagged: boolean
  /**
   * The fault at which the real server fails if the attribute has no link; null if it does not fail. Only links to
   * the types in `open` count as links; if `open` is null, all links count.
   */
  readonly failsIfUnset: { readonly fault: LateFault; readonly open: ReadonlySet<Uid> | null } | null
}

/** The filter, the order and the members of the linked entries of one type. */
export interface Branch {
  readonly rows: RowFilter
  readonly where: Condition
  readonly sort: readonly SortStep[]
  readonly ties: Ties
  readonly select: Selection
  readonly asReal: BranchAsReal | null
  /** Only for reads by project code: a limit on the linked rows of all entries of a level together. */
  readonly window?: BranchWindow
  /** Only for reads by project code: rows with equal values in some columns appear only once. */
  readonly distinct?: DistinctRows
}

/** The conditions under which a query for distinct rows merges two rows. */
export interface DistinctRows {
  readonly columns: readonly string[]
  /**
   * Whether merged rows must also have the same position in the list of links. On the inverse side of a relation,
   * adjacent versions of a document count as one position.
   */
  readonly byPosition: boolean
}

/** The limit on the linked rows of all entries together, because the database reads the rows with one query. */
export interface BranchWindow {
  readonly start: number
  /** The maximum number of linked rows; null for no limit. */
  readonly limit: number | null
}

/**
 * The order of entries with equal sort keys. If there is a member `below`, the member `order` applies only if the
 * database reads fewer than `below` lists together; otherwise the order is by id.
 */
export type Ties = Tie | 'documentId' | { readonly below: number; readonly order: Tie }

export interface BranchAsReal {
  /** Whether the answer omits localizations that are on the same page. */
  readonly excludesPage: boolean
  /** Whether `count` includes all joined rows: some rows several times, and all rows of a to-one attribute. */
  readonly countsJoins: boolean
  /** The fault that the real server finds only if there is an entry to populate; null if there is no such fault. */
  readonly fails: PopulateOptions | null
}

/** A part of the query at which the real server fails only while it reads rows. */
export type LateFault = PaginationSyntax | PopulateOptions

export const EVERY_ROW: RowFilter = { status: null, publication: null }
export const ALWAYS: Condition = { kind: 'all', of: [] }
/** The fault of plugin code that populates what the database cannot read; no part of the query causes it. */
export const UNREADABLE: LateFault = { entries: [], raw: {} }
/** The fault of older releases at a to-one morph relation without a link; no part of the query causes it. */
export const UNSET_MORPH: LateFault = { entries: [], raw: {} }
