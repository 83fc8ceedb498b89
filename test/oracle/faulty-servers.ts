/** Servers with one typical fault each. */
import {
  around,
  blindTo,
  edited,
  everyList,
  everyObject,
  everyValue,
  type Fault,
  isEntry,
  isObject,
  misread,
  ofDatabase,
  pagination,
  quirky,
  spoiled,
  takenFor,
  without,
} from './faulty.ts'
import { PLANTED } from './planted.ts'

/** Attributes that are not links, but whose value may be a list. */
const LISTS = new Set(['array', 'json', 'blocks', 'keywords', 'data'])

/** Faults in the format of answers. */
const WRITING: readonly Fault[] = [
  everyObject('no nulls', 'Attributes without a value are omitted.', (object) =>
    isEntry(object)
      ? Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
      : object,
  ),
  everyObject('empty as null', 'An empty populated list is null.', (object, key) =>
    key === ''
      ? object
      : Object.fromEntries(
          Object.entries(object).map(([name, value]) => [
            name,
            Array.isArray(value) && value.length === 0 && !LISTS.has(name) ? null : value,
          ]),
        ),
  ),
  everyObject('one as list', 'A populated single relation is a list of one.', (object) =>
    isEntry(object)
      ? Object.fromEntries(
          Object.entries(object).map(([name, value]) => [name, isEntry(value) ? [value] : value]),
        )
      : object,
  ),
  everyObject('data wrapper', 'Populated entries are wrapped in `data`, as in version 4.', (object) =>
    isEntry(object)
      ? Object.fromEntries(
          Object.entries(object).map(([name, value]) => [name, isEntry(value) ? { data: value } : value]),
        )
      : object,
  ),
  everyObject('attributes wrapper', 'Attributes are nested in `attributes`, as in version 4.', (object) =>
    isEntry(object) ? { id: object.id ?? null, attributes: without(object, 'id') } : object,
  ),
  everyValue('ids as text', 'Ids are texts.', (value, key) => (key === 'id' ? String(value) : value)),
  everyValue('bigints as numbers', 'Big integers are numbers.', (value, key) =>
    key === 'biginteger' && typeof value === 'string' ? Number(value) : value,
  ),
  everyValue('two decimals', 'Numbers are rounded to two decimals.', (value) =>
    typeof value === 'number' ? Math.round(value * 100) / 100 : value,
  ),
  everyValue('numbers as text', 'Decimals are texts, as some database drivers have them.', (value, key) =>
    key === 'decimal' && typeof value === 'number' ? String(value) : value,
  ),
  everyValue('no milliseconds', 'Instants lack their milliseconds.', (value) =>
    typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z$/, '$1Z') : value,
  ),
  everyValue('dates with time', 'Dates come with a time.', (value) =>
    typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d)$/, '$1T00:00:00.000Z') : value,
  ),
  everyValue('trimmed', 'Texts are trimmed, and empty ones become null.', (value) =>
    typeof value === 'string' ? value.trim() || null : value,
  ),
  everyValue('escaped', 'Texts are escaped for HTML.', (value) =>
    typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll("'", '&#39;') : value,
  ),
  everyValue('decomposed', 'Accented letters are decomposed (NFD).', (value) =>
    typeof value === 'string' ? value.normalize('NFD') : value,
  ),
  everyObject('no documentId on files', 'Files lack their documentId.', (object) =>
    'mime' in object && 'provider' in object ? without(object, 'documentId') : object,
  ),
  everyObject('no formats', 'Files lack their formats.', (object) =>
    'mime' in object && 'formats' in object ? { ...object, formats: null } : object,
  ),
  everyObject('no __component', 'The elements of a zone do not name their kind.', (object) =>
    without(object, '__component'),
  ),
  everyValue(
    'short __component',
    'The elements of a zone name their kind without its category.',
    (value, key) =>
      key === '__component' && typeof value === 'string' ? (value.split('.')[1] ?? '') : value,
  ),
  everyObject('no __type', 'The entries of a morph relation do not name their type.', (object) =>
    without(object, '__type'),
  ),
  everyObject('no localizations', '`localizations` are never answered.', (object) =>
    without(object, 'localizations'),
  ),
  everyList('zones by kind', 'The elements of a zone are sorted by kind.', (list) =>
    list.toSorted((a, b) => String(a.__component ?? '').localeCompare(String(b.__component ?? ''))),
  ),
  everyList('lists by id', 'Linked entries are sorted by id, not in the order of linking.', (list) =>
    list.toSorted((a, b) => Number(a.id) - Number(b.id)),
  ),
  everyList('lists turned', 'Linked entries are in reverse order.', (list) => list.toReversed()),
  everyList('first three', 'At most three linked entries are shown.', (list) => list.slice(0, 3)),
]

