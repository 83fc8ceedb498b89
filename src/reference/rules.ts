/**
 * The index of rules: one sentence for every rule of the read API, with the evidence for the rule. The line of code
 * that implements a rule names the id of the rule. Published test cases and explanations of answers name the id of
 * the rule too. `fixtures/spec` presents the index as pages, with the text of every source.
 */

export interface Rule {
  readonly says: string
  readonly source: Source
}

/**
 * The evidence for a rule: statements of the guide, recordings, test cases or quirks. A test verifies that each named
 * statement, recording, test case or quirk exists.
 */
export interface Source {
  readonly kind: SourceKind
  /** The ids of the statements, recordings, test cases or quirks that show the rule. */
  readonly ids: readonly string[]
}

export type SourceKind =
  /** The guide states the rule, in statements of `fixtures/spec/guide.md`. */
  | 'guide'
  /**
   * The guide does not mention the rule. Recordings in `fixtures/strapi-5.54/recordings` show that real servers
   * follow the rule.
   */
  | 'recordings'
  /**
   * Neither the guide nor a recording shows the rule. The only evidence for the rule is in test cases of
   * `fixtures/cases`.
   */
  | 'cases'
  /**
   * The guide does not mention the rule, and the real server does not follow the rule. Quirks in `fixtures/QUIRKS.md`
   * describe how the real server differs from the rule.
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
    says: 'Nested parameters use brackets. The query may come from any serializer that writes this notation.',
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
  'entry.id': { says: 'An entry has the integer `id` of its database row.', source: guide('entry-2') },
  'entry.document-id': {
    says: 'An entry has the `documentId` of its document, which is a text.',
    source: guide('entry-3'),
  },
  'entry.created-at': {
    says: 'An entry has the time of its creation in `createdAt`, in ISO 8601 and UTC.',
    source: guide('entry-4'),
  },
  'entry.updated-at': {
    says: 'An entry has the time of its last change in `updatedAt`, in ISO 8601 and UTC.',
    source: guide('entry-5'),
  },
  'entry.published-at': {
    says: 'An entry has the time of its publication in `publishedAt`, in ISO 8601 and UTC. For a draft, `publishedAt` is null.',
    source: guide('entry-6'),
  },
  'entry.locale': {
    says: 'An entry of a localized type has a locale code in `locale`. Entries of other types have no `locale`.',
    source: guide('entry-7'),
  },
  'entry.attributes': {
    says: 'An entry has the scalar attributes that its type defines.',
    source: guide('entry-8'),
  },
  'entry.types.string': {
    says: 'Attributes of the types string, text, richtext, enumeration, email and uid are scalars. A password is a text too, but no answer contains it.',
    source: guide('entry-9', 'entry-10'),
  },
  'entry.types.date': {
    says: 'Attributes of the types date, time, datetime and timestamp are scalars.',
    source: guide('entry-11'),
  },
  'entry.types.number': {
    says: 'Attributes of the types integer, biginteger, float and decimal are scalars. An answer shows a biginteger as a text.',
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
  'media.id': { says: 'A populated file has the member `id`.', source: guide('media-2') },
  'media.documentId': { says: 'A populated file has the member `documentId`.', source: guide('media-3') },
  'media.name': { says: 'A populated file has the member `name`.', source: guide('media-4') },
  'media.alternativeText': {
    says: 'A populated file has the member `alternativeText`, a text or null.',
    source: guide('media-5'),
  },
  'media.caption': {
    says: 'A populated file has the member `caption`, a text or null.',
    source: guide('media-6'),
  },
  'media.width': { says: 'A populated file has the member `width`, in pixels.', source: guide('media-7') },
  'media.height': { says: 'A populated file has the member `height`, in pixels.', source: guide('media-8') },
  'media.formats': {
    says: 'A populated file has the member `formats`, an object with one member for each image format.',
    source: guide('media-9', 'media-10'),
  },
  'media.hash': { says: 'A populated file has the member `hash`.', source: guide('media-11') },
  'media.ext': {
    says: 'A populated file has the member `ext`, its file extension with the dot.',
    source: guide('media-12'),
  },
  'media.mime': {
    says: 'A populated file has the member `mime`, its media type.',
    source: guide('media-13'),
  },
  'media.size': {
    says: 'A populated file has the member `size`, a number that may have decimal places.',
    source: guide('media-14'),
  },
  'media.url': {
    says: 'A populated file has the member `url`, unchanged from the stored value.',
    source: guide('media-15'),
  },
  'media.previewUrl': {
    says: 'A populated file has the member `previewUrl`, a text or null.',
    source: guide('media-16'),
  },
  'media.provider': { says: 'A populated file has the member `provider`.', source: guide('media-17') },
  'media.provider_metadata': {
    says: 'A populated file has the member `provider_metadata`, an object or null.',
    source: guide('media-18'),
  },
  'media.createdAt': { says: 'A populated file has the member `createdAt`.', source: guide('media-19') },
  'media.updatedAt': { says: 'A populated file has the member `updatedAt`.', source: guide('media-20') },
  'media.format': {
    says: 'Each image format in `formats` of a file has the members name, hash, ext, mime, width, height, size, path and url.',
    source: guide('media-21'),
  },
  'component.id': { says: 'A component has an id.', source: guide('component-1') },
  'component.document-id': {
    says: 'A component has a documentId if the dataset defines one.',
    source: guide('component-2'),
  },
  'component.fields': {
    says: 'A component has the scalar attributes that its schema defines. The relations, media and components of a component are absent unless the request populates them.',
    source: guide('component-3', 'component-4'),
  },
  'component.discriminator': {
    says: 'Only a component within a dynamic zone names its component type, `<category>.<name>`, in `__component`.',
    source: guide('component-5', 'component-6'),
  },
  'component.bare': {
    says: 'If a request populates a dynamic zone without options, each component of the zone shows its scalars, its id and `__component`.',
    source: guide('component-7'),
  },
  'list.data': {
    says: 'The answer to a list request has the entries in `data`.',
    source: guide('service-2', 'list-1'),
  },
  'list.page': {
    says: 'In a list answer, `meta.pagination.page` is the number of the shown page.',
    source: guide('list-2'),
  },
  'list.page-size': { says: '`meta.pagination.pageSize` is the size of a page.', source: guide('list-3') },
  'list.page-count': { says: '`meta.pagination.pageCount` is the number of pages.', source: guide('list-4') },
  'list.total': {
    says: '`meta.pagination.total` is the number of matching entries on all pages together.',
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
    says: 'The path of a list is the prefix of the API, followed by the plural name of the content type.',
    source: guide('service-1', 'endpoint-2'),
  },
  'endpoint.payload': {
    says: 'A read request takes all its parameters from the query string. The server ignores the body of a read request.',
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
    says: '`filters` selects entries, at the root of a query or inside a populated relation.',
    source: guide('parameter-3'),
  },
  'param.sort': {
    says: '`sort` orders entries, at the root of a query or inside a populated relation.',
    source: guide('parameter-4'),
  },
  'fields.one': { says: 'The query `fields=name` selects a single attribute.', source: guide('fields-1') },
  'fields.several': {
    says: 'A list such as `fields[0]=a&fields[1]=b` selects several attributes.',
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
    says: '`populate=*` populates all relations, media, components and dynamic zones, one level deep.',
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
    says: 'A dotted path `a.b` in a populate list populates a component inside a component, if the list also has the item `a`.',
    source: guide('populate-6'),
  },
  'populate.form.component-path': {
    says: 'A dotted populate path may lead through components to the relations, media and components inside them.',
    source: guide('populate-7'),
  },
  'populate.form.zone': {
    says: 'The name of a dynamic zone in `populate` populates all components of the zone, each with its scalar attributes.',
    source: guide('populate-8'),
  },
  'populate.form.zone-on': {
    says: '`populate[zone][on][component][populate]…` populates attributes of one component type of a dynamic zone.',
    source: guide('populate-9'),
  },
  'populate.form.zone-on-all': {
    says: '`populate[zone][on][component][populate]=*` populates all relations, media and components of one component type in a dynamic zone.',
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
    says: 'One nesting level of `populate` is either a list or an object, never both.',
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
  'populate.depth': { says: 'A request may nest `populate` to any depth.', source: guide('populate-21') },
  'populate.value': {
    says: 'In an object of `populate`, the value of an attribute is a boolean word or an object of options. A list, or no value, is an error.',
    source: measured('populate.no-value.relation'),
  },
  'populate.commas': {
    says: 'In `populate`, one text may name several attributes, separated by commas. The text may also be an item of a list.',
    source: measured('populate.several.commas', 'populate.several.list-of-commas'),
  },
  'populate.explicit': {
    says: 'A populated entry shows its own relations, media, components and zones only if the request populates them too.',
    source: guide('populate-22', 'populate-23'),
  },
  'populate.on': {
    says: 'Under `on` of a dynamic zone or a morph relation, each type has its own options. The answer omits types that `on` does not list.',
    source: guide('populate-24', 'populate-25', 'populate-26', 'populate-28'),
  },
  'populate.permission': {
    says: 'If the role lacks the permission `find` for the target type of a relation, the answer omits the relation.',
    source: guide('populate-29', 'populate-30'),
  },
  'populate.no-pagination': {
    says: 'Pagination inside a `populate` is an error.',
    source: guide('populate-31'),
  },
  'populate.creators': {
    says: 'createdBy and updatedBy can be populated only if the type sets `populateCreatorFields`.',
    source: guide('populate-32', 'populate-33'),
  },
  'populate.filters.list': {
    says: 'A filter inside a `populate` selects among the linked entries.',
    source: guide('filtering-1'),
  },
  'populate.sort.list': {
    says: 'A sort inside a `populate` orders the linked entries.',
    source: guide('filtering-2'),
  },
  'populate.filters.top': {
    says: 'Filters and sorts inside a `populate` neither select nor order the entries at the root of the answer.',
    source: guide('filtering-3'),
  },
  'access.role': {
    says: 'A role may have the permission `find` for each content type. If a role lacks `find` for a type, answers show the role no populated entries of the type.',
    source: guide('access-1', 'access-2'),
  },
  'access.unpopulated': {
    says: 'If a request populates a relation to a type that the role may not find, the answer omits the relation, without an error.',
    source: guide('errors-1'),
  },
  'limit.all-depth': {
    says: 'The value `*` of `populate` is limited to one nesting level.',
    source: guide('limits-1'),
  },
  'limit.depth': {
    says: 'A `populate` that names each attribute has no depth limit.',
    source: guide('limits-2'),
  },
  'limit.pagination': {
    says: 'A nested `populate` must not contain pagination parameters.',
    source: guide('limits-3'),
  },
  'version.flat': {
    says: 'Entries are flat objects with a `documentId`, as in Strapi 5.',
    source: guide('versioning-1', 'versioning-2'),
  },
  'version.flattened-only': {
    says: 'Some examples in the guide of Strapi show entries with the `attributes` wrapper of Strapi 4, but answers always have flat entries.',
    source: guide('versioning-3', 'versioning-4'),
  },
  'entry.answers-null': {
    says: 'A scalar attribute without a value is null in the answer.',
    source: recorded('findone-001'),
  },
  'populate.unknown': {
    says: 'A name in `populate` is an error unless it is a relation, media attribute, component or dynamic zone.',
    source: recorded('populate-146', 'qs-233'),
  },
  'populate.private': {
    says: 'A private attribute cannot be populated.',
    source: recorded('media-048', 'permissions-225'),
  },
  'populate.nested-name': {
    says: 'In a nested `populate`, a text is one dotted path. Commas do not split the text, and blanks belong to the names. Dots at the start have no effect.',
    source: recorded('populate-171', 'populate-173'),
  },
  'populate.zone-nested': {
    says: 'The option `populate` of a dynamic zone or a morph relation can only be `*`.',
    source: recorded('zone-009', 'zone-012'),
  },
  'populate.zone-options': {
    says: 'In `populate`, a dynamic zone or a morph relation accepts only the options `on`, `populate` and `count`.',
    source: recorded('zone-025', 'zone-027'),
  },
  'populate.attribute-star': {
    says: '`populate[a]=*` is an error if the entries of `a` have an attribute to populate. `populate[a][populate]=*` is valid.',
    source: recorded('populate-192', 'components-005'),
  },
  'populate.count': {
    says: 'With `populate[a][count]=true`, the value of `a` is an object such as `{"count": 3}` with the number of linked entries, files or components.',
    source: recorded('nested-page-057', 'components-041'),
  },
  'populate.order': {
    says: 'Without a sort, linked entries have the stored order of the links. The entries in `localizations` have the order of their locales.',
    source: recorded('status-046', 'media-021'),
  },
  'populate.to-one': {
    says: 'A populated to-one attribute is an object. The value is null if there is no linked entry, or if the filter excludes the linked entry. Of several linked rows without a sort, the answer shows the row with the lowest id.',
    source: recorded('components-060', 'status-057'),
  },
  'populate.status': {
    says: 'Populated entries have the status that the request asks for: draft or published.',
    source: recorded('status-046', 'status-064'),
  },
  'populate.too-many': {
    says: 'A `populate` list of more than 100 items is an error.',
    source: measured('populate.too-many.root'),
  },
  'populate.morph': {
    says: 'Each entry in a populated morph relation names its content type in `__type`.',
    source: recorded('permissions-282', 'permissions-288'),
  },
  'populate.built-in': {
    says: 'The option `on` of a morph relation also accepts the built-in content types of folders, users and roles.',
    source: measured('populate.built-in.role'),
  },
  'media.related': {
    says: '`related` of a file lists each use of the file. The uses are sorted by the position of the file in the media attribute, then by type, by attribute and by id.',
    source: measured('media.related.twice'),
  },
  'fields.unknown': {
    says: 'A name in `fields` is an error unless it is `*`, `id`, `documentId` or a scalar attribute.',
    source: recorded('qs-231', 'fields-049'),
  },
  'fields.private': {
    says: 'Selecting a private attribute or a password with `fields` is an error.',
    source: recorded('fields-065', 'fields-066'),
  },
  'fields.shape': {
    says: 'The value of `fields` is a text or a list of texts. Other values are an error.',
    source: recorded('fields-010', 'fields-021'),
  },
  'filters.all': {
    says: 'All conditions of one `filters` object must hold.',
    source: recorded('filter-relations-036'),
  },
  'filters.implicit': {
    says: 'In `filters`, a value without an operator means `$eq`. A list of values without an operator means `$in`.',
    source: recorded('filter-relations-110', 'qs-199'),
  },
  'filters.no-value': {
    says: 'Without an operand, `$eq` and `$eqi` find entries whose attribute has no value, and `$ne` and `$nei` find all other entries. Operators such as `$contains` then search for the text `null`. A comparison by size or with a list is unknown.',
    source: measured('filters.no-value.endsWith', 'filters.no-value.gt'),
  },
  'filters.list-operand': {
    says: 'If an operator for a single value receives a list, the condition must be true for at least one value of the list. A negative operator must be true for each value of the list.',
    source: recorded('filters-240', 'filters-244'),
  },
  'filters.not-list': {
    says: '`$not` with a list of values or conditions is true if none of them matches.',
    source: measured('filters.several.not-operators'),
  },
  'filters.letter-case': {
    says: 'Comparisons regardless of letter case follow the case folding of Unicode: `ß` equals `ss`, `É` equals `é`, and the ligature `ﬁ` equals `fi`. The dotless `ı` does not equal `i`.',
    source: measured('filters.edge.dotless', 'search.long-s', 'search.ligature'),
  },
  'filters.through': {
    says: 'A filter may lead through relations, media and components to their entries. A single linked entry must satisfy all conditions under one filter key.',
    source: recorded('media-039', 'filter-relations-124'),
  },
  'filters.relation-id': {
    says: 'In `filters`, a value or an operator directly under a relation compares the id of the linked entry.',
    source: recorded('filter-relations-001'),
  },
  'filters.id': {
    says: 'A filter can use `id` and `documentId` like attributes.',
    source: recorded('media-039', 'pagination-080'),
  },
  'filters.id-text': {
    says: 'A filter on `id` treats an operand that is not a number as larger than every id.',
    source: measured('filters.id-text.lt', 'filters.id-text.gt'),
  },
  'filters.unknown': {
    says: 'A name in `filters` that is neither an attribute nor an operator is an error.',
    source: recorded('filter-relations-111', 'qs-169'),
  },
  'filters.zone': {
    says: 'A filter on a dynamic zone or a morph relation is an error.',
    source: recorded('zone-148', 'filter-relations-105'),
  },
  'filters.private': {
    says: 'A filter on a private attribute or a password is an error, at any nesting depth of `filters`.',
    source: recorded('filter-private-001', 'filter-private-025'),
  },
  'filters.permission': {
    says: 'A filter through a relation to a type that the role may not find is an error.',
    source: recorded('filter-private-033', 'filter-private-053'),
  },
  'filters.cast': {
    says: 'In `filters`, an operand that does not fit the type of the attribute is an error.',
    source: recorded('filter-types-280', 'filter-types-286'),
  },
  'filters.shape': {
    says: 'In `filters`, a single value where an object of conditions is expected is an error. An object of conditions where a single value is expected is an error too.',
    source: recorded('filters-248'),
  },
  'filters.opaque': {
    says: 'In `filters`, an operand that is an object of unknown keys is an error. The server never ignores the condition.',
    source: decided('opaque-operand'),
  },
  'sort.text': {
    says: '`sort=a,b:desc` and lists of such texts order by each key, the first key first.',
    source: recorded('sort-015', 'sort-018'),
  },
  'sort.object': {
    says: '`sort[a]=desc` means the same as `sort=a:desc`, and `sort[a][b]=desc` means the same as `sort=a.b:desc`.',
    source: recorded('sort-022', 'sort-042'),
  },
  'sort.order': {
    says: 'A sort order is asc or desc, in any letter case. The default sort order is ascending.',
    source: recorded('sort-006', 'sort-007'),
  },
  'sort.shape': {
    says: 'All items of a `sort` list must be texts, or all must be objects; an item without a value, or a list beside a text, is an error. A list of lists and a list of objects without an order have no effect.',
    source: recorded('sort-091'),
  },
  'sort.values': {
    says: 'A sort orders numbers and big integers by size, texts by character, and dates by time. In ascending order, false comes before true.',
    source: recorded('sort-006', 'sort-014'),
  },
  'sort.through': {
    says: 'A sort key may lead through relations, media and components. If an entry links several entries, the linked entry that comes first in the sort order decides.',
    source: recorded('sort-041', 'sort-127'),
  },
  'sort.nulls': {
    says: 'In a sort, entries whose sort attribute has no value come first in ascending order and last in descending order.',
    source: recorded('sort-013', 'sort-014'),
  },
  'sort.ties': {
    says: 'Entries that are equal in every sort key are in ascending order of id.',
    source: recorded('sort-014', 'order-001'),
  },
  'sort.unknown': {
    says: 'A name in `sort` is an error unless it is `id`, `documentId` or an attribute.',
    source: recorded('sort-066', 'sort-098'),
  },
  'sort.zone': {
    says: 'A sort by a dynamic zone or a morph relation is an error.',
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
    says: 'A sort key that ends at a relation, media attribute or component is an error, because the key must name a scalar attribute.',
    source: recorded('sort-045', 'sort-063'),
  },
  'pagination.page': {
    says: '`pagination[page]` and `pagination[pageSize]` select a page of a list by its number and size.',
    source: recorded('pagination-011', 'pagination-015'),
  },
  'pagination.offset': {
    says: '`pagination[start]` and `pagination[limit]` select a part of a list by offset and number of entries.',
    source: recorded('pagination-023', 'pagination-027'),
  },
  'pagination.style': {
    says: 'A request cannot use page numbers (`page`, `pageSize`) together with offsets (`start`, `limit`).',
    source: recorded('pagination-037'),
  },
  'pagination.max': {
    says: 'If a request asks for a larger page than the maximum page size, the server uses the maximum.',
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
    says: 'Pagination parameters are valid only under the key `pagination`, not at the root of a query.',
    source: recorded('pagination-060', 'pagination-061'),
  },
  'pagination.single': {
    says: 'For one entry, the server ignores `pagination`, but checks `page`, `pageSize`, `start` and `limit` at the root of the query.',
    source: measured('pagination.single.page-word', 'pagination.single.ignored-page'),
  },
  'status.default': {
    says: 'An answer contains only published entries, unless the request asks for drafts with `status=draft`.',
    source: recorded('findone-044', 'status-041'),
  },
  'status.draft': {
    says: '`status=draft` shows the drafts of a content type to every caller who may read the type.',
    source: recorded('status-003', 'findone-034'),
  },
  'status.value': {
    says: 'The parameter `status` must be `draft` or `published`.',
    source: decided('status-invalid-is-draft'),
  },
  'status.publication-filter': {
    says: '`publicationFilter` selects documents by whether they have a draft and a published version, and by whether the two differ.',
    source: recorded('status-022', 'status-026'),
  },
  'status.has-published-version': {
    says: '`hasPublishedVersion=true` selects the documents that have a published version, and `hasPublishedVersion=false` selects the others. Other values are errors.',
    source: recorded('status-030'),
  },
  'locale.default': {
    says: 'For a localized type, the answer contains entries in the default locale, unless the request names another locale.',
    source: recorded('locale-001', 'findone-044'),
  },
  'locale.chosen': {
    says: 'The parameter `locale` names one or several locales. An unknown locale has no entries.',
    source: recorded('locale-068', 'locale-069'),
  },
  'locale.all': {
    says: 'With `locale=*`, a list contains the entries in all locales. A request for one entry finds none.',
    source: recorded('locale-005'),
  },
  'locale.value': {
    says: 'On a localized type, `locale` is a text, or a list of texts in a request for a list.',
    source: decided('locale-operator'),
  },
  'search.text': {
    says: 'The parameter `_q` searches the id, the documentId and the text attributes of each entry. If the searched text is a number, `_q` also searches the number attributes.',
    source: recorded('qs-005', 'search-027'),
  },
  'query.parameter-limit': {
    says: 'A query with more than 1,000 parameters is an error.',
    source: decided('parameter-limit'),
  },
  'query.encoding': {
    says: 'The server decodes a query string once, as UTF-8. A plus sign means a blank, a percent-encoded bracket means a bracket, and `a=` means an empty text.',
    source: measured('http.blank.plus', 'http.blank.percent'),
  },
  'query.no-value': {
    says: 'A query parameter without a value, such as `?sort`, counts as absent. Only for `status` and `withCount`, a missing value is an error.',
    source: measured('query.no-value.sort-item', 'query.no-value.filters'),
  },
  'query.inherited-key': {
    says: 'In a query, a key in brackets that every JavaScript object inherits, such as `constructor`, is an error, also under an unknown parameter.',
    source: decided('prototype-keys-dropped'),
  },
  'query.reserved': { says: 'The query parameter `lookup` is an error.', source: recorded('qs-178') },
  'query.strict': {
    says: 'The server ignores unknown query parameters, or refuses them if the setting `strictParams` is on.',
    source: recorded('qs-001', 'qs-171'),
  },
  'endpoint.document': {
    says: 'The path of one entry is the plural name of its content type, followed by the documentId of the entry.',
    source: recorded('findone-001'),
  },
  'endpoint.single': {
    says: 'The path of a single type is the singular name of the type.',
    source: recorded('findone-044'),
  },
  'endpoint.not-found': {
    says: 'A request for a path or entry that does not exist, or that the caller cannot see, answers 404.',
    source: recorded('http-059', 'findone-003'),
  },
  'endpoint.not-allowed': {
    says: 'A request with a method that the path does not support answers 405, with the supported methods in the header `allow`.',
    source: recorded('http-005', 'http-013'),
  },
  'endpoint.spelling': {
    says: 'A route matches paths in any letter case, with or without a trailing slash.',
    source: recorded('http-072', 'http-028'),
  },
  'endpoint.cors': {
    says: 'Web pages of any origin may read answers (CORS). The answer to a CORS preflight request has no body.',
    source: recorded('http-058', 'http-062'),
  },
  'endpoint.content-type': {
    says: 'The body of an answer is JSON, and its header `content-type` names JSON as the media type. Only the answer to an unsupported method has plain text.',
    source: measured('http.content-type'),
  },
  'endpoint.too-long': {
    says: 'A request with a target of more than 16 KiB gets the answer 431.',
    source: measured('http.too-long'),
  },
  'endpoint.undecodable': {
    says: 'A request for a path without a route or an entry answers 400 if the path has an invalid percent-encoding.',
    source: recorded('findone-013'),
  },
  'endpoint.absolute': {
    says: 'A request for a path without a route or an entry answers 400 if the path contains a zero byte, or an absolute path after its first slash.',
    source: measured('http.path.zero'),
  },
  'endpoint.outside': {
    says: 'A request for a path without a route or an entry answers 403 if the path leads out of the public folder of the server.',
    source: measured('http.path.outside'),
  },
  'endpoint.error': {
    says: 'Except for the statuses 405 and 431, the body of an error has the members `data` and `error`. The member `data` is null, and `error` has a status, a name and a message.',
    source: recorded('findone-013'),
  },
  'endpoint.first-error': {
    says: 'If a request has several errors, the answer reports only the first one in the order of the checks.',
    source: recorded('qs-236', 'qs-238'),
  },
  'endpoint.error-path': {
    says: 'The body of an error about a name in the query contains the name as `key`, and its place among the attributes as `path`. Some paths also end with the name.',
    source: recorded('fields-065', 'populate-050'),
  },
  'limit.answer-size': {
    says: 'A request is an error if its answer would exceed the size limit, or would take more than the maximum number of steps.',
    source: measured('limits.answer-size.children'),
  },
  'access.token': {
    says: 'The bearer token of a request selects the role of the caller. A request without a token has the public role.',
    source: recorded('permissions-012', 'permissions-015'),
  },
  'access.unknown-token': {
    says: 'A request with an unknown bearer token answers 401.',
    source: recorded('permissions-055'),
  },
  'access.forbidden': {
    says: 'A list request needs the permission `find`, and a request for one entry needs `findOne`. Without the permission, the answer is 403.',
    source: recorded('permissions-023', 'findone-049'),
  },
  'format.v4': {
    says: 'If a request has the header `strapi-response-format: v4`, entries have the `attributes` and `data` wrappers of Strapi 4.',
    source: recorded('http-056'),
  },
  'format.source-maps': {
    says: 'If a request has the header `strapi-encode-source-maps: true`, each text in the answer names its attribute in invisible characters.',
    source: recorded('http-060'),
  },
  'filters.op.$eq': {
    says: '`$eq`: the attribute value equals the operand.',
    source: recorded('filter-relations-110'),
  },
  'filters.op.$ne': {
    says: '`$ne`: the attribute value differs from the operand.',
    source: recorded('filter-types-210'),
  },
  'filters.op.$gt': {
    says: '`$gt`: the attribute value is greater than the operand.',
    source: recorded('fields-064'),
  },
  'filters.op.$gte': {
    says: '`$gte`: the attribute value is greater than or equal to the operand.',
    source: recorded('filters-015'),
  },
  'filters.op.$lt': {
    says: '`$lt`: the attribute value is less than the operand.',
    source: recorded('filter-types-185'),
  },
  'filters.op.$lte': {
    says: '`$lte`: the attribute value is less than or equal to the operand.',
    source: recorded('filters-011'),
  },
  'filters.op.$in': {
    says: '`$in`: the attribute value equals one of the operands.',
    source: recorded('qs-019', 'qs-137'),
  },
  'filters.op.$notIn': {
    says: '`$notIn`: the attribute value equals none of the operands.',
    source: recorded('filters-020'),
  },
  'filters.op.$between': {
    says: '`$between`: the attribute value lies between the two operands, or equals one of them.',
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
    says: '`$eqi`: the attribute value equals the operand, regardless of letter case.',
    source: recorded('filter-relations-009'),
  },
  'filters.op.$nei': {
    says: '`$nei`: the attribute value differs from the operand, regardless of letter case.',
    source: recorded('filters-007'),
  },
  'filters.op.$contains': {
    says: '`$contains`: the attribute value contains the operand.',
    source: recorded('media-040'),
  },
  'filters.op.$notContains': {
    says: '`$notContains`: the attribute value does not contain the operand.',
    source: recorded('filters-073'),
  },
  'filters.op.$containsi': {
    says: '`$containsi`: the attribute value contains the operand, regardless of letter case.',
    source: recorded('qs-220'),
  },
  'filters.op.$notContainsi': {
    says: '`$notContainsi`: the attribute value does not contain the operand, regardless of letter case.',
    source: recorded('filters-095'),
  },
  'filters.op.$startsWith': {
    says: '`$startsWith`: the attribute value starts with the operand.',
    source: recorded('filters-112'),
  },
  'filters.op.$startsWithi': {
    says: '`$startsWithi`: the attribute value starts with the operand, regardless of letter case.',
    source: recorded('filters-032'),
  },
  'filters.op.$endsWith': {
    says: '`$endsWith`: the attribute value ends with the operand.',
    source: recorded('filters-128'),
  },
  'filters.op.$endsWithi': {
    says: '`$endsWithi`: the attribute value ends with the operand, regardless of letter case.',
    source: recorded('filters-035'),
  },
  'filters.op.$jsonSupersetOf': {
    says: '`$jsonSupersetOf`: the JSON value contains every member and item of the operand. Only some databases support this operator.',
    source: decided('superset'),
  },
  'filters.op.$not': {
    says: '`$not`: the nested condition is false. The negation of an unknown condition is unknown.',
    source: recorded('filters-211', 'filters-216'),
  },
  'filters.op.$and': {
    says: '`$and`: all conditions in the list are true.',
    source: recorded('qs-098', 'filter-relations-154'),
  },
  'filters.op.$or': {
    says: '`$or`: at least one condition in the list is true.',
    source: recorded('qs-206'),
  },
} as const satisfies Record<string, Rule>

export type RuleId = keyof typeof RULES

/**
 * Receives each rule that an answer follows, with the part of the answer that the rule concerns. The parameter `part`
 * is a path without list positions, such as `data.author.name` or `meta.pagination`. For a rule about the whole
 * answer, `part` is undefined.
 */
export type Cite = (rule: RuleId, part?: string) => void

/** Returns whether the guide states the rule. Rules of the guide are requirements (MUST) for a checked server. */
export const isOfGuide = (rule: RuleId): boolean => RULES[rule].source.kind === 'guide'

/** Formats the source of a rule on one line: `guide: fields-4`, `recordings: fields-049, qs-231`. */
export const sourceText = ({ kind, ids }: Source): string => `${kind}: ${ids.join(', ')}`
