/**
 * The rule index: every rule of the read API, in our words, with its source. The line that realises a rule cites its
 * id, so that each rule leads to its code, each case to its rules, and each answer to the rules it follows.
 */

export interface Rule {
  readonly says: string
  /** `guide`: the chapter that says so. `observed`: what the real server does where the guide is silent. */
  readonly source: string
}

export const RULES = {
  'entry.default-scalars': {
    says: 'Without `fields` and `populate` an entry holds all of its own scalar attributes and nothing else.',
    source: 'guide: What the service does, 1',
  },
  'populate.adds': {
    says: '`populate` adds relations, media, components and zones, alone or with `fields`, `filters` and `sort` inside.',
    source: 'guide: What the service does, 2',
  },
  'fields.restricts': {
    says: '`fields` cuts the scalar attributes down to those it names.',
    source: 'guide: What the service does, 3',
  },
  'query.brackets': {
    says: 'Nested parameters are written in brackets; any serializer of that notation says the same.',
    source: 'guide: What the service does, 4',
  },
  'populate.no-id-lists': {
    says: 'A related entry always comes as an object; there is no way to ask for bare identifiers.',
    source: 'guide: What the service does, 5',
  },
  'entry.flat': {
    says: 'Attributes stand on the entry itself, with no wrapper around them.',
    source: 'guide: Resources, Entry',
  },
  'entry.id': {
    says: 'An entry has an integer identifier of the row.',
    source: 'guide: Resources, Entry table',
  },
  'entry.document-id': {
    says: 'An entry has a text identifier of the document.',
    source: 'guide: Resources, Entry table',
  },
  'entry.created-at': {
    says: 'An entry has the instant of creation, ISO 8601 in UTC.',
    source: 'guide: Resources, Entry table',
  },
  'entry.updated-at': {
    says: 'An entry has the instant of the last change, ISO 8601 in UTC.',
    source: 'guide: Resources, Entry table',
  },
  'entry.published-at': {
    says: 'An entry has the instant of publication, ISO 8601 in UTC, null on a draft.',
    source: 'guide: Resources, Entry table',
  },
  'entry.locale': {
    says: 'An entry has a locale code, on translated types only.',
    source: 'guide: Resources, Entry table',
  },
  'entry.attributes': {
    says: 'An entry has the scalar attributes that its type defines.',
    source: 'guide: Resources, Entry table',
  },
  'entry.types.string': {
    says: 'Scalar types of the string group: string, text, richtext, enumeration, email, uid (password is a text that is never answered).',
    source: 'guide: Resources, scalar types',
  },
  'entry.types.date': {
    says: 'Scalar types of the date group: date, time, datetime, timestamp.',
    source: 'guide: Resources, scalar types',
  },
  'entry.types.number': {
    says: 'Scalar types of the number group: integer, biginteger (as a text), float, decimal.',
    source: 'guide: Resources, scalar types',
  },
  'entry.types.generic': {
    says: 'Scalar types of the generic group: boolean, array, JSON.',
    source: 'guide: Resources, scalar types',
  },
  'populate.kind.relation': {
    says: 'A populated relation holds one entry or a list of entries, in the shape of an entry.',
    source: 'guide: Resources, field kinds',
  },
  'populate.kind.media': {
    says: 'A populated media attribute holds one file object or a list of them.',
    source: 'guide: Resources, field kinds',
  },
  'populate.kind.component': {
    says: 'A populated component holds one object, or a list where it repeats.',
    source: 'guide: Resources, field kinds',
  },
  'populate.kind.zone': {
    says: 'A populated dynamic zone holds a list of components of mixed kinds.',
    source: 'guide: Resources, field kinds',
  },
  'populate.localizations': {
    says: 'On a translated type `populate=*` brings `localizations`, the entries of the document in its other locales.',
    source: 'guide: Resources, Entry',
  },
  'media.id': { says: 'A file has its id.', source: 'guide: Resources, Media file object' },
  'media.documentId': { says: 'A file has its documentId.', source: 'guide: Resources, Media file object' },
  'media.name': { says: 'A file has its name.', source: 'guide: Resources, Media file object' },
  'media.alternativeText': {
    says: 'A file has its alternativeText, or null.',
    source: 'guide: Resources, Media file object',
  },
  'media.caption': {
    says: 'A file has its caption, or null.',
    source: 'guide: Resources, Media file object',
  },
  'media.width': { says: 'A file has its width in pixels.', source: 'guide: Resources, Media file object' },
  'media.height': { says: 'A file has its height in pixels.', source: 'guide: Resources, Media file object' },
  'media.formats': { says: 'A file has its formats by name.', source: 'guide: Resources, Media file object' },
  'media.hash': { says: 'A file has its hash.', source: 'guide: Resources, Media file object' },
  'media.ext': {
    says: 'A file has its file extension with its dot.',
    source: 'guide: Resources, Media file object',
  },
  'media.mime': { says: 'A file has its media type.', source: 'guide: Resources, Media file object' },
  'media.size': {
    says: 'A file has its size as a decimal number.',
    source: 'guide: Resources, Media file object',
  },
  'media.url': { says: 'A file has its url as stored.', source: 'guide: Resources, Media file object' },
  'media.previewUrl': {
    says: 'A file has its previewUrl, or null.',
    source: 'guide: Resources, Media file object',
  },
  'media.provider': { says: 'A file has its provider.', source: 'guide: Resources, Media file object' },
  'media.provider_metadata': {
    says: 'A file has its provider_metadata, an object or null.',
    source: 'guide: Resources, Media file object',
  },
  'media.createdAt': { says: 'A file has its createdAt.', source: 'guide: Resources, Media file object' },
  'media.updatedAt': { says: 'A file has its updatedAt.', source: 'guide: Resources, Media file object' },
  'media.format': {
    says: 'Each format of a file has name, hash, ext, mime, width, height, size, path and url.',
    source: 'guide: Resources, Media file object',
  },
  'component.id': { says: 'A component has an id.', source: 'guide: Resources, Component object' },
  'component.document-id': {
    says: 'A component has a documentId where the dataset gives it one.',
    source: 'guide: Resources, Component object',
  },
  'component.fields': {
    says: 'A component has the scalar attributes it defines; what it links to is left out unless populated.',
    source: 'guide: Resources, Component object',
  },
  'component.discriminator': {
    says: 'Only in a zone a component names its kind, `<category>.<name>`, in `__component`.',
    source: 'guide: Resources, Component object',
  },
  'component.bare': {
    says: 'A kind of a zone that is asked for without detail shows its own scalars, its id and `__component`.',
    source: 'guide: Resources, Component object',
  },
  'list.data': { says: 'A list is in `data`.', source: 'guide: Resources, List response envelope' },
  'list.page': {
    says: '`meta.pagination.page` is the page shown.',
    source: 'guide: Resources, List response envelope',
  },
  'list.page-size': {
    says: '`meta.pagination.pageSize` is the size of a page.',
    source: 'guide: Resources, List response envelope',
  },
  'list.page-count': {
    says: '`meta.pagination.pageCount` is the number of pages.',
    source: 'guide: Resources, List response envelope',
  },
  'list.total': {
    says: '`meta.pagination.total` is the number of matching entries.',
    source: 'guide: Resources, List response envelope',
  },
  'list.page-defaults': {
    says: 'Where nothing is said, page 1 of 25 entries is shown.',
    source: 'guide: Resources, List response envelope',
  },
  'entry.unwrapped': {
    says: 'Populated values stand directly under their attribute, with no `data` around them.',
    source: 'guide: Resources (open); observed: findings §0.1',
  },
  'endpoint.method': { says: 'Entries are read with GET.', source: 'guide: Endpoints, List entries' },
  'endpoint.path': {
    says: 'The entries of a type are at the prefix followed by its plural name.',
    source: 'guide: Endpoints, List entries',
  },
  'endpoint.payload': {
    says: 'All input is in the query; a body is not looked at.',
    source: 'guide: Endpoints, List entries',
  },
  'endpoint.envelope': {
    says: 'A list is answered in its envelope, `data` and `meta`.',
    source: 'guide: Endpoints, List entries',
  },
  'param.fields': {
    says: '`fields` selects scalar attributes.',
    source: 'guide: Endpoints, Query parameters',
  },
  'param.populate': {
    says: '`populate` brings in what is left out by default.',
    source: 'guide: Endpoints, Query parameters',
  },
  'param.filters': {
    says: '`filters` says which entries, inside a populated relation or at the root.',
    source: 'guide: Endpoints, Query parameters',
  },
  'param.sort': {
    says: '`sort` says in which order, inside a populated relation or at the root.',
    source: 'guide: Endpoints, Query parameters',
  },
  'fields.one': { says: 'One name may be written as `fields=name`.', source: 'guide: `fields` syntax' },
  'fields.several': {
    says: 'Several names are written as a list, `fields[0]=a&fields[1]=b`.',
    source: 'guide: `fields` syntax',
  },
  'fields.keeps-ids': {
    says: 'With `fields` an entry has id, documentId and the named attributes.',
    source: 'guide: `fields` syntax, 1',
  },
  'fields.not-populate': {
    says: '`fields` neither selects nor hides relations, media, components and zones.',
    source: 'guide: `fields` syntax, 2',
  },
  'fields.nested': {
    says: 'A `fields` list inside a populated attribute cuts the populated entries and leaves the entry around them alone.',
    source: 'guide: `fields` syntax, 3',
  },
  'populate.form.all': {
    says: '`populate=*` brings in everything, one level deep.',
    source: 'guide: `populate` syntax',
  },
  'populate.form.one': {
    says: '`populate=name` or `populate[0]=name` brings in one attribute.',
    source: 'guide: `populate` syntax',
  },
  'populate.form.several': {
    says: '`populate[0]=a&populate[1]=b` brings in several.',
    source: 'guide: `populate` syntax',
  },
  'populate.form.nested': {
    says: '`populate[a][populate][0]=b` goes a level deeper.',
    source: 'guide: `populate` syntax',
  },
  'populate.form.component': {
    says: 'A component is brought in by its name.',
    source: 'guide: `populate` syntax',
  },
  'populate.form.component-nested': {
    says: 'A component inside a component is brought in by a dotted path beside its parent.',
    source: 'guide: `populate` syntax',
  },
  'populate.form.component-path': {
    says: 'A dotted path may go on through components to what they hold.',
    source: 'guide: `populate` syntax',
  },
  'populate.form.zone': {
    says: 'A zone is brought in by its name: its elements with their scalars.',
    source: 'guide: `populate` syntax',
  },
  'populate.form.zone-on': {
    says: '`populate[zone][on][kind][populate]…` says for one kind of a zone what to bring in.',
    source: 'guide: `populate` syntax',
  },
  'populate.form.zone-on-all': {
    says: '`populate[zone][on][kind][populate]=*` brings in everything of one kind.',
    source: 'guide: `populate` syntax',
  },
  'populate.form.fields': {
    says: '`populate[a][fields][0]=name` cuts the attributes of what is brought in.',
    source: 'guide: `populate` syntax',
  },
  'populate.form.sort': {
    says: '`populate[a][sort][0]=name:asc` orders what is brought in; the colon may be percent-encoded.',
    source: 'guide: `populate` syntax',
  },
  'populate.form.filters': {
    says: '`populate[a][filters][name][$eq]=value` says which of it is brought in.',
    source: 'guide: `populate` syntax',
  },
  'populate.forms': {
    says: 'One level of populate is written as a list or as an object, never as both.',
    source: 'guide: `populate` syntax, rule 1',
  },
  'populate.all.depth': {
    says: '`populate=*` goes one level deep, into relations, media, components and zones alike.',
    source: 'guide: `populate` syntax, rule 2',
  },
  'populate.without': {
    says: 'Without `populate` no relation, media, component or zone is answered.',
    source: 'guide: `populate` syntax, rule 3',
  },
  'populate.depth': {
    says: 'Populate may be nested to any depth.',
    source: 'guide: `populate` syntax, rule 4',
  },
  'populate.explicit': {
    says: 'Populating a parent brings in nothing that the parent holds: each level is asked for by name.',
    source: 'guide: `populate` syntax, rule 5',
  },
  'populate.on': {
    says: 'Under `on` each kind has its own populate; a kind that is not listed contributes nothing.',
    source: 'guide: `populate` syntax, rule 6',
  },
  'populate.permission': {
    says: 'What the role may not `find` is not populated: the attribute is absent.',
    source: 'guide: `populate` syntax, rule 7',
  },
  'populate.no-pagination': {
    says: 'Pagination inside a populate is refused.',
    source: 'guide: `populate` syntax, rule 8',
  },
  'populate.creators': {
    says: 'createdBy and updatedBy are not populated unless their type says so.',
    source: 'guide: `populate` syntax, rule 9',
  },
  'populate.filters.list': {
    says: 'A filter inside a populate keeps the linked entries that match it.',
    source: 'guide: Populate with filtering and sorting',
  },
  'populate.sort.list': {
    says: 'A sort inside a populate orders the linked entries.',
    source: 'guide: Populate with filtering and sorting',
  },
  'populate.filters.top': {
    says: 'Filters and sorts inside a populate do not change which top-level entries are answered.',
    source: 'guide: Populate with filtering and sorting',
  },
  'access.role': {
    says: 'Each role has a `find` permission for each type, and sees nothing populated of the others.',
    source: 'guide: Authentication, 1',
  },
  'access.unpopulated': {
    says: 'A relation to a closed type is no error: it is not populated.',
    source: 'guide: Errors',
  },
  'limit.all-depth': { says: '`populate=*` is limited to one level.', source: 'guide: Limits' },
  'limit.depth': { says: 'Explicit populate has no limit in depth.', source: 'guide: Limits' },
  'limit.pagination': {
    says: 'Populate with pagination operators inside it is not allowed.',
    source: 'guide: Limits',
  },
  'version.flat': {
    says: 'Entries are flat and carry a documentId, as in major version 5.',
    source: 'guide: Versioning, 1',
  },
  'version.flattened-only': {
    says: 'Where examples show older wrappers, the flat form is answered.',
    source: 'guide: Versioning, 2',
  },
  'entry.answers-null': {
    says: 'An attribute without a value is answered as null.',
    source: 'observed: semantics §7.3',
  },
  'populate.unknown': {
    says: 'A name that is no populatable attribute is refused.',
    source: 'observed: semantics §3.1',
  },
  'populate.private': {
    says: 'A private attribute cannot be populated.',
    source: 'observed: semantics §2.7',
  },
  'populate.nested-name': {
    says: 'In a nested populate a text is one name: it is neither split at commas nor trimmed.',
    source: 'observed: findings §2',
  },
  'populate.zone-nested': {
    says: 'Directly under a zone `populate` can only be `*`.',
    source: 'observed: semantics §3.5',
  },
  'populate.zone-options': {
    says: 'A zone takes `on`, `populate` and `count` and no other option.',
    source: 'observed: semantics §3.5',
  },
  'populate.attribute-star': {
    says: '`populate[a]=*` is refused where `a` has anything to populate; `populate[a][populate]=*` says it.',
    source: 'observed: semantics §3.3',
  },
  'populate.count': {
    says: '`count` answers how many entries are linked in place of the entries.',
    source: 'observed: semantics §3.8',
  },
  'populate.order': {
    says: 'Without a sort, linked entries come as they were linked; localizations come by locale.',
    source: 'observed: semantics §3.9',
  },
  'populate.to-one': {
    says: 'A to-one attribute holds an object, or null where nothing is linked or matches.',
    source: 'observed: semantics §7.4',
  },
  'populate.status': {
    says: 'Populated entries are of the status that was asked for.',
    source: 'observed: semantics §3.7',
  },
  'populate.too-many': {
    says: 'A list of more than 100 names is refused.',
    source: 'observed: semantics §3.1',
  },
  'populate.morph': {
    says: 'An element of a morph relation names its type in `__type`.',
    source: 'observed: semantics §3.6',
  },
  'fields.unknown': {
    says: 'A name that is no scalar attribute is refused.',
    source: 'observed: semantics §2.4',
  },
  'fields.private': {
    says: 'A private attribute or a password cannot be selected.',
    source: 'observed: semantics §2.4',
  },
  'fields.shape': { says: '`fields` is a text or a list of texts.', source: 'observed: semantics §2.4' },
  'filters.all': {
    says: 'Several conditions of one object hold together.',
    source: 'observed: semantics §4.3',
  },
  'filters.implicit': {
    says: 'A bare value means equality, a bare list means any of its values.',
    source: 'observed: semantics §4.3',
  },
  'filters.list-operand': {
    says: 'An operator for one value that is given several holds for any of them; a negative one for each of them.',
    source: 'observed: semantics §4.5, profiles 3',
  },
  'filters.through': {
    says: 'Relations, media and components are filtered through: some linked row satisfies all conditions of one mention.',
    source: 'observed: semantics §4.3',
  },
  'filters.relation-id': {
    says: 'A bare value or operator on a relation compares the id of the linked row.',
    source: 'observed: semantics §4.3',
  },
  'filters.id': {
    says: 'id and documentId can be filtered like attributes.',
    source: 'observed: semantics §2.5',
  },
  'filters.unknown': {
    says: 'A name that is neither an attribute nor an operator is refused.',
    source: 'observed: semantics §2.5',
  },
  'filters.zone': {
    says: 'Zones and morph relations cannot be filtered.',
    source: 'observed: semantics §2.5',
  },
  'filters.private': {
    says: 'Private attributes and passwords cannot be filtered, at any depth.',
    source: 'observed: semantics §2.5',
  },
  'filters.permission': {
    says: 'A relation whose type the role may not find cannot be filtered through.',
    source: 'observed: semantics §2.5',
  },
  'filters.cast': {
    says: 'An operand is read as a value of the attribute; what cannot be one is refused.',
    source: 'observed: semantics §4.4',
  },
  'filters.shape': {
    says: 'Conditions stand where conditions belong and values where values belong.',
    source: 'observed: semantics §4.3',
  },
  'filters.opaque': {
    says: 'An operand that cannot be read is refused, and never dropped.',
    source: 'observed: profiles 3',
  },
  'sort.text': {
    says: '`sort=a,b:desc` and lists of such texts order by each key in turn.',
    source: 'observed: semantics §5.1',
  },
  'sort.object': {
    says: '`sort[a]=desc` and nested objects say the same.',
    source: 'observed: semantics §5.1',
  },
  'sort.order': {
    says: 'An order is asc or desc in any case, ascending where none is given.',
    source: 'observed: semantics §5.1',
  },
  'sort.through': {
    says: 'A sort may go through relations, media and components; of several linked rows the first in that order counts.',
    source: 'observed: semantics §5.3',
  },
  'sort.nulls': {
    says: 'Entries without a value come first ascending and last descending.',
    source: 'observed: profiles 5',
  },
  'sort.ties': { says: 'What no key tells apart comes by id ascending.', source: 'observed: profiles 5' },
  'sort.unknown': { says: 'A name that is no attribute is refused.', source: 'observed: semantics §5.1' },
  'sort.zone': { says: 'Zones and morph relations cannot be sorted by.', source: 'observed: semantics §5.1' },
  'sort.private': {
    says: 'Private attributes and passwords cannot be sorted by.',
    source: 'observed: semantics §5.1',
  },
  'sort.permission': {
    says: 'A relation whose type the role may not find cannot be sorted through.',
    source: 'observed: semantics §5.1',
  },
  'sort.incomplete': {
    says: 'A relation, media or component alone is nothing to sort by.',
    source: 'observed: semantics §5.1',
  },
  'pagination.page': {
    says: '`page` and `pageSize` cut a list into pages.',
    source: 'observed: semantics §6',
  },
  'pagination.offset': {
    says: '`start` and `limit` cut a window out of a list.',
    source: 'observed: semantics §6',
  },
  'pagination.style': { says: 'The two styles cannot be mixed.', source: 'observed: semantics §6' },
  'pagination.max': {
    says: 'A size above the maximum becomes the maximum.',
    source: 'observed: semantics §6',
  },
  'pagination.number': {
    says: 'Page, size, start and limit are whole numbers in range.',
    source: 'observed: profiles 3',
  },
  'pagination.with-count': {
    says: '`withCount=false` leaves total and page count out.',
    source: 'observed: semantics §6',
  },
  'pagination.misplaced': { says: 'Pagination stands under `pagination`.', source: 'observed: semantics §6' },
  'status.default': {
    says: 'Published entries are shown unless drafts are asked for.',
    source: 'observed: semantics §8.6',
  },
  'status.draft': {
    says: '`status=draft` shows drafts, to every reader of the type.',
    source: 'observed: semantics §8.6, profiles 7',
  },
  'status.value': { says: '`status` is draft or published.', source: 'observed: profiles 3' },
  'status.publication-filter': {
    says: '`publicationFilter` picks a cohort of documents by how their draft and published rows pair.',
    source: 'observed: semantics §8.6',
  },
  'locale.default': {
    says: 'A translated type shows the default locale unless another is asked for.',
    source: 'observed: semantics §8.6',
  },
  'locale.chosen': {
    says: '`locale` names one locale or several; one that does not exist has no entries.',
    source: 'observed: semantics §8.6',
  },
  'locale.all': { says: '`locale=*` shows a list in all locales.', source: 'observed: semantics §8.6' },
  'locale.value': { says: '`locale` is a code or a list of codes.', source: 'observed: profiles 3' },
  'search.text': {
    says: '`_q` finds its text in the id, the documentId and the text attributes of the type.',
    source: 'observed: semantics §4.6',
  },
  'query.parameter-limit': {
    says: 'A query of more than 1,000 parameters is refused.',
    source: 'observed: semantics §1, profiles 3',
  },
  'query.inherited-key': {
    says: 'A name that every object inherits, such as `constructor`, is refused as a key inside a parameter.',
    source: 'observed: semantics §1, profiles 3',
  },
  'query.reserved': { says: 'The parameter `lookup` is refused.', source: 'observed: findings §11' },
  'query.strict': {
    says: 'Unknown parameters are ignored, or refused where the settings are strict.',
    source: 'observed: semantics §2.3',
  },
  'endpoint.document': {
    says: 'One entry is at the plural name followed by its documentId.',
    source: 'observed: semantics §8.1',
  },
  'endpoint.single': {
    says: 'The entry of a single type is at its singular name.',
    source: 'observed: semantics §8.1',
  },
  'endpoint.not-found': {
    says: 'What does not exist, or is not visible, is 404.',
    source: 'observed: semantics §8.1',
  },
  'endpoint.not-allowed': {
    says: 'Another method than those of a path is 405 and names those that are.',
    source: 'observed: semantics §8.1',
  },
  'endpoint.spelling': {
    says: 'Route names are matched whatever their case, with or without a trailing slash.',
    source: 'observed: semantics §8.1',
  },
  'endpoint.cors': {
    says: 'Any origin may read; a preflight is answered without the entries.',
    source: 'observed: findings §11',
  },
  'endpoint.too-long': {
    says: 'A request target of more than 16 KiB is 431.',
    source: 'observed: semantics §1',
  },
  'endpoint.undecodable': { says: 'A path that cannot be decoded is 400.', source: 'observed: semantics §1' },
  'limit.answer-size': {
    says: 'An answer that would not fit into memory is refused.',
    source: 'observed: safety',
  },
  'access.token': {
    says: 'A bearer token stands for a role; without one the request is public.',
    source: 'observed: semantics §8.2',
  },
  'access.unknown-token': { says: 'An unknown bearer token is 401.', source: 'observed: semantics §8.2' },
  'access.forbidden': {
    says: 'A list needs `find` and a single entry `findOne`; without it the answer is 403.',
    source: 'observed: semantics §8.3',
  },
  'format.v4': {
    says: 'With `strapi-response-format: v4` entries are wrapped as in major version 4.',
    source: 'observed: semantics §7.5',
  },
  'format.source-maps': {
    says: 'With `strapi-encode-source-maps: true` texts carry where they come from, invisibly.',
    source: 'observed: semantics §7.5',
  },
  'filters.op.$eq': { says: '`$eq`: the value equals the operand.', source: 'observed: semantics §4.5' },
  'filters.op.$ne': {
    says: '`$ne`: the value differs from the operand.',
    source: 'observed: semantics §4.5',
  },
  'filters.op.$gt': { says: '`$gt`: the value is greater.', source: 'observed: semantics §4.5' },
  'filters.op.$gte': { says: '`$gte`: the value is greater or equal.', source: 'observed: semantics §4.5' },
  'filters.op.$lt': { says: '`$lt`: the value is smaller.', source: 'observed: semantics §4.5' },
  'filters.op.$lte': { says: '`$lte`: the value is smaller or equal.', source: 'observed: semantics §4.5' },
  'filters.op.$in': { says: '`$in`: the value is one of a list.', source: 'observed: semantics §4.5' },
  'filters.op.$notIn': { says: '`$notIn`: the value is none of a list.', source: 'observed: semantics §4.5' },
  'filters.op.$between': {
    says: '`$between`: the value lies between two values, both included.',
    source: 'observed: semantics §4.5',
  },
  'filters.op.$null': { says: '`$null`: the value has no value.', source: 'observed: semantics §4.5' },
  'filters.op.$notNull': { says: '`$notNull`: the value has a value.', source: 'observed: semantics §4.5' },
  'filters.op.$eqi': {
    says: '`$eqi`: the value equals the operand, case aside.',
    source: 'observed: semantics §4.5',
  },
  'filters.op.$nei': {
    says: '`$nei`: the value differs from the operand, case aside.',
    source: 'observed: semantics §4.5',
  },
  'filters.op.$contains': {
    says: '`$contains`: the value contains the operand.',
    source: 'observed: semantics §4.5',
  },
  'filters.op.$notContains': {
    says: '`$notContains`: the value does not contain the operand.',
    source: 'observed: semantics §4.5',
  },
  'filters.op.$containsi': {
    says: '`$containsi`: the value contains the operand, case aside.',
    source: 'observed: semantics §4.5',
  },
  'filters.op.$notContainsi': {
    says: '`$notContainsi`: the value does not contain the operand, case aside.',
    source: 'observed: semantics §4.5',
  },
  'filters.op.$startsWith': {
    says: '`$startsWith`: the value starts with the operand.',
    source: 'observed: semantics §4.5',
  },
  'filters.op.$startsWithi': {
    says: '`$startsWithi`: the value starts with the operand, case aside.',
    source: 'observed: semantics §4.5',
  },
  'filters.op.$endsWith': {
    says: '`$endsWith`: the value ends with the operand.',
    source: 'observed: semantics §4.5',
  },
  'filters.op.$endsWithi': {
    says: '`$endsWithi`: the value ends with the operand, case aside.',
    source: 'observed: semantics §4.5',
  },
  'filters.op.$jsonSupersetOf': {
    says: '`$jsonSupersetOf`: the JSON value holds every part of the operand, where the database can tell.',
    source: 'observed: semantics §4.5',
  },
  'filters.op.$not': {
    says: '`$not`: the condition is false; what is unknown stays unknown.',
    source: 'observed: semantics §4.3',
  },
  'filters.op.$and': {
    says: '`$and`: all of a list of conditions hold.',
    source: 'observed: semantics §4.3',
  },
  'filters.op.$or': { says: '`$or`: one of a list of conditions holds.', source: 'observed: semantics §4.3' },
} as const satisfies Record<string, Rule>

export type RuleId = keyof typeof RULES

/**
 * Told each rule that an answer follows, and the part of the answer that it is about: names without positions, such as
 * `data.author.name` or `meta.pagination`; left out for the answer as a whole.
 */
export type Cite = (rule: RuleId, part?: string) => void
