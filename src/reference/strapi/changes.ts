/**
 * The changes in releases of Strapi 5 that affect answers, newest first. A profile of a release before the change has
 * the change as a departure: the answers of this profile show the earlier behaviour. The function that implements the
 * earlier behaviour asks for the change by name, never for a version.
 */
import type { QuirkId } from './quirks.ts'

/**
 * The weight of a change: its importance for a frontend. The weight `A` means different data, or an error that a
 * frontend would meet. The weight `B` means rare forms of queries. The weight `C` means texts and formats.
 */
export type Weight = 'A' | 'B' | 'C'

export interface Change {
  /** The release since which every release of Strapi has the change. */
  readonly since: string
  /** The first and the last release of an earlier period, in which releases of Strapi already had the change. */
  readonly lapsed?: readonly [from: string, to: string]
  readonly weight: Weight
  /** The request or the part of an answer that the change affects, in one sentence or phrase. */
  readonly says: string
  /** The smallest request that shows the change, on the dataset of the recordings. */
  readonly request: string
  /** The behaviour of the server before the change, as a verb phrase with the server as its subject. */
  readonly before: string
  /** The behaviour of the server since the change, in the same form. */
  readonly after: string
  /** The package, file or dependency of Strapi that contains the change. */
  readonly where: string
  /** The quirks of the latest release that this change introduced. */
  readonly brings?: readonly QuirkId[]
  /** The feature that a frontend can use since the change, and the result of that use on an older release. */
  readonly use?: { readonly what: string; readonly before: string }
  /**
   * Up to three recordings that show the change. `fixtures/strapi-versions/changes.json` lists all recordings that
   * show the change.
   */
  readonly evidence: readonly string[]
}

