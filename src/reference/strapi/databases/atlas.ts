/** The decisions of each database in words, for reports and for the page about databases. */
import { type Decision, PLAIN } from './database.ts'
import { DATABASES, type DatabaseName } from './databases.ts'

interface Words {
  /** The behaviour that the database decides, in one sentence or phrase. */
  readonly says: string
  /** The behaviour according to the guide; the other members describe each database that differs. */
  readonly plain: string
  readonly sqlite?: string
  readonly postgres?: string
  readonly 'postgres+icu'?: string
  readonly 'postgres+c'?: string
  readonly mariadb?: string
  readonly mysql?: string
}

const SINGLES_BY_LOCALE =
  'orders the entries of a single type by locale if an index covers the query; orders the rows of a document by id if the request names their ids'

export const DECISION_WORDS: { readonly [decision in Decision]: Words } = {
  nulls: {
    says: 'The position of entries without a value in `sort`.',
    plain: 'first ascending, last descending',
    postgres: 'last ascending, first descending',
  },
  collation: {
    says: 'The order and equality of texts: in `sort`, in comparisons, and for the documentId in a path.',
    plain: 'by code point',
    postgres:
      'by the collation en_US of glibc, which compares blanks and punctuation last; only identical texts are equal',
    'postgres+icu': 'by the collation en-US of ICU; only identical texts are equal',
    mariadb:
      'by the collation utf8mb4_general_ci, which compares capital letters without accents, and ignores blanks at the end',
    mysql: 'by the collation utf8mb4_0900_ai_ci, which is the Unicode order regardless of case and accents',
  },
  like: {
    says: 'Letters that are equal for `$contains`, `$startsWith`, `$endsWith` and their negations.',
    plain: 'identical letters',
    sqlite: 'the upper and lower case forms of the letters A to Z',
    mariadb: 'letters that the collation treats as equal, regardless of case and accents',
    mysql: 'letters that the collation treats as equal, regardless of case and accents',
  },
  lower: {
    says: 'Letters that are equal for `$eqi`, `$containsi` and the other operators with `i`.',
    plain: 'upper and lower case, by Unicode case folding: `ß` equals `SS`',
    sqlite: 'the upper and lower case forms of the letters A to Z',
    postgres: 'upper and lower case, letter by letter: `ß` does not equal `SS`, `İ` equals `i`',
    'postgres+icu':
      'the upper and lower case of one letter, by the rules of ICU: `ß` does not equal `SS`, `İ` does not equal `i`',
    'postgres+c': 'upper and lower case, letter by letter: `ß` does not equal `SS`, `İ` equals `i`',
    mariadb: 'letters that the collation treats as equal, regardless of case and accents',
    mysql: 'letters that the collation treats as equal, regardless of case and accents',
  },
  search: {
    says: 'Letters that are equal for `_q`.',
    plain: 'upper and lower case, by Unicode case folding: `ß` equals `SS`',
    sqlite: 'the upper and lower case forms of the letters A to Z',
    postgres: 'upper and lower case, letter by letter: `ß` does not equal `SS`, `İ` equals `i`',
    'postgres+icu':
      'the upper and lower case of one letter, by the rules of ICU: `ß` does not equal `SS`, `İ` does not equal `i`',
    'postgres+c': 'upper and lower case, letter by letter: `ß` does not equal `SS`, `İ` equals `i`',
    mariadb: 'letters that the collation treats as equal, regardless of case and accents',
    mysql: 'letters that the collation treats as equal, regardless of case and accents',
  },
  text: {
    says: 'The text form of a value that is not a text, for text operators and `_q`.',
    plain: 'the text in the answer',
    sqlite: 'the stored form: epoch milliseconds, 0 and 1, `3.0`, `1.0e-07`',
    postgres: 'as cast to text: `2024-02-29 12:00:00.5`, `true`, `3.00`, `1e-07`, `{"a": 1}`',
    mariadb: 'as cast to text: `2024-02-29 12:00:00.500000`, 0 and 1, `3.00`, `1e21`, `{"a":1}`',
    mysql: 'as cast to text: `2024-02-29 12:00:00.500000`, 0 and 1, `3.00`, `1e21`, `{"a": 1}`',
  },
  decimals: {
    says: 'Decimals with more than two digits after the point.',
    plain: 'kept as written',
    postgres: 'rounded to two digits',
    mariadb: 'rounded to two digits',
    mysql: 'rounded to two digits',
  },
  bigints: {
    says: 'A biginteger beyond 2^53 in an answer.',
    plain: 'as written',
    sqlite: 'rounded to a double',
  },
  times: {
    says: 'The digits after the seconds of a time in an answer.',
    plain: 'in three digits',
    postgres: 'without zeros at the end of the fraction of a second',
  },
  strings: {
    says: 'The value of a JSON attribute that is a text.',
    plain: 'as written',
    sqlite: 'the text is parsed as JSON a second time, if it contains JSON',
    postgres:
      'the text is parsed as JSON a second time, if it contains JSON; otherwise it is returned with its quotes',
    mariadb: 'the text is parsed as JSON a second time, if it contains JSON',
    mysql: 'the text is parsed as JSON a second time, if it contains JSON',
  },
  json: {
    says: 'The order and equality of JSON values.',
    plain: 'numbers compare by value, all other JSON values by their text',
    postgres:
      'compares JSON values by content: texts come before numbers, then booleans, lists and objects; longer lists and objects come later',
    mariadb: 'compares the stored JSON text, in which a text has its quotes',
    mysql: 'compares the operand as a text, which equals only a JSON value that is a text',
  },
  superset: {
    says: '`$jsonSupersetOf`.',
    plain: 'refused with 400',
    sqlite: 'answered with 500',
    postgres:
      'searches the JSON value for all parts of the operand; answers 500 if the operand or the attribute is not JSON',
    mariadb:
      'searches the JSON value for all parts of the operand; a value that is not JSON contains no part of an operand',
    mysql: 'searches the JSON value for all parts of the operand; answers 500 if the operand is not JSON',
  },
  operands: {
    says: 'Operands in comparisons with numbers.',
    plain: 'compares numbers of any size by value; a text that is not a number is larger than every id',
    sqlite: 'rounds an integer operand of more than 64 bits to a double',
    mariadb: 'compares an id with the number at the start of the operand, or with 0',
    mysql: 'compares an id with the number at the start of the operand, or with 0',
  },
  uncast: {
    says: 'Operands in a list in place of an object of conditions: the server does not cast them to the type of the column.',
    plain: 'a text that is not a number is larger than every number',
    postgres: 'answers 500 to an operand that the type of the column cannot hold',
    mariadb: 'reads the number at the start of the operand, or 0; an invalid date is earlier than every date',
    mysql: 'reads the number at the start of the operand, or 0; an invalid date is earlier than every date',
  },
  errors: {
    says: 'Comparisons that the database does not support.',
    plain: 'none',
    postgres:
      'answers 500 to a text operator on an attribute of another type, to an integer compared with a fraction or a larger number, and to JSON compared with invalid JSON',
  },
  nul: {
    says: 'The character U+0000 in an operand or in `_q`.',
    plain: 'an ordinary character',
    sqlite:
      'under `$contains` and similar operators, the value must end with the part of the operand before U+0000',
    postgres: 'answered with 500',
  },
  objects: {
    says: 'A filter with an object of operators in place of a value.',
    plain: 'refused',
    postgres: 'compares the JSON text of the object, and answers 500 if the comparison fails',
  },
  counts: {
    says: '`count` together with `sort` or `populate` in a populated attribute.',
    plain: 'counts, and ignores `sort` and `populate`',
    postgres: 'answered with 500',
    mysql: 'answered with 500',
  },
  repeats: {
    says: 'A `sort` with two keys for one attribute, and with another key through a relation.',
    plain: 'sorts once',
    postgres: 'answered with 500',
    mariadb: 'answered with 500',
    mysql: 'answered with 500',
  },
  ties: {
    says: 'The order of linked entries with equal sort keys, and the locale that represents a document if filters leave several locales.',
    plain:
      'by id; if the query has no sort, localizations and the rows of a document are in the order of their locales',
    sqlite:
      'media and components in the order of their links; localizations by locale (reversed if `documentId:desc` is the first sort key), but by id if `publicationFilter` selects eight documents, or twelve if an index covers the query; the locales of a document by locale, even after a sort; the entries of a single type by locale if an index covers the query',
    postgres: 'by id',
    mariadb: SINGLES_BY_LOCALE,
    mysql: SINGLES_BY_LOCALE,
  },
  loose: {
    says: 'Linked entries with equal sort keys and without a fixed order. A check accepts any order of entries with equal sort keys.',
    plain: 'none',
    postgres: 'the entries in localizations and in the inverse sides of morph relations',
    mariadb: 'all linked entries except the components of a dynamic zone',
    mysql: 'all linked entries except the components of a dynamic zone',
  },
}

/** The names of the databases in reports. */
export const DATABASE_TITLES: { readonly [name in DatabaseName]: string } = {
  plain: 'the guide',
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  'postgres+icu': 'PostgreSQL with ICU',
  'postgres+c': 'PostgreSQL with C',
  mariadb: 'MariaDB',
  mysql: 'MySQL (unmeasured)',
}

/** Returns the decision of a database in words; undefined if the decision follows the guide. */
export function wordsOf(decision: Decision, name: DatabaseName): string | undefined {
  const words = DECISION_WORDS[decision]
  if (DATABASES[name][decision] === PLAIN[decision]) return undefined
  return words[name] ?? words[name.startsWith('postgres') ? 'postgres' : name]
}
