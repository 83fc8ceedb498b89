/**
 * Quirks are differences between the real server and its documentation. A profile has a set of quirks. The function
 * that implements a quirk asks whether the profile has this quirk. Without quirks, answers follow the guide.
 */

/** How a quirk affects an answer. */
export type QuirkKind =
  /** The real server answers 500 to a wrong request. */
  | 'crash'
  /**
   * The answer depends on data that the role may not see, and so reveals something about the data. The hidden values
   * themselves never appear in the answer.
   */
  | 'leak'
  /** The real server answers 200, but does not do what the request says. */
  | 'silently wrong'
  /** The answer has the right entries in another form. */
  | 'shape'
  /** The quirk is a literal reading of the guide, which the real server does not follow. */
  | 'reading'

/** The kinds of data that a quirk reveals although the role may not see them. */
export type Secret =
  /** The values of private attributes and passwords. */
  | 'private values'
  /** The links in private attributes. */
  | 'private links'
  /** Entries of types that the role may not find: the existence and the values of these entries. */
  | 'closed entries'

export interface Quirk {
  readonly kind: QuirkKind
  /** The kinds of data that the quirk reveals; missing if it reveals none. */
  readonly reveals?: readonly Secret[]
  /** The subject of the quirk, in one sentence or phrase. */
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
    says: 'The linked rows that a filter or a sort through a relation reads.',
    documented: 'reads the rows that populating the same path would show',
    real: 'reads every linked row: drafts, and all locales of a to-one; `localizations` includes the entry itself',
  },
  'morph-draft-leak': {
    kind: 'leak',
    says: 'A morph relation that is populated without options.',
    documented: 'shows entries of the requested status',
    real: 'shows drafts among them',
  },
  'related-private': {
    kind: 'leak',
    reveals: ['private links'],
    says: 'The entries that `related` of a file lists.',
    documented: 'entries with the file in a public attribute',
    real: 'also entries with the file in a private attribute, without its name',
  },
  'nested-filter-no-perm': {
    kind: 'leak',
    reveals: ['closed entries'],
    says: 'A filter or sort inside a populate that follows a relation to a type the role may not find.',
    documented: 'answers 400, as at the root',
    real: 'applies it, so that the answer depends on entries that the role may not see',
  },
  'search-private': {
    kind: 'leak',
    reveals: ['private values'],
    says: 'The attributes that `_q` searches.',
    documented: 'skips private attributes',
    real: 'searches private text attributes too',
  },
  'morph-filter-unchecked': {
    kind: 'leak',
    reveals: ['private values', 'private links', 'closed entries'],
    says: 'Names in a filter or sort that follows the inverse side of a morph relation.',
    documented: 'are checked like all others',
    real: 'are not checked: private names work, unknown names are dropped from filters and fail in a sort',
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
    real: 'drops the item, and no longer refuses private attributes (the answer still omits them)',
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
    documented: 'applies: another document is not found',
    real: 'has no effect: the answer is the document of the path',
  },
  'opaque-operand': {
    kind: 'silently wrong',
    says: 'An operator whose operand is an object of unknown keys, or a list of more than 100 items.',
    documented: 'answers 400',
    real: 'drops the condition, so that everything matches',
  },
  'not-null-ignored': {
    kind: 'silently wrong',
    says: '`$not` without a value, in place of an attribute.',
    documented: 'answers 400',
    real: 'has no effect',
  },
  'prototype-keys-dropped': {
    kind: 'silently wrong',
    says: 'A key inside a parameter that every JavaScript object inherits, such as `constructor`.',
    documented: 'answers 400',
    real: 'drops the key with its condition',
  },
  'object-operand': {
    kind: 'silently wrong',
    says: 'An object of operators where a text operator or a list of values expects a value.',
    documented: 'answers 400',
    real: 'searches for the text `[object Object]`, or for nothing',
  },
  'relation-group-collision': {
    kind: 'silently wrong',
    says: 'Two `$or` (or two `$and`) under different relations of one entry, or at the root and under a relation.',
    documented: 'both apply',
    real: 'only the one written last applies',
  },
  'ne-array-or': {
    kind: 'silently wrong',
    says: 'A list of values under a negative operator such as `$ne` or `$notContains`.',
    documented: 'excludes each of the values',
    real: 'matches entries that differ from any of them, which is nearly every entry',
  },
  'pagination-clamp': {
    kind: 'silently wrong',
    says: 'A page, pageSize or limit below 1, or a start below 0, or an empty one.',
    documented: 'answers 400',
    real: 'uses the smallest allowed number; `limit=-1` is 1',
  },
  'page-size-nan-max': {
    kind: 'silently wrong',
    says: 'A pageSize or limit that is not a number, on a server with a maximum.',
    documented: 'answers 400',
    real: 'uses the maximum',
  },
  'page-fraction': {
    kind: 'silently wrong',
    says: 'A page that is not an integer.',
    documented: 'answers 400',
    real: 'starts in the middle of a page if page times size is an integer',
  },
  'huge-offset': {
    kind: 'silently wrong',
    says: 'A page or start beyond 2^53.',
    documented: 'answers 400',
    real: 'answers 500 or, from 10^21, rows near the beginning',
  },
  'localizations-excludes-page': {
    kind: 'silently wrong',
    says: '`localizations` of entries whose other locales are on the same page.',
    documented: 'lists every other locale',
    real: 'omits those on the page; with `locale=*` all of them',
  },
  'count-ignored': {
    kind: 'silently wrong',
    says: '`count` on media, zones, localizations, creators and the inverse side of a morph relation.',
    documented: 'counts',
    real: 'answers the entries',
  },
  'count-joined-rows': {
    kind: 'silently wrong',
    says: '`count` with a filter through a to-many relation, or of a to-one relation that links several locales.',
    documented: 'counts the entries that would be populated, each once',
    real: 'counts an entry once for each linked row that matches, and every locale of a to-one',
  },
  'on-false-includes': {
    kind: 'silently wrong',
    says: '`populate[zone][on][kind]=false`.',
    documented: 'omits the component type',
    real: 'includes it',
  },
  'dotted-leaf-drops-path': {
    kind: 'silently wrong',
    says: 'A dotted populate path through or to a relation that the role may not find.',
    documented: 'populates the path up to the relation',
    real: 'populates nothing of the path',
  },
  'dotted-order': {
    kind: 'silently wrong',
    says: 'A populate list with `a.b` before `a`.',
    documented: 'populates both',
    real: 'ignores `a.b`',
  },
  'populate-stray-keys': {
    kind: 'silently wrong',
    says: 'A key of a populate object that is a boolean word, a list position 0 or 1, or an option at the wrong level.',
    documented: 'answers 400: list and object cannot be mixed at one level',
    real: 'ignores it',
  },
  'populate-word-true': {
    kind: 'silently wrong',
    says: 'One of the words sort, filters, fields, populate and count, or a path that begins with a boolean word, as the value of a populated attribute.',
    documented: 'answers 400',
    real: 'populates the attribute',
  },
  'morph-in-list': {
    kind: 'shape',
    says: 'A populate list with a morph relation and an item that is blank or contains a comma or a zone.',
    documented: 'populates them all',
    real: 'answers 400',
  },
  'morph-true-only': {
    kind: 'silently wrong',
    says: 'A morph relation that is populated or counted by `t` or `1` instead of `true`.',
    documented: 'is populated or counted, like every other attribute',
    real: 'is absent or not counted; only the word `true` works',
  },
  'morph-options-dropped': {
    kind: 'silently wrong',
    says: 'A morph relation populated with options other than `on` and `count`.',
    documented: 'answers 400, as for a zone',
    real: 'omits it',
  },
  'zone-options-ignored': {
    kind: 'silently wrong',
    says: '`fields`, `filters` or `sort` of a zone together with its `on`.',
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
    says: '`sort` by an attribute named `status`.',
    documented: 'sorts by it',
    real: 'ignores the sort; in a component, answers 500',
  },
  'sort-array-value-ignored': {
    kind: 'silently wrong',
    says: '`sort` as an object with a list, nothing or an empty text as the order; `sort` as a text with a number after a scalar attribute.',
    documented: 'answers 400',
    real: 'ignores it',
  },
  'search-underscore': {
    kind: 'silently wrong',
    says: 'An underscore in `_q`.',
    documented: 'is an underscore',
    real: 'matches any character',
  },
  'pubfilter-cascades': {
    kind: 'silently wrong',
    says: 'The entries that `publicationFilter` and `hasPublishedVersion` filter.',
    documented: 'the entries of the list itself',
    real: 'every populated entry too',
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
    documented: 'is an error, independent of the data',
    real: 'fails only if there is an entry to populate',
  },
  'sort-field-leak': {
    kind: 'shape',
    says: 'The sort attributes of a populated list, or of a list filtered through a relation.',
    documented: 'are in the answer only if `fields` names them',
    real: 'are always in the answer',
  },
  'component-order-leak': {
    kind: 'shape',
    says: 'A component whose attribute `order` is not in `fields`.',
    documented: 'is answered without `order`',
    real: 'shows the position of the component as `order`',
  },
  'morphtoone-fields-null': {
    kind: 'shape',
    says: 'A to-one morph relation of an entry with `fields`.',
    documented: 'is populated',
    real: 'is null',
  },
  'morphmany-fields-empty': {
    kind: 'shape',
    says: 'The inverse side of a to-one morph relation, populated with `fields`.',
    documented: 'is populated',
    real: 'is empty',
  },
  'parameter-limit': {
    kind: 'silently wrong',
    says: 'More than 1,000 parameters.',
    documented: 'answers 400',
    real: 'ignores the rest',
  },
  'populate-with-pagination': {
    kind: 'reading',
    says: 'Pagination of a list that is populated.',
    documented: 'works: only pagination inside a populate is an error',
    real: 'works too; with this switch, it answers 400',
  },
  'fields-of-links': {
    kind: 'reading',
    says: 'A relation, file, component or zone named in `fields`.',
    documented: 'answers 400, like the real server',
    real: 'answers 400 too; with this switch, the name has no effect',
  },
  'zone-unlisted-bare': {
    kind: 'reading',
    says: 'An element of a zone whose component is not listed under `on`.',
    documented: 'is left out',
    real: 'is omitted too; with this switch, it stays with only `id` and `__component`',
  },
  'file-members': {
    kind: 'reading',
    says: 'The members of a file that the guide does not list, `focalPoint` and `publishedAt`.',
    documented: 'are answered',
    real: 'are answered too; with this switch, only if `fields` names them',
  },
  'creators-closed': {
    kind: 'reading',
    says: '`createdBy` and `updatedBy` of a type with `populateCreatorFields`.',
    documented: 'can be populated',
    real: 'can be populated too; with this switch, they are private, as on other types',
  },
  'paths-of-components': {
    kind: 'reading',
    says: 'A dotted populate path that continues after a relation.',
    documented: 'is followed',
    real: 'works too; with this switch, it answers 400, because a nested relation needs the object form',
  },
  'list-beside-object': {
    kind: 'reading',
    says: 'A populate list together with an object, for different names of one level.',
    documented: 'answers 400',
    real: 'ignores the list; with this switch, both are populated',
  },
  'deep-brackets': {
    kind: 'reading',
    says: 'More than twenty nested brackets, which is ten levels of `populate`.',
    documented: 'answers 400',
    real: 'answers 400 too; with this switch, two hundred are valid, which is a hundred levels of `populate`',
  },
  'unknown-method-501': {
    kind: 'crash',
    says: 'An HTTP method that the server does not support.',
    documented: 'answers 405 and names the methods that are allowed',
    real: 'answers 501',
  },
  'number-cast-500': crash('An operand that is not a number, for a numeric attribute.'),
  'between-arity-500': crash('`$between` with anything but a list of two values.'),
  'root-filter-array-500': crash('`filters` as a list.'),
  'group-not-array-500': crash(
    '`$and`, `$or` or `$not` with something that is not a condition, or below a scalar attribute.',
  ),
  'root-operator-500': crash('An operator in place of an attribute.'),
  'sibling-key-500': crash(
    'The name of another attribute, or an object of operators, in place of a value or an operator.',
  ),
  'relation-operator-mix-500': crash(
    'Several operators, or an operator together with attributes, on a relation.',
  ),
  'relation-not-object-500': crash('An operator of a relation with conditions as its operand.'),
  'fields-empty-500': crash('`fields=` without a value.'),
  'proto-names-500': crash(
    '`fields` with a name that every JavaScript object inherits, such as `constructor`.',
  ),
  'populate-null-500': crash(
    'A populated attribute without a value, or a zone or morph relation with an empty one.',
  ),
  'sort-scalar-path-500': crash('A sort path that continues after a scalar attribute.'),
  'nested-deep-sort-500': crash(
    'A sort inside a populate that follows a relation, component or media attribute.',
  ),
  'search-nonstring-500': crash('`_q` as a list or an object.'),
  'component-documentid-500': crash('The documentId of a component in `fields`, `filters` or `sort`.'),
  'nested-list-text': {
    kind: 'silently wrong',
    says: 'A list inside a list of values.',
    documented: 'answers 400',
    real: 'joins the inner list with commas and searches for that text; 500 for numbers',
  },
} as const satisfies Record<string, Quirk>

