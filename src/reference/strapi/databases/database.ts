/**
 * What a database decides. The reference asks the database of its profile; it never asks which one that is. `PLAIN` is
 * no database at all: what the guide says, and the simplest thing where it is silent.
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
  /** Where entries without a value are sorted. */
  readonly nulls: NullOrder
  /** Order and equality of texts: in `sort`, in comparisons, and of the documentId in a path. */
  readonly collation: Collation
  /** Texts with the same image are alike to `$contains`, `$startsWith`, `$endsWith` and their negations. */
  readonly like: Fold
  /** What becomes of letters in `$eqi`, `$containsi` and their kin before they are compared. */
  readonly lower: Fold
  /** Texts with the same image are alike to `_q`. */
  readonly search: Fold
  /** The text of a value: what text operators and `_q` look into. */
  readonly text: (type: ColumnType, value: Json) => string
  /** A decimal as it is kept, and so compared, searched and answered. */
  readonly decimals: Rewrite | null
  /** A biginteger as it is answered. */
  readonly bigints: Rewrite | null
  /** A time as it is answered. */
  readonly times: Rewrite | null
  /** A JSON value as it is answered: only texts are ever at stake. */
  readonly strings: Rewrite | null
  /** Order and equality of JSON values. */
  readonly json: JsonOrder
  /** `$jsonSupersetOf`. */
  readonly superset: Superset
  /** What an operand means, already cast, where it meets numbers. */
  readonly operands: (type: ColumnType, operand: Comparable) => Comparable
  /** Whether the database fails at a comparison, which it only does when the query runs. */
  readonly errors: (comparison: OperatorOnColumn) => boolean
  /** What becomes of the character U+0000 in an operand; `ends`: what is looked for in a text ends there. */
  readonly nul: 'kept' | 'ends' | 'fails'
  /** The text that an object is compared as where a value belongs. */
  readonly objects: ObjectTexts
  /** Whether linked entries can be counted while they are sorted or populated. */
  readonly counts: 'always' | 'alone'
  /** Whether a key of `sort` may stand twice beside one that goes through a relation. */
  readonly repeats: 'sorted' | 'fails'
  /** How linked entries come that the sort does not tell apart, or that are not sorted. */
  readonly ties: TieOrder
  /** Where what nothing tells apart comes in an order that is nobody's, and may come otherwise the next time. */
  readonly loose: readonly LinkKind[]
}

/** `low`: first ascending, last descending. */
export type NullOrder = 'low' | 'high'

/** What is compared: an attribute by its type, or one of the two ids. */
export type ColumnType = ScalarType | 'id' | 'documentId'

/** What is the same for all texts that are alike, in a column of the type. */
export type Fold = (text: string, type: ColumnType) => string
export type Rewrite = (value: Json) => Json

export interface Collation {
  /** Negative, zero or positive. */
  readonly compare: (a: string, b: string) => number
  /** Whether texts are only equal when they are the same. */
  readonly exact: boolean
}

export interface JsonOrder {
  readonly read: (value: Json) => Comparable
  /** undefined where the operand is no JSON, and nothing compares with it. */
  readonly operand: (text: string) => Comparable | undefined
  readonly compare: (a: Comparable, b: Comparable) => number
}

export interface Superset {
  /** `refused`: the guide's own answer, 400. */
  readonly takes: (type: ColumnType, operand: string | null) => 'yes' | 'refused' | 'fails'
  /** Whether the value holds every part of the operand; null where that is unknown. */
  readonly holds: (operand: string | null) => (found: Json) => boolean | null
}

/** From the object as JSON. */
export interface ObjectTexts {
  /** As the only operand; null where the database fails at it. */
  readonly alone: (json: string) => string | null
  /** In a list of values. */
  readonly listed: (json: string) => string
}

/** An operator on a column. */
export interface OperatorOnColumn {
  readonly type: ColumnType
  /** `lowered` for the operators that do not tell upper from lower case. */
  readonly on: 'text' | 'lowered' | 'value' | 'list'
  /** As written, or an object as the text that it is compared as. */
  readonly operands: readonly string[]
  readonly isObject: boolean
}

/** By id, as they are linked, or by locale. */
export type Tie = 'id' | 'stored' | 'locale' | 'localeBackwards'
export interface TieOrder {
  readonly sorted: { readonly [kind in TieKind]: Tie }
  /** Localizations that are not sorted. */
  readonly localizations: Tie
  /** Which row of a document is its entry, where the path names the document and filters leave several of its locales. */
  readonly document: { readonly [how in 'unsorted' | 'sorted' | 'byIds']: RowOrder }
  /** Whether the entry of a single type is looked for in the order of an index, where a list once was. */
  readonly singles: 'id' | 'indexed'
  /** From so many documents on, localizations of a cohort come by id; from more, where an index tells all that is asked. */
  readonly cohort: { readonly rows: number; readonly indexed: number }
}
/** By locale as the index over documents has them, or by id. */
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
