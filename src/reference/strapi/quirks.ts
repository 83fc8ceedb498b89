/**
 * Quirks are differences between the real server and its documentation. A profile has a set of quirks. The function
 * that implements a quirk asks whether the profile has this quirk. The answers of a profile without quirks follow the
 * guide.
 */

/** The ways in which a quirk can affect an answer. */
export type QuirkKind =
  /** The real server answers 500 to a wrong request. */
  | 'crash'
  /**
   * The answer depends on data that the role may not see, and so reveals something about this data. The answer never
   * contains the hidden values themselves.
   */
  | 'leak'
  /** The real server answers 200, but does not do what the request says. */
  | 'silently wrong'
  /** The answer contains the right entries, but in another form. */
  | 'shape'
  /** The quirk is a literal reading of the guide, which the real server does not follow. */
  | 'reading'

/** The kinds of data that a quirk reveals although the role may not see them. */
export type Secret =
  /** The values of private attributes and passwords. */
  | 'private values'
  /** The links in private attributes. */
  | 'private links'
  /** The existence and the values of entries whose content type the role may not find. */
  | 'closed entries'

export interface Quirk {
  readonly kind: QuirkKind
  /** The kinds of data that the quirk reveals; missing if it reveals none. */
  readonly reveals?: readonly Secret[]
  /** The request or the part of an answer that shows the quirk, in one sentence or phrase. */
  readonly says: string
  readonly documented: string
  readonly real: string
}