/** Faults in pages, errors and headers. */
const ENVELOPE: readonly Fault[] = [
  spoiled('no meta', 'A list has no `meta`.', (body) => without(body, 'meta')),
  spoiled('total of page', '`total` counts the entries of the page.', (body) =>
    pagination(body, (page) =>
      'total' in page && Array.isArray(body.data) ? { ...page, total: body.data.length } : page,
    ),
  ),
  spoiled('pageCount floor', '`pageCount` omits an incomplete last page.', (body) =>
    pagination(body, (page) =>
      'pageCount' in page
        ? { ...page, pageCount: Math.floor(Number(page.total) / Number(page.pageSize ?? page.limit)) }
        : page,
    ),
  ),
  spoiled('pageSize of page', '`pageSize` is the number of entries on the page.', (body) =>
    pagination(body, (page) =>
      'pageSize' in page && Array.isArray(body.data) ? { ...page, pageSize: body.data.length } : page,
    ),
  ),
  spoiled('no details', 'Errors have no details.', (body) =>
    isObject(body.error) ? { ...body, error: without(body.error, 'details') } : body,
  ),
  spoiled('bare errors', 'An error is not wrapped.', (body) => body.error ?? body),
  around('forbidden as missing', 'A forbidden request answers 404.', (answer) => (request) => {
    const response = answer(request)
    return response.status === 403 ? { ...response, status: 404 } : response
  }),
  around('missing as null', 'A missing document answers 200 and null.', (answer) => (request) => {
    const response = answer(request)
    return response.status === 404 ? { ...response, status: 200, body: '{"data":null,"meta":{}}' } : response
  }),
  around('bad request as crash', 'An invalid request answers 500.', (answer) => (request) => {
    const response = answer(request)
    return response.status === 400 ? { ...response, status: 500 } : response
  }),
  around('lenient', 'The query of an invalid request is ignored.', (answer) => (request) => {
    const response = answer(request)
    return response.status === 400 ? answer({ ...request, url: request.url.split('?')[0] ?? '' }) : response
  }),
  around('text/html', 'The content type is that of a page.', (answer) => (request) => {
    const response = answer(request)
    return { ...response, headers: { ...response.headers, 'content-type': 'text/html' } }
  }),
]

