/**
 * The rule index: every rule of the read API, in our words, with its source. The line that realises a rule cites its
 * id, so that each rule leads to its code, each case to its rules, and each answer to the rules it follows.
 * `fixtures/spec` is the same index as pages to read, with every source opened.
 */

export interface Rule {
  readonly says: string
  readonly source: Source
}

/** The evidence of a rule; a test opens each. */
export interface Source {
  readonly kind: SourceKind
  /** Of statements, recordings, cases or quirks. */
  readonly ids: readonly string[]
}

export type SourceKind =
  /** The guide says so: statements of `fixtures/spec/guide.md`. */
  | 'guide'
  /** The guide is silent, and a real server does so: recordings of `fixtures/strapi-5.54/recordings`. */
  | 'recordings'
  /** The guide is silent, and no recording shows it: cases of `fixtures/cases`. */
  | 'cases'
  /** The guide is silent, and the real server is not followed: quirks of `fixtures/QUIRKS.md`. */
  | 'quirks'

const guide = (...ids: readonly string[]): Source => ({ kind: 'guide', ids })
const recorded = (...ids: readonly string[]): Source => ({ kind: 'recordings', ids })
const measured = (...ids: readonly string[]): Source => ({ kind: 'cases', ids })
const decided = (...ids: readonly string[]): Source => ({ kind: 'quirks', ids })