const crash = (
  says: string,
  documented = 'answers 400, and the error names the key, its path and the expected value',
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
    says: 'The linked entries that a filter or a sort through a relation reads.',
    documented: 'reads only the linked entries that a `populate` of the same path shows',
    real: 'reads every linked entry, including drafts and all locales of a to-one relation; includes the entry itself in its `localizations`',
  },
  'morph-draft-leak': {
    kind: 'leak',
    says: 'A morph relation that a request populates without options.',
    documented: 'shows entries of the requested status',
    real: 'shows drafts and published entries together',
  },
  'related-private': {
    kind: 'leak',
    reveals: ['private links'],
    says: 'The list of entries in the attribute `related` of a file.',
    documented: 'lists only the entries that use the file in a public attribute',
    real: 'also lists entries that use the file in a private attribute, without the name of the attribute',
  },
  'nested-filter-no-perm': {
    kind: 'leak',
    reveals: ['closed entries'],
    says: 'A filter or sort inside a populate, along a relation to a type that the role may not find.',
    documented: 'answers 400, as to a filter or sort at the root',
    real: 'applies the filter or sort; therefore, the answer depends on entries that the role may not see',
  },
  'search-private': {
    kind: 'leak',
    reveals: ['private values'],
    says: 'The attributes that `_q` searches.',
    documented: 'skips private attributes',
    real: 'also searches private text attributes',
  },
  'morph-filter-unchecked': {
    kind: 'leak',
    reveals: ['private values', 'private links', 'closed entries'],
    says: 'A name after the inverse side of a morph relation, in the path of a filter or sort.',
    documented: 'checks a name after the morph relation like every other name',
    real: 'does not check a name after the morph relation: private attributes work; unknown names have no effect in filters and fail in a sort',
  },
  'comma-populate-bypass': {
    kind: 'leak',
    says: 'A private relation named in a comma-separated populate string.',
    documented: 'answers 400, as to a private relation in every other form of populate',
    real: 'answers 200 without the relation',
  },
  'comma-morph-absent': {
    kind: 'shape',
    reveals: ['closed entries'],
    says: 'A morph relation in a comma-separated populate string, if the relation links only to types that the role may not find.',
    documented: 'shows an empty morph relation, as in every other form of populate',
    real: 'omits the relation',
  },
  'fields-null-bypass': {
    kind: 'leak',
    says: '`fields` as a list with an item that has no value.',
    documented: 'answers 400',
    real: 'ignores the item without a value, and does not refuse private attributes in the list (the answer still omits private attributes)',
  },
  'filter-locale-overrides': {
    kind: 'silently wrong',
    says: 'A filter on `locale` at the root of `filters`.',
    documented: 'applies the filter on `locale` in addition to the locale of the request',
    real: 'applies the filter on `locale` in place of the locale of the request',
  },
  'locale-operator': {
    kind: 'silently wrong',
    says: '`locale` as an object.',
    documented: 'answers 400',
    real: 'applies the object in `locale` as a filter on the locale; answers 500 if the object contains no operator',
  },
  'document-filter-overridden': {
    kind: 'silently wrong',
    says: 'A filter on `documentId` in a request for one document.',
    documented: 'applies the filter on `documentId`: answers 404 if the document does not match the filter',
    real: 'ignores the filter on `documentId`: the answer is the document in the path',
  },
  'opaque-operand': {
    kind: 'silently wrong',
    says: 'An operator whose operand is an object of unknown keys, or a list of more than 100 items.',
    documented: 'answers 400',
    real: 'ignores the condition: every entry matches',
  },
  'not-null-ignored': {
    kind: 'silently wrong',
    says: '`$not` without a value, in a place where `filters` expects an attribute name.',
    documented: 'answers 400',
    real: 'has no effect',
  },
  'prototype-keys-dropped': {
    kind: 'silently wrong',
    says: 'A key in brackets that every JavaScript object inherits, such as `constructor`.',
    documented: 'answers 400',
    real: 'ignores the inherited key and the condition under it',
  },
  'object-operand': {
    kind: 'silently wrong',
    says: 'An object of operators where `filters` expects a value, under a text operator or in a list of values.',
    documented: 'answers 400',
    real: 'compares the attribute value with the text `[object Object]`, or with no value',
  },
  'relation-group-collision': {
    kind: 'silently wrong',
    says: 'Two `$or` groups (or two `$and` groups) under different relations of one entry, or one at the root and one under a relation.',
    documented: 'applies both groups of conditions',
    real: 'applies only the last `$or` group or `$and` group in the query',
  },
  'ne-array-or': {
    kind: 'silently wrong',
    says: 'A list of values under a negative operator such as `$ne` or `$notContains`.',
    documented: 'excludes entries whose value equals any value in the list',
    real: 'matches entries whose value differs from at least one value in the list; nearly every entry matches',
  },
  'pagination-clamp': {
    kind: 'silently wrong',
    says: 'A `page`, `pageSize` or `limit` below 1, a `start` below 0, or an empty value for one of these parameters.',
    documented: 'answers 400',
    real: 'uses the smallest allowed number in place of the invalid number; `limit=-1` means 1',
  },
  'page-size-nan-max': {
    kind: 'silently wrong',
    says: 'A `pageSize` or `limit` that is not a number, on a server with a maximum page size.',
    documented: 'answers 400',
    real: 'uses the maximum page size',
  },
  'page-fraction': {
    kind: 'silently wrong',
    says: 'A `page` that is not an integer.',
    documented: 'answers 400',
    real: 'shows entries from the middle of a page, if `page` times `pageSize` is an integer',
  },
  'huge-offset': {
    kind: 'silently wrong',
    says: 'A `page` or `start` beyond 2^53.',
    documented: 'answers 400',
    real: 'answers 500; for numbers from 10^21 on, shows entries near the beginning of the list',
  },
  'localizations-excludes-page': {
    kind: 'silently wrong',
    says: '`localizations` of entries whose other locales are on the same page.',
    documented: 'lists the entries in every other locale',
    real: 'omits the localizations that are on the page; with `locale=*`, omits all localizations',
  },
  'count-ignored': {
    kind: 'silently wrong',
    says: '`count` on media, zones, localizations, creators and the inverse side of a morph relation.',
    documented: 'shows the number of linked entries',
    real: 'shows the linked entries',
  },
  'count-joined-rows': {
    kind: 'silently wrong',
    says: '`count` with a filter through a to-many relation, or of a to-one relation that links several locales.',
    documented: 'counts once each entry that a populate would show',
    real: 'counts an entry once for each matching linked row, and counts every locale of a to-one relation',
  },
  'on-false-includes': {
    kind: 'silently wrong',
    says: '`populate[zone][on][kind]=false`.',
    documented: 'omits the component type',
    real: 'shows the components of the type',
  },
  'dotted-leaf-drops-path': {
    kind: 'silently wrong',
    says: 'A dotted populate path that contains a relation to a type that the role may not find.',
    documented: 'populates the attributes of the path before the forbidden relation',
    real: 'populates no attribute of the path',
  },
  'dotted-order': {
    kind: 'silently wrong',
    says: 'A populate list with `a.b` before `a`.',
    documented: 'populates both attributes',
    real: 'ignores `a.b`',
  },
  'populate-empty-names': {
    kind: 'silently wrong',
    says: 'A dotted populate path with an empty name, or with a space beside a dot.',
    documented: 'ignores the empty name or the space in the dotted path',
    real: 'ignores the rest of the dotted path after an empty name, unless the empty name is at the start of the whole text',
  },
  'populate-stray-keys': {
    kind: 'silently wrong',
    says: 'A key of a populate object that is a boolean word, the list position 0 or 1, or a populate option at the wrong nesting level.',
    documented: 'answers 400, because one level of `populate` cannot mix a list and an object',
    real: 'ignores such a key',
  },
  'populate-word-true': {
    kind: 'silently wrong',
    says: 'The word sort, filters, fields, populate or count, or a path that begins with a boolean word, as the value of a populated attribute.',
    documented: 'answers 400',
    real: 'populates the attribute, as for `true`',
  },
  'morph-in-list': {
    kind: 'shape',
    says: 'A populate list with a morph relation, and with another item that is blank, contains a comma or names a dynamic zone.',
    documented: 'populates all items of the list',
    real: 'answers 400',
  },
  'morph-true-only': {
    kind: 'silently wrong',
    says: 'A morph relation that a request populates or counts with `t` or `1` instead of `true`.',
    documented: 'populates or counts the morph relation, like every other attribute',
    real: 'neither populates nor counts the morph relation; only the word `true` works',
  },
  'morph-options-dropped': {
    kind: 'silently wrong',
    says: 'A morph relation that a request populates with other options than `on` and `count`.',
    documented: 'refuses these options with 400, like the same options of a dynamic zone',
    real: 'omits the morph relation',
  },
  'zone-options-ignored': {
    kind: 'silently wrong',
    says: '`fields`, `filters` or `sort` of a dynamic zone, together with the option `on` of the zone.',
    documented: 'answers 400, as for a zone without `on`',
    real: 'ignores `fields`, `filters` and `sort` of the zone',
  },
  'sort-status-ignored': {
    kind: 'silently wrong',
    says: '`sort=status:asc` on a type with draft & publish.',
    documented: 'answers 400, as for `sort=status`',
    real: 'ignores the sort key',
  },
  'sort-own-status': {
    kind: 'silently wrong',
    says: '`sort` by an attribute named `status`.',
    documented: 'sorts by the attribute `status`',
    real: 'ignores the sort key; if the attribute `status` belongs to a component, answers 500',
  },
  'sort-array-value-ignored': {
    kind: 'silently wrong',
    says: 'A `sort` object whose order is a list, an empty text or missing; a `sort` text with a number after a scalar attribute.',
    documented: 'answers 400',
    real: 'ignores the sort key',
  },
  'search-underscore': {
    kind: 'silently wrong',
    says: 'An underscore in `_q`.',
    documented: 'matches only an underscore',
    real: 'matches any character',
  },
  'pubfilter-cascades': {
    kind: 'silently wrong',
    says: 'The entries to which `publicationFilter` and `hasPublishedVersion` apply.',
    documented: 'applies both parameters only to the entries of the list itself',
    real: 'applies `publicationFilter` and `hasPublishedVersion` to populated entries too',
  },
  'findone-start': {
    kind: 'silently wrong',
    says: '`start` at the root of a request for one entry.',
    documented: 'answers 400',
    real: 'skips the requested entry and answers 404',
  },
  'late-populate-errors': {
    kind: 'silently wrong',
    says: 'A filter or sort inside a populate that the database cannot execute.',
    documented: 'answers 400, regardless of the data',
    real: 'answers 500 if there is an entry to populate; otherwise ignores the error',
  },
  'sort-field-leak': {
    kind: 'shape',
    says: 'The attributes by which a request sorts a populated list, or a list that it filters through a relation.',
    documented: 'shows the sort attributes only if `fields` names them',
    real: 'always shows the sort attributes',
  },
  'component-order-leak': {
    kind: 'shape',
    says: 'A component with an attribute named `order` that `fields` does not name.',
    documented: 'shows the component without `order`',
    real: 'shows the position of the component as `order`',
  },
  'morphtoone-fields-null': {
    kind: 'shape',
    says: 'A populated to-one morph relation, in a request whose `fields` restrict the entry that has the relation.',
    documented: 'populates the relation',
    real: 'shows null',
  },
  'morphmany-fields-empty': {
    kind: 'shape',
    says: 'The inverse side of a to-one morph relation, if a request populates it with the option `fields`.',
    documented: 'populates the relation',
    real: 'shows the relation as empty',
  },
  'parameter-limit': {
    kind: 'silently wrong',
    says: 'More than 1,000 parameters.',
    documented: 'answers 400',
    real: 'ignores all parameters after the first 1,000',
  },
  'populate-with-pagination': {
    kind: 'reading',
    says: 'A list request with both `pagination` and `populate`.',
    documented: 'shows a page, because only pagination inside a populate is an error',
    real: 'shows a page too; with this switch, answers 400',
  },
  'fields-of-links': {
    kind: 'reading',
    says: 'A relation, file, component or zone named in `fields`.',
    documented: 'answers 400 to the name in `fields`, like the real server',
    real: 'answers 400 too; with this switch, the name in `fields` has no effect',
  },
  'zone-unlisted-bare': {
    kind: 'reading',
    says: 'A component in a dynamic zone, if the option `on` does not list its component type.',
    documented: 'omits the component',
    real: 'omits the component too; with this switch, shows the component with only `id` and `__component`',
  },
  'file-members': {
    kind: 'reading',
    says: 'The members `focalPoint` and `publishedAt` of a file, which the guide does not list.',
    documented: 'shows both members',
    real: 'shows `focalPoint` and `publishedAt` too; with this switch, shows them only if `fields` names them',
  },
  'creators-closed': {
    kind: 'reading',
    says: '`createdBy` and `updatedBy` of a content type with the option `populateCreatorFields`.',
    documented: 'populates both attributes',
    real: 'populates `createdBy` and `updatedBy` too; with this switch, both attributes are private, as on other content types',
  },
  'paths-of-components': {
    kind: 'reading',
    says: 'A dotted populate path that continues after a relation.',
    documented: 'follows the dotted path',
    real: 'follows the dotted path too; with this switch, answers 400, because a nested relation needs the object form',
  },
  'list-beside-object': {
    kind: 'reading',
    says: 'A populate list and a populate object at the same level, for different attributes.',
    documented: 'answers 400',
    real: 'ignores the list; with this switch, populates the attributes of the list and of the object',
  },
  'deep-brackets': {
    kind: 'reading',
    says: 'A query with more than twenty nested brackets, which are needed for more than ten levels of `populate`.',
    documented: 'answers 400',
    real: 'answers 400 too; with this switch, accepts up to two hundred brackets, which are enough for a hundred levels of `populate`',
  },
  'unknown-method-501': {
    kind: 'crash',
    says: 'An HTTP method that the server does not support.',
    documented: 'answers 405 with the supported methods in the header `allow`',
    real: 'answers 501',
  },
  'number-cast-500': crash('An operand that is not a number, for a numeric attribute.'),
  'between-arity-500': crash('`$between` with anything but a list of two values.'),
  'root-filter-array-500': crash('`filters` as a list.'),
  'group-not-array-500': crash(
    '`$and`, `$or` or `$not` with a value that is not a condition, or `$and` or `$or` below a scalar attribute.',
  ),
  'list-of-conditions': {
    kind: 'silently wrong',
    says: 'A list of conditions as the value of `$not`, or as an item of `$and` or `$or`.',
    documented: 'answers 400',
    real: 'reads the names in the list as database columns, and does not cast their operands; answers 500 unless each name is a column of exactly one table of the query',
  },
  'root-operator-500': crash('An operator where `filters` expects the name of an attribute.'),
  'sibling-key-500': crash(
    'The name of another attribute, or an object of operators, where `filters` expects a value or an operator.',
  ),
  'relation-operator-mix-500': crash(
    'Several operators on one relation in `filters`, or an operator on a relation together with attributes of its entries.',
  ),
  'relation-not-object-500': crash(
    'An operator on a relation in `filters`, with an object of conditions as its operand.',
  ),
  'fields-empty-500': crash('`fields=` without a value.'),
  'proto-names-500': crash(
    '`fields` with a name that every JavaScript object inherits, such as `constructor`.',
  ),
  'populate-null-500': crash(
    'An attribute without a value in the object form of `populate`, or a dynamic zone or morph relation with an empty value.',
  ),
  'sort-scalar-path-500': crash('A sort path that continues after a scalar attribute.'),
  'nested-deep-sort-500': crash(
    'A sort inside a populate whose sort key leads through a relation, component or media attribute.',
  ),
  'search-nonstring-500': crash('`_q` as a list or an object.'),
  'component-documentid-500': crash('The documentId of a component in `fields`, `filters` or `sort`.'),
  'nested-list-text': {
    kind: 'silently wrong',
    says: 'In `filters`, a list inside a list of values.',
    documented: 'answers 400',
    real: 'joins the values of the inner list with commas and compares the joined text; answers 500 for numbers',
  },
} as const satisfies Record<string, Quirk>