export const CHANGES = {
  'morph-populate-star-and-permission': {
    since: '5.53.0',
    weight: 'A',
    says: 'The entries and the options of a populated morph relation.',
    request: '/api/bookmarks?populate=items',
    before:
      'shows entries of the requested status; ignores `on` of a to-one relation; answers 400 to `populate[items]=*`',
    after:
      'shows drafts and published entries together; always applies `on`; omits the relation for `populate[items]=*`',
    where: 'utils',
    brings: ['morph-draft-leak', 'morph-options-dropped', 'morph-true-only'],
    use: { what: '`on` of a to-one morph relation', before: 'ignored' },
    evidence: [],
  },
  'dotted-unpermitted-tail-drops-branch': {
    since: '5.53.0',
    weight: 'A',
    says: 'A dotted populate path that ends at a relation to a type that the role may not find.',
    request: '/api/articles?populate=author.secrets',
    before: 'populates the attributes of the path except the last name',
    after: 'populates no attribute of the path, here not the author either',
    where: 'utils/traverse/query-populate',
    brings: ['dotted-leaf-drops-path', 'dotted-order'],
    evidence: ['populate-019', 'permissions-101', 'populate-183'],
  },
  'unpermitted-relation-star-dropped': {
    since: '5.53.0',
    weight: 'B',
    says: '`populate[a]=*` for a relation to a type that the role may not find.',
    request: '/api/articles?populate[secret]=*',
    before: 'answers 400, and the error names the first attribute that a request could populate',
    after: 'answers 200 without the relation',
    where: 'utils/validate, utils/sanitize',
    evidence: ['permissions-071', 'permissions-072'],
  },
  'morph-populate-count': {
    since: '5.53.0',
    weight: 'B',
    says: '`count` of a morph relation.',
    request: '/api/bookmarks?populate[items][count]=true',
    before: 'ignores `count`: the answer shows the linked entries',
    after: 'shows the number of linked entries, which is 0 or 1 for a to-one relation',
    where: 'database/query/helpers/populate/apply',
    use: { what: '`count` of a morph relation', before: 'ignored' },
    evidence: [],
  },
  'sort-proto-refused': {
    since: '5.53.0',
    weight: 'C',
    says: 'In `sort`, a name that every JavaScript object inherits.',
    request: '/api/restaurants?sort=__proto__',
    before: 'ignores the sort key',
    after: 'answers 400 `Invalid sort query`',
    where: 'utils/convert-query-params',
    evidence: [],
  },
  'like-wildcards-escaped': {
    since: '5.51.2',
    weight: 'A',
    says: '`%`, `_` and a backslash in text operators.',
    request: '/api/kitchensinks?filters[aString][$contains]=%25',
    before: 'treats `%`, `_` and the backslash as wildcards of SQL patterns, also in `$eqi` and `$nei`',
    after: 'compares these characters literally',
    where: 'database/query/helpers/where',
    use: { what: '`%` and `_` in text operators, taken literally', before: 'wildcards' },
    evidence: ['filters-063', 'filters-065', 'filters-066'],
  },
  'page-without-pagesize': {
    since: '5.51.2',
    weight: 'A',
    says: '`pagination[page]` without `pagination[pageSize]`.',
    request: '/api/restaurants?pagination[page]=2',
    before: 'shows pages of one entry',
    after: 'shows pages of the default size',
    where: 'utils/pagination',
    use: { what: '`pagination[page]` alone', before: 'one entry per page' },
    evidence: ['pagination-005', 'pagination-006', 'pagination-068'],
  },
  'empty-morph-many-is-array': {
    since: '5.51.1',
    weight: 'A',
    says: 'An empty multiple media attribute, or an empty inverse side of a to-many morph relation.',
    request: '/api/restaurants?populate=photos',
    before: 'shows null',
    after: 'shows an empty list',
    where: 'database/query/helpers/populate/apply',
    use: { what: 'an empty list for an empty multiple media attribute', before: 'null' },
    evidence: ['populate-001', 'media-051', 'permissions-394'],
  },
  'bad-populate-type-400': {
    since: '5.50.2',
    weight: 'B',
    says: 'A populate list with an item that is not a text.',
    request: '/api/articles?populate=author&populate[categories]=true',
    before: 'answers 500',
    after: 'answers 400, and the error names the expected value',
    where: 'utils/convert-query-params',
    evidence: ['populate-061', 'populate-094', 'populate-095'],
  },
  'order-direction-400': {
    since: '5.50.1',
    weight: 'B',
    says: 'An unknown sort direction.',
    request: '/api/restaurants?sort=name:up',
    before: 'answers 500',
    after: 'answers 400, and the error lists the valid sort directions',
    where: 'utils/convert-query-params',
    use: { what: '400 for a wrong sort direction', before: '500' },
    evidence: ['nested-016', 'sort-007', 'sort-081'],
  },
  'populate-comma-list-accepted': {
    since: '5.50.0',
    weight: 'A',
    says: 'Several names in one populate text, separated by commas.',
    request: '/api/articles?populate=author,categories',
    before: 'answers 400, because the whole text counts as one name',
    after: 'populates each attribute in the text',
    where: 'utils/validate/validators',
    use: { what: '`populate=a,b`', before: '400' },
    brings: ['comma-populate-bypass', 'comma-morph-absent'],
    evidence: ['populate-006', 'components-069', 'media-033'],
  },
  'populate-name-strictly-validated': {
    since: '5.50.0',
    weight: 'A',
    says: 'A `populate` text that is a word for true or false, or a dotted path through a dynamic zone or a file.',
    request: '/api/articles?populate=true',
    before: 'answers 200 and populates nothing',
    after: 'answers 400, and the error names the key',
    where: 'utils/validate/validators',
    use: { what: '400 for `populate=true`', before: 'nothing populated' },
    evidence: ['populate-003', 'zone-020', 'zone-021'],
  },
  'populate-star-in-list-400': {
    since: '5.50.0',
    weight: 'B',
    says: 'A star in a populate list.',
    request: '/api/articles?populate[0]=*',
    before: 'answers 500',
    after: 'answers 400, and the error names the key',
    where: 'utils/validate/validators',
    evidence: ['populate-015'],
  },
  'populate-error-path': {
    since: '5.50.0',
    weight: 'C',
    says: 'The member `path` of the error for a wrong name in a populate text.',
    request: '/api/articles?populate=author.nope',
    before:
      'names only the attribute above the wrong name in the error path; shows an empty path for a wrong name at the root',
    after: 'lists all names in the error path, including the wrong name',
    where: 'utils/validate/validators',
    evidence: ['components-022', 'populate-021', 'populate-071'],
  },
  'too-many-populate-entries': {
    since: '5.49.0',
    weight: 'C',
    says: 'The error for a populate list of more than 100 items.',
    request: '/api/restaurants?populate[0]=cover&populate[1]=cover (and so on, 101 items)',
    before:
      'names the third position of the populate list in the error, because the positions 0 and 1 count as false and true',
    after: 'names the number of list items and the maximum number in the error',
    where: 'utils/traverse/query-populate',
    evidence: [],
  },
  'numbers-parsed-strictly-500': {
    since: '5.48.0',
    weight: 'B',
    says: 'An empty or infinite operand for a numeric attribute, or a fraction for a biginteger.',
    request: '/api/kitchensinks?filters[anInteger]=',
    before: 'compares the attribute with the operand; an empty operand counts as 0',
    after: 'answers 500',
    where: 'database/fields',
    evidence: ['filter-types-048', 'filter-types-056'],
  },
  'empty-sort-segment-ignored': {
    since: '5.48.0',
    weight: 'B',
    says: 'A sort key without an attribute name or without a sort order.',
    request: '/api/restaurants?sort[name]=',
    before: 'answers 500',
    after: 'ignores the sort key',
    where: 'utils/sort-query',
    brings: ['sort-array-value-ignored'],
    evidence: ['sort-009', 'sort-080', 'sort-082'],
  },
  'qs-6.15.2-unbalanced-brackets': {
    since: '5.47.1',
    weight: 'C',
    says: 'An unclosed bracket in the name of a parameter.',
    request: '/api/restaurants?filters[name=Biscotte',
    before:
      'reads the whole text as the name of an unknown parameter, here `filters[name`, and ignores the parameter',
    after:
      'reads the bracket as the start of a key inside the parameter, here the key `[name` of `filters`, and answers 400',
    where: 'core (its dependency qs)',
    evidence: ['qs-013', 'qs-018'],
  },
  publicationFilter: {
    since: '5.47.0',
    weight: 'A',
    says: 'The parameter `publicationFilter`.',
    request: '/api/articles?publicationFilter=modified',
    before: 'ignores `publicationFilter` as an unknown parameter',
    after:
      'selects entries by the state of their draft and published versions; answers 400 to an unknown value of the parameter',
    where: 'core/document-service/publication-filter',
    use: { what: '`publicationFilter`', before: 'ignored' },
    evidence: ['qs-238', 'status-022', 'status-024'],
  },
  'populate-sort-ties-by-id': {
    since: '5.46.1',
    weight: 'B',
    says: 'The order of populated entries that are equal in every sort key.',
    request: '/api/restaurants?populate[reviews][sort]=score',
    before: 'shows entries with equal sort keys in the stored order of the relation',
    after: 'shows entries with equal sort keys in the order of their ids',
    where: 'database/query/helpers/populate/apply',
    evidence: ['nested-009', 'nested-010', 'findone-032'],
  },
  'shape-errors-400': {
    since: '5.46.0',
    weight: 'A',
    says: 'A wrong form of `fields`, `filters`, a number such as `pagination[start]`, or the options of a dynamic zone.',
    request: '/api/restaurants?pagination[start]=abc',
    before: 'answers 500',
    after: 'answers 400, and the error names the expected value',
    where: 'utils/convert-query-params',
    use: {
      what: 'status 400 for a wrong form of `fields`, `filters`, numbers and options of a dynamic zone',
      before: '500',
    },
    evidence: ['fields-010', 'fields-011', 'filters-248'],
  },
  'unsorted-list-by-id': {
    since: '5.46.0',
    weight: 'B',
    says: 'The order of a list without a sort, and of entries that are equal in every sort key.',
    request: '/api/restaurants?fields=id',
    before: 'shows the entries in the order in which the database returns them',
    after: 'shows the entries in the order of their ids',
    where: 'database/query/query-builder',
    use: {
      what: 'a fixed order of lists without a sort, as pagination needs it',
      before: "the database's own",
    },
    evidence: ['fields-016', 'order-001', 'order-002'],
  },
  'morphToOne-__type': {
    since: '5.45.0',
    weight: 'A',
    says: 'The member `__type` of an entry that a to-one morph relation links to.',
    request: '/api/bookmarks?populate=subject',
    before: 'shows the linked entry without its content type',
    after: 'names the content type of the linked entry in `__type`',
    where: 'database/query/helpers/populate/apply',
    use: { what: '`__type` of a to-one morph relation', before: 'absent' },
    evidence: [],
  },
  'sort-status': {
    since: '5.45.0',
    weight: 'B',
    says: '`sort=status:asc` on a type with draft & publish, or on a type with an attribute named `status`.',
    request: '/api/articles?sort=status:desc',
    before: 'answers 400, or sorts by the attribute named `status`',
    after: 'answers 200 and ignores the sort key',
    where: 'database/query/helpers/order-by',
    brings: ['sort-status-ignored', 'sort-own-status'],
    use: { what: '`sort=status:asc`', before: '400' },
    evidence: [],
  },
  'opaque-operand-dropped': {
    since: '5.42.0',
    weight: 'A',
    says: 'An operator whose operand is an object of unknown keys, or a list of more than 100 items.',
    request: '/api/restaurants?filters[id][$in][0]=1&filters[id][$in][x]=2',
    before: 'answers 400, and the error names the key',
    after: 'ignores the condition: every entry matches',
    where: 'utils/traverse/query-filters',
    brings: ['opaque-operand'],
    evidence: ['qs-087', 'qs-088', 'qs-089'],
  },
  'unknown-filter-operator-refused': {
    since: '5.42.0',
    weight: 'A',
    says: 'In `filters`, a name below a scalar attribute that is not an operator.',
    request: '/api/kitchensinks?filters[aString][$nope]=x',
    before: 'ignores the condition: every entry matches',
    after: 'answers 400, and the error names the key',
    where: 'utils/traverse/query-filters',
    use: { what: '400 for a misspelt operator', before: 'the whole list' },
    evidence: ['filters-267', 'filters-268', 'nested-026'],
  },
  'qs-6.15.0': {
    since: '5.39.0',
    weight: 'B',
    says: 'The list index 100, or a parameter that has both a value and nested names.',
    request: '/api/restaurants?filters[id][$in][100]=1',
    before: 'reads a list with the index 100 as a list; reads a value beside nested names as one more name',
    after:
      'reads a list with the index 100 as an object; reads a value and nested names as a list with two items',
    where: 'core (its dependency qs)',
    evidence: ['populate-165', 'qs-025', 'qs-138'],
  },
  'where-refused': {
    since: '5.37.0',
    weight: 'C',
    says: 'The parameter `where` with a text or a list as its value.',
    request: '/api/restaurants?where=x',
    before: 'answers 500, unless the query has filters',
    after: 'ignores the parameter',
    where: 'core/document-service/repository',
    evidence: [],
  },
  'page-size-error-text': {
    since: '5.37.0',
    weight: 'C',
    says: 'The error for an invalid `pageSize` in a request for one entry.',
    request: '/api/restaurants/b5a90bvgi58ezr8sx5s38q4a?pageSize=0',
    before: 'prints the value of `page` in the error message',
    after: 'prints the value of `pageSize` in the error message',
    where: 'utils/convert-query-params',
    evidence: [],
  },
  hasPublishedVersion: {
    since: '5.37.0',
    weight: 'B',
    says: 'The parameter `hasPublishedVersion`.',
    request: '/api/articles?status=draft&hasPublishedVersion=true',
    before: 'ignores `hasPublishedVersion` as an unknown parameter',
    after:
      'selects entries by whether their document has a published version; answers 400 to every value of the parameter except true and false',
    where: 'core/document-service/draft-and-publish',
    brings: ['pubfilter-cascades'],
    use: { what: '`hasPublishedVersion`, `api.rest.strictParams`', before: 'ignored' },
    evidence: ['status-030', 'status-032', 'status-033'],
  },
  'file-focalPoint': {
    since: '5.35.0',
    weight: 'B',
    says: '`focalPoint` of a file.',
    request: '/api/restaurants?populate=cover',
    before: 'does not know `focalPoint`',
    after: 'shows `focalPoint` as null, or as an object with x and y',
    where: 'upload',
    use: { what: '`focalPoint` of a file', before: 'absent' },
    evidence: ['media-001', 'media-002', 'populate-001'],
  },
  'empty-fields-or-populate': {
    since: '5.34.0',
    weight: 'C',
    says: '`fields=` and `populate=` without a value.',
    request: '/api/articles?fields=',
    before: 'answers 400 for the empty name',
    after: 'answers 500 to `fields=` and 200 to `populate=`',
    where: 'core/document-service/repository',
    brings: ['fields-empty-500'],
    evidence: ['fields-033', 'populate-079'],
  },
  'qs-6.14.1-array-limit': {
    since: '5.33.3',
    weight: 'A',
    says: 'A list of more than 100 items, written with `[]` or by repeating its name.',
    request: '/api/restaurants?filters[id][$in][]=1&filters[id][$in][]=2 (and so on, 101 items)',
    before: 'reads an ordinary list',
    after: 'reads the list as an object whose keys are the positions of the items',
    where: 'core (its dependency qs)',
    use: { what: 'a list of more than 100 items without indexes', before: 'an ordinary list' },
    evidence: [],
  },
  'locale-star-total': {
    since: '5.30.1',
    weight: 'A',
    says: 'The total of `locale=*`.',
    request: '/api/articles?locale=*',
    before: 'shows 0 as `meta.pagination.total`, although the answer contains all entries',
    after: 'shows the number of entries',
    where: 'core/document-service/repository',
    use: { what: 'the right total for `locale=*`', before: '0' },
    evidence: ['locale-005', 'locale-024', 'locale-026'],
  },
  'locale-array-accepted': {
    since: '5.30.1',
    weight: 'B',
    says: 'A list of locales.',
    request: '/api/articles?locale[0]=en&locale[1]=fr',
    before: 'answers 400, unless `withCount` is false',
    after: 'shows the entries in all listed locales',
    where: 'core/document-service/repository',
    use: { what: '`locale[0]=en&locale[1]=fr`', before: '400' },
    evidence: ['locale-012', 'locale-014', 'locale-015'],
  },
  'null-morphToOne-500': {
    since: '5.23.2',
    weight: 'A',
    says: 'A populated to-one morph relation, if it is empty in some entries.',
    request: '/api/bookmarks?populate=subject',
    before: 'answers 500',
    after: 'shows null',
    where: 'utils/sanitize',
    use: { what: 'a to-one morph relation that is empty in some entries', before: '500' },
    evidence: [],
  },
  'content-source-map-header': {
    since: '5.23.2',
    weight: 'C',
    says: 'The header `strapi-encode-source-maps: true`.',
    request: '/api/restaurants, with the header',
    before: 'ignores the header',
    after: 'adds invisible characters to each text, which name the attribute of the text',
    where: 'core/core-api/controller/transform',
    evidence: ['http-060'],
  },
  'zone-on-relation-status': {
    since: '5.15.1',
    weight: 'A',
    says: 'Relations of components that are populated under `on`.',
    request: '/api/restaurants?populate[blocks][on][blocks.related][populate]=articles',
    before: 'shows drafts and published entries together in the relations',
    after: 'shows only entries of the requested status in the relations',
    where: 'database/query/helpers/populate/apply',
    use: {
      what: 'relations of components under `on` with entries of the requested status',
      before: 'drafts too',
    },
    evidence: ['zone-066', 'zone-067', 'status-053'],
  },
  'pagination-root-error-text': {
    since: '5.10.0',
    weight: 'C',
    says: 'The error for `page` and `pageSize` at the root of the query.',
    request: '/api/restaurants?page=2',
    before: 'answers with the message that page and offset pagination cannot be used together',
    after: 'answers with the message that the page parameters belong in the pagination object',
    where: 'utils/pagination',
    evidence: ['pagination-060', 'pagination-061', 'qs-182'],
  },
  'fields-inside-components': {
    since: '5.6.0',
    weight: 'A',
    says: '`fields` of a component.',
    request: '/api/restaurants?populate[address][fields]=city',
    before: 'answers 500',
    after: 'shows the named attributes of the component',
    where: 'utils/convert-query-params',
    use: { what: '`fields` of a component', before: '500' },
    evidence: ['components-011', 'components-012', 'zone-050'],
  },
  'lookup-param-refused': {
    since: '5.5.2',
    weight: 'C',
    says: 'A parameter named `lookup`.',
    request: '/api/restaurants?lookup[name]=x',
    before: 'replaces a filter condition that the server itself sets',
    after: 'answers 400',
    where: 'core/document-service/repository',
    evidence: ['qs-178'],
  },
  'empty-morph-list-kept': {
    since: '5.4.0',
    weight: 'B',
    says: 'A morph relation without an entry that the role may find, and every to-one morph relation.',
    request: '/api/bookmarks?populate=items',
    before: 'omits the relation',
    after: 'shows an empty list, or the linked entry of a to-one relation',
    where: 'utils/sanitize',
    evidence: [],
  },
  'nested-populate-value-validated': {
    since: '5.2.0',
    weight: 'A',
    says: 'A value of a populate object that is a name, a star or nothing: `populate[a]=name`, `populate[a]=*`, `populate[a]`.',
    request: '/api/articles?populate[author]=profile',
    before: 'ignores the value',
    after: 'answers 400, and the error names the key',
    where: 'utils/traverse',
    evidence: ['populate-033', 'populate-159', 'components-005'],
  },
  'nested-populate-error-path': {
    since: '5.2.0',
    weight: 'C',
    says: 'The member `path` of the error for a wrong name in a nested `populate`.',
    request: '/api/articles?populate[author][populate]=nope',
    before: 'shows an empty error path',
    after: 'lists the attributes above the wrong name in the error path',
    where: 'utils/traverse',
    evidence: ['populate-050', 'media-015', 'zone-046'],
  },
  'populate-__proto__': {
    since: '5.2.0',
    weight: 'C',
    says: '`populate=__proto__`.',
    request: '/api/restaurants?populate=__proto__',
    before: 'answers 400',
    after: 'answers 200',
    where: 'utils/traverse',
    evidence: ['qs-058'],
  },
  'locale-only-on-localized-types': {
    since: '5.1.0',
    weight: 'A',
    says: '`locale` and `localizations` of a type that is not translated.',
    request: '/api/restaurants',
    before: 'shows `locale` as null and `localizations` as an empty list, and accepts queries that name them',
    after: 'omits `locale` and `localizations`, and refuses queries that name them',
    where: 'i18n',
    use: { what: 'entries without `locale: null`', before: '`locale: null` everywhere' },
    evidence: ['fields-060', 'findone-001', 'components-047'],
  },
  'zone-populate-star': {
    since: '5.1.0',
    lapsed: ['5.0.4', '5.0.5'],
    weight: 'A',
    says: '`populate=*` of a zone.',
    request: '/api/restaurants?populate[blocks][populate]=*',
    before: 'answers 500',
    after: 'populates the attributes of each component in the zone, one level deep',
    where: 'utils/convert-query-params',
    use: { what: '`populate[zone][populate]=*`', before: '500' },
    evidence: ['zone-007', 'zone-127', 'zone-139'],
  },
} as const satisfies Record<string, Change>

