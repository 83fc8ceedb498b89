/** Quirks of write requests: differences between the real server and its documentation. */

import type { DatabaseName } from './databases/databases.ts'

/** The ways in which a quirk can affect a write request. */
export type WriteQuirkKind =
  /** The real server answers 500 to a wrong request. */
  | 'crash'
  /** The real server answers with success, but does not do what the request says. */
  | 'silently wrong'
  /** The database stores another value than the value in the request. */
  | 'database'
  /**
   * The behaviour depends on the version of Node.js. No profile has a quirk of the kind `runtime`, because the
   * recorded servers run on Node.js 20.
   */
  | 'runtime'

export interface WriteQuirk {
  readonly kind: WriteQuirkKind
  /** The write request or the stored value that shows the quirk, in one sentence or phrase. */
  readonly says: string
  readonly documented: string
  readonly real: string
  /** The databases that have the quirk; undefined for all databases. */
  readonly on?: readonly DatabaseName[]
}

const crash = (says: string): WriteQuirk => ({
  kind: 'crash',
  says,
  documented: 'answers 400, and the error names the expected value',
  real: 'answers 500 without details',
})

export const WRITE_QUIRKS = {
  'keys-after-relation': {
    kind: 'silently wrong',
    says: 'Keys such as `__component` after a relation, a file or a component in the same object of a request body.',
    documented: 'treats keys such as `__component` alike at every position',
    real: 'reads keys after the relation, file or component as keys of its value: refuses `__component`, accepts `id`',
  },
  'morph-null-crash': crash('The item null in the list of a morph relation.'),
  'morph-type-crash': crash('A link to an entry of an unknown type.'),
  'morph-one-crash': crash('A write to a to-one morph relation, which requests cannot write.'),
  'morph-one-written': {
    kind: 'silently wrong',
    says: 'A write to the inverse side of a to-one morph relation.',
    documented: 'answers 400, because requests cannot write the inverse side',
    real: 'links only the first entry of a list; for `connect` and `disconnect`, only removes the links',
  },
  'connect-keeps-lowest': {
    kind: 'silently wrong',
    says: 'A request that creates an entry or component with several entries under `connect` of a to-one relation.',
    documented: 'links only the first of the connected entries',
    real: 'links all connected entries, and shows the linked entry with the lowest id; a mock with this quirk links only the entry with the lowest id',
  },
  'relation-id-crash': crash('An invalid id under `disconnect`.'),
  'position-lost-crash': crash('A `position` that names an entry by neither id nor documentId.'),
  'inherited-key-crash': crash('A key that every JavaScript object inherits, such as `constructor`.'),
  'blocks-null-crash': crash('The item null in the list of an attribute of the type `blocks`.'),
  'multipart-crash': crash('A multipart body without a boundary.'),
  'draft-delete-crash': crash('DELETE with `status=draft`.'),
  'file-connect-on-create': {
    kind: 'silently wrong',
    says: 'Files under `connect` in a request that creates an entry.',
    documented: 'links the files',
    real: 'ignores the files',
  },
  'file-words-clear': {
    kind: 'silently wrong',
    says: 'A media attribute with an empty `connect`, `disconnect` or `set`.',
    documented: 'keeps the linked files unchanged',
    real: 'removes all files from the attribute',
  },
  'file-connect-keeps': {
    kind: 'silently wrong',
    says: '`connect` of a file, for a single media attribute that already has a file.',
    documented: 'replaces the old file by the connected file',
    real: 'answers success, but keeps the old file',
  },
  'status-other-is-draft': {
    kind: 'silently wrong',
    says: 'A `status` that is neither draft nor published.',
    documented: 'answers 400',
    real: 'writes only the draft',
  },
  'delete-filters': {
    kind: 'silently wrong',
    says: 'The parameter `filters` in a DELETE request.',
    documented: 'ignores the filters of a DELETE request, as for POST and PUT',
    real: 'applies the filters of a DELETE request: deletes only an entry that matches them, but answers as if it had deleted the entry in every case',
  },
  'unique-other-locale': {
    kind: 'silently wrong',
    says: 'The parameter `locale` in a write to a content type that is not localized.',
    documented: 'ignores the parameter `locale`',
    real: 'does not check for unique values, because no database row has the locale of the query',
  },
  'locale-unchecked': {
    kind: 'silently wrong',
    says: 'A write to a locale that the project does not have.',
    documented: 'answers 400',
    real: 'writes the entry in this locale',
  },
  'zone-unlisted': {
    kind: 'silently wrong',
    says: 'A component that the zone does not allow.',
    documented: 'answers 400',
    real: 'stores the component in the draft; publishing loses the component',
  },
  'answer-before-links': {
    kind: 'silently wrong',
    says: 'The answer to a write request.',
    documented: 'answers like a GET request after the write',
    real: 'shows links of the entry to itself and to its other locales in unsorted order',
  },
  'fields-lose-links': {
    kind: 'silently wrong',
    says: 'A request that publishes an entry, with `fields` that do not name `locale`.',
    documented: 'applies `fields` only to the answer',
    real: 'loses the links from other entries to the published entry, and the links of the entry to itself',
  },
  'bigint-rounded': {
    kind: 'database',
    says: 'Integers of more than 53 bits.',
    documented: 'keeps every digit of the integer in a copy of the database row',
    real: 'loses digits of the integer in a clone or another version, because the SQLite driver reads it as a JavaScript number',
    on: ['sqlite'],
  },
  'surrogates-replaced': {
    kind: 'database',
    says: 'Half of a surrogate pair in a text.',
    documented: 'stores the text unchanged',
    real: 'replaces the half by three characters U+FFFD, because of the SQLite driver',
    on: ['sqlite'],
  },
  'json-boolean-number': {
    kind: 'database',
    says: 'true and false in a JSON attribute.',
    documented: 'stores true and false',
    real: 'stores 1 and 0 in SQLite and MariaDB',
    on: ['sqlite', 'mariadb'],
  },
  'json-text-crash': {
    kind: 'crash',
    says: 'A text in a JSON attribute that does not contain JSON.',
    documented: 'stores the text',
    real: 'answers 500 on PostgreSQL, MariaDB and MySQL, whose columns hold only JSON',
    on: ['postgres', 'postgres+icu', 'postgres+c', 'mariadb', 'mysql'],
  },
  'json-errors-of-node-22': {
    kind: 'runtime',
    says: 'The error message about a request body with invalid JSON.',
    documented: 'answers with the error message of Node.js 20',
    real: 'answers with the error message of Node.js 22 and later, which has the line and the column',
  },
} as const satisfies Record<string, WriteQuirk>

export type WriteQuirkId = keyof typeof WRITE_QUIRKS

export const isWriteQuirkId = (id: string): id is WriteQuirkId => Object.hasOwn(WRITE_QUIRKS, id)

export const WRITE_QUIRK_IDS: readonly WriteQuirkId[] = Object.keys(WRITE_QUIRKS).filter(isWriteQuirkId)

/** Returns whether a profile has a quirk of write requests. */
export type Departs = (quirk: WriteQuirkId) => boolean
