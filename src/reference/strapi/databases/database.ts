/**
 * The decisions of a database: how it orders, compares, stores and returns values. The reference code asks for
 * decisions, and never for the name of the database. `PLAIN` is not a real database: it follows the guide, and has the
 * simplest behaviour where the guide says nothing.
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
  SCALARS,
} from '../../values.ts'

/**
 * The decisions of one database about values, orders and errors. A profile can take a single decision from another
 * database: `documented,nulls=postgres`.
 */
export interface Database {
  /** The position of entries without a value in a sorted list. */
  readonly nulls: NullOrder
  /** The order and equality of texts: in `sort`, in comparisons, and for the documentId in a path. */
  readonly collation: Collation
  /**
   * Folds a text for `$contains`, `$startsWith`, `$endsWith` and their negations. Texts with equal results count as
   * equal.
   */
  readonly like: Fold
  /** Folds letters for `$eqi`, `$containsi` and similar operators. */
  readonly lower: Fold
  /** Folds a text for `_q`. Texts with equal results count as equal. */
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
   * Converts the value of a JSON attribute to the value that the database returns; null for no conversion. The
   * conversion changes only JSON values that are texts.
   */
  readonly strings: Rewrite | null
  readonly json: JsonOrder
  /** How the database evaluates the operator `$jsonSupersetOf`. */
  readonly superset: Superset
  /** Converts a cast operand to the value that the database compares with numbers. */
  readonly operands: (type: ColumnType, operand: Comparable) => Comparable
  /**
   * Reads an operand that the server passes without a cast to the type of the column; undefined if the database refuses
   * the operand.
   */
  readonly uncast: ReadLiteral
  /** Returns whether the database fails at a comparison instead of answering it. */
  readonly errors: (comparison: OperatorOnColumn) => boolean
  /**
   * How the database treats the character U+0000 in an operand. The value `ends` means that the searched text ends at
   * this character.
   */
  readonly nul: 'kept' | 'ends' | 'fails'
  /** The texts into which the database converts an object in place of a value. */
  readonly objects: ObjectTexts
  /** When the database can count linked entries: always, or only if they are neither sorted nor populated (`alone`). */
  readonly counts: 'always' | 'alone'
  /** Whether the database sorts or fails if a sort repeats a column and also leads through a relation. */
  readonly repeats: 'sorted' | 'fails'
  /** The order of linked entries without a sort, and of linked entries with equal sort keys. */
  readonly ties: TieOrder
  /** The kinds of links for which the database returns entries with equal sort keys in no specified order. */
  readonly loose: readonly LinkKind[]
}

/**
 * The position of missing values in a sorted list. The value `low` puts them first in ascending order and last in descending order. The value
 * `high` puts missing values last in ascending order and first in descending order.
 */
export type NullOrder = 'low' | 'high'

/** The type of a column in a comparison: the type of an attribute, or one of the two ids. */
export type ColumnType = ScalarType | 'id' | 'documentId'

/**
 * Returns a derived form of a text for comparisons, such as its lower case. Two texts are equal if their derived forms
 * are equal.
 */
export type Fold = (text: string, type: ColumnType) => string
export type Rewrite = (value: Json) => Json
/** Reads an operand of a column; undefined if the database refuses the operand. */
export type ReadLiteral = (type: ScalarType, text: string) => Comparable | undefined

export interface Collation {
  /** Compares two texts: negative, zero or positive. */
  readonly compare: (a: string, b: string) => number
  /** Whether the collation treats only identical texts as equal. */
  readonly exact: boolean
}

export interface JsonOrder {
  readonly read: (value: Json) => Comparable
  /** Casts an operand to JSON; undefined if the operand is not JSON, so that no comparison is possible. */
  readonly operand: (text: string) => Comparable | undefined
  readonly compare: (a: Comparable, b: Comparable) => number
}

export interface Superset {
  /**
   * Returns whether the database supports an operand of `$jsonSupersetOf`. The value `refused` means 400, as in the
   * guide.
   */
  readonly takes: (type: ColumnType, operand: string | null) => 'yes' | 'refused' | 'fails'
  /** Makes a test whether a value contains every part of the operand; the result is null if this is unknown. */
  readonly holds: (operand: string | null) => (found: Json) => boolean | null
}

/** The texts into which the database converts the JSON of an object. */
export interface ObjectTexts {
  /** Returns the text of an object that is the only operand; null if the database fails at such an operand. */
  readonly alone: (json: string) => string | null
  /** Returns the text of an object that is an item in a list of values. */
  readonly listed: (json: string) => string
}

/** An operator on a column, with its operands. */
export interface OperatorOnColumn {
  readonly type: ColumnType
  /** The form of the compared value: `lowered` is the text in lower case, for operators that ignore case. */
  readonly on: 'text' | 'lowered' | 'value' | 'list'
  /** The operands of the query, in which a text replaces each object. */
  readonly operands: readonly string[]
  readonly isObject: boolean
}

/** The order of rows with equal sort keys: by id, as stored, or by locale in either direction. */
export type Tie = 'id' | 'stored' | 'locale' | 'localeBackwards'
export interface TieOrder {
  readonly sorted: { readonly [kind in TieKind]: Tie }
  /** The order of localizations if the query has no sort. */
  readonly localizations: Tie
  /**
   * The order of a document's rows. The order of a document's rows decides which row represents the document if filters
   * leave several locales.
   */
  readonly document: { readonly [how in 'unsorted' | 'sorted' | 'byIds']: RowOrder }
  /**
   * The order in which the database finds the entry of a single type: by id, or by reading an index (as for lists of
   * older releases).
   */
  readonly singles: 'id' | 'indexed'
  /**
   * With `publicationFilter`, localizations are in the order of ids if the database reads the localizations of at least
   * `rows` entries together. The member `indexed` is the number of entries for a query that an index covers.
   */
  readonly cohort: { readonly rows: number; readonly indexed: number }
}
/** The order of a document's rows: by locale, which is the order of the index over documents, or by id. */
type RowOrder = 'locale' | 'id'
export type TieKind = 'localizations' | 'media' | 'component' | 'morphBy' | 'relation'
/** The kinds of links between entries. */
export type LinkKind = TieKind | 'morphTo'

const itself: Fold = (text) => text
const unicode: Fold = (text) => foldCase(text)

/** Compares by storage class, as SQLite does: a text that is not a number is larger than every number. */
const asStored: ReadLiteral = (type, text) => {
  const whole = type === 'biginteger' ? SCALARS.biginteger.cast(text) : undefined
  return whole?.ok === true ? whole.value : (looseNumber(text) ?? text)
}

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
  uncast: asStored,
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