export type ChangeId = keyof typeof CHANGES

/** A departure: a quirk of the latest release, or a change that the release of a profile does not have yet. */
export type Departure = QuirkId | ChangeId

/** An object with a function that returns whether the profile has a departure. */
export interface HasDepartures {
  readonly has: (departure: Departure) => boolean
}

export function isChangeId(id: string): id is ChangeId {
  return Object.hasOwn(CHANGES, id)
}
export const CHANGE_IDS: readonly ChangeId[] = Object.keys(CHANGES).filter(isChangeId)
export const changeOf = (id: ChangeId): Change => CHANGES[id]

/**
 * Changes in releases of Strapi that affect only endpoints outside the content API, which the reference does not
 * serve.
 */
export const ELSEWHERE: Readonly<Record<string, Change>> = {
  'file-isUrlSigned': {
    since: '5.19.0',
    weight: 'C',
    says: "`isUrlSigned` of a file on the upload plugin's own endpoint.",
    request: '/api/upload/files',
    before: 'omits `isUrlSigned`',
    after: 'shows `isUrlSigned`',
    where: 'upload',
    evidence: [],
  },
  'root-redirect-text': {
    since: '5.15.0',
    weight: 'C',
    says: 'The body of the redirect to the admin panel.',
    request: '/',
    before: 'answers with a link in HTML',
    after: 'answers with plain text',
    where: 'core (its dependency koa)',
    evidence: [],
  },
}
