/**
 * The index of rules: every rule of the read API in our own words, with its source. The line of code that implements a
 * rule cites the id of the rule. The id connects rules with code, cases and answers. `fixtures/spec` presents the same
 * index as pages, with the text of every source.
 */

export interface Rule {
  readonly says: string
  readonly source: Source
}

/** The evidence for a rule; a test looks up each source. */
export interface Source {
  readonly kind: SourceKind
  /** The ids of statements, recordings, cases or quirks. */
  readonly ids: readonly string[]
}

export type SourceKind =
  /** The guide states the rule, in statements of `fixtures/spec/guide.md`. */
  | 'guide'
  /**
   * The guide does not mention the rule, but real servers follow it in recordings of `fixtures/strapi-5.54/recordings`.
   */
  | 'recordings'
  /** Neither the guide nor a recording shows the rule; only cases of `fixtures/cases` show it. */
  | 'cases'
  /**
   * The guide does not mention the rule, and the real server departs from it, as quirks in `fixtures/QUIRKS.md`
   * describe.
   */
  | 'quirks'

const guide = (...ids: readonly string[]): Source => ({ kind: 'guide', ids })
const recorded = (...ids: readonly string[]): Source => ({ kind: 'recordings', ids })
const measured = (...ids: readonly string[]): Source => ({ kind: 'cases', ids })
const decided = (...ids: readonly string[]): Source => ({ kind: 'quirks', ids })