export const RULES = {
  'entry.default-scalars': {
    says: 'Without `fields` and `populate` an entry holds all of its own scalar attributes and nothing else.',
    source: guide('service-3'),
  },
  'populate.adds': {
    says: '`populate` adds relations, media, components and zones, alone or with `fields`, `filters` and `sort` inside.',
    source: guide('service-5', 'service-6'),
  },
  'fields.restricts': {
    says: '`fields` cuts the scalar attributes down to those it names.',
    source: guide('service-7'),
  },
  'query.brackets': {
    says: 'Nested parameters are written in brackets; any serializer of that notation says the same.',
    source: guide('service-8', 'service-9', 'service-10'),
  },
  'populate.no-id-lists': {
    says: 'A related entry always comes as an object; there is no way to ask for bare identifiers.',
    source: guide('service-11'),
  },
  'entry.flat': {
    says: 'Attributes stand on the entry itself, with no wrapper around them.',
    source: guide('entry-1'),
  },
  'entry.id': { says: 'An entry has an integer identifier of the row.', source: guide('entry-2') },
  'entry.document-id': { says: 'An entry has a text identifier of the document.', source: guide('entry-3') },
  'entry.created-at': {
    says: 'An entry has the instant of creation, ISO 8601 in UTC.',
    source: guide('entry-4'),
  },
  'entry.updated-at': {
    says: 'An entry has the instant of the last change, ISO 8601 in UTC.',
    source: guide('entry-5'),
  },
  'entry.published-at': {
    says: 'An entry has the instant of publication, ISO 8601 in UTC, null on a draft.',
    source: guide('entry-6'),
  },
  'entry.locale': { says: 'An entry has a locale code, on translated types only.', source: guide('entry-7') },
  'entry.attributes': {
    says: 'An entry has the scalar attributes that its type defines.',
    source: guide('entry-8'),
  },
  'entry.types.string': {
    says: 'Scalar types of the string group: string, text, richtext, enumeration, email, uid (password is a text that is never answered).',
    source: guide('entry-9', 'entry-10'),
  },
  'entry.types.date': {
    says: 'Scalar types of the date group: date, time, datetime, timestamp.',
    source: guide('entry-11'),
  },
  'entry.types.number': {
    says: 'Scalar types of the number group: integer, biginteger (as a text), float, decimal.',
    source: guide('entry-12'),
  },
  'entry.types.generic': {
    says: 'Scalar types of the generic group: boolean, array, JSON.',
    source: guide('entry-13'),
  },
  'populate.kind.relation': {
    says: 'A populated relation holds one entry or a list of entries, in the shape of an entry.',
    source: guide('entry-14', 'entry-15'),
  },
  'populate.kind.media': {
    says: 'A populated media attribute holds one file object or a list of them.',
    source: guide('entry-16', 'media-1'),
  },
  'populate.kind.component': {
    says: 'A populated component holds one object, or a list where it repeats.',
    source: guide('entry-17'),
  },
  'populate.kind.zone': {
    says: 'A populated dynamic zone holds a list of components of mixed kinds.',
    source: guide('entry-18'),
  },
  'populate.localizations': {
    says: 'On a translated type `populate=*` brings `localizations`, the entries of the document in its other locales.',
    source: guide('entry-19', 'entry-20'),
  },
  'media.id': { says: 'A file has its id.', source: guide('media-2') },
  'media.documentId': { says: 'A file has its documentId.', source: guide('media-3') },
  'media.name': { says: 'A file has its name.', source: guide('media-4') },
  'media.alternativeText': { says: 'A file has its alternativeText, or null.', source: guide('media-5') },
  'media.caption': { says: 'A file has its caption, or null.', source: guide('media-6') },
  'media.width': { says: 'A file has its width in pixels.', source: guide('media-7') },
  'media.height': { says: 'A file has its height in pixels.', source: guide('media-8') },
  'media.formats': { says: 'A file has its formats by name.', source: guide('media-9', 'media-10') },
  'media.hash': { says: 'A file has its hash.', source: guide('media-11') },
  'media.ext': { says: 'A file has its file extension with its dot.', source: guide('media-12') },
  'media.mime': { says: 'A file has its media type.', source: guide('media-13') },
  'media.size': { says: 'A file has its size as a decimal number.', source: guide('media-14') },
  'media.url': { says: 'A file has its url as stored.', source: guide('media-15') },
  'media.previewUrl': { says: 'A file has its previewUrl, or null.', source: guide('media-16') },
  'media.provider': { says: 'A file has its provider.', source: guide('media-17') },
  'media.provider_metadata': {
    says: 'A file has its provider_metadata, an object or null.',
    source: guide('media-18'),
  },
  'media.createdAt': { says: 'A file has its createdAt.', source: guide('media-19') },
  'media.updatedAt': { says: 'A file has its updatedAt.', source: guide('media-20') },
  'media.format': {
    says: 'Each format of a file has name, hash, ext, mime, width, height, size, path and url.',
    source: guide('media-21'),
  },
  'component.id': { says: 'A component has an id.', source: guide('component-1') },
  'component.document-id': {
    says: 'A component has a documentId where the dataset gives it one.',
    source: guide('component-2'),
  },
  'component.fields': {
    says: 'A component has the scalar attributes it defines; what it links to is left out unless populated.',
    source: guide('component-3', 'component-4'),
  },
  'component.discriminator': {
    says: 'Only in a zone a component names its kind, `<category>.<name>`, in `__component`.',
    source: guide('component-5', 'component-6'),
  },
  'component.bare': {
    says: 'A kind of a zone that is asked for without detail shows its own scalars, its id and `__component`.',
    source: guide('component-7'),
  },
  'list.data': { says: 'A list is in `data`.', source: guide('service-2', 'list-1') },
  'list.page': { says: '`meta.pagination.page` is the page shown.', source: guide('list-2') },
  'list.page-size': { says: '`meta.pagination.pageSize` is the size of a page.', source: guide('list-3') },
  'list.page-count': { says: '`meta.pagination.pageCount` is the number of pages.', source: guide('list-4') },
  'list.total': {
    says: '`meta.pagination.total` is the number of matching entries.',
    source: guide('list-5'),
  },
  'list.page-defaults': {
    says: 'Where nothing is said, page 1 of 25 entries is shown.',
    source: guide('list-6'),
  },
  'entry.unwrapped': {
    says: 'Populated values stand directly under their attribute, with no `data` around them.',
    source: recorded('components-001', 'populate-145'),
  },
  'endpoint.method': { says: 'Entries are read with GET.', source: guide('endpoint-1') },
  'endpoint.path': {
    says: 'The entries of a type are at the prefix followed by its plural name.',
    source: guide('service-1', 'endpoint-2'),
  },
  'endpoint.payload': {
    says: 'All input is in the query; a body is not looked at.',
    source: guide('endpoint-3'),
  },
  'endpoint.envelope': {
    says: 'A list is answered in its envelope, `data` and `meta`.',
    source: guide('endpoint-4'),
  },
  'param.fields': { says: '`fields` selects scalar attributes.', source: guide('parameter-1') },
  'param.populate': {
    says: '`populate` brings in what is left out by default.',
    source: guide('parameter-2'),
  },
  'param.filters': {
    says: '`filters` says which entries, inside a populated relation or at the root.',
    source: guide('parameter-3'),
  },
  'param.sort': {
    says: '`sort` says in which order, inside a populated relation or at the root.',
    source: guide('parameter-4'),
  },
  'fields.one': { says: 'One name may be written as `fields=name`.', source: guide('fields-1') },
  'fields.several': {
    says: 'Several names are written as a list, `fields[0]=a&fields[1]=b`.',
    source: guide('fields-2'),
  },
  'fields.keeps-ids': {
    says: 'With `fields` an entry has id, documentId and the named attributes.',
    source: guide('fields-3'),
  },
  'fields.not-populate': {
    says: '`fields` neither selects nor hides relations, media, components and zones.',
    source: guide('fields-4', 'fields-5'),
  },
  'fields.nested': {
    says: 'A `fields` list inside a populated attribute cuts the populated entries and leaves the entry around them alone.',
    source: guide('fields-6', 'fields-7', 'fields-8'),
  },
  'populate.form.all': {
    says: '`populate=*` brings in everything, one level deep.',
    source: guide('populate-1'),
  },
  'populate.form.one': {
    says: '`populate=name` or `populate[0]=name` brings in one attribute.',
    source: guide('populate-2'),
  },
  'populate.form.several': {
    says: '`populate[0]=a&populate[1]=b` brings in several.',
    source: guide('populate-3', 'populate-14'),
  },
  'populate.form.nested': {
    says: '`populate[a][populate][0]=b` goes a level deeper.',
    source: guide('populate-4', 'populate-15', 'populate-17'),
  },
  'populate.form.component': { says: 'A component is brought in by its name.', source: guide('populate-5') },
  'populate.form.component-nested': {
    says: 'A component inside a component is brought in by a dotted path beside its parent.',
    source: guide('populate-6'),
  },
  'populate.form.component-path': {
    says: 'A dotted path may go on through components to what they hold.',
    source: guide('populate-7'),
  },
  'populate.form.zone': {
    says: 'A zone is brought in by its name: its elements with their scalars.',
    source: guide('populate-8'),
  },
  'populate.form.zone-on': {
    says: '`populate[zone][on][kind][populate]…` says for one kind of a zone what to bring in.',
    source: guide('populate-9'),
  },
  'populate.form.zone-on-all': {
    says: '`populate[zone][on][kind][populate]=*` brings in everything of one kind.',
    source: guide('populate-10', 'populate-27'),
  },
  'populate.form.fields': {
    says: '`populate[a][fields][0]=name` cuts the attributes of what is brought in.',
    source: guide('populate-11'),
  },
  'populate.form.sort': {
    says: '`populate[a][sort][0]=name:asc` orders what is brought in; the colon may be percent-encoded.',
    source: guide('populate-12'),
  },
  'populate.form.filters': {
    says: '`populate[a][filters][name][$eq]=value` says which of it is brought in.',
    source: guide('populate-13'),
  },
  'populate.forms': {
    says: 'One level of populate is written as a list or as an object, never as both.',
    source: guide('populate-16'),
  },
  'populate.all.depth': {
    says: '`populate=*` goes one level deep, into relations, media, components and zones alike.',
    source: guide('populate-18', 'populate-19'),
  },
  'populate.without': {
    says: 'Without `populate` no relation, media, component or zone is answered.',
    source: guide('service-4', 'populate-20'),
  },
  'populate.depth': { says: 'Populate may be nested to any depth.', source: guide('populate-21') },
  'populate.explicit': {
    says: 'Populating a parent brings in nothing that the parent holds: each level is asked for by name.',
    source: guide('populate-22', 'populate-23'),
  },
  'populate.on': {
    says: 'Under `on` each kind has its own populate; a kind that is not listed contributes nothing.',
    source: guide('populate-24', 'populate-25', 'populate-26', 'populate-28'),
  },
  'populate.permission': {
    says: 'What the role may not `find` is not populated: the attribute is absent.',
    source: guide('populate-29', 'populate-30'),
  },
  'populate.no-pagination': {
    says: 'Pagination inside a populate is refused.',
    source: guide('populate-31'),
  },
  'populate.creators': {
    says: 'createdBy and updatedBy are not populated unless their type says so.',
    source: guide('populate-32', 'populate-33'),
  },
  'populate.filters.list': {
    says: 'A filter inside a populate keeps the linked entries that match it.',
    source: guide('filtering-1'),
  },
  'populate.sort.list': {
    says: 'A sort inside a populate orders the linked entries.',
    source: guide('filtering-2'),
  },
  'populate.filters.top': {
    says: 'Filters and sorts inside a populate do not change which top-level entries are answered.',
    source: guide('filtering-3'),
  },
  'access.role': {
    says: 'Each role has a `find` permission for each type, and sees nothing populated of the others.',
    source: guide('access-1', 'access-2'),
  },
  'access.unpopulated': {
    says: 'A relation to a closed type is no error: it is not populated.',
    source: guide('errors-1'),
  },
  'limit.all-depth': { says: '`populate=*` is limited to one level.', source: guide('limits-1') },
  'limit.depth': { says: 'Explicit populate has no limit in depth.', source: guide('limits-2') },
  'limit.pagination': {
    says: 'Populate with pagination operators inside it is not allowed.',
    source: guide('limits-3'),
  },
  'version.flat': {
    says: 'Entries are flat and carry a documentId, as in major version 5.',
    source: guide('versioning-1', 'versioning-2'),
  },
  'version.flattened-only': {
    says: 'Where examples show older wrappers, the flat form is answered.',
    source: guide('versioning-3', 'versioning-4'),
  },
  'entry.answers-null': {
    says: 'An attribute without a value is answered as null.',
    source: recorded('findone-001'),
  },
  'populate.unknown': {
    says: 'A name that is no populatable attribute is refused.',
    source: recorded('populate-146', 'qs-233'),
  },
  'populate.private': {
    says: 'A private attribute cannot be populated.',
    source: recorded('media-048', 'permissions-225'),
  },
  'populate.nested-name': {
    says: 'In a nested populate a text is one name: it is neither split at commas nor trimmed.',
    source: recorded('populate-171', 'populate-173'),
  },
  'populate.zone-nested': {
    says: 'Directly under a zone `populate` can only be `*`.',
    source: recorded('zone-009', 'zone-012'),
  },
  'populate.zone-options': {
    says: 'A zone takes `on`, `populate` and `count` and no other option.',
    source: recorded('zone-025', 'zone-027'),
  },
  'populate.attribute-star': {
    says: '`populate[a]=*` is refused where `a` has anything to populate; `populate[a][populate]=*` says it.',
    source: recorded('populate-192', 'components-005'),
  },
  'populate.count': {
    says: '`count` answers how many entries are linked in place of the entries.',
    source: recorded('nested-page-057', 'components-041'),
  },
  'populate.order': {
    says: 'Without a sort, linked entries come as they were linked; localizations come by locale.',
    source: recorded('status-046', 'media-021'),
  },
  'populate.to-one': {
    says: 'A to-one attribute holds an object, or null where nothing is linked or matches.',
    source: recorded('components-060', 'status-057'),
  },
  'populate.status': {
    says: 'Populated entries are of the status that was asked for.',
    source: recorded('status-046', 'status-064'),
  },
  'populate.too-many': {
    says: 'A list of more than 100 names is refused.',
    source: measured('populate.too-many.root'),
  },
  'populate.morph': {
    says: 'An element of a morph relation names its type in `__type`.',
    source: recorded('permissions-282', 'permissions-288'),
  },
  'fields.unknown': {
    says: 'A name that is no scalar attribute is refused.',
    source: recorded('qs-231', 'fields-049'),
  },
  'fields.private': {
    says: 'A private attribute or a password cannot be selected.',
    source: recorded('fields-065', 'fields-066'),
  },
  'fields.shape': {
    says: '`fields` is a text or a list of texts.',
    source: recorded('fields-010', 'fields-021'),
  },
  'filters.all': {
    says: 'Several conditions of one object hold together.',
    source: recorded('filter-relations-036'),
  },
  'filters.implicit': {
    says: 'A bare value means equality, a bare list means any of its values.',
    source: recorded('filter-relations-110', 'qs-199'),
  },
  'filters.list-operand': {
    says: 'An operator for one value that is given several holds for any of them; a negative one for each of them.',
    source: recorded('filters-240', 'filters-244'),
  },
  'filters.through': {
    says: 'Relations, media and components are filtered through: some linked row satisfies all conditions of one mention.',
    source: recorded('media-039', 'filter-relations-124'),
  },
  'filters.relation-id': {
    says: 'A bare value or operator on a relation compares the id of the linked row.',
    source: recorded('filter-relations-001'),
  },
  'filters.id': {
    says: 'id and documentId can be filtered like attributes.',
    source: recorded('media-039', 'pagination-080'),
  },
  'filters.unknown': {
    says: 'A name that is neither an attribute nor an operator is refused.',
    source: recorded('filter-relations-111', 'qs-169'),
  },
  'filters.zone': {
    says: 'Zones and morph relations cannot be filtered.',
    source: recorded('zone-148', 'filter-relations-105'),
  },
  'filters.private': {
    says: 'Private attributes and passwords cannot be filtered, at any depth.',
    source: recorded('filter-private-001', 'filter-private-025'),
  },
  'filters.permission': {
    says: 'A relation whose type the role may not find cannot be filtered through.',
    source: recorded('filter-private-033', 'filter-private-053'),
  },
  'filters.cast': {
    says: 'An operand is read as a value of the attribute; what cannot be one is refused.',
    source: recorded('filter-types-280', 'filter-types-286'),
  },
  'filters.shape': {
    says: 'Conditions stand where conditions belong and values where values belong.',
    source: recorded('filters-248'),
  },
  'filters.opaque': {
    says: 'An operand that cannot be read is refused, and never dropped.',
    source: decided('opaque-operand'),
  },
  'sort.text': {
    says: '`sort=a,b:desc` and lists of such texts order by each key in turn.',
    source: recorded('sort-015', 'sort-018'),
  },
  'sort.object': {
    says: '`sort[a]=desc` and nested objects say the same.',
    source: recorded('sort-022', 'sort-042'),
  },
  'sort.order': {
    says: 'An order is asc or desc in any case, ascending where none is given.',
    source: recorded('sort-006', 'sort-007'),
  },
  'sort.values': {
    says: 'Numbers and big integers are sorted by size, texts by their characters, dates by time, and false before true.',
    source: recorded('sort-006', 'sort-014'),
  },
  'sort.through': {
    says: 'A sort may go through relations, media and components; of several linked rows the first in that order counts.',
    source: recorded('sort-041', 'sort-127'),
  },
  'sort.nulls': {
    says: 'Entries without a value come first ascending and last descending.',
    source: recorded('sort-013', 'sort-014'),
  },
  'sort.ties': {
    says: 'What no key tells apart comes by id ascending.',
    source: recorded('sort-014', 'order-001'),
  },
  'sort.unknown': {
    says: 'A name that is no attribute is refused.',
    source: recorded('sort-066', 'sort-098'),
  },
  'sort.zone': {
    says: 'Zones and morph relations cannot be sorted by.',
    source: recorded('zone-150', 'sort-122'),
  },
  'sort.private': {
    says: 'Private attributes and passwords cannot be sorted by.',
    source: recorded('sort-069', 'sort-062'),
  },
  'sort.permission': {
    says: 'A relation whose type the role may not find cannot be sorted through.',
    source: recorded('permissions-177', 'filter-private-073'),
  },
  'sort.incomplete': {
    says: 'A relation, media or component alone is nothing to sort by.',
    source: recorded('sort-045', 'sort-063'),
  },
  'pagination.page': {
    says: '`page` and `pageSize` cut a list into pages.',
    source: recorded('pagination-011', 'pagination-015'),
  },
  'pagination.offset': {
    says: '`start` and `limit` cut a window out of a list.',
    source: recorded('pagination-023', 'pagination-027'),
  },
  'pagination.style': { says: 'The two styles cannot be mixed.', source: recorded('pagination-037') },
  'pagination.max': {
    says: 'A size above the maximum becomes the maximum.',
    source: recorded('pagination-015', 'pagination-032'),
  },
  'pagination.number': {
    says: 'Page, size, start and limit are whole numbers in range.',
    source: decided('pagination-clamp', 'page-size-nan-max', 'page-fraction', 'huge-offset'),
  },
  'pagination.with-count': {
    says: '`withCount=false` leaves total and page count out.',
    source: recorded('pagination-043', 'pagination-051'),
  },
  'pagination.misplaced': {
    says: 'Pagination stands under `pagination`.',
    source: recorded('pagination-060', 'pagination-061'),
  },
  'status.default': {
    says: 'Published entries are shown unless drafts are asked for.',
    source: recorded('findone-044', 'status-041'),
  },
  'status.draft': {
    says: '`status=draft` shows drafts, to every reader of the type.',
    source: recorded('status-003', 'findone-034'),
  },
  'status.value': { says: '`status` is draft or published.', source: decided('status-invalid-is-draft') },
  'status.publication-filter': {
    says: '`publicationFilter` picks a cohort of documents by how their draft and published rows pair.',
    source: recorded('status-022', 'status-026'),
  },
  'locale.default': {
    says: 'A translated type shows the default locale unless another is asked for.',
    source: recorded('locale-001', 'findone-044'),
  },
  'locale.chosen': {
    says: '`locale` names one locale or several; one that does not exist has no entries.',
    source: recorded('locale-068', 'locale-069'),
  },
  'locale.all': { says: '`locale=*` shows a list in all locales.', source: recorded('locale-005') },
  'locale.value': { says: '`locale` is a code or a list of codes.', source: decided('locale-operator') },
  'search.text': {
    says: '`_q` finds its text in the id, the documentId and the text attributes of the type.',
    source: recorded('qs-005', 'search-027'),
  },
  'query.parameter-limit': {
    says: 'A query of more than 1,000 parameters is refused.',
    source: decided('parameter-limit'),
  },
  'query.encoding': {
    says: 'A query is decoded once, as UTF-8: a plus is a blank, an encoded bracket is a bracket, and nothing an empty text.',
    source: measured('http.blank.plus', 'http.blank.percent'),
  },
  'query.inherited-key': {
    says: 'A name that every object inherits, such as `constructor`, is refused as a key inside a parameter.',
    source: decided('prototype-keys-dropped'),
  },
  'query.reserved': { says: 'The parameter `lookup` is refused.', source: recorded('qs-178') },
  'query.strict': {
    says: 'Unknown parameters are ignored, or refused where the settings are strict.',
    source: recorded('qs-001', 'qs-171'),
  },
  'endpoint.document': {
    says: 'One entry is at the plural name followed by its documentId.',
    source: recorded('findone-001'),
  },
  'endpoint.single': {
    says: 'The entry of a single type is at its singular name.',
    source: recorded('findone-044'),
  },
  'endpoint.not-found': {
    says: 'What does not exist, or is not visible, is 404.',
    source: recorded('http-059', 'findone-003'),
  },
  'endpoint.not-allowed': {
    says: 'Another method than those of a path is 405 and names those that are.',
    source: recorded('http-005', 'http-013'),
  },
  'endpoint.spelling': {
    says: 'Route names are matched whatever their case, with or without a trailing slash.',
    source: recorded('http-072', 'http-028'),
  },
  'endpoint.cors': {
    says: 'Any origin may read; a preflight is answered without the entries.',
    source: recorded('http-058', 'http-062'),
  },
  'endpoint.content-type': {
    says: 'An answer with a body is JSON, and its content type says so.',
    source: measured('http.content-type'),
  },
  'endpoint.too-long': {
    says: 'A request target of more than 16 KiB is 431.',
    source: measured('http.too-long'),
  },
  'endpoint.undecodable': {
    says: 'A path that leads to no entry and cannot be decoded is 400.',
    source: recorded('findone-013'),
  },
  'endpoint.absolute': {
    says: 'A path that leads to no entry and holds a zero byte, or a path of its own from the root on, is 400.',
    source: measured('http.path.zero'),
  },
  'endpoint.outside': {
    says: 'A path that leads to no entry and out of the server is 403.',
    source: measured('http.path.outside'),
  },
  'endpoint.error': {
    says: 'An error is answered as `data`, which is null, and `error`: its status, its name and a message.',
    source: recorded('findone-013'),
  },
  'limit.answer-size': {
    says: 'An answer that would not fit into memory is refused.',
    source: measured('limits.answer-size.children'),
  },
  'access.token': {
    says: 'A bearer token stands for a role; without one the request is public.',
    source: recorded('permissions-012', 'permissions-015'),
  },
  'access.unknown-token': { says: 'An unknown bearer token is 401.', source: recorded('permissions-055') },
  'access.forbidden': {
    says: 'A list needs `find` and a single entry `findOne`; without it the answer is 403.',
    source: recorded('permissions-023', 'findone-049'),
  },
  'format.v4': {
    says: 'With `strapi-response-format: v4` entries are wrapped as in major version 4.',
    source: recorded('http-056'),
  },
  'format.source-maps': {
    says: 'With `strapi-encode-source-maps: true` texts carry where they come from, invisibly.',
    source: recorded('http-060'),
  },
  'filters.op.$eq': {
    says: '`$eq`: the value equals the operand.',
    source: recorded('filter-relations-110'),
  },
  'filters.op.$ne': {
    says: '`$ne`: the value differs from the operand.',
    source: recorded('filter-types-210'),
  },
  'filters.op.$gt': { says: '`$gt`: the value is greater.', source: recorded('fields-064') },
  'filters.op.$gte': { says: '`$gte`: the value is greater or equal.', source: recorded('filters-015') },
  'filters.op.$lt': { says: '`$lt`: the value is smaller.', source: recorded('filter-types-185') },
  'filters.op.$lte': { says: '`$lte`: the value is smaller or equal.', source: recorded('filters-011') },
  'filters.op.$in': { says: '`$in`: the value is one of a list.', source: recorded('qs-019', 'qs-137') },
  'filters.op.$notIn': { says: '`$notIn`: the value is none of a list.', source: recorded('filters-020') },
  'filters.op.$between': {
    says: '`$between`: the value lies between two values, both included.',
    source: recorded('filters-209', 'filters-205'),
  },
  'filters.op.$null': {
    says: '`$null`: the value has no value.',
    source: recorded('filter-relations-012', 'filters-188'),
  },
  'filters.op.$notNull': {
    says: '`$notNull`: the value has a value.',
    source: recorded('filter-relations-011'),
  },
  'filters.op.$eqi': {
    says: '`$eqi`: the value equals the operand, case aside.',
    source: recorded('filter-relations-009'),
  },
  'filters.op.$nei': {
    says: '`$nei`: the value differs from the operand, case aside.',
    source: recorded('filters-007'),
  },
  'filters.op.$contains': {
    says: '`$contains`: the value contains the operand.',
    source: recorded('media-040'),
  },
  'filters.op.$notContains': {
    says: '`$notContains`: the value does not contain the operand.',
    source: recorded('filters-073'),
  },
  'filters.op.$containsi': {
    says: '`$containsi`: the value contains the operand, case aside.',
    source: recorded('qs-220'),
  },
  'filters.op.$notContainsi': {
    says: '`$notContainsi`: the value does not contain the operand, case aside.',
    source: recorded('filters-095'),
  },
  'filters.op.$startsWith': {
    says: '`$startsWith`: the value starts with the operand.',
    source: recorded('filters-112'),
  },
  'filters.op.$startsWithi': {
    says: '`$startsWithi`: the value starts with the operand, case aside.',
    source: recorded('filters-032'),
  },
  'filters.op.$endsWith': {
    says: '`$endsWith`: the value ends with the operand.',
    source: recorded('filters-128'),
  },
  'filters.op.$endsWithi': {
    says: '`$endsWithi`: the value ends with the operand, case aside.',
    source: recorded('filters-035'),
  },
  'filters.op.$jsonSupersetOf': {
    says: '`$jsonSupersetOf`: the JSON value holds every part of the operand, where the database can tell.',
    source: decided('superset'),
  },
  'filters.op.$not': {
    says: '`$not`: the condition is false; what is unknown stays unknown.',
    source: recorded('filters-211', 'filters-216'),
  },
  'filters.op.$and': {
    says: '`$and`: all of a list of conditions hold.',
    source: recorded('qs-098', 'filter-relations-154'),
  },
  'filters.op.$or': { says: '`$or`: one of a list of conditions holds.', source: recorded('qs-206') },
} as const satisfies Record<string, Rule>

export type RuleId = keyof typeof RULES

/**
 * Observes each rule that an answer follows, with the part of the answer that the rule is about. The part has names without
 * positions, such as `data.author.name` or `meta.pagination`; it is left out for the answer as a whole.
 */
export type Cite = (rule: RuleId, part?: string) => void

/** A rule that the guide states is a MUST. */
export const isOfGuide = (rule: RuleId): boolean => RULES[rule].source.kind === 'guide'

/** On one line: `guide: fields-4`, `recordings: fields-049, qs-231`. */
export const sourceText = ({ kind, ids }: Source): string => `${kind}: ${ids.join(', ')}`
