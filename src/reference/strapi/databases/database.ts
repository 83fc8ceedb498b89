/**
 * The decisions of a database: the ways in which it orders, compares, stores and returns values. The reference code
 * asks for decisions, and never for the name of the database. `PLAIN` is not a real database: it follows the guide,
 * and has the simplest behaviour where the guide says nothing.
 */
import type { Json } from '../../../util/json.ts'
import type { Node } from '../../graph/graph.ts'
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
   * Converts a text for comparison by `$contains`, `$startsWith`, `$endsWith` and their negations. Two texts with
   * equal results count as equal.
   */
  readonly like: Fold
  /** Converts a text for comparison by `$eqi`, `$containsi` and the other operators with `i`. */
  readonly lower: Fold
  /** Converts a text for comparison by `_q`. Two texts with equal results count as equal. */
  readonly search: Fold
  /** Converts a value to the text that text operators and `_q` compare. */
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
   * conversion `strings` changes only JSON values that are texts.
   */
  readonly strings: Rewrite | null
  readonly json: JsonOrder
  /** The evaluation of the operator `$jsonSupersetOf` by the database. */
  readonly superset: Superset
  /** Converts a cast operand to the value that the database compares with numbers. */
  readonly operands: (type: ColumnType, operand: Comparable) => Comparable
  /**
   * Reads an operand that the server passes without a cast to the type of the column; undefined if the database refuses
   * the operand.
   */
  readonly uncast: ReadLiteral
  /** Returns whether the database fails at a comparison with an error. */
  readonly errors: (comparison: OperatorOnColumn) => boolean
  /**
   * The meaning of the character U+0000 in an operand of a text operator or in `_q`: an ordinary character (`kept`),
   * the end of the operand, with which the value must then end (`ends`), or an error (`fails`).
   */
  readonly nul: 'kept' | 'ends' | 'fails'
  /** The texts into which the database converts an object that stands in place of a value. */
  readonly objects: ObjectTexts
  /**
   * The queries in which the database can count linked entries: always, or only if the query neither sorts nor
   * populates them (`alone`).
   */
  readonly counts: 'always' | 'alone'
  /** The behaviour of the database if a sort has two keys for one column and another key through a relation. */
  readonly repeats: 'sorted' | 'fails'
  /** The order of linked entries without a sort, and of linked entries with equal sort keys. */
  readonly ties: TieOrder
  /** The kinds of links whose linked entries with equal sort keys the database returns in no specified order. */
  readonly loose: readonly LinkKind[]
}

/**
 * The position of missing values in a sorted list. The value `low` puts missing values first in ascending order and
 * last in descending order. The value `high` puts missing values last in ascending order and first in descending
 * order.
 */
export type NullOrder = 'low' | 'high'

/** The type of a column in a comparison: the type of an attribute, or one of the two ids. */
export type ColumnType = ScalarType | 'id' | 'documentId'

/**
 * Returns a derived form of a text for comparisons, such as its lower case. Two texts count as equal if their derived
 * forms are equal.
 */
export type Fold = (text: string, type: ColumnType) => string
export type Rewrite = (value: Json) => Json
/** Reads the text of an operand as a value of a column; undefined if the database refuses the operand. */
export type ReadLiteral = (type: ScalarType, text: string) => Comparable | undefined

export interface Collation {
  /** Compares two texts, and returns a negative number, zero or a positive number. */
  readonly compare: (a: string, b: string) => number
  /** Whether the collation treats only identical texts as equal. */
  readonly exact: boolean
}

export interface JsonOrder {
  readonly read: (value: Json) => Comparable
  /** Casts an operand to a JSON value that can be compared; undefined if the operand is not JSON. */
  readonly operand: (text: string) => Comparable | undefined
  readonly compare: (a: Comparable, b: Comparable) => number
}

export interface Superset {
  /**
   * Returns whether the database supports an operand of `$jsonSupersetOf`. The result `refused` means status 400, as
   * in the guide.
   */
  readonly takes: (type: ColumnType, operand: string | null) => 'yes' | 'refused' | 'fails'
  /**
   * Makes a test whether a JSON value contains every part of the operand. The result of the test is null if the
   * database cannot decide it.
   */
  readonly holds: (operand: string | null) => (found: Json) => boolean | null
}

/** The texts into which the database converts an object that stands in place of a value. */
export interface ObjectTexts {
  /** Converts the JSON of an object that is the only operand; null if the database fails at such an operand. */
  readonly alone: (json: string) => string | null
  /** Converts the JSON of an object that is an item in a list of operands. */
  readonly listed: (json: string) => string
}

/** An operator on a column, with its operands. */
export interface OperatorOnColumn {
  readonly type: ColumnType
  /**
   * The form in which the operator compares the value: `lowered` is the text in lower case, for operators that ignore
   * case.
   */
  readonly on: 'text' | 'lowered' | 'value' | 'list'
  /** The operands in the query, with a text in place of each object. */
  readonly operands: readonly string[]
  readonly isObject: boolean
}

/** The order of rows with equal sort keys: by id, as stored, or by locale in either direction. */
export type Tie = 'id' | 'stored' | 'locale' | 'localeBackwards'
/** The order of rows with equal sort keys: by id, by documentId and locale, or by ranges of ids. */
export type RowTies = 'id' | 'documentId' | IdRanges

/** An order of rows by the first of several ranges of ids that contains the id, and then by id. */
export interface IdRanges {
  /** The number of ranges, which is the maximum number of steps that `rangeOf` takes. */
  readonly count: number
  /** Returns the index of the first range that contains the id of a row; the number of ranges if none does. */
  readonly rangeOf: (node: Node) => number
}

export interface TieOrder {
  readonly sorted: { readonly [kind in TieKind]: Tie }
  /** The order of the entries in `localizations` if the query has no sort. */
  readonly localizations: Tie
  /**
   * The order of the rows of a document, which decides the row that represents the document if filters leave several
   * locales.
   */
  readonly document: { readonly [how in 'unsorted' | 'sorted' | 'byIds']: RowOrder }
  /**
   * The order in which the database finds the entries of a single type: by id, or as in lists of older releases,
   * which may read an index.
   */
  readonly singles: 'id' | 'indexed'
  /**
   * The number of entries from which localizations are in the order of ids in a query with `publicationFilter`. The
   * member `indexed` is this number for a query that an index covers; the member `rows` is the number for every
   * other query.
   */
  readonly cohort: { readonly rows: number; readonly indexed: number }
}
/**
 * The order of the rows of a document: by locale, which is the order of the database index over documents, or by id.
 */
type RowOrder = 'locale' | 'id'
export type TieKind = 'localizations' | 'media' | 'component' | 'morphBy' | 'relation'
/** The kinds of links between entries. The order of the linked entries can differ by kind. */
export type LinkKind = TieKind | 'morphTo'

const itself: Fold = (text) => text
const unicode: Fold = (text) => foldCase(text)

/**
 * Reads an operand as SQLite compares it: a text that is not a number stays a text, which is larger than every
 * number.
 */
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