export const RULES = {
  'entry.default-scalars': {
    says: 'Without `fields` and `populate`, an entry contains all of its own scalar attributes and nothing else.',
    source: guide('service-3'),
  },
  'populate.adds': {
    says: '`populate` adds relations, media, components and zones to the answer. Each may have its own `fields`, `filters` and `sort`.',
    source: guide('service-5', 'service-6'),
  },
  'fields.restricts': {
    says: '`fields` limits the scalar attributes to those that it names.',
    source: guide('service-7'),
  },
  'query.brackets': {
    says: 'Nested parameters use brackets. Every serializer of this notation has the same effect.',
    source: guide('service-8', 'service-9', 'service-10'),
  },
  'populate.no-id-lists': {
    says: 'A related entry is always an object. No parameter requests only the identifier of a related entry.',
    source: guide('service-11'),
  },
  'entry.flat': {
    says: 'Attributes are direct members of the entry, without a wrapper.',
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
    says: 'Attributes of the types string, text, richtext, enumeration, email and uid are scalars (a password is a text that no answer contains).',
    source: guide('entry-9', 'entry-10'),
  },
  'entry.types.date': {
    says: 'Attributes of the types date, time, datetime and timestamp are scalars.',
    source: guide('entry-11'),
  },
  'entry.types.number': {
    says: 'Attributes of the types integer, biginteger (as a text), float and decimal are scalars.',
    source: guide('entry-12'),
  },
  'entry.types.generic': {
    says: 'Attributes of the types boolean, array and JSON are scalars.',
    source: guide('entry-13'),
  },
  'populate.kind.relation': {
    says: 'A populated relation is one entry or a list of entries, in the usual shape of an entry.',
    source: guide('entry-14', 'entry-15'),
  },
  'populate.kind.media': {
    says: 'A populated media attribute is one file object or a list of file objects.',
    source: guide('entry-16', 'media-1'),
  },
  'populate.kind.component': {
    says: 'A populated component is one object, or a list if the attribute is repeatable.',
    source: guide('entry-17'),
  },
  'populate.kind.zone': {
    says: 'A populated dynamic zone is a list of components of different types.',
    source: guide('entry-18'),
  },
  'populate.localizations': {
    says: 'On a localized type, `populate=*` includes `localizations`, the entries of the document in its other locales.',
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
    says: 'A component has a documentId if the dataset defines one.',
    source: guide('component-2'),
  },
  'component.fields': {
    says: 'A component has the scalar attributes that it defines. The relations, media and components of a component are absent unless populated.',
    source: guide('component-3', 'component-4'),
  },
  'component.discriminator': {
    says: 'Only a component within a zone names its type, `<category>.<name>`, in `__component`.',
    source: guide('component-5', 'component-6'),
  },
  'component.bare': {
    says: 'A component of a zone that is populated without options shows its own scalars, its id and `__component`.',
    source: guide('component-7'),
  },
  'list.data': { says: 'The entries of a list are in `data`.', source: guide('service-2', 'list-1') },
  'list.page': { says: '`meta.pagination.page` is the number of the shown page.', source: guide('list-2') },
  'list.page-size': { says: '`meta.pagination.pageSize` is the size of a page.', source: guide('list-3') },
  'list.page-count': { says: '`meta.pagination.pageCount` is the number of pages.', source: guide('list-4') },
  'list.total': {
    says: '`meta.pagination.total` is the number of matching entries.',
    source: guide('list-5'),
  },
  'list.page-defaults': {
    says: 'Without `pagination`, the answer is page 1 with at most 25 entries.',
    source: guide('list-6'),
  },
  'entry.unwrapped': {
    says: 'A populated value is the direct value of its attribute, without a `data` wrapper.',
    source: recorded('components-001', 'populate-145'),
  },
  'endpoint.method': { says: 'Entries are read with GET.', source: guide('endpoint-1') },
  'endpoint.path': {
    says: 'The path of a list is the prefix, followed by the plural name of the type.',
    source: guide('service-1', 'endpoint-2'),
  },
  'endpoint.payload': {
    says: 'A read takes all its input from the query and ignores a body.',
    source: guide('endpoint-3'),
  },
  'endpoint.envelope': {
    says: 'The answer to a list has two members, `data` and `meta`.',
    source: guide('endpoint-4'),
  },
  'param.fields': { says: '`fields` selects scalar attributes.', source: guide('parameter-1') },
  'param.populate': {
    says: '`populate` adds relations, media, components and zones, which answers omit by default.',
    source: guide('parameter-2'),
  },
  'param.filters': {
    says: '`filters` selects entries, at the root or inside a populated relation.',
    source: guide('parameter-3'),
  },
  'param.sort': {
    says: '`sort` orders entries, at the root or inside a populated relation.',
    source: guide('parameter-4'),
  },
  'fields.one': { says: 'A single name may be written as `fields=name`.', source: guide('fields-1') },
  'fields.several': {
    says: 'Several names form a list, `fields[0]=a&fields[1]=b`.',
    source: guide('fields-2'),
  },
  'fields.keeps-ids': {
    says: 'With `fields`, an entry has id, documentId and the named attributes.',
    source: guide('fields-3'),
  },
  'fields.not-populate': {
    says: '`fields` neither selects nor hides relations, media, components and zones.',
    source: guide('fields-4', 'fields-5'),
  },
  'fields.nested': {
    says: 'A `fields` list inside a populated attribute limits the populated entries, not the entry around them.',
    source: guide('fields-6', 'fields-7', 'fields-8'),
  },
  'populate.form.all': {
    says: '`populate=*` populates all attributes, one level deep.',
    source: guide('populate-1'),
  },
  'populate.form.one': {
    says: '`populate=name` or `populate[0]=name` populates one attribute.',
    source: guide('populate-2'),
  },
  'populate.form.several': {
    says: '`populate[0]=a&populate[1]=b` populates several attributes.',
    source: guide('populate-3', 'populate-14'),
  },
  'populate.form.nested': {
    says: '`populate[a][populate][0]=b` populates an attribute one level deeper.',
    source: guide('populate-4', 'populate-15', 'populate-17'),
  },
  'populate.form.component': {
    says: 'The name of a component attribute in `populate` populates the component.',
    source: guide('populate-5'),
  },
  'populate.form.component-nested': {
    says: 'A dotted path next to its parent populates a component inside a component.',
    source: guide('populate-6'),
  },
  'populate.form.component-path': {
    says: 'A dotted path may continue through components to their own relations, media and components.',
    source: guide('populate-7'),
  },
  'populate.form.zone': {
    says: 'The name of a zone in `populate` populates the elements of the zone, each with its scalars.',
    source: guide('populate-8'),
  },
  'populate.form.zone-on': {
    says: '`populate[zone][on][kind][populate]…` populates attributes of one component type of a zone.',
    source: guide('populate-9'),
  },
  'populate.form.zone-on-all': {
    says: '`populate[zone][on][kind][populate]=*` populates all attributes of one component type.',
    source: guide('populate-10', 'populate-27'),
  },
  'populate.form.fields': {
    says: '`populate[a][fields][0]=name` limits the attributes of the populated entries.',
    source: guide('populate-11'),
  },
  'populate.form.sort': {
    says: '`populate[a][sort][0]=name:asc` orders the populated entries. The colon may be percent-encoded.',
    source: guide('populate-12'),
  },
  'populate.form.filters': {
    says: '`populate[a][filters][name][$eq]=value` filters the populated entries.',
    source: guide('populate-13'),
  },
  'populate.forms': {
    says: 'One level of `populate` is either a list or an object, never both.',
    source: guide('populate-16'),
  },
  'populate.all.depth': {
    says: '`populate=*` goes one level deep, into relations, media, components and zones alike.',
    source: guide('populate-18', 'populate-19'),
  },
  'populate.without': {
    says: 'Without `populate`, the answer contains no relation, media, component or zone.',
    source: guide('service-4', 'populate-20'),
  },
  'populate.depth': { says: 'Populate may be nested to any depth.', source: guide('populate-21') },
  'populate.explicit': {
    says: 'Populating an attribute populates nothing below the attribute. The request must name each level of populate.',
    source: guide('populate-22', 'populate-23'),
  },
  'populate.on': {
    says: 'Under `on`, each component type has its own populate. The answer omits types that `on` does not list.',
    source: guide('populate-24', 'populate-25', 'populate-26', 'populate-28'),
  },
  'populate.permission': {
    says: 'If the role lacks `find` for the target of a relation, the attribute is absent.',
    source: guide('populate-29', 'populate-30'),
  },
  'populate.no-pagination': {
    says: 'Pagination inside a populate is an error.',
    source: guide('populate-31'),
  },
  'populate.creators': {
    says: 'createdBy and updatedBy can be populated only if the type sets `populateCreatorFields`.',
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
    says: 'Filters and sorts inside a populate do not change the selection of top-level entries.',
    source: guide('filtering-3'),
  },
  'access.role': {
    says: 'Each role has a `find` permission per type. A role sees no populated entries of a type without this permission.',
    source: guide('access-1', 'access-2'),
  },
  'access.unpopulated': {
    says: 'A relation to a type that the role may not find causes no error, but the answer omits the attribute.',
    source: guide('errors-1'),
  },
  'limit.all-depth': { says: '`populate=*` is limited to one level.', source: guide('limits-1') },
  'limit.depth': { says: 'Explicit populate has no limit in depth.', source: guide('limits-2') },
  'limit.pagination': {
    says: 'A populate must not contain pagination parameters.',
    source: guide('limits-3'),
  },
  'version.flat': {
    says: 'Entries are flat and have a documentId, as in major version 5.',
    source: guide('versioning-1', 'versioning-2'),
  },
  'version.flattened-only': {
    says: 'Some examples of the guide show older wrappers, but answers always have the flat form.',
    source: guide('versioning-3', 'versioning-4'),
  },
  'entry.answers-null': {
    says: 'An attribute without a value is null in the answer.',
    source: recorded('findone-001'),
  },
  'populate.unknown': {
    says: 'A name in `populate` that is not a populatable attribute is an error.',
    source: recorded('populate-146', 'qs-233'),
  },
  'populate.private': {
    says: 'A private attribute cannot be populated.',
    source: recorded('media-048', 'permissions-225'),
  },
  'populate.nested-name': {
    says: 'In a nested populate, a text is one path: commas do not split the text, blanks count, and only dots at its start have no effect.',
    source: recorded('populate-171', 'populate-173'),
  },
  'populate.zone-nested': {
    says: 'Directly under a zone, `populate` can only be `*`.',
    source: recorded('zone-009', 'zone-012'),
  },
  'populate.zone-options': {
    says: 'A zone or a morph relation takes `on`, `populate` and `count` and no other option.',
    source: recorded('zone-025', 'zone-027'),
  },
  'populate.attribute-star': {
    says: '`populate[a]=*` is an error if `a` has a populatable attribute; `populate[a][populate]=*` is valid.',
    source: recorded('populate-192', 'components-005'),
  },
  'populate.count': {
    says: '`count` replaces the linked entries by their number.',
    source: recorded('nested-page-057', 'components-041'),
  },
  'populate.order': {
    says: 'Without a sort, linked entries have the order of their links, and localizations the order of their locales.',
    source: recorded('status-046', 'media-021'),
  },
  'populate.to-one': {
    says: 'A to-one attribute is an object, or null if no linked entry matches.',
    source: recorded('components-060', 'status-057'),
  },
  'populate.status': {
    says: 'Populated entries have the requested status.',
    source: recorded('status-046', 'status-064'),
  },
  'populate.too-many': {
    says: 'A `populate` list of more than 100 names is an error.',
    source: measured('populate.too-many.root'),
  },
  'populate.morph': {
    says: 'An element of a morph relation names its type in `__type`.',
    source: recorded('permissions-282', 'permissions-288'),
  },
  'populate.built-in': {
    says: '`on` also takes the built-in types of folders, users and roles, each with its attributes.',
    source: measured('populate.built-in.role'),
  },
  'media.related': {
    says: '`related` of a file lists each use of the file: by the position of the file in the attribute, then by type and attribute, then by id.',
    source: measured('media.related.twice'),
  },
  'fields.unknown': {
    says: 'A name in `fields` that is not a scalar attribute is an error.',
    source: recorded('qs-231', 'fields-049'),
  },
  'fields.private': {
    says: 'Selecting a private attribute or a password with `fields` is an error.',
    source: recorded('fields-065', 'fields-066'),
  },
  'fields.shape': {
    says: '`fields` is a text or a list of texts.',
    source: recorded('fields-010', 'fields-021'),
  },
  'filters.all': {
    says: 'All conditions of one `filters` object must hold.',
    source: recorded('filter-relations-036'),
  },
  'filters.implicit': {
    says: 'In `filters`, a value without an operator means equality. A list without an operator means any of its values.',
    source: recorded('filter-relations-110', 'qs-199'),
  },
  'filters.no-value': {
    says: 'Without an operand, `$eq` finds entries without a value, and `$ne` the others. For other operators without an operand, a comparison of values is unknown, and a comparison of texts is false.',
    source: measured('filters.no-value.endsWith', 'filters.no-value.gt'),
  },
  'filters.list-operand': {
    says: 'If an operator for one value receives a list, it must hold for at least one value, and a negative operator for each value.',
    source: recorded('filters-240', 'filters-244'),
  },
  'filters.through': {
    says: 'A filter follows relations, media and components. One linked row must satisfy all conditions under one key of the attribute.',
    source: recorded('media-039', 'filter-relations-124'),
  },
  'filters.relation-id': {
    says: 'A value or an operator directly on a relation compares the id of the linked row.',
    source: recorded('filter-relations-001'),
  },
  'filters.id': {
    says: 'A filter can use id and documentId like attributes.',
    source: recorded('media-039', 'pagination-080'),
  },
  'filters.id-text': {
    says: 'A text in comparison with an id is larger than every id, unless it is a number.',
    source: measured('filters.id-text.lt', 'filters.id-text.gt'),
  },
  'filters.unknown': {
    says: 'A name in `filters` that is neither an attribute nor an operator is an error.',
    source: recorded('filter-relations-111', 'qs-169'),
  },
  'filters.zone': {
    says: 'A filter on a zone or a morph relation is an error.',
    source: recorded('zone-148', 'filter-relations-105'),
  },
  'filters.private': {
    says: 'A filter on a private attribute or a password is an error, at any depth.',
    source: recorded('filter-private-001', 'filter-private-025'),
  },
  'filters.permission': {
    says: 'A filter through a relation to a type that the role may not find is an error.',
    source: recorded('filter-private-033', 'filter-private-053'),
  },
  'filters.cast': {
    says: 'An operand that does not fit the type of the attribute is an error.',
    source: recorded('filter-types-280', 'filter-types-286'),
  },
  'filters.shape': {
    says: 'In `filters`, a value in place of conditions, or conditions in place of a value, is an error.',
    source: recorded('filters-248'),
  },
  'filters.opaque': {
    says: 'A condition with an unreadable operand is an error; it is never dropped.',
    source: decided('opaque-operand'),
  },
  'sort.text': {
    says: '`sort=a,b:desc` and lists of such texts order by each key, the first key first.',
    source: recorded('sort-015', 'sort-018'),
  },
  'sort.object': {
    says: '`sort[a]=desc` and nested objects are the same sort as an object.',
    source: recorded('sort-022', 'sort-042'),
  },
  'sort.order': {
    says: 'A sort order is asc or desc, in any letter case. The default sort order is ascending.',
    source: recorded('sort-006', 'sort-007'),
  },
  'sort.shape': {
    says: 'A list of `sort` holds only texts or only objects; an item without a value is neither. A list inside a list and a list of objects without an order have no effect.',
    source: recorded('sort-091'),
  },
  'sort.values': {
    says: 'A sort orders numbers and big integers by size, texts by character, dates by time, and false before true.',
    source: recorded('sort-006', 'sort-014'),
  },
  'sort.through': {
    says: 'A sort may follow relations, media and components. If an entry links several rows, the row that comes first in the order of the sort counts.',
    source: recorded('sort-041', 'sort-127'),
  },
  'sort.nulls': {
    says: 'Entries without a value come first in ascending order and last in descending order.',
    source: recorded('sort-013', 'sort-014'),
  },
  'sort.ties': {
    says: 'Entries that are equal in every sort key are in ascending order of id.',
    source: recorded('sort-014', 'order-001'),
  },
  'sort.unknown': {
    says: 'A name in `sort` that is not an attribute is an error.',
    source: recorded('sort-066', 'sort-098'),
  },
  'sort.zone': {
    says: 'A sort by a zone or a morph relation is an error.',
    source: recorded('zone-150', 'sort-122'),
  },
  'sort.private': {
    says: 'A sort by a private attribute or a password is an error.',
    source: recorded('sort-069', 'sort-062'),
  },
  'sort.permission': {
    says: 'A sort through a relation to a type that the role may not find is an error.',
    source: recorded('permissions-177', 'filter-private-073'),
  },
  'sort.incomplete': {
    says: 'A sort by a relation, media or component is an error if the key names no attribute of its entries.',
    source: recorded('sort-045', 'sort-063'),
  },
  'pagination.page': {
    says: '`page` and `pageSize` divide a list into pages.',
    source: recorded('pagination-011', 'pagination-015'),
  },
  'pagination.offset': {
    says: '`start` and `limit` select a part of a list by offset.',
    source: recorded('pagination-023', 'pagination-027'),
  },
  'pagination.style': {
    says: 'Page numbers and offsets cannot be mixed in one request.',
    source: recorded('pagination-037'),
  },
  'pagination.max': {
    says: 'A page size above the maximum counts as the maximum.',
    source: recorded('pagination-015', 'pagination-032'),
  },
  'pagination.number': {
    says: '`page`, `pageSize` and `limit` are integers of at least 1, and `start` is an integer of at least 0.',
    source: decided('pagination-clamp', 'page-size-nan-max', 'page-fraction', 'huge-offset'),
  },
  'pagination.with-count': {
    says: '`withCount=false` omits `total` and `pageCount`.',
    source: recorded('pagination-043', 'pagination-051'),
  },
  'pagination.misplaced': {
    says: 'Pagination parameters belong under `pagination`.',
    source: recorded('pagination-060', 'pagination-061'),
  },
  'status.default': {
    says: 'An answer contains published entries unless the request asks for drafts.',
    source: recorded('findone-044', 'status-041'),
  },
  'status.draft': {
    says: '`status=draft` shows drafts, to every reader of the type.',
    source: recorded('status-003', 'findone-034'),
  },
  'status.value': { says: '`status` is draft or published.', source: decided('status-invalid-is-draft') },
  'status.publication-filter': {
    says: '`publicationFilter` selects documents by the state of their draft and published rows.',
    source: recorded('status-022', 'status-026'),
  },
  'locale.default': {
    says: 'A localized type shows the default locale unless the request names another locale.',
    source: recorded('locale-001', 'findone-044'),
  },
  'locale.chosen': {
    says: '`locale` names one or several locales. An unknown locale has no entries.',
    source: recorded('locale-068', 'locale-069'),
  },
  'locale.all': { says: '`locale=*` shows a list in all locales.', source: recorded('locale-005') },
  'locale.value': {
    says: 'On a localized type, `locale` is a locale code, or a list of codes in a request for a list.',
    source: decided('locale-operator'),
  },
  'search.text': {
    says: '`_q` searches for its text in the id, the documentId and the text attributes of the type.',
    source: recorded('qs-005', 'search-027'),
  },
  'query.parameter-limit': {
    says: 'A query of more than 1,000 parameters is an error.',
    source: decided('parameter-limit'),
  },
  'query.encoding': {
    says: 'A query is decoded once, as UTF-8. A plus is a blank, an encoded bracket is a bracket, and `a=` is an empty text.',
    source: measured('http.blank.plus', 'http.blank.percent'),
  },
  'query.no-value': {
    says: 'A parameter without a value, such as `?sort`, counts as absent. Only `status` and `withCount` need a value.',
    source: measured('query.no-value.sort-item', 'query.no-value.filters'),
  },
  'query.inherited-key': {
    says: 'A name that every JavaScript object inherits, such as `constructor`, is an error as a key in brackets, also below an unknown parameter.',
    source: decided('prototype-keys-dropped'),
  },
  'query.reserved': { says: 'The parameter `lookup` is refused.', source: recorded('qs-178') },
  'query.strict': {
    says: 'The server ignores unknown parameters, or refuses them if the settings are strict.',
    source: recorded('qs-001', 'qs-171'),
  },
  'endpoint.document': {
    says: 'The path of one entry is the plural name of its type, followed by its documentId.',
    source: recorded('findone-001'),
  },
  'endpoint.single': {
    says: 'The path of a single type is its singular name.',
    source: recorded('findone-044'),
  },
  'endpoint.not-found': {
    says: 'A request for a path or entry that does not exist, or that the caller cannot see, answers 404.',
    source: recorded('http-059', 'findone-003'),
  },
  'endpoint.not-allowed': {
    says: 'A method that the path does not have answers 405, with the allowed methods in the header `allow`.',
    source: recorded('http-005', 'http-013'),
  },
  'endpoint.spelling': {
    says: 'Paths match in any letter case, with or without a trailing slash.',
    source: recorded('http-072', 'http-028'),
  },
  'endpoint.cors': {
    says: 'Pages of any origin may read answers. The answer to a preflight has no body.',
    source: recorded('http-058', 'http-062'),
  },
  'endpoint.content-type': {
    says: 'An answer with a body is JSON, and its content type says so.',
    source: measured('http.content-type'),
  },
  'endpoint.too-long': {
    says: 'A request target of more than 16 KiB answers 431.',
    source: measured('http.too-long'),
  },
  'endpoint.undecodable': {
    says: 'A path without a route or an entry answers 400 if it cannot be decoded.',
    source: recorded('findone-013'),
  },
  'endpoint.absolute': {
    says: 'A path without a route or an entry answers 400 if it contains a zero byte, or an absolute path after its first slash.',
    source: measured('http.path.zero'),
  },
  'endpoint.outside': {
    says: 'A path without a route or an entry answers 403 if it leads out of the folder of the server.',
    source: measured('http.path.outside'),
  },
  'endpoint.error': {
    says: 'The body of an error has `data`, which is null, and `error` with its status, its name and a message.',
    source: recorded('findone-013'),
  },
  'endpoint.first-error': {
    says: 'An answer reports one error, the first in the order of the checks.',
    source: recorded('qs-236', 'qs-238'),
  },
  'endpoint.error-path': {
    says: 'The body of an error about a name has the key and its path: the names of the attributes from the root to it.',
    source: recorded('fields-065', 'populate-050'),
  },
  'limit.answer-size': {
    says: 'A request whose answer would not fit into memory is an error.',
    source: measured('limits.answer-size.children'),
  },
  'access.token': {
    says: 'A bearer token identifies a role. A request without a token has the public role.',
    source: recorded('permissions-012', 'permissions-015'),
  },
  'access.unknown-token': {
    says: 'An unknown bearer token answers 401.',
    source: recorded('permissions-055'),
  },
  'access.forbidden': {
    says: 'A list needs the permission `find`, a single entry `findOne`. Without the permission, the answer is 403.',
    source: recorded('permissions-023', 'findone-049'),
  },
  'format.v4': {
    says: 'With the header `strapi-response-format: v4`, entries have the wrappers of major version 4.',
    source: recorded('http-056'),
  },
  'format.source-maps': {
    says: 'With the header `strapi-encode-source-maps: true`, each text contains its origin in invisible characters.',
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
  'filters.op.$gt': { says: '`$gt`: the value is greater than the operand.', source: recorded('fields-064') },
  'filters.op.$gte': {
    says: '`$gte`: the value is greater than the operand or equal to it.',
    source: recorded('filters-015'),
  },
  'filters.op.$lt': {
    says: '`$lt`: the value is smaller than the operand.',
    source: recorded('filter-types-185'),
  },
  'filters.op.$lte': {
    says: '`$lte`: the value is smaller than the operand or equal to it.',
    source: recorded('filters-011'),
  },
  'filters.op.$in': {
    says: '`$in`: the value equals one of the operands.',
    source: recorded('qs-019', 'qs-137'),
  },
  'filters.op.$notIn': {
    says: '`$notIn`: the value equals none of the operands.',
    source: recorded('filters-020'),
  },
  'filters.op.$between': {
    says: '`$between`: the value lies between the two operands, both included.',
    source: recorded('filters-209', 'filters-205'),
  },
  'filters.op.$null': {
    says: '`$null`: the attribute has no value.',
    source: recorded('filter-relations-012', 'filters-188'),
  },
  'filters.op.$notNull': {
    says: '`$notNull`: the attribute has a value.',
    source: recorded('filter-relations-011'),
  },
  'filters.op.$eqi': {
    says: '`$eqi`: the value equals the operand, ignoring case.',
    source: recorded('filter-relations-009'),
  },
  'filters.op.$nei': {
    says: '`$nei`: the value differs from the operand, ignoring case.',
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
    says: '`$containsi`: the value contains the operand, ignoring case.',
    source: recorded('qs-220'),
  },
  'filters.op.$notContainsi': {
    says: '`$notContainsi`: the value does not contain the operand, ignoring case.',
    source: recorded('filters-095'),
  },
  'filters.op.$startsWith': {
    says: '`$startsWith`: the value starts with the operand.',
    source: recorded('filters-112'),
  },
  'filters.op.$startsWithi': {
    says: '`$startsWithi`: the value starts with the operand, ignoring case.',
    source: recorded('filters-032'),
  },
  'filters.op.$endsWith': {
    says: '`$endsWith`: the value ends with the operand.',
    source: recorded('filters-128'),
  },
  'filters.op.$endsWithi': {
    says: '`$endsWithi`: the value ends with the operand, ignoring case.',
    source: recorded('filters-035'),
  },
  'filters.op.$jsonSupersetOf': {
    says: '`$jsonSupersetOf`: the JSON value contains every part of the operand. Only some databases support this operator.',
    source: decided('superset'),
  },
  'filters.op.$not': {
    says: '`$not`: the condition is false. An unknown condition stays unknown.',
    source: recorded('filters-211', 'filters-216'),
  },
  'filters.op.$and': {
    says: '`$and`: all conditions in a list hold.',
    source: recorded('qs-098', 'filter-relations-154'),
  },
  'filters.op.$or': { says: '`$or`: at least one condition in a list holds.', source: recorded('qs-206') },
} as const satisfies Record<string, Rule>

export type RuleId = keyof typeof RULES

/**
 * Receives each rule that an answer follows, with the part of the answer that the rule concerns. The part is a path
 * without list positions, such as `data.author.name` or `meta.pagination`. The part is missing for the whole answer.
 */
export type Cite = (rule: RuleId, part?: string) => void

/** Returns whether the guide states the rule, which makes it a MUST. */
export const isOfGuide = (rule: RuleId): boolean => RULES[rule].source.kind === 'guide'

/** Formats the source of a rule on one line: `guide: fields-4`, `recordings: fields-049, qs-231`. */
export const sourceText = ({ kind, ids }: Source): string => `${kind}: ${ids.join(', ')}`
