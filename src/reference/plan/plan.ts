/**
 * The plan: a query that has been checked against schema, access and profile. Everything that depends on the query
 * alone has been done here, once: wildcards are expanded, names are attributes, operands are cast, tests are functions.
 * A plan cannot fail to evaluate.
 */
import type { Json } from '../../ground/json.ts'
import type { Node } from '../graph/graph.ts'
import type { Truth } from '../operators.ts'
import type { Refusal } from '../refusal.ts'
import type {
  ComponentAttribute,
  ContentType,
  LinkAttribute,
  Model,
  Uid,
  ZoneAttribute,
} from '../schema/schema.ts'
import type { Comparable } from '../values.ts'

export type Status = 'draft' | 'published'

export interface QueryPlan {
  readonly type: ContentType
  readonly target: Target
  readonly rows: RowFilter
  /** Only rows of these locales; null for every locale. */
  readonly locale: LocaleTest | null
  readonly where: Condition
  readonly search: ((node: Node) => boolean) | null
  readonly sort: readonly SortStep[]
  readonly page: PagePlan
  readonly select: Selection
}

export type Target =
  | { readonly kind: 'list' }
  | { readonly kind: 'document'; readonly documentId: string }
  | { readonly kind: 'single' }

export type LocaleTest = (locale: string | null) => boolean

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
  | { readonly kind: 'test'; readonly test: (node: Node | null) => Truth }
  /** Some linked row, or no row at all where nothing is linked. */
  | { readonly kind: 'some'; readonly link: Step; readonly of: Condition }

/** One step from a node to others. */
export interface Step {
  readonly attribute: LinkAttribute | ComponentAttribute | ZoneAttribute
  readonly rows: RowFilter
  /** `localizations` usually leave out the row they start from. */
  readonly includesSelf: boolean
  /** Of several rows of a to-one, such as those of two locales, the one that populating it shows. */
  readonly onlyFirst: boolean
  /** A file leads to those as well that show it in a private attribute; only on the real server. */
  readonly seesPrivate: boolean
}

export interface SortStep {
  /** Relations, components and media to go through; empty for an attribute of the entry itself. */
  readonly through: readonly Step[]
  /** null where there is no value. */
  readonly read: (node: Node) => Comparable | null
  readonly descending: boolean
  readonly nullsFirst: boolean
  /** How two values of this key compare. */
  readonly compare: (a: Comparable, b: Comparable) => number
}

export interface PagePlan {
  /** The position of the first entry, as told to the caller. */
  readonly start: number
  /** How many entries are skipped: `start`, but for what the real server makes of enormous numbers. */
  readonly skip: number
  /** null: no end. */
  readonly limit: number | null
  readonly withCount: boolean
  /** What the real server would only notice when the entries are there. */
  readonly refused: Refusal | null
  readonly style: 'page' | 'offset'
}

/** What of an entry is answered. */
export interface Selection {
  readonly model: Model
  /** In the order of the answer, after id and documentId. */
  readonly scalars: readonly string[]
  /** What the real server's database makes of some values; empty where they are answered as written. */
  readonly rewrites: readonly Rewrite[]
  /** The link position answered as the attribute `order`; only the real server does this. */
  readonly positionAs: string | null
  readonly populate: readonly Populated[]
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
  /** A file lists those as well that show it in a private attribute; only the real server does this. */
  readonly seesPrivate: boolean
  /** Answered whatever is linked; only the real server does this. */
  readonly alwaysEmpty: boolean
  /** Left out of an entry that links only to types not listed; only the real server does this. */
  readonly absentIfHidden: RowFilter | null
  /** `__component` in a zone, `__type` in a morph relation. */
  readonly tag: '__component' | '__type' | null
}

/** How the linked entries of one type are cut, ordered and shown. */
export interface Branch {
  readonly rows: RowFilter
  readonly where: Condition
  readonly sort: readonly SortStep[]
  /** How entries that sort alike, or are not sorted, come: as linked, by id, by locale, or as a cohort is looked up. */
  readonly ties: 'stored' | 'id' | 'locale' | 'cohort'
  /** Localizations that are on the same page are left out; only the real server does this. */
  readonly excludesPage: boolean
  /** What is counted is what the database joins: rows several times over, and all of a to-one; only the real server does this. */
  readonly countsJoins: boolean
  readonly select: Selection
  /** What the real server would only notice when it has an entry to populate. */
  readonly refused: Refusal | null
}

export const EVERY_ROW: RowFilter = { status: null, publication: null }
export const ALWAYS: Condition = { kind: 'all', of: [] }
