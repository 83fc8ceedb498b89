/**
 * The decisions of a database. The reference asks the database of its profile, and never which database that is. `PLAIN`
 * is not a real database: it follows the guide, and does the simplest thing if the guide is silent.
 */
import type { Json } from '../../../util/json.ts'
import type { ScalarType } from '../../schema/schema.ts'
import {
  answeredText,
  type Comparable,
  compare,
  compareText,
  foldCase,
  jsonComparable,
  looseNumber,
} from '../../values.ts'

/** Each member is one decision, and can be taken from another database: `documented,nulls=postgres`. */
export interface Database {
  /** The position of entries without a value in a sort. */
  readonly nulls: NullOrder
  /** Order and equality of texts: in `sort`, in comparisons, and of the documentId in a path. */
  readonly collation: Collation
  /** Texts with the same image are equal for `$contains`, `$startsWith`, `$endsWith` and their negations. */
  readonly like: Fold
  /** How `$eqi`, `$containsi` and similar operators fold letters before they compare. */
  readonly lower: Fold
  /** Texts with the same image are equal for `_q`. */
  readonly search: Fold
  /** The text of a value, for text operators and `_q`. */
  readonly text: (type: ColumnType, value: Json) => string
  /** A decimal as the database stores, compares, searches and returns it. */
  readonly decimals: Rewrite | null
  /** A biginteger as the database returns it. */
  readonly bigints: Rewrite | null
  /** A time as the database returns it. */
  readonly times: Rewrite | null
  /** A JSON value as the database returns it. Only texts ever differ. */
  readonly strings: Rewrite | null
  /** Order and equality of JSON values. */
  readonly json: JsonOrder
  /** `$jsonSupersetOf`. */
  readonly superset: Superset
  /** The meaning of a cast operand in a comparison with numbers. */
  readonly operands: (type: ColumnType, operand: Comparable) => Comparable
  /** Whether the database fails at a comparison, when the query runs. */
  readonly errors: (comparison: OperatorOnColumn) => boolean
  /** The treatment of U+0000 in an operand; `ends`: it ends the text to search for. */
  readonly nul: 'kept' | 'ends' | 'fails'
  /** The text of an object in the place of a value. */
  readonly objects: ObjectTexts
  /** Whether linked entries can be counted while they are sorted or populated. */
  readonly counts: 'always' | 'alone'
  /** Whether a key of `sort` may occur twice beside a key through a relation. */
  readonly repeats: 'sorted' | 'fails'
  /** The order of linked entries that are unsorted, or tied in the sort. */
  readonly ties: TieOrder
  /** The kinds of links whose ties this database returns in an unspecified order. */
  readonly loose: readonly LinkKind[]
}

/** `low`: first ascending, last descending. */
export type NullOrder = 'low' | 'high'

/** The column of a comparison: an attribute by its type, or one of the two ids. */
export type ColumnType = ScalarType | 'id' | 'documentId'

/** Returns an image of a text in a column of the type. Texts with equal images are equal. */
export type Fold = (text: string, type: ColumnType) => string
export type Rewrite = (value: Json) => Json

export interface Collation {
  /** Negative, zero or positive. */
  readonly compare: (a: string, b: string) => number
  /** Whether only identical texts are equal. */
  readonly exact: boolean
}

export interface JsonOrder {
  readonly read: (value: Json) => Comparable
  /** undefined if the operand is not JSON, so that no comparison is possible. */
  readonly operand: (text: string) => Comparable | undefined
  readonly compare: (a: Comparable, b: Comparable) => number
}

export interface Superset {
  /** `refused`: 400, as the guide answers. */
  readonly takes: (type: ColumnType, operand: string | null) => 'yes' | 'refused' | 'fails'
  /** Whether the value contains every part of the operand; null if unknown. */
  readonly holds: (operand: string | null) => (found: Json) => boolean | null
}

/** Texts of an object, made from its JSON. */
export interface ObjectTexts {
  /** As the only operand; null if the database fails at it. */
  readonly alone: (json: string) => string | null
  /** In a list of values. */
  readonly listed: (json: string) => string
}

/** An operator on a column. */
export interface OperatorOnColumn {
  readonly type: ColumnType
  /** `lowered` for the operators that ignore case. */
  readonly on: 'text' | 'lowered' | 'value' | 'list'
  /** As written, or the text of an object. */
  readonly operands: readonly string[]
  readonly isObject: boolean
}

/** By id, as they are linked, or by locale. */
export type Tie = 'id' | 'stored' | 'locale' | 'localeBackwards'
export interface TieOrder {
  readonly sorted: { readonly [kind in TieKind]: Tie }
  /** Localizations that are not sorted. */
  readonly localizations: Tie
  /** The row that is the entry of a document if filters leave several of its locales. */
  readonly document: { readonly [how in 'unsorted' | 'sorted' | 'byIds']: RowOrder }
  /** Whether the entry of a single type is searched in the order of an index, as lists once were. */
  readonly singles: 'id' | 'indexed'
  /** The number of documents from which localizations of a cohort come by id; a larger one if an index covers the query. */
  readonly cohort: { readonly rows: number; readonly indexed: number }
}
/** By locale, as in the index over documents, or by id. */
type RowOrder = 'locale' | 'id'
export type TieKind = 'localizations' | 'media' | 'component' | 'morphBy' | 'relation'
/** How entries are linked. */
export type LinkKind = TieKind | 'morphTo'

const itself: Fold = (text) => text
const unicode: Fold = (text) => foldCase(text)

export const PLAIN: Database = {
  nulls: 'low',
  collation: { compare: compareText, exact: true },
  like: itself,
  lower: unicode,
  search: unicode,
  text: (_type, value) => answeredText(value),
  decimals: null,
  bigints: null,
  times: null,
  strings: null,
  json: {
    read: jsonComparable,
    operand: (text) => looseNumber(text) ?? text,
    compare,
  },
  superset: { takes: () => 'refused', holds: () => () => null },
  operands: (_type, operand) => operand,
  errors: () => false,
  nul: 'kept',
  objects: { alone: () => null, listed: () => '[object Object]' },
  counts: 'always',
  repeats: 'sorted',
  ties: {
    sorted: { localizations: 'id', media: 'id', component: 'id', morphBy: 'id', relation: 'id' },
    localizations: 'locale',
    document: { unsorted: 'locale', sorted: 'id', byIds: 'locale' },
    singles: 'id',
    cohort: { rows: Number.POSITIVE_INFINITY, indexed: Number.POSITIVE_INFINITY },
  },
  loose: [],
}

export type Decision = keyof Database
export const DECISIONS: readonly Decision[] = Object.keys(PLAIN).filter(isDecision)
export function isDecision(name: string): name is Decision {
  return Object.hasOwn(PLAIN, name)
}