export type QuirkId = keyof typeof QUIRKS
export const QUIRK_IDS: readonly QuirkId[] = Object.keys(QUIRKS).filter(isQuirkId)

export function isQuirkId(id: string): id is QuirkId {
  return Object.hasOwn(QUIRKS, id)
}

/** The kinds of data that a quirk reveals; empty for most quirks. */
export function revealsOf(id: QuirkId): readonly Secret[] {
  const quirk: Quirk = QUIRKS[id]
  return quirk.reveals ?? []
}

/**
 * Behaviour of the real server that the documentation does not mention, but that every profile imitates, without a
 * departure.
 */
export const KEPT: readonly { readonly name: string; readonly says: string; readonly why: string }[] = [
  {
    name: 'drafts-public',
    says: 'Every caller who may read a type may read its drafts.',
    why: 'the permissions of Strapi do not distinguish drafts from published entries',
  },
  {
    name: 'modified-private',
    says: '`publicationFilter=modified` and `unmodified` compare `updatedAt` of the draft and the published entry, even if it is private.',
    why: 'both entries are public, the filter names no attribute, and the answer shows no instant',
  },
  {
    name: 'attribute-star',
    says: '`populate[a]=*` is an error if `a` has a populatable attribute.',
    why: 'the real server refuses it; `populate[a][populate]=*` is the valid form',
  },
  {
    name: 'relation-locales',
    says: 'A relation from a type without translations shows a translated entry in every linked locale.',
    why: 'the guide does not say, and the row stores exactly these links',
  },
  {
    name: 'locale-star-document',
    says: '`locale=*` in a request for one entry answers 404.',
    why: 'the real server refuses it',
  },
  {
    name: 'root-pagination',
    says: '`page` and `pageSize` at the root of a query are an error; `start` and `limit` there have no effect on a list.',
    why: 'the real server refuses the former, and the latter are unknown parameters',
  },
  {
    name: 'with-count-late',
    says: 'An invalid `withCount` is an error only for lists, and only if the rest is valid.',
    why: 'the order of checks is part of the answer',
  },
  {
    name: 'array-100',
    says: 'A list of more than 100 items becomes an object, which is an error in `fields`, `sort` and `populate`.',
    why: 'the real server refuses it',
  },
  {
    name: 'boolean-words',
    says: 'For a boolean attribute, every operand except false, f, 0 and the empty text means true.',
    why: 'the guide does not say, and so the server drops no condition',
  },
  {
    name: 'key-order',
    says: 'The key order of an answer depends on the order in which database queries finish.',
    why: 'no comparison depends on key order; Populace uses the order of the schema',
  },
]
