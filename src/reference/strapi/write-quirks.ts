/** Quirks of writes: differences of the real server from the behaviour that its documentation suggests. */

/** How the departure shows. */
export type WriteQuirkKind =
  /** The real server answers 500 to a wrong request. */
  | 'crash'
  /** It answers with success, but does not do what the request says. */
  | 'silently wrong'
  /** The database stores another value than the given one. */
  | 'database'
  /** The Node.js that runs the real server: off in every profile, as the recorded servers run on Node.js 20. */
  | 'runtime'

export interface WriteQuirk {
  readonly kind: WriteQuirkKind
  /** The subject, in one sentence. */
  readonly says: string
  readonly documented: string
  readonly real: string
}

const crash = (says: string): WriteQuirk => ({
  kind: 'crash',
  says,
  documented: 'answers 400 and says what was expected',
  real: 'answers 500 without details',
})

export const WRITE_QUIRKS = {
  'keys-after-relation': {
    kind: 'silently wrong',
    says: 'Keys such as `__component` behind a relation, a file or a component of the same object.',
    documented: 'are read wherever they stand',
    real: 'are read as if they stood in what was written last: `__component` is refused, `id` is let through',
  },
  'morph-null-crash': crash('null in a list of entries of any type.'),
  'morph-type-crash': crash('An entry of a type that there is not.'),
  'morph-one-crash': crash('A relation to one entry of any type, which cannot be written.'),
  'morph-one-ignored': {
    kind: 'silently wrong',
    says: 'The other side of a relation to one entry of any type.',
    documented: 'is refused, as it cannot be written',
    real: 'is accepted, and nothing comes of it',
  },
  'connect-keeps-lowest': {
    kind: 'silently wrong',
    says: 'Several entries under `connect` of a relation to one, where an entry or a component is made.',
    documented: 'leave the first of them',
    real: 'are all linked, and the one with the lowest id is shown: it alone is kept here',
  },
  'relation-id-crash': crash('An id under `disconnect` that is none.'),
  'position-lost-crash': crash('A position beside an entry that is named in another way.'),
  'inherited-key-crash': crash('A key that every JavaScript object inherits, such as `constructor`.'),
  'blocks-null-crash': crash('null in the place of a block.'),
  'multipart-crash': crash('A multipart body without a boundary.'),
  'draft-delete-crash': crash('DELETE with `status=draft`.'),
  'file-connect-on-create': {
    kind: 'silently wrong',
    says: 'Files under `connect` of an entry that is made.',
    documented: 'are linked',
    real: 'are left out',
  },
  'file-words-clear': {
    kind: 'silently wrong',
    says: 'Files with nothing under `connect`, `disconnect` or `set`.',
    documented: 'stay as they are',
    real: 'are all taken out',
  },
  'file-connect-keeps': {
    kind: 'silently wrong',
    says: 'A file that is connected where there is one already, and room for one.',
    documented: 'takes its place',
    real: 'is not shown: the old one is',
  },
  'status-other-is-draft': {
    kind: 'silently wrong',
    says: 'A `status` that is neither draft nor published.',
    documented: 'answers 400',
    real: 'writes the draft alone',
  },
  'delete-filters': {
    kind: 'silently wrong',
    says: '`filters` of a DELETE.',
    documented: 'are ignored, as those of POST and PUT',
    real: 'decide: an entry that they do not match stays, and the answer is the same',
  },
  'unique-other-locale': {
    kind: 'silently wrong',
    says: '`locale` in the query of a write to a type that has no locales.',
    documented: 'changes nothing',
    real: 'turns off the check for unique values, as no row is of that locale',
  },
  'locale-unchecked': {
    kind: 'silently wrong',
    says: 'A locale that the project does not have.',
    documented: 'answers 400',
    real: 'is written',
  },
  'zone-unlisted': {
    kind: 'silently wrong',
    says: 'A component that a zone does not list.',
    documented: 'answers 400',
    real: 'is stored; a type with draft & publish loses it when it is published',
  },
  'answer-before-links': {
    kind: 'silently wrong',
    says: 'The answer of a write.',
    documented: 'is what a GET answers after it',
    real: 'is read before links to itself and other locales are put in order',
  },
  'fields-lose-links': {
    kind: 'silently wrong',
    says: 'Publishing with `fields` that leave out `locale`.',
    documented: 'changes nothing but the answer',
    real: 'loses the links of others to the published entry, and those of the entry to itself',
  },
  'bigint-rounded': {
    kind: 'database',
    says: 'Whole numbers of more than 53 bits.',
    documented: 'are kept to the last digit',
    real: 'are rounded by the database driver of SQLite',
  },
  'surrogates-replaced': {
    kind: 'database',
    says: 'Half of a surrogate pair in a text.',
    documented: 'is kept',
    real: 'becomes three U+FFFD in the database driver of SQLite',
  },
  'json-boolean-number': {
    kind: 'database',
    says: 'true and false in a JSON attribute.',
    documented: 'are kept',
    real: 'are 1 and 0 in SQLite',
  },
  'json-errors-of-node-22': {
    kind: 'runtime',
    says: 'The message about a body that is broken JSON.',
    documented: 'is that of Node.js 20',
    real: 'is that of Node.js 22 and later, with the line and the column',
  },
} as const satisfies Record<string, WriteQuirk>

export type WriteQuirkId = keyof typeof WRITE_QUIRKS

export const isWriteQuirkId = (id: string): id is WriteQuirkId => Object.hasOwn(WRITE_QUIRKS, id)

export const WRITE_QUIRK_IDS: readonly WriteQuirkId[] = Object.keys(WRITE_QUIRKS).filter(isWriteQuirkId)

/** Makes the function that reports whether a profile has a quirk of writes. */
export type Departs = (quirk: WriteQuirkId) => boolean