/** Faults in the interpretation of the query. */
const READING: readonly Fault[] = [
  takenFor('$or as $and', '`$or` is read as `$and`.', /\[\$or\]/g, '[$and]'),
  takenFor('$gte as $gt', '`$gte` is read as `$gt`.', /\[\$gte\]/g, '[$gt]'),
  takenFor('$lte as $lt', '`$lte` is read as `$lt`.', /\[\$lte\]/g, '[$lt]'),
  takenFor(
    '$startsWith as $contains',
    '`$startsWith` matches its text anywhere.',
    /\[\$startsWith\]/g,
    '[$contains]',
  ),
  takenFor('$endsWithi as $endsWith', '`$endsWithi` is case-sensitive.', /\[\$endsWithi\]/g, '[$endsWith]'),
  takenFor('$eqi as $eq', '`$eqi` is case-sensitive.', /\[\$eqi\]/g, '[$eq]'),
  takenFor(
    '$null as $notNull',
    '`$null=false` is read as `$null=true`.',
    /(\[\$null\])=(false|0|f)$/g,
    '$1=true',
  ),
  takenFor('no $not', '`$not` is ignored.', /\[\$not\]/g, ''),
  takenFor('descending', 'Every sort is ascending.', /^(sort.*)(:|=)desc$/i, '$1$2asc'),
  takenFor('pages from 0', 'Pages are counted from 0.', /^(pagination\[page\])=(\d+)$/, '$1=1'),
  takenFor(
    'short pages',
    'No page is longer than 10.',
    /^(pagination\[(?:pageSize|limit)\])=[1-9]\d+$/,
    '$1=10',
  ),
  misread('first sort', 'Only the first key of a sort counts.', (parts) =>
    parts
      .filter((part) => !/^sort\[[1-9]\]/.test(part))
      .map((part) => (part.startsWith('sort') ? (part.split(',')[0] ?? part) : part)),
  ),
  misread('on as all', '`on` populates every kind of a zone.', (parts) => [
    ...new Set(parts.map((part) => part.replace(/^(populate\[\w+\])\[on\].*$/, '$1=true'))),
  ]),
  misread('last wins', 'The last of several parameters with one name counts.', (parts) => [
    ...new Map(parts.map((part) => [part.replace(/=.*$/s, ''), part])).values(),
  ]),
  misread('no comma', 'A comma list is read up to its first comma.', (parts) =>
    parts.map((part) => (/^(populate|fields)=/.test(part) ? (part.split(',')[0] ?? part) : part)),
  ),
  blindTo('no nested filters', '`filters` inside a populate is ignored.', /^populate.*\[filters\]/),
  blindTo('no nested sort', '`sort` inside a populate is ignored.', /^populate.*\[sort\]/),
  blindTo('no nested fields', '`fields` inside a populate is ignored.', /^populate.*\[fields\]/),
  blindTo('no second level', 'Populate stops at the first level.', /^populate\[\w+\]\[populate\]/),
  blindTo('no status', '`status` is ignored.', /^status=/),
  blindTo('no locale', '`locale` is ignored.', /^locale/),
  blindTo('no withCount', '`withCount` is ignored.', /^pagination\[withCount\]/),
  blindTo('no start', '`start` is ignored.', /^pagination\[start\]/),
  blindTo('no _q', '`_q` is ignored.', /^_q=/),
  around(
    'raw brackets',
    'Percent-encoded brackets are not decoded.',
    (answer) => (request) => answer({ ...request, url: request.url.replace(/%5B/gi, '(') }),
  ),
  around(
    'no trailing slash',
    'A slash at the end of a path makes it another path.',
    (answer) => (request) =>
      /\/(\?|$)/.test(request.url) ? answer({ url: '/api/nothing' }) : answer(request),
  ),
  around(
    'tokens ignored',
    'Every caller has the public role.',
    (answer) => (request) => answer({ ...request, headers: {} }),
  ),
  around(
    'any token',
    'Any token has the role of an administrator.',
    (answer) => (request) =>
      answer(
        request.headers?.authorization === undefined
          ? request
          : { ...request, headers: { ...request.headers, authorization: 'Bearer admin-token' } },
      ),
  ),
  around('cache without token', 'The key of a cache omits the token.', (answer) => {
    const kept = new Map<string, ReturnType<typeof answer>>()
    return (request) => {
      const response = kept.get(request.url) ?? answer(request)
      kept.set(request.url, response)
      return response
    }
  }),
  around('cache of short keys', 'The key of a cache is the first 60 characters of the URL.', (answer) => {
    const kept = new Map<string, ReturnType<typeof answer>>()
    return (request) => {
      const key = `${request.url.slice(0, 60)} ${request.headers?.authorization}`
      const response = kept.get(key) ?? answer(request)
      kept.set(key, response)
      return response
    }
  }),
]

/** Faults in the data. */
const DATA: readonly Fault[] = [
  edited('small pages', 'The default page size is 10.', ({ settings }) => {
    settings.rest = { ...settings.rest, defaultLimit: 10 }
  }),
  edited('private shown', 'A private attribute is shown.', ({ contentTypes }) => {
    const attributes = contentTypes.restaurant?.attributes
    if (typeof attributes === 'object' && attributes !== null && !Array.isArray(attributes)) {
      const code = attributes.doorCode
      if (typeof code === 'object' && code !== null && !Array.isArray(code)) code.private = false
    }
  }),
  edited('open ledger', 'The public role has one permission too many.', ({ access }) => {
    access.roles.public?.permissions.push('api::ledger.ledger.find')
  }),
  edited('lost link', 'One entry has lost one of its links.', ({ entries }) => {
    const row = entries.restaurant?.[0]
    const links = row?.categories
    if (Array.isArray(links)) links.pop()
  }),
  edited('lost row', 'One entry is missing.', ({ entries }) => {
    entries.sampler?.pop()
  }),
]

/** Single departures of the real server. */
const QUIRKS: readonly Fault[] = [
  ofDatabase('like', 'sqlite', 'Text operators are case-insensitive.'),
  ofDatabase('lower', 'sqlite', 'Only ASCII letters are folded.'),
  quirky('filter-sees-drafts', 'A filter through a relation sees drafts.'),
  quirky('ne-array-or', 'A list under a negative operator excludes next to nothing.'),
  quirky('count-ignored', '`count` returns the entries.'),
  quirky('sort-field-leak', 'A populated list also shows its sort key.'),
  ofDatabase('bigints', 'sqlite', 'Big integers are rounded.'),
  quirky('localizations-excludes-page', '`localizations` omits entries of the same page.'),
  quirky('dotted-order', 'A dotted path before its parent is ignored.'),
  quirky('status-invalid-is-draft', 'Any status but published means draft.'),
]

export const FAULTY_SERVERS: readonly Fault[] = [
  ...WRITING,
  ...ENVELOPE,
  ...READING,
  ...DATA,
  ...QUIRKS,
  ...PLANTED,
]
