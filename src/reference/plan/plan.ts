/**
 * The plan: the meaning of a sound query. It does everything that depends on the query alone: wildcards are expanded,
 * names are attributes, operands are cast, tests are functions. A plan cannot fail to evaluate.
 *
 * Members called `asReal` hold departures of the real server. They are null if the profile follows its documentation, so
 * you can skip them to learn the documented meaning. The member `asRead` holds a reading of the guide.
 */
import type { Json } from '../../util/json.ts'
import type { Locales, Node, Role, Settings } from '../graph/graph.ts'
import type { ColumnOperator, GroupOperator, Truth } from '../operators.ts'
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
import type { Database, Tie } from '../strapi/databases/database.ts'
import type { Comparable } from '../values.ts'

/** The context of a check and a plan. */
export interface PlanContext {
  readonly schema: Schema
  readonly settings: Settings
  readonly locales: Locales
  readonly role: Role
  /** Whether the profile has the departure. */
  readonly has: (departure: Departure) => boolean
  readonly database: Database
  /** Reads both drafts and published rows, regardless of `status`. */
  readonly anyStatus?: true
}

export type Status = 'draft' | 'published'

export interface QueryPlan {
  readonly type: ContentType
  readonly target: Target
  /** Whether a documentId is that of the path; null if only an equal text is. */
  readonly isAsked: ((documentId: string) => boolean) | null
  readonly rows: RowFilter
  /** Only rows of these locales; null for every locale. */
  readonly locale: readonly string[] | null
  readonly where: Condition
  readonly search: Search | null
  readonly sort: readonly SortStep[]
  /** The order of rows that the sort leaves tied: by documentId and locale, or by id. */
  readonly ties: 'id' | 'documentId'
  readonly page: PagePlan
  readonly select: Selection
}

export type Target =
  | { readonly kind: 'list' }
  | { readonly kind: 'document'; readonly documentId: string }
  | { readonly kind: 'single' }

/** `_q`: a text, and the columns that it may occur in. */
export interface Search {
  readonly text: string
  readonly columns: readonly Column[]
  readonly finds: (node: Node) => boolean
  /** How many steps it takes to search a row. */
  readonly cost: (node: Node) => number
}

