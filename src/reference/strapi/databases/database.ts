/**
 * The decisions of a database: how it orders, compares, stores and returns values. The reference code asks for
 * decisions, and never for the name of the database. `PLAIN` is not a real database: it follows the guide, or does the
 * simplest thing if the guide does not say.
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

/**
 * Each member is one decision. A profile can take a single decision from another database: `documented,nulls=postgres`.
 */
export interface Database {
  /** The position of entries without a value in a sort. */
  readonly nulls: NullOrder
  /** The order and equality of texts: in `sort`, in comparisons, and for the documentId in a path. */
  readonly collation: Collation
  /**
   * Folds a text for `$contains`, `$startsWith`, `$endsWith` and their negations; equal results count as equal texts.
   */
  readonly like: Fold
  /** Folds letters for `$eqi`, `$containsi` and similar operators. */
  readonly lower: Fold
  /** Folds a text for `_q`; equal results count as equal texts. */
  readonly search: Fold
  /** Converts a value to the text that text operators and `_q` read. */
  readonly text: (type: ColumnType, value: Json) => string
  /**
   * Converts a decimal to the number that the database stores, compares, searches and returns; null for no conversion.
   */
  readonly decimals: Rewrite | null
  /** Converts a biginteger to the value that the database returns; null for no conversion. */
  readonly bigints: Rewrite | null
  /** Converts a time to the text that the database returns; null for no conversion. */
  readonly times: Rewrite | null
  /**
   * Converts a JSON value to the value that the database returns; null for no conversion. The conversion changes only
   * values that are texts.
   */
  readonly strings: Rewrite | null
  /** The order and equality of JSON values. */
  readonly json: JsonOrder
  /** How the database evaluates `$jsonSupersetOf`. */
  readonly superset: Superset
  /** The value that a cast operand has in a comparison with numbers. */
  readonly operands: (type: ColumnType, operand: Comparable) => Comparable
  /** Whether the database fails to run a comparison. */
  readonly errors: (comparison: OperatorOnColumn) => boolean
  /** How the database treats U+0000 in an operand; with `ends`, the searched text ends there. */
  readonly nul: 'kept' | 'ends' | 'fails'
  /** The texts that the database makes of an object in place of a value. */
  readonly objects: ObjectTexts
  /** Whether linked entries can be counted always, or only if they are neither sorted nor populated. */
  readonly counts: 'always' | 'alone'
  /** The result of a sort that repeats a column and also leads through a relation: the database sorts, or fails. */
  readonly repeats: 'sorted' | 'fails'
  /** The order of linked entries without a sort, or with equal sort keys. */
  readonly ties: TieOrder
  /** The kinds of links for which the database returns ties in no specified order. */
  readonly loose: readonly LinkKind[]
}

/** `low` puts missing values first in ascending order and last in descending order. */
export type NullOrder = 'low' | 'high'

/** The type of a column in a comparison: the type of an attribute, or one of the two ids. */
export type ColumnType = ScalarType | 'id' | 'documentId'

/** Returns an image of a text in a column of this type. Two texts are equal if their images are equal. */
export type Fold = (text: string, type: ColumnType) => string
export type Rewrite = (value: Json) => Json

export interface Collation {
  /** Compares two texts: negative, zero or positive. */
  readonly compare: (a: string, b: string) => number
  /** Whether the collation treats only identical texts as equal. */
  readonly exact: boolean
}

export interface JsonOrder {
  readonly read: (value: Json) => Comparable
  /** Casts an operand; undefined if it is not JSON, so that no comparison is possible. */
  readonly operand: (text: string) => Comparable | undefined
  readonly compare: (a: Comparable, b: Comparable) => number
}

export interface Superset {
  /** Whether the database supports the operand; `refused` means 400, as in the guide. */
  readonly takes: (type: ColumnType, operand: string | null) => 'yes' | 'refused' | 'fails'
  /** Makes a test whether a value contains every part of the operand; the result is null if this is unknown. */
  readonly holds: (operand: string | null) => (found: Json) => boolean | null
}

/** The texts that the database makes of the JSON of an object. */
export interface ObjectTexts {
  /** The text of an object that is the only operand; null if the database fails. */
  readonly alone: (json: string) => string | null
  /** The text of an object in a list of values. */
  readonly listed: (json: string) => string
}

/** An operator on a column, with its operands. */
export interface OperatorOnColumn {
  readonly type: ColumnType
  /** The compared value: `lowered` for operators that ignore case. */
  readonly on: 'text' | 'lowered' | 'value' | 'list'
  /** The operands as in the query; an object is replaced by its text. */
  readonly operands: readonly string[]
  readonly isObject: boolean
}

/** The order of ties: by id, as stored, or by locale in either direction. */
export type Tie = 'id' | 'stored' | 'locale' | 'localeBackwards'
export interface TieOrder {
  readonly sorted: { readonly [kind in TieKind]: Tie }
  /** The order of localizations if the query has no sort. */
  readonly localizations: Tie
  /** The order of a document's rows. The order decides which row is the entry if filters leave several locales. */
  readonly document: { readonly [how in 'unsorted' | 'sorted' | 'byIds']: RowOrder }
  /**
   * The order in which the database finds the entry of a single type: by id, or through an index as in lists of older
   * releases.
   */
  readonly singles: 'id' | 'indexed'
  /**
   * With `publicationFilter`, localizations are ordered by id if the database reads those of at least this many entries
   * together. `indexed` is the number for a query that an index covers.
   */
  readonly cohort: { readonly rows: number; readonly indexed: number }
}
/** The order by locale, as in the index over documents, or by id. */
type RowOrder = 'locale' | 'id'
export type TieKind = 'localizations' | 'media' | 'component' | 'morphBy' | 'relation'
/** The kinds of links between entries. */
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