export type QuirkId = keyof typeof QUIRKS
export const QUIRK_IDS: readonly QuirkId[] = Object.keys(QUIRKS).filter(isQuirkId)

export function isQuirkId(id: string): id is QuirkId {
  return Object.hasOwn(QUIRKS, id)
}

/** Returns the kinds of data that a quirk reveals; empty for most quirks. */
export function revealsOf(id: QuirkId): readonly Secret[] {
  const quirk: Quirk = QUIRKS[id]
  return quirk.reveals ?? []
}

/**
 * Behaviour of the real server that the documentation does not mention. Every profile imitates this undocumented
 * behaviour, including the profile `documented`.
 */
export const KEPT: readonly { readonly name: string; readonly says: string; readonly why: string }[] = [
  {
    name: 'drafts-public',
    says: 'Every caller who may read a type may read its drafts.',
    why: 'the permissions of Strapi do not distinguish drafts from published entries',
  },
  {
    name: 'modified-private',
    says: '`publicationFilter=modified` and `publicationFilter=unmodified` compare `updatedAt` of the draft and the published entry, even if `updatedAt` is private.',
    why: 'both entries are public, the filter names no attribute, and the answer shows no value of `updatedAt`',
  },
  {
    name: 'attribute-star',
    says: '`populate[a]=*` is an error if the entries of `a` have an attribute to populate.',
    why: 'the real server refuses `populate[a]=*`; `populate[a][populate]=*` is the valid form',
  },
  {
    name: 'relation-locales',
    says: 'A relation of a type without localization shows the linked rows of all locales.',
    why: 'the guide does not say which entries such a relation shows, and the database row stores a link to the entry of each locale',
  },
  {
    name: 'locale-star-document',
    says: '`locale=*` in a request for one entry answers 404.',
    why: 'the real server refuses such a request',
  },
  {
    name: 'root-pagination',
    says: '`page` and `pageSize` at the root of a query are an error; `start` and `limit` at the root have no effect on a list.',
    why: 'the real server refuses `page` and `pageSize` at the root, and treats `start` and `limit` as unknown parameters',
  },
  {
    name: 'with-count-late',
    says: 'An invalid `withCount` is an error only in a list request, and only if the rest of the query is valid.',
    why: 'the error in an answer depends on the order of the checks',
  },
  {
    name: 'array-100',
    says: 'A list of more than 100 items becomes an object, which is an error in `fields`, `sort` and `populate`.',
    why: 'the real server refuses such an object',
  },
  {
    name: 'boolean-words',
    says: 'For a boolean attribute, every operand except false, f, 0 and the empty text means true.',
    why: 'the guide does not define the values of booleans in filters, and with this rule the server ignores no condition',
  },
  {
    name: 'key-order',
    says: 'In an answer of the real server, the key order of objects depends on the order in which database queries finish.',
    why: 'no comparison of answers depends on key order; Populace uses the order of the schema',
  },
]
