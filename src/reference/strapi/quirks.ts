/**
 * Quirks: differences of the real server from its documentation. A profile has a set of them. Code asks for a quirk in the
 * function that implements it. Without quirks, answers follow the guide.
 */

/** How the departure shows. */
export type QuirkKind =
  /** The real server answers 500 to a wrong request. */
  | 'crash'
  /** It reveals more than it should. It never shows the values themselves. */
  | 'leak'
  /** It answers 200, but not the request. */
  | 'silently wrong'
  /** The right entries in another shape. */
  | 'shape'
  /** Not the real server: a literal reading of the guide. */
  | 'reading'

/** The kinds of data that a quirk reveals although the role may not see them. */
export type Secret =
  /** The values of private attributes and passwords. */
  | 'private values'
  /** The links in private attributes. */
  | 'private links'
  /** Entries of types that the role may not find: their existence and their values. */
  | 'closed entries'

export interface Quirk {
  readonly kind: QuirkKind
  /** Left out if the quirk reveals nothing. */
  readonly reveals?: readonly Secret[]
  /** The subject, in one sentence. */
  readonly says: string
  readonly documented: string
  readonly real: string
}

const crash = (
  says: string,
  documented = 'answers 400 and names the key, where it stands and what was expected',
): Quirk => ({
  kind: 'crash',
  says,
  documented,
  real: 'answers 500 without details',
})

