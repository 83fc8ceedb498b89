/**
 * The plan: what a sound query means. Everything that depends on the query alone has been done here, once: wildcards are
 * expanded, names are attributes, operands are cast, tests are functions. A plan cannot fail to evaluate.
 *
 * Members called `asReal` hold what only the real server does; they are null wherever its documentation is followed, and
 * who wants to know the documented meaning reads past them. The one called `asRead` is there for a reading of the guide.
 */
import type { Json } from '../../util/json.ts'
import type { Locales, Node, Role, Settings } from '../graph/graph.ts'
import type { TestOperator, Truth } from '../operators.ts'
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

/** What a query is checked and planned against. */
export interface PlanContext {
  readonly schema: Schema
  readonly settings: Settings
  readonly locales: Locales
  readonly role: Role
  /** Whether the profile follows the real server in this. */
  readonly has: (departure: Departure) => boolean
  readonly database: Database
  /** Drafts and what is published alike: `status` says nothing. */
  readonly anyStatus?: true
}

export type Status = 'draft' | 'published'

export interface QueryPlan {
  readonly type: ContentType
  readonly target: Target
  /** Whether a document is the one of the path; null where none but that of its very documentId is. */
  readonly isAsked: ((documentId: string) => boolean) | null
  readonly rows: RowFilter
  /** Only rows of these locales; null for every locale. */
  readonly locale: readonly string[] | null
  readonly where: Condition
  readonly search: Search | null
  readonly sort: readonly SortStep[]
  /** What comes in the order of the documents' ids, and of locales, where the sort does not tell it apart; else by id. */
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

/** Which rows of a table may be seen at one place of the query. */
export interface RowFilter {
  /** null: rows of either status. Types without draft & publish show their rows whatever is asked. */
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
  /** No member: always true. `group` where it was written as `$and`, not as the members of an object. */
  | { readonly kind: 'all'; readonly of: readonly Condition[]; readonly group?: '$and' }
  /** No member: always true as well, an empty group being no condition. */
  | { readonly kind: 'any'; readonly of: readonly Condition[]; readonly group?: '$or' }
  | { readonly kind: 'not'; readonly of: Condition }
  | Test
  /** Some linked row, or no row at all where nothing is linked. */
  | { readonly kind: 'some'; readonly link: Step; readonly of: Condition }

/** An operator on a column, with its operands; null is the absence of a value. */
export interface Test {
  readonly kind: 'test'
  readonly column: Column
  readonly operator: TestOperator | '$jsonSupersetOf'
  readonly operands: readonly (string | null)[]
  readonly test: (node: Node | null) => Truth
  /** How many steps a part of a long value takes; one if left out. */
  readonly cost?: number
}

/** One step from a node to others. */
export interface Step {
  readonly attribute: LinkAttribute | ComponentAttribute | ZoneAttribute
  readonly rows: RowFilter
  /** Of several rows of a to-one, such as those of two locales, the one that populating it shows. */
  readonly onlyFirst: boolean
  readonly asReal: StepAsReal | null
}

export interface StepAsReal {
  /** `localizations` include the row they start from. */
  readonly includesSelf: boolean
  /** A file leads to those as well that show it in a private attribute. */
  readonly seesPrivate: boolean
}

export interface SortStep {
  /** Relations, components and media to go through; empty for an attribute of the entry itself. */
  readonly through: readonly Step[]
  readonly column: Column
  /** null where there is no value. */
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
  /** How many entries are skipped for an enormous `start`. */
  readonly skip: number
  /** At fault, which is only noticed when the entries are there. */
  readonly fails: PaginationSyntax | null
  /** The entries are there, and counted as none. */
  readonly countsNone: boolean
}

/** What of an entry is answered. */
export interface Selection {
  readonly model: Model
  /** In the order of the answer, after id and documentId. */
  readonly scalars: readonly string[]
  readonly populate: readonly Populated[]
  readonly asReal: SelectionAsReal | null
  /** At fault as soon as there is an entry; left out where it never is. */
  readonly fails?: LateFault | undefined
  /** Planned when the first entry is there: how many steps each thing populated takes then. */
  readonly planning?: number
  /** `bare`: not even with its documentId. */
  readonly asRead?: 'bare'
}

export interface SelectionAsReal {
  /** What the database makes of some values. */
  readonly rewrites: readonly Rewrite[]
  /** The link position answered as the attribute `order`. */
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
  /** By the uid of what is linked; what is not listed is left out. */
  readonly branches: ReadonlyMap<Uid, Branch>
  /** `__component` in a zone, `__type` in a morph relation. */
  readonly tag: '__component' | '__type' | null
  readonly asReal: PopulatedAsReal | null
}

export interface PopulatedAsReal {
  /** A file lists those as well that show it in a private attribute. */
  readonly seesPrivate: boolean
  /** Answered empty whatever is linked. */
  readonly alwaysEmpty: boolean
  /** Left out of an entry that links only to types not listed, among these rows; null where it never is. */
  readonly absentIfHidden: RowFilter | null
  /** What an older release does with it; null where it is as today. */
  readonly before: PopulatedBefore | null
}

export interface PopulatedBefore {
  /** How a list with nothing in it is answered. */
  readonly empty: 'list' | 'null' | 'absent'
  /** The entries do not say of which type they are. */
  readonly untagged: boolean
  /** At fault where nothing is linked, or nothing of the types that count as linked; null where all of them do. */
  readonly failsIfUnset: { readonly fault: LateFault; readonly open: ReadonlySet<Uid> | null } | null
}

/** How the linked entries of one type are cut, ordered and shown. */
export interface Branch {
  readonly rows: RowFilter
  readonly where: Condition
  readonly sort: readonly SortStep[]
  readonly ties: Ties
  readonly select: Selection
  readonly asReal: BranchAsReal | null
}

/** How entries that sort alike, or are not sorted, come; for so many lists at once or more by id. */
export type Ties = Tie | 'documentId' | { readonly below: number; readonly order: Tie }

export interface BranchAsReal {
  /** Localizations that are on the same page are left out. */
  readonly excludesPage: boolean
  /** What is counted is what the database joins: rows several times over, and all of a to-one. */
  readonly countsJoins: boolean
  /** At fault, which is only noticed when there is an entry to populate. */
  readonly fails: PopulateOptions | null
}

/** A part of the query that the real server finds at fault only while it reads rows. */
export type LateFault = PaginationSyntax | PopulateOptions

export const EVERY_ROW: RowFilter = { status: null, publication: null }
export const ALWAYS: Condition = { kind: 'all', of: [] }
/** Stands for no part of the query: what code populates below the check, and the database cannot read. */
export const UNREADABLE: LateFault = { entries: [], raw: {} }
/** Stands for no part of the query: a to-one morph relation that is not set, which older releases fail at. */
export const UNSET_MORPH: LateFault = { entries: [], raw: {} }
