/** The reasons why a real release, or the profile `guide`, breaks a law. */

const COMMA = 'before Strapi 5.50.0, the server refuses `populate=a,b`'
const CAST = 'PostgreSQL answers 500 if a text operator tests a number, a boolean or a time'
const LIKE = 'before Strapi 5.51.2, `%` and `_` in the operand of a text operator are wildcards'
const UNTAGGED =
  'before Strapi 5.45.0, the populated entry of a to-one morph relation lacks the member `__type`'
const DRAFTS =
  'since Strapi 5.53.0, a morph relation that is populated without options also shows drafts (`morph-draft-leak`)'
const SEEN =
  'a filter through a relation reads every linked row, also drafts and other locales (`filter-sees-drafts`).'
const OVERRIDES = 'a filter on `locale` replaces the default locale (`filter-locale-overrides`)'
const CREATORS = 'the profile `guide` refuses filters through `createdBy` or `updatedBy`'
const ROUNDED = 'SQLite answers an integer beyond 64 bits as a rounded number'
const REFUSED = 'the real server accepts, ignores or answers with 500 some queries that `documented` refuses'

/** The reason why a server breaks a law, by the id of the law. */
export const DEPARTS: Readonly<Record<string, string>> = {
  'shape.identity': `${UNTAGGED}.`,
  'shape.no-secrets': `before Strapi 5.1.0, entries and files of a type without locales have \`locale: null\`; ${UNTAGGED}.`,
  'shape.scalars-only': 'before Strapi 5.1.0, entries of a type without locales have `locale: null`.',
  'shape.fields': 'when populated with `fields`, a to-one morph relation is null (`morphtoone-fields-null`).',
  'populate.adds-only': `${COMMA}.`,
  'populate.star': `${COMMA}; ${DRAFTS}.`,
  'populate.any-order': `${COMMA}; ${DRAFTS}.`,
  'populate.forms': `a morph relation that is populated by \`t\` or \`1\` is absent (\`morph-true-only\`); ${COMMA}.`,
  'populate.off': 'the guide does not describe the flag `false`.',
  'populate.paths':
    'the real server ignores a whole dotted path that leads to or through a relation which the role may not find (`dotted-leaf-drops-path`), and in a list with `a.b` before `a`, `a.b` is ignored (`dotted-order`).',
  'errors.path': 'before Strapi 5.2.0, the error for a name inside `populate` has no path.',
  'access.through': 'before Strapi 5.1.0, a filter or a sort may use the `locale` of a type without locales.',
  'populate.one-form': 'the real server accepts a list and an object at one level, and more than 100 names.',
  'populate.first-level': `${UNTAGGED}.`,
  'populate.present':
    'before Strapi 5.51.1, an empty multiple media or morph attribute is null instead of an empty list.',
  'populate.independent':
    'before Strapi 5.23.2, populating a to-one morph relation without an entry fails with 500; on PostgreSQL and MySQL, the server refuses some filters and sorts inside a populate.',
  'populate.on-union':
    'under the profile `guide`, an answer keeps zone elements that `on` does not list, with only `id` and `__component` (`zone-unlisted-bare`).',
  'populate.on-filters':
    'under the profile `guide`, an answer keeps zone elements that `on` does not list, with only `id` and `__component` (`zone-unlisted-bare`).',
  'populate.on-off': 'a component type with the flag `false` under `on` is shown (`on-false-includes`).',
  'populate.count':
    'the real server ignores `count` on media, zones, creators and morph relations (`count-ignored`), and counts every locale of the entry in a to-one relation (`count-joined-rows`).',
  'populate.fields-cut':
    'when populated with `fields`, the inverse side of a to-one morph relation is empty (`morphmany-fields-empty`).',
  'populate.sort-permutes': 'before Strapi 5.35.0, populated entries also show the attributes of the sort.',
  'populate.filters-cut': `before Strapi 5.35.0, filters inside populate change which attributes the populated list shows; PostgreSQL answers 500 to a text operator on a number; ${CREATORS}.`,
  'populate.oldest':
    'if a to-one relation has links to several entries, the order of the links determines which entry the relation shows.',
  'populate.all-localizations':
    '`localizations` omits entries that are on the same page (`localizations-excludes-page`).',
  'media.related': '`related` lists entries that show the file in a private attribute (`related-private`).',
  'values.types': `PostgreSQL omits zeros at the end of a time; ${ROUNDED}; ${UNTAGGED}.`,
  'component.ids': `${UNTAGGED}.`,
  'filters.and': `${CREATORS}; ${CAST}.`,
  'filters.or': `${OVERRIDES}; ${CREATORS}; ${CAST}.`,
  'filters.de-morgan': `${CREATORS}; ${CAST}.`,
  'filters.narrow': `${OVERRIDES}; ${CAST}.`,
  'filters.mention': `${CAST}.`,
  'filters.complement': `${CAST}.`,
  'filters.negations': `${CAST}.`,
  'filters.in': `${CAST}.`,
  'filters.between': `${CAST}.`,
  'filters.open-range': 'the real server refuses a null in `$between` or compares it as a text.',
  'filters.list-operand':
    'a negative operator with a list finds every entry that it finds with at least one item of the list (`ne-array-or`).',
  'filters.linked': SEEN,
  'filters.linked-values': SEEN,
  'filters.deep-values': SEEN,
  'filters.linked-twice': SEEN,
  'filters.writings': 'databases accept only some notations of numbers and times.',
  'filters.shown-values': 'MariaDB and MySQL ignore case and accents when they compare texts.',
  'filters.shown-texts': `SQLite, MariaDB and MySQL ignore case in \`$contains\`, \`$startsWith\` and \`$endsWith\`; ${LIKE}.`,
  'filters.shown-case': `${LIKE}.`,
  'filters.case-pairs':
    'SQLite folds the case of ASCII letters only; other databases fold letter by letter, so that `ß` does not equal `SS`.',
  'search.contains': '`_q` also searches private attributes (`search-private`).',
  'sort.permutes':
    'the profile `guide` refuses a sort through `createdBy` or `updatedBy`; from Strapi 5.37.0 to before 5.46.0, a list with `hasPublishedVersion` and without a sort is not in the order of ids; databases other than SQLite refuse some sorts through media.',
  'sort.through':
    'a sort through a relation reads every linked row, also drafts and other locales (`filter-sees-drafts`).',
  'sort.code-points':
    'since Strapi 5.45.0, the server ignores a sort by an attribute named `status` (`sort-own-status`); all databases except SQLite order texts by their own collation.',
  'sort.orders': `PostgreSQL sorts missing values to the other end than SQLite; ${ROUNDED}.`,
  'pages.full': 'before Strapi 5.30.1, the total of `locale=*` is 0.',
  'pages.total': 'before Strapi 5.30.1, the total of `locale=*` is 0.',
  'pages.limits':
    'before Strapi 5.51.2, pages have one entry if a request has `pagination[page]` without a size.',
  'pages.numbers':
    'the real server accepts a fraction as page and a text as size (`page-fraction`, `page-size-nan-max`).',
  'pages.range':
    'the real server replaces a number below its range by the smallest allowed number (`pagination-clamp`).',
  'shape.defaults':
    'before Strapi 5.51.2, pages have one entry if a request has `pagination[page]` without a size.',
  'status.unasked': `${DRAFTS}; ${UNTAGGED}.`,
  'status.asked': `since Strapi 5.53.0, a morph relation that is populated without options also shows published entries (\`morph-draft-leak\`); ${UNTAGGED}.`,
  'status.cohorts': 'before Strapi 5.47.0, the server ignores `publicationFilter`.',
  'total.any-url': 'the real server answers 501 to an unknown HTTP method (`unknown-method-501`).',
  'total.broken-queries': `${REFUSED}.`,
  'total.refusals': `${REFUSED}.`,
  'total.sound-queries': `${COMMA}; ${CAST}.`,
  'secret.refused': 'before Strapi 5.50.0, the server does not check some names in a populate.',
  'access.absent':
    'the real server ignores a whole dotted path that leads to a relation which the role may not find (`dotted-leaf-drops-path`).',
  'access.nested':
    'a filter inside a populate may follow a relation to a type that the role may not find (`nested-filter-no-perm`).',
  'access.closed': `${UNTAGGED}.`,
}
