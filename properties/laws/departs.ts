/** One sentence for each law that some release or the profile `guide` breaks: why it does. */

const COMMA = 'before 5.50.0, a text with several names is refused'
const CAST = 'PostgreSQL refuses a text operator on a number, a flag or a time'
const LIKE = 'before 5.51.2, `%` and `_` in a text stand for any letters'
const UNTAGGED = 'before 5.45.0, the entry of a to-one morph relation does not name its type'
const DRAFTS =
  'since 5.53.0, a morph relation that is populated without options also shows drafts (`morph-draft-leak`)'
const SEEN =
  'a filter through a relation also reads drafts and the other versions of a to-one (`filter-sees-drafts`).'
const REFUSED = 'a query that the documentation refuses is read, ignored or answered with 500'

/** The id of a law → the sentence. */
export const DEPARTS: Readonly<Record<string, string>> = {
  'shape.identity': `${UNTAGGED}.`,
  'shape.no-secrets': `before 5.1.0, entries and files of a type without locales have \`locale: null\`; ${UNTAGGED}.`,
  'shape.scalars-only': 'before 5.1.0, entries of a type without locales have `locale: null`.',
  'shape.fields': 'with `fields`, a to-one morph relation is null (`morphtoone-fields-null`).',
  'populate.adds-only': `${COMMA}.`,
  'populate.star': `${COMMA}; ${DRAFTS}.`,
  'populate.any-order': `${COMMA}; ${DRAFTS}.`,
  'populate.forms': `a morph relation with the flag \`t\` or \`1\` is absent (\`morph-true-only\`); ${COMMA}.`,
  'populate.off': 'the guide does not describe the flag `false`.',
  'populate.paths':
    'a path to or through a relation that the role may not find drops the whole path (`dotted-leaf-drops-path`), and a list with `a.b` before `a` differs (`dotted-order`).',
  'populate.one-form': 'a list and an object at one level, and more than 100 names, are read.',
  'populate.first-level': `${UNTAGGED}.`,
  'populate.present': 'before 5.51.1, a list without an entry is null.',
  'populate.independent':
    'before 5.23.2, a to-one morph relation without an entry is answered with 500; PostgreSQL and MySQL refuse some filters and sorts inside a populate.',
  'populate.on-union':
    'the guide also shows the elements that `on` does not list, bare (`zone-unlisted-bare`).',
  'populate.on-filters':
    'the guide also shows the elements that `on` does not list, bare (`zone-unlisted-bare`).',
  'populate.on-off': 'a kind with the flag `false` is shown (`on-false-includes`).',
  'populate.count':
    '`count` on media, zones, creators and morph relations is ignored (`count-ignored`), and of a to-one it counts every locale (`count-joined-rows`).',
  'populate.fields-cut':
    'the inverse side of a to-one morph relation is empty with `fields` (`morphmany-fields-empty`).',
  'populate.sort-permutes': 'before 5.35.0, attributes of the sort are shown in populated entries.',
  'populate.filters-cut':
    'before 5.35.0, filters of a populated list change which attributes it shows; PostgreSQL refuses a text operator on a number.',
  'populate.oldest': 'which of several entries a to-one shows depends on the order of the links.',
  'populate.all-localizations':
    'localizations that are on the page are left out (`localizations-excludes-page`).',
  'media.related': '`related` lists entries that show the file in a private attribute (`related-private`).',
  'values.types': `PostgreSQL shows a time without the zeros at its end; ${UNTAGGED}.`,
  'component.ids': `${UNTAGGED}.`,
  'filters.and': `${CAST}.`,
  'filters.or': `${CAST}.`,
  'filters.de-morgan': `${CAST}.`,
  'filters.narrow': `a filter on \`locale\` replaces the default locale (\`filter-locale-overrides\`); ${CAST}.`,
  'filters.mention': `${CAST}.`,
  'filters.complement': `${CAST}.`,
  'filters.negations': `${CAST}.`,
  'filters.in': `${CAST}.`,
  'filters.between': `${CAST}.`,
  'filters.open-range': 'a null in `$between` is refused or compared as a text.',
  'filters.list-operand':
    'a list under a negative operator finds what any of its items finds (`ne-array-or`).',
  'filters.linked': SEEN,
  'filters.linked-values': SEEN,
  'filters.writings': 'databases read numbers and times in some of these forms alone.',
  'filters.shown-values': 'MariaDB and MySQL compare texts without regard to case and accents.',
  'filters.shown-texts': `SQLite, MariaDB and MySQL compare pieces of texts without regard to case; ${LIKE}.`,
  'filters.shown-case': `${LIKE}.`,
  'filters.case-pairs':
    'SQLite folds the case of ASCII letters alone, and other databases that of one letter to one.',
  'search.contains': '`_q` also searches private attributes (`search-private`).',
  'sort.permutes': 'the guide refuses a sort through a creator.',
  'sort.through': 'a sort through a relation also reads drafts and other locales (`filter-sees-drafts`).',
  'sort.code-points':
    'since 5.45.0, a sort by an attribute named `status` is ignored (`sort-own-status`), and databases but SQLite order texts in their own way.',
  'sort.orders': 'each database has an end of its own for missing values.',
  'pages.full': 'before 5.30.1, the total of `locale=*` is 0.',
  'pages.total': 'before 5.30.1, the total of `locale=*` is 0.',
  'pages.limits': 'before 5.51.2, `pagination[page]` without a size means pages of one entry.',
  'pages.numbers':
    'a page that is a fraction, and a size that is no number, are answered (`page-fraction`, `page-size-nan-max`).',
  'pages.range': 'a number below its range is taken as the lowest (`pagination-clamp`).',
  'shape.defaults': 'before 5.51.2, `pagination[page]` without a size means pages of one entry.',
  'status.unasked': `${DRAFTS}; ${UNTAGGED}.`,
  'status.cohorts': 'before 5.47.0, `publicationFilter` is unknown.',
  'total.any-url': 'a method that the server does not know is answered 501 (`unknown-method-501`).',
  'total.broken-queries': `${REFUSED}.`,
  'total.refusals': `${REFUSED}.`,
  'total.sound-queries': `${COMMA}; ${CAST}.`,
  'secret.refused': 'before 5.50.0, some names in a populate are not checked.',
  'access.absent':
    'a path to a relation that the role may not find drops the whole path (`dotted-leaf-drops-path`).',
  'access.nested':
    'a filter inside a populate may follow a relation to a closed type (`nested-filter-no-perm`).',
  'access.closed': `${UNTAGGED}.`,
}
