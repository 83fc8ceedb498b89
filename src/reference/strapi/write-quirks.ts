/** Quirks of write requests: differences between the real server and its documentation. */

import type { DatabaseName } from './databases/databases.ts'

/** How a quirk affects a write. */
export type WriteQuirkKind =
  /** The real server answers 500 to a wrong request. */
  | 'crash'
  /** The real server answers with success, but does not do what the request says. */
  | 'silently wrong'
  /** The database stores another value than the value in the request. */
  | 'database'
  /**
   * The behaviour depends on the version of Node.js. No profile has a quirk of this kind, because the recorded servers
   * run on Node.js 20.
   */
  | 'runtime'

export interface WriteQuirk {
  readonly kind: WriteQuirkKind
  /** The subject of the quirk, in one sentence or phrase. */
  readonly says: string
  readonly documented: string
  readonly real: string
  /** The databases that have the quirk; undefined for all databases. */
  readonly on?: readonly DatabaseName[]
}

const crash = (says: string): WriteQuirk => ({
  kind: 'crash',
  says,
  documented: 'answers 400 and names the expected value',
  real: 'answers 500 without details',
})

export const WRITE_QUIRKS = {
  'keys-after-relation': {
    kind: 'silently wrong',
    says: 'Keys such as `__component` after a relation, a file or a component in the same object.',
    documented: 'treats keys such as `__component` alike at every position',
    real: 'reads keys after a value as keys of this value: refuses `__component`, accepts `id`',
  },
  'morph-null-crash': crash('null in the list of a morph relation.'),
  'morph-type-crash': crash('A link to an entry of an unknown type.'),
  'morph-one-crash': crash('A to-one morph relation, which cannot be written.'),
  'morph-one-written': {
    kind: 'silently wrong',
    says: 'The inverse side of a to-one morph relation.',
    documented: 'answers 400, because the inverse side cannot be written',
    real: 'links only the first entry of a list; after `connect` and `disconnect`, links no entry',
  },
  'connect-keeps-lowest': {
    kind: 'silently wrong',
    says: 'Several entries under `connect` of a to-one relation, in a new entry or component.',
    documented: 'links only the first of the connected entries',
    real: 'links all connected entries, and shows the entry with the lowest id; this profile links only that entry',
  },
  'relation-id-crash': crash('An invalid id under `disconnect`.'),
  'position-lost-crash': crash('A `position` that names an entry by neither id nor documentId.'),
  'inherited-key-crash': crash('A key that every JavaScript object inherits, such as `constructor`.'),
  'blocks-null-crash': crash('null in place of a block.'),
  'multipart-crash': crash('A multipart body without a boundary.'),
  'draft-delete-crash': crash('DELETE with `status=draft`.'),
  'file-connect-on-create': {
    kind: 'silently wrong',
    says: 'Files under `connect` in a new entry.',
    documented: 'are linked',
    real: 'are left out',
  },
  'file-words-clear': {
    kind: 'silently wrong',
    says: 'Files with an empty `connect`, `disconnect` or `set`.',
    documented: 'keeps the linked files unchanged',
    real: 'removes all files',
  },
  'file-connect-keeps': {
    kind: 'silently wrong',
    says: '`connect` of a file, for an attribute that already has its only file.',
    documented: 'replaces it',
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
    says: '`filters` of a DELETE.',
    documented: 'ignores the filters of a DELETE, like those of POST and PUT',
    real: 'applies the filters of a DELETE: an entry that does not match is not deleted, but the answer is the same',
  },
  'unique-other-locale': {
    kind: 'silently wrong',
    says: '`locale` in the query of a write to a type that has no locales.',
    documented: 'changes nothing',
    real: 'does not check for unique values, because no row has the locale of the query',
  },
  'locale-unchecked': {
    kind: 'silently wrong',
    says: 'A locale that the project does not have.',
    documented: 'answers 400',
    real: 'is written',
  },
  'zone-unlisted': {
    kind: 'silently wrong',
    says: 'A component that the zone does not allow.',
    documented: 'answers 400',
    real: 'stores the component; publishing loses the component',
  },
  'answer-before-links': {
    kind: 'silently wrong',
    says: 'The answer to a write.',
    documented: 'the answer to a write equals the answer to a GET after the write',
    real: 'shows links of the entry to itself and to other locales in unsorted order',
  },
  'fields-lose-links': {
    kind: 'silently wrong',
    says: 'Publishing with `fields` that omit `locale`.',
    documented: 'affects only the answer',
    real: 'loses the links from other entries to the published entry, and its links to itself',
  },
  'bigint-rounded': {
    kind: 'database',
    says: 'Integers of more than 53 bits.',
    documented: 'keep every digit in a copy of their row',
    real: 'lose digits in a clone or another version, because the driver of SQLite reads them as numbers',
    on: ['sqlite'],
  },
  'surrogates-replaced': {
    kind: 'database',
    says: 'Half of a surrogate pair in a text.',
    documented: 'is kept',
    real: 'replaces the half by three U+FFFD in the database driver of SQLite',
    on: ['sqlite'],
  },
  'json-boolean-number': {
    kind: 'database',
    says: 'true and false in a JSON attribute.',
    documented: 'are kept',
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
    says: 'The message about a body with invalid JSON.',
    documented: 'the message has the text of Node.js 20',
    real: 'the message has the text of Node.js 22 and later, with the line and the column',
  },
} as const satisfies Record<string, WriteQuirk>

export type WriteQuirkId = keyof typeof WRITE_QUIRKS

export const isWriteQuirkId = (id: string): id is WriteQuirkId => Object.hasOwn(WRITE_QUIRKS, id)

export const WRITE_QUIRK_IDS: readonly WriteQuirkId[] = Object.keys(WRITE_QUIRKS).filter(isWriteQuirkId)

/** Returns whether a profile has a quirk of write requests. */
export type Departs = (quirk: WriteQuirkId) => boolean