/** The rows of a table that one place of the query may show. */
export interface RowFilter {
  /** null: rows of either status. Types without draft & publish ignore it. */
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

/** A condition has one of three truth values for a choice of linked rows; a row matches if some choice makes it true. */
export type Condition =
  /** Without members it is always true. `group`: the operator, unless these are the members of an object. */
  | { readonly kind: 'all'; readonly of: readonly Condition[]; readonly group?: GroupOperator }
  /** Without members it is always true as well, because an empty group is not a condition. */
  | { readonly kind: 'any'; readonly of: readonly Condition[]; readonly group?: GroupOperator }
  | { readonly kind: 'not'; readonly of: Condition }
  | Test
  /** True of some linked row; without a link, of the absence of a row. */
  | { readonly kind: 'some'; readonly link: Step; readonly of: Condition }

/** An operator on a column, with its operands; null is the absence of a value. */
export interface Test {
  readonly kind: 'test'
  readonly column: Column
  readonly operator: ColumnOperator
  readonly operands: readonly (string | null)[]
  readonly test: (node: Node | null) => Truth
  /** How many steps a part of a long value takes; one if left out. */
  readonly cost?: number
}

/** One step from a node to others. */
export interface Step {
  readonly attribute: LinkAttribute | ComponentAttribute | ZoneAttribute
  readonly rows: RowFilter
  /** Whether only one of several rows of a to-one counts: the one that populate shows. */
  readonly onlyFirst: boolean
  readonly asReal: StepAsReal | null
}

export interface StepAsReal {
  /** `localizations` include the row they start from. */
  readonly includesSelf: boolean
  /** A file also leads to rows that link it in a private attribute. */
  readonly seesPrivate: boolean
}

export interface SortStep {
  /** Relations, components and media to go through; empty for an attribute of the entry itself. */
  readonly through: readonly Step[]
  readonly column: Column
  /** null if there is no value. */
  readonly read: (node: Node) => Comparable | null
  readonly descending: boolean
  readonly nullsFirst: boolean
  /** How two values of this key compare. */
  readonly compare: (a: Comparable, b: Comparable) => number
}

export interface PagePlan {
  /** The position of the first entry. */
  readonly start: number
  /** null: no end. */
  readonly limit: number | null
  readonly withCount: boolean
  readonly style: 'page' | 'offset'
  readonly asReal: PageAsReal | null
}

export interface PageAsReal {
  /** How many entries an enormous `start` skips. */
  readonly skip: number
  /** A fault that the real server only notices after it has read the entries. */
  readonly fails: PaginationSyntax | null
  /** The total is zero, regardless of the entries. */
  readonly countsNone: boolean
}

/** The members of an entry that an answer shows. */
export interface Selection {
  readonly model: Model
  /** In the order of the answer, after id and documentId. */
  readonly scalars: readonly string[]
  readonly populate: readonly Populated[]
  readonly asReal: SelectionAsReal | null
  /** A fault that the real server notices as soon as there is an entry. */
  readonly fails?: LateFault | undefined
  /** For a level that is planned when its first entry is shown: the steps that planning each populated attribute takes. */
  readonly planning?: number
  /** `bare`: without documentId. */
  readonly asRead?: 'bare'
  /**
   * For code of a project: `id`, `documentId` and the scalars to show, in the order of the answer,
   * private attributes included.
   */
  readonly columns?: readonly string[]
}

export interface SelectionAsReal {
  /** Values that the database changes. */
  readonly rewrites: readonly Rewrite[]
  /** The attribute that shows the position of the link, `order`. */
  readonly positionAs: string | null
}

export interface Rewrite {
  readonly name: string
  readonly rewrite: (value: Json) => Json
}

export interface Populated {
  readonly attribute: LinkAttribute | ComponentAttribute | ZoneAttribute
  /** `{count: n}` in place of the entries. */
  readonly count: boolean
  /** By the uid of the linked type. Entries of unlisted types are left out. */
  readonly branches: ReadonlyMap<Uid, Branch>
  /** `__component` in a zone, `__type` in a morph relation. */
  readonly tag: '__component' | '__type' | null
  readonly asReal: PopulatedAsReal | null
}

export interface PopulatedAsReal {
  /** A file also lists entries that link it in a private attribute. */
  readonly seesPrivate: boolean
  /** Always shown empty. */
  readonly alwaysEmpty: boolean
  /** Left out of an entry whose links among these rows all lead to unlisted types; null if never left out. */
  readonly absentIfHidden: RowFilter | null
  /** The behaviour of an older release; null if it is that of today. */
  readonly before: PopulatedBefore | null
  /** `localizations` are all rows of the document, those of the same locale included. */
  readonly wholeDocument?: true
}

export interface PopulatedBefore {
  /** How an empty list is shown. */
  readonly empty: 'list' | 'null' | 'absent'
  /** The entries do not name their type. */
  readonly untagged: boolean
  /** A fault if nothing is linked. `open`: only links to these types count; null if all count. */
  readonly failsIfUnset: { readonly fault: LateFault; readonly open: ReadonlySet<Uid> | null } | null
}

/** How the linked entries of one type are filtered, ordered and shown. */
export interface Branch {
  readonly rows: RowFilter
  readonly where: Condition
  readonly sort: readonly SortStep[]
  readonly ties: Ties
  readonly select: Selection
  readonly asReal: BranchAsReal | null
  /** For code of a project: cuts the linked rows of all entries of a level together. */
  readonly window?: BranchWindow
  /** For code of a project: rows that are equal in these columns are shown once. */
  readonly distinct?: readonly string[]
}

/** The database reads the linked rows of all entries of a level with one query, so `limit` counts them together. */
export interface BranchWindow {
  readonly start: number
  /** null: no end. */
  readonly limit: number | null
}

/** The order of tied entries. If as many lists as `below` are read together, it is by id. */
export type Ties = Tie | 'documentId' | { readonly below: number; readonly order: Tie }

export interface BranchAsReal {
  /** Leaves out localizations that are on the same page. */
  readonly excludesPage: boolean
  /** Counts what the database joins: some rows several times, and all rows of a to-one. */
  readonly countsJoins: boolean
  /** A fault that the real server only notices when there is an entry to populate. */
  readonly fails: PopulateOptions | null
}

/** A part of the query that the real server only fails at while it reads rows. */
export type LateFault = PaginationSyntax | PopulateOptions

export const EVERY_ROW: RowFilter = { status: null, publication: null }
export const ALWAYS: Condition = { kind: 'all', of: [] }
/** No part of the query: code of plugins populates what the database cannot read. */
export const UNREADABLE: LateFault = { entries: [], raw: {} }
/** No part of the query: older releases fail at a to-one morph relation without a link. */
export const UNSET_MORPH: LateFault = { entries: [], raw: {} }
