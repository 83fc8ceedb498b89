/** The decisions of each database in words, for reports and the atlas. */
import { type Decision, PLAIN } from './database.ts'
import { DATABASES, type DatabaseName } from './databases.ts'

interface Words {
  /** The subject, in one sentence. */
  readonly says: string
  /** The text of the guide, and the behaviour of each database that differs. */
  readonly plain: string
  readonly sqlite?: string
  readonly postgres?: string
  readonly 'postgres+icu'?: string
  readonly 'postgres+c'?: string
  readonly mariadb?: string
  readonly mysql?: string
}

const SINGLES_BY_LOCALE =
  'the locales of a single type by locale where an index tells all that is asked; those of a document by id where they are asked for by their ids'

export const DECISION_WORDS: { readonly [decision in Decision]: Words } = {
  nulls: {
    says: 'Where `sort` puts entries without a value.',
    plain: 'first ascending, last descending',
    postgres: 'last ascending, first descending',
  },
  collation: {
    says: 'Order and equality of texts, in `sort`, in comparisons and of the documentId in a path.',
    plain: 'by code point',
    postgres: 'by the dictionary en_US of glibc, blanks and punctuation last; equal only if the same',
    'postgres+icu': 'by the dictionary en-US of ICU; equal only if the same',
    mariadb: 'utf8mb4_general_ci: by capitals without marks, blanks at the end aside',
    mysql: 'utf8mb4_0900_ai_ci: by the dictionary of Unicode, case and marks aside',
  },
  like: {
    says: 'Letters that are alike to `$contains`, `$startsWith`, `$endsWith` and their negations.',
    plain: 'those that are the same',
    sqlite: 'upper and lower case of A to Z',
    mariadb: 'those that sort alike: case and marks aside',
    mysql: 'those that sort alike: case and marks aside',
  },
  lower: {
    says: 'Letters that are alike to `$eqi`, `$containsi` and the other operators in `i`.',
    plain: 'upper and lower case, as Unicode folds them: `ß` is `SS`',
    sqlite: 'upper and lower case of A to Z',
    postgres: 'upper and lower case, letter by letter: `ß` is not `SS`, `İ` is `i`',
    'postgres+icu': 'upper and lower case by the rules of words: `ß` is not `SS`, `İ` is not `i`',
    'postgres+c': 'upper and lower case, letter by letter: `ß` is not `SS`, `İ` is `i`',
    mariadb: 'those that sort alike: case and marks aside',
    mysql: 'those that sort alike: case and marks aside',
  },
  search: {
    says: 'Letters that are alike to `_q`.',
    plain: 'upper and lower case, as Unicode folds them: `ß` is `SS`',
    sqlite: 'upper and lower case of A to Z',
    postgres: 'upper and lower case, letter by letter: `ß` is not `SS`, `İ` is `i`',
    'postgres+icu': 'upper and lower case by the rules of words: `ß` is not `SS`, `İ` is not `i`',
    'postgres+c': 'upper and lower case, letter by letter: `ß` is not `SS`, `İ` is `i`',
    mariadb: 'those that sort alike: case and marks aside',
    mysql: 'those that sort alike: case and marks aside',
  },
  text: {
    says: 'The text of a value that is none: what text operators and `_q` look into.',
    plain: 'as the answer shows it',
    sqlite: 'as it is kept: epoch milliseconds, 0 and 1, `3.0`, `1.0e-07`',
    postgres: 'as it is cast: `2024-02-29 12:00:00.5`, `true`, `3.00`, `1e-07`, `{"a": 1}`',
    mariadb: 'as it is cast: `2024-02-29 12:00:00.500000`, 0 and 1, `3.00`, `1e21`, `{"a":1}`',
    mysql: 'as it is cast: `2024-02-29 12:00:00.500000`, 0 and 1, `3.00`, `1e21`, `{"a": 1}`',
  },
  decimals: {
    says: 'Decimals with more than two digits behind the point.',
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
    says: 'The fraction of a time in an answer.',
    plain: 'in three digits',
    postgres: 'without zeros at its end',
  },
  strings: {
    says: 'A JSON attribute that holds a text.',
    plain: 'as written',
    sqlite: 'parsed once more where it is JSON itself',
    postgres: 'parsed once more where it is JSON itself, else answered with its quotes',
    mariadb: 'parsed once more where it is JSON itself',
    mysql: 'parsed once more where it is JSON itself',
  },
  json: {
    says: 'Order and equality of JSON values.',
    plain: 'numbers by value, all else by its text',
    postgres: 'by meaning: texts, numbers, booleans, lists, objects; longer ones later',
    mariadb: 'by the text that is kept, a text with its quotes',
    mysql: 'the operand is a text, and equals a JSON text alone',
  },
  superset: {
    says: '`$jsonSupersetOf`.',
    plain: 'refused with 400',
    sqlite: 'answered with 500',
    postgres: 'looks for the parts of a JSON value; 500 where operand or attribute is no JSON',
    mariadb: 'looks for the parts of a JSON value; what is no JSON holds none',
    mysql: 'looks for the parts of a JSON value; 500 where the operand is no JSON',
  },
  operands: {
    says: 'Operands beside numbers.',
    plain: 'by their value, whatever its size; a text that is none is larger than every id',
    sqlite: 'rounded to a double beyond 64 bits',
    mariadb: 'an id is compared with the number that the text begins with, or 0',
    mysql: 'an id is compared with the number that the text begins with, or 0',
  },
  errors: {
    says: 'Comparisons that the database cannot make.',
    plain: 'none',
    postgres:
      'answered with 500: text operators on what is no text, whole numbers beside what is none or too large, JSON beside what is none',
  },
  nul: {
    says: 'The character U+0000 in an operand or in `_q`.',
    plain: 'a character like any other',
    sqlite: 'where a text is looked for in another, it is to end with what stands before it',
    postgres: 'answered with 500',
  },
  objects: {
    says: 'An object of operators where a value belongs.',
    plain: 'refused',
    postgres: 'compared as its JSON text, and answered with 500 where that cannot be compared',
  },
  counts: {
    says: '`count` beside `sort` or `populate` in a populated attribute.',
    plain: 'counts; there is nothing to sort or to show',
    postgres: 'answered with 500',
    mysql: 'answered with 500',
  },
  repeats: {
    says: 'An attribute that stands twice in `sort`, beside a path through a relation.',
    plain: 'sorts once',
    postgres: 'answered with 500',
    mariadb: 'answered with 500',
    mysql: 'answered with 500',
  },
  ties: {
    says: 'How linked entries come that nothing tells apart, and which locale of a document is its entry where filters leave several.',
    plain: 'by id; localizations, and the locales of a document, by locale where nothing sorts them',
    sqlite:
      'media and components as linked, localizations by locale (backwards where `documentId:desc` sorts them first), or by id in a cohort of eight documents, of twelve where an index tells all that is asked; the locales of a document by locale, also where a sort does not tell them apart, and those of a single type where an index tells all that is asked',
    postgres: 'by id',
    mariadb: SINGLES_BY_LOCALE,
    mysql: SINGLES_BY_LOCALE,
  },
  loose: {
    says: 'Linked entries that nothing tells apart and that come in an order of the moment: a check takes any.',
    plain: 'none',
    postgres: 'localizations and the far sides of morph relations',
    mariadb: 'all but those of a zone',
    mysql: 'all but those of a zone',
  },
}

/** The official name of a database. */
export const DATABASE_TITLES: { readonly [name in DatabaseName]: string } = {
  plain: 'the guide',
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  'postgres+icu': 'PostgreSQL with ICU',
  'postgres+c': 'PostgreSQL with C',
  mariadb: 'MariaDB',
  mysql: 'MySQL (unmeasured)',
}

/** The behaviour of a database; undefined if it follows the guide. */
export function wordsOf(decision: Decision, name: DatabaseName): string | undefined {
  const words = DECISION_WORDS[decision]
  if (DATABASES[name][decision] === PLAIN[decision]) return undefined
  return words[name] ?? words[name.startsWith('postgres') ? 'postgres' : name]
}