export const QUIRKS = {
  'status-invalid-is-draft': {
    kind: 'leak',
    says: 'A `status` that is neither draft nor published.',
    documented: 'answers 400',
    real: 'answers drafts',
  },
  'filter-sees-drafts': {
    kind: 'leak',
    says: 'Which linked rows a filter or a sort through a relation looks at.',
    documented: 'looks at the rows that populating the same path would show',
    real: 'looks at every linked row: drafts, and all locales of a to-one; `localizations` includes the entry itself',
  },
  'morph-draft-leak': {
    kind: 'leak',
    says: 'A morph relation that is populated without options.',
    documented: 'shows entries of the status asked for',
    real: 'shows drafts among them',
  },
  'related-private': {
    kind: 'leak',
    reveals: ['private links'],
    says: 'Which entries `related` of a file lists.',
    documented: 'those that show it in an attribute that is not private',
    real: 'those too that show it in a private one; the attribute is not named',
  },
  'nested-filter-no-perm': {
    kind: 'leak',
    reveals: ['closed entries'],
    says: 'A filter or sort inside a populate that goes through a relation the role may not find.',
    documented: 'answers 400, as at the root',
    real: 'applies it, so that it tells about entries the role may not see',
  },
  'search-private': {
    kind: 'leak',
    reveals: ['private values'],
    says: 'Which attributes `_q` looks into.',
    documented: 'leaves private attributes out',
    real: 'looks into private text attributes too',
  },
  'morph-filter-unchecked': {
    kind: 'leak',
    reveals: ['private values', 'private links', 'closed entries'],
    says: 'Names in a filter or sort that goes through the far side of a morph relation.',
    documented: 'are checked like any others',
    real: 'are not: private ones are usable, unknown ones are dropped from filters and fail in a sort',
  },
  'comma-populate-bypass': {
    kind: 'leak',
    says: 'A private relation named in a comma-separated populate string.',
    documented: 'answers 400, as in every other form',
    real: 'answers 200 without it',
  },
  'comma-morph-absent': {
    kind: 'shape',
    reveals: ['closed entries'],
    says: 'A morph relation in a comma-separated populate string that links only to types the role may not find.',
    documented: 'is empty, as in every other form',
    real: 'is absent',
  },
  'fields-null-bypass': {
    kind: 'leak',
    says: '`fields` as a list with an item that has no value.',
    documented: 'answers 400',
    real: 'drops the item, and no longer refuses private attributes (they are still not answered)',
  },
  'filter-locale-overrides': {
    kind: 'silently wrong',
    says: 'A filter on `locale` at the root of `filters`.',
    documented: "is added to the request's locale",
    real: "takes the place of the request's locale",
  },
  'locale-operator': {
    kind: 'silently wrong',
    says: '`locale` as an object.',
    documented: 'answers 400',
    real: 'applies it as a filter on the locale; 500 when it holds no operator',
  },
  'document-filter-overridden': {
    kind: 'silently wrong',
    says: 'A filter on `documentId` in a request for one document.',
    documented: 'is applied: another document is not found',
    real: 'is lost: the document of the path is answered',
  },
  'opaque-operand': {
    kind: 'silently wrong',
    says: 'An operator whose operand is an object of unknown keys, or a list of more than 100 items.',
    documented: 'answers 400',
    real: 'drops the condition, so that everything matches',
  },
  'not-null-ignored': {
    kind: 'silently wrong',
    says: '`$not` without a value, where no attribute is named.',
    documented: 'answers 400',
    real: 'is no condition at all',
  },
  'prototype-keys-dropped': {
    kind: 'silently wrong',
    says: 'A key that names what every JavaScript object inherits, such as `constructor`, inside a parameter.',
    documented: 'answers 400',
    real: 'drops it, and the condition that it stands for',
  },
  'object-operand': {
    kind: 'silently wrong',
    says: 'An object of operators where a text operator or a list of values expects a value.',
    documented: 'answers 400',
    real: 'looks for the text `[object Object]`, or for nothing',
  },
  'relation-group-collision': {
    kind: 'silently wrong',
    says: 'Two `$or` (or two `$and`) that stand under different relations of one entry, or at the root and under a relation.',
    documented: 'both apply',
    real: 'only the one written last applies',
  },
  'ne-array-or': {
    kind: 'silently wrong',
    says: 'A list of values under a negative operator such as `$ne` or `$notContains`.',
    documented: 'excludes each of the values',
    real: 'matches what differs from any of them, which is nearly everything',
  },
  'pagination-clamp': {
    kind: 'silently wrong',
    says: 'A page, pageSize or limit below 1, or a start below 0, or an empty one.',
    documented: 'answers 400',
    real: 'takes the smallest allowed number; `limit=-1` is 1',
  },
  'page-size-nan-max': {
    kind: 'silently wrong',
    says: 'A pageSize or limit that is no number, where the server has a maximum.',
    documented: 'answers 400',
    real: 'takes the maximum',
  },
  'page-fraction': {
    kind: 'silently wrong',
    says: 'A page that is no whole number.',
    documented: 'answers 400',
    real: 'starts in the middle of a page where the size makes it a whole offset',
  },
  'huge-offset': {
    kind: 'silently wrong',
    says: 'A page or start beyond what a computer counts exactly.',
    documented: 'answers 400',
    real: 'answers 500, or, from 10^21 on, rows from near the beginning',
  },
  'localizations-excludes-page': {
    kind: 'silently wrong',
    says: '`localizations` of entries whose other locales are on the same page.',
    documented: 'lists every other locale',
    real: 'leaves out those on the page; with `locale=*` all of them',
  },
  'count-ignored': {
    kind: 'silently wrong',
    says: '`count` on media, zones, localizations, creators and the far side of a morph relation.',
    documented: 'counts',
    real: 'answers the entries',
  },
  'count-joined-rows': {
    kind: 'silently wrong',
    says: '`count` with a filter that goes through a to-many relation, or of a to-one that is linked to several locales.',
    documented: 'counts the entries that would be populated, each once',
    real: 'counts an entry once for each linked row that matches, and every locale of a to-one',
  },
  'on-false-includes': {
    kind: 'silently wrong',
    says: '`populate[zone][on][kind]=false`.',
    documented: 'leaves the kind out',
    real: 'includes it',
  },
  'dotted-leaf-drops-path': {
    kind: 'silently wrong',
    says: 'A dotted populate path through or to a relation that the role may not find.',
    documented: 'populates the part before it',
    real: 'populates nothing of the path',
  },
  'dotted-order': {
    kind: 'silently wrong',
    says: 'A populate list with `a.b` before `a`.',
    documented: 'populates both',
    real: 'forgets `a.b`',
  },
  'populate-stray-keys': {
    kind: 'silently wrong',
    says: 'A key of a populate object that is a boolean word, a list position 0 or 1, or an option at the wrong level.',
    documented: 'answers 400: list and object cannot be mixed at one level',
    real: 'ignores it',
  },
  'populate-word-true': {
    kind: 'silently wrong',
    says: 'One of the words sort, filters, fields, populate and count, or a path that begins with a boolean one, as the value of a populated attribute.',
    documented: 'answers 400',
    real: 'populates the attribute',
  },
  'morph-in-list': {
    kind: 'shape',
    says: 'A populate list that names a morph relation beside an item that is blank or has a comma or a zone in it.',
    documented: 'populates them all',
    real: 'answers 400',
  },
  'morph-true-only': {
    kind: 'silently wrong',
    says: 'A morph relation populated by `t` or `1`, or counted so.',
    documented: 'is populated or counted, as any attribute is',
    real: 'is left out or not counted; only the word `true` says so',
  },
  'morph-options-dropped': {
    kind: 'silently wrong',
    says: 'A morph relation populated with options other than `on` and `count`.',
    documented: 'answers 400, as for a zone',
    real: 'leaves it out',
  },
  'zone-options-ignored': {
    kind: 'silently wrong',
    says: '`fields`, `filters` or `sort` of a zone beside its `on`.',
    documented: 'answers 400, as without `on`',
    real: 'ignores them',
  },
  'sort-status-ignored': {
    kind: 'silently wrong',
    says: '`sort=status:asc` on a type with draft & publish.',
    documented: 'answers 400, as for `sort=status`',
    real: 'ignores it',
  },
  'sort-own-status': {
    kind: 'silently wrong',
    says: '`sort` by an attribute that is called `status`.',
    documented: 'sorts by it',
    real: 'ignores it; of a component, answers 500',
  },
  'sort-array-value-ignored': {
    kind: 'silently wrong',
    says: 'The object form of `sort` with a list, nothing or an empty text for an order; in the text form a number behind a scalar attribute.',
    documented: 'answers 400',
    real: 'ignores it',
  },
  'search-underscore': {
    kind: 'silently wrong',
    says: 'An underscore in `_q`.',
    documented: 'is an underscore',
    real: 'stands for any character',
  },
  'pubfilter-cascades': {
    kind: 'silently wrong',
    says: 'Which entries `publicationFilter` and `hasPublishedVersion` cut.',
    documented: 'those of the list itself',
    real: 'every populated entry as well',
  },
  'findone-start': {
    kind: 'silently wrong',
    says: '`start` at the root of a request for one entry.',
    documented: 'answers 400',
    real: 'skips the entry: 404',
  },
  'late-populate-errors': {
    kind: 'silently wrong',
    says: 'A filter or sort inside a populate that cannot be executed.',
    documented: 'is refused whatever the data',
    real: 'only fails when there is an entry to populate',
  },
  'sort-field-leak': {
    kind: 'shape',
    says: 'The attributes that a populated list, or a list filtered through a relation, is sorted by.',
    documented: 'are answered if `fields` says so',
    real: 'are always answered',
  },
  'component-order-leak': {
    kind: 'shape',
    says: 'A component with an attribute called `order` that `fields` leaves out.',
    documented: 'is answered without it',
    real: 'shows the position of the component in its place',
  },
  'morphtoone-fields-null': {
    kind: 'shape',
    says: 'A single morph relation populated on an entry whose `fields` are chosen.',
    documented: 'is populated',
    real: 'is null',
  },
  'morphmany-fields-empty': {
    kind: 'shape',
    says: 'The far side of a single morph relation populated with `fields`.',
    documented: 'is populated',
    real: 'is empty',
  },
  'parameter-limit': {
    kind: 'silently wrong',
    says: 'More than 1,000 parameters.',
    documented: 'answers 400',
    real: 'does not see the rest',
  },
  'populate-with-pagination': {
    kind: 'reading',
    says: 'Pagination of a list that is populated.',
    documented: 'is allowed: what cannot be combined is pagination inside a populate',
    real: 'is allowed as well; with this switch it is refused with 400',
  },
  'fields-of-links': {
    kind: 'reading',
    says: 'A relation, file, component or zone named in `fields`.',
    documented: 'answers 400, as production does',
    real: 'answers 400 as well; with this switch the name has no effect',
  },
  'zone-unlisted-bare': {
    kind: 'reading',
    says: 'An element of a zone whose kind is not listed under its `on`.',
    documented: 'is left out',
    real: 'is left out as well; with this switch it stays, with `id` and `__component` alone',
  },
  'file-members': {
    kind: 'reading',
    says: 'The members of a file that the guide does not list, `focalPoint` and `publishedAt`.',
    documented: 'are answered',
    real: 'are answered as well; with this switch only where `fields` asks for them',
  },
  'creators-closed': {
    kind: 'reading',
    says: '`createdBy` and `updatedBy` of a type with `populateCreatorFields`.',
    documented: 'can be populated',
    real: 'can be populated as well; with this switch they are private, as on other types',
  },
  'paths-of-components': {
    kind: 'reading',
    says: 'A dotted populate path that goes on behind a relation.',
    documented: 'is followed',
    real: 'is followed as well; with this switch it is refused, as a nested relation needs the object form',
  },
  'list-beside-object': {
    kind: 'reading',
    says: 'A populate list beside an object, for different names of one level.',
    documented: 'answers 400',
    real: 'forgets the list; with this switch both are populated',
  },
  'deep-brackets': {
    kind: 'reading',
    says: 'More than twenty names in a chain of brackets, which is ten in `populate`.',
    documented: 'answers 400',
    real: 'answers 400 as well; with this switch two hundred are read, which is a hundred in `populate`',
  },
  'unknown-method-501': {
    kind: 'crash',
    says: 'A method that HTTP may know but the server does not.',
    documented: 'answers 405 and names the methods that are allowed',
    real: 'answers 501',
  },
  'number-cast-500': crash('An operand that is no number for a numeric attribute.'),
  'between-arity-500': crash('`$between` with anything but a list of two values.'),
  'root-filter-array-500': crash('`filters` as a list.'),
  'group-not-array-500': crash(
    '`$and`, `$or` or `$not` with something that is not a condition, or below a scalar attribute.',
  ),
  'root-operator-500': crash('An operator where an attribute belongs.'),
  'sibling-key-500': crash(
    'The name of another attribute, or an object of operators, where a value or an operator belongs.',
  ),
  'relation-operator-mix-500': crash('Several operators, or an operator beside attributes, on a relation.'),
  'relation-not-object-500': crash('An operator of a relation with conditions as its operand.'),
  'fields-empty-500': crash('`fields=` with nothing behind it.'),
  'proto-names-500': crash(
    '`fields` that names what every JavaScript object inherits, such as `constructor`.',
  ),
  'populate-null-500': crash(
    'A populated attribute without a value, or a zone or morph relation with an empty one.',
  ),
  'sort-scalar-path-500': crash('A sort path that goes on after a scalar attribute.'),
  'nested-deep-sort-500': crash('A sort inside a populate that goes through a relation, component or media.'),
  'search-nonstring-500': crash('`_q` as a list or an object.'),
  'component-documentid-500': crash('The documentId of a component in `fields`, `filters` or `sort`.'),
  'nested-list-text': {
    kind: 'silently wrong',
    says: 'A list inside a list of values.',
    documented: 'answers 400',
    real: 'looks for its items as one text, with commas between them; 500 for numbers',
  },
} as const satisfies Record<string, Quirk>

export type QuirkId = keyof typeof QUIRKS
export const QUIRK_IDS: readonly QuirkId[] = Object.keys(QUIRKS).filter(isQuirkId)

export function isQuirkId(id: string): id is QuirkId {
  return Object.hasOwn(QUIRKS, id)
}

/** The data that a quirk reveals; none for most. */
export function revealsOf(id: QuirkId): readonly Secret[] {
  const quirk: Quirk = QUIRKS[id]
  return quirk.reveals ?? []
}

/** Undocumented behaviour of the real server that every profile has, without a departure. */
export const KEPT: readonly { readonly name: string; readonly says: string; readonly why: string }[] = [
  {
    name: 'drafts-public',
    says: 'Every reader of a type may ask for its drafts.',
    why: 'no permission tells drafts from published entries',
  },
  {
    name: 'modified-private',
    says: '`publicationFilter=modified` and `unmodified` compare `updatedAt` of draft and published entry where it is private, too.',
    why: 'both entries are public, the filter names no attribute, and no instant is shown',
  },
  {
    name: 'attribute-star',
    says: '`populate[a]=*` is refused where `a` has anything to populate.',
    why: 'what production refuses is refused; `populate[a][populate]=*` says it',
  },
  {
    name: 'relation-locales',
    says: 'A type without translations shows its translated entries in every locale that is linked.',
    why: 'the guide is silent, and the links are what was written',
  },
  {
    name: 'locale-star-document',
    says: '`locale=*` finds no single entry.',
    why: 'what production refuses is refused',
  },
  {
    name: 'root-pagination',
    says: '`page` and `pageSize` at the root of a query are refused, `start` and `limit` there are ignored in a list.',
    why: 'the first is refused in production, the second is an unknown parameter like any other',
  },
  {
    name: 'with-count-late',
    says: 'A bad `withCount` is told only when nothing else is wrong, and only for lists.',
    why: 'the order of checks is part of the answer',
  },
  {
    name: 'array-100',
    says: 'More than 100 items of a list become an object: refused in `fields`, `sort` and `populate`.',
    why: 'what production refuses is refused',
  },
  {
    name: 'boolean-words',
    says: 'A boolean attribute takes every word but false, f, 0 and the empty one for true.',
    why: 'the guide is silent, and no condition is dropped by it',
  },
  {
    name: 'key-order',
    says: 'The order of the keys of an answer follows the order in which the queries of the database end.',
    why: 'key order is never compared; ours is that of the schema',
  },
]
