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

/** The names of attributes that are not links, but whose value may be a list. */
const LISTS = new Set(['array', 'json', 'blocks', 'keywords', 'data'])

/** The faulty servers whose fault is in the format of answers. */
const WRITING: readonly Fault[] = [
  everyObject('no nulls', 'The server wrongly omits attributes without a value.', (object) =>
    isEntry(object)
      ? Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
      : object,
  ),
  everyObject(
    'empty as null',
    'The server wrongly answers null for an empty populated list.',
    (object, key) =>
      key === ''
        ? object
        : Object.fromEntries(
            Object.entries(object).map(([name, value]) => [
              name,
              Array.isArray(value) && value.length === 0 && !LISTS.has(name) ? null : value,
            ]),
          ),
  ),
  everyObject(
    'one as list',
    'The server wrongly answers a populated to-one relation with a list of one entry.',
    (object) =>
      isEntry(object)
        ? Object.fromEntries(
            Object.entries(object).map(([name, value]) => [name, isEntry(value) ? [value] : value]),
          )
        : object,
  ),
  everyObject(
    'data wrapper',
    'The server wrongly wraps populated entries in `data`, as in version 4.',
    (object) =>
      isEntry(object)
        ? Object.fromEntries(
            Object.entries(object).map(([name, value]) => [name, isEntry(value) ? { data: value } : value]),
          )
        : object,
  ),
  everyObject(
    'attributes wrapper',
    'The server wrongly nests attributes in `attributes`, as in version 4.',
    (object) => (isEntry(object) ? { id: object.id ?? null, attributes: without(object, 'id') } : object),
  ),
  everyValue('ids as text', 'The server wrongly answers ids as texts.', (value, key) =>
    key === 'id' ? String(value) : value,
  ),
  everyValue('bigints as numbers', 'The server wrongly answers big integers as numbers.', (value, key) =>
    key === 'biginteger' && typeof value === 'string' ? Number(value) : value,
  ),
  everyValue('two decimals', 'The server wrongly rounds numbers to two decimals.', (value) =>
    typeof value === 'number' ? Math.round(value * 100) / 100 : value,
  ),
  everyValue(
    'numbers as text',
    'The server wrongly answers decimals as texts, as some database drivers do.',
    (value, key) => (key === 'decimal' && typeof value === 'number' ? String(value) : value),
  ),
  everyValue('no milliseconds', 'The server wrongly omits the milliseconds of instants.', (value) =>
    typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z$/, '$1Z') : value,
  ),
  everyValue('dates with time', 'The server wrongly adds a time to dates.', (value) =>
    typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d)$/, '$1T00:00:00.000Z') : value,
  ),
  everyValue('trimmed', 'The server wrongly trims texts, and answers null for empty texts.', (value) =>
    typeof value === 'string' ? value.trim() || null : value,
  ),
  everyValue('escaped', 'The server wrongly escapes texts for HTML.', (value) =>
    typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll("'", '&#39;') : value,
  ),
  everyValue('decomposed', 'The server wrongly decomposes accented letters (NFD).', (value) =>
    typeof value === 'string' ? value.normalize('NFD') : value,
  ),
  everyObject('no documentId on files', 'The server wrongly omits the documentId of files.', (object) =>
    'mime' in object && 'provider' in object ? without(object, 'documentId') : object,
  ),
  everyObject('no formats', 'The server wrongly omits the formats of files.', (object) =>
    'mime' in object && 'formats' in object ? { ...object, formats: null } : object,
  ),
  everyObject(
    'no __component',
    'The server wrongly omits the component names in the elements of a zone.',
    (object) => without(object, '__component'),
  ),
  everyValue(
    'short __component',
    'The server wrongly omits the category in the component names of a zone.',
    (value, key) =>
      key === '__component' && typeof value === 'string' ? (value.split('.')[1] ?? '') : value,
  ),
  everyObject(
    'no __type',
    'The server wrongly omits the type of the entries of a morph relation.',
    (object) => without(object, '__type'),
  ),
  everyObject('no localizations', 'The server wrongly always omits `localizations`.', (object) =>
    without(object, 'localizations'),
  ),
  everyList('zones by kind', 'The server wrongly sorts the elements of a zone by component.', (list) =>
    list.toSorted((a, b) => String(a.__component ?? '').localeCompare(String(b.__component ?? ''))),
  ),
  everyList(
    'lists by id',
    'The server wrongly sorts linked entries by id, not in the order of their links.',
    (list) => list.toSorted((a, b) => Number(a.id) - Number(b.id)),
  ),
  everyList('lists turned', 'The server wrongly reverses the order of linked entries.', (list) =>
    list.toReversed(),
  ),
  everyList('first three', 'The server wrongly shows at most three linked entries.', (list) =>
    list.slice(0, 3),
  ),
]

/** The faulty servers whose fault is in pagination, errors or headers. */
const ENVELOPE: readonly Fault[] = [
  spoiled('no meta', 'The server wrongly omits the `meta` of lists.', (body) => without(body, 'meta')),
  spoiled('total of page', 'The server wrongly limits `total` to the entries of the page.', (body) =>
    pagination(body, (page) =>
      'total' in page && Array.isArray(body.data) ? { ...page, total: body.data.length } : page,
    ),
  ),
  spoiled('pageCount floor', 'The server wrongly omits an incomplete last page from `pageCount`.', (body) =>
    pagination(body, (page) =>
      'pageCount' in page
        ? { ...page, pageCount: Math.floor(Number(page.total) / Number(page.pageSize ?? page.limit)) }
        : page,
    ),
  ),
  spoiled(
    'pageSize of page',
    'The server wrongly states the number of entries on the page as `pageSize`.',
    (body) =>
      pagination(body, (page) =>
        'pageSize' in page && Array.isArray(body.data) ? { ...page, pageSize: body.data.length } : page,
      ),
  ),
  spoiled('no details', 'The server wrongly omits the details of errors.', (body) =>
    isObject(body.error) ? { ...body, error: without(body.error, 'details') } : body,
  ),
  spoiled(
    'bare errors',
    'The server wrongly answers errors without their wrapper.',
    (body) => body.error ?? body,
  ),
  around(
    'forbidden as missing',
    'The server wrongly answers 404 to a forbidden request.',
    (answer) => (request) => {
      const response = answer(request)
      return response.status === 403 ? { ...response, status: 404 } : response
    },
  ),
  around(
    'missing as null',
    'The server wrongly answers 200 with null for a missing document.',
    (answer) => (request) => {
      const response = answer(request)
      return response.status === 404
        ? { ...response, status: 200, body: '{"data":null,"meta":{}}' }
        : response
    },
  ),
  around(
    'bad request as crash',
    'The server wrongly answers 500 to an invalid request.',
    (answer) => (request) => {
      const response = answer(request)
      return response.status === 400 ? { ...response, status: 500 } : response
    },
  ),
  around('lenient', 'The server wrongly ignores the query of an invalid request.', (answer) => (request) => {
    const response = answer(request)
    return response.status === 400 ? answer({ ...request, url: request.url.split('?')[0] ?? '' }) : response
  }),
  around(
    'text/html',
    'The server wrongly answers with the content type of a web page.',
    (answer) => (request) => {
      const response = answer(request)
      return { ...response, headers: { ...response.headers, 'content-type': 'text/html' } }
    },
  ),
]

/** The faulty servers whose fault is in the interpretation of the query. */
const READING: readonly Fault[] = [
  takenFor('$or as $and', 'The server wrongly reads `$or` as `$and`.', /\[\$or\]/g, '[$and]'),
  takenFor('$gte as $gt', 'The server wrongly reads `$gte` as `$gt`.', /\[\$gte\]/g, '[$gt]'),
  takenFor('$lte as $lt', 'The server wrongly reads `$lte` as `$lt`.', /\[\$lte\]/g, '[$lt]'),
  takenFor(
    '$startsWith as $contains',
    'The server wrongly lets `$startsWith` match its text anywhere.',
    /\[\$startsWith\]/g,
    '[$contains]',
  ),
  takenFor(
    '$endsWithi as $endsWith',
    'The server wrongly makes `$endsWithi` case-sensitive.',
    /\[\$endsWithi\]/g,
    '[$endsWith]',
  ),
  takenFor('$eqi as $eq', 'The server wrongly makes `$eqi` case-sensitive.', /\[\$eqi\]/g, '[$eq]'),
  takenFor(
    '$null as $notNull',
    'The server wrongly reads `$null=false` as `$null=true`.',
    /(\[\$null\])=(false|0|f)$/g,
    '$1=true',
  ),
  takenFor('no $not', 'The server wrongly ignores `$not`.', /\[\$not\]/g, ''),
  takenFor(
    'descending',
    'The server wrongly sorts always in ascending order.',
    /^(sort.*)(:|=)desc$/i,
    '$1$2asc',
  ),
  takenFor(
    'pages from 0',
    'The server wrongly answers page 1 for every page.',
    /^(pagination\[page\])=(\d+)$/,
    '$1=1',
  ),
  takenFor(
    'short pages',
    'The server wrongly limits every page to 10 entries.',
    /^(pagination\[(?:pageSize|limit)\])=[1-9]\d+$/,
    '$1=10',
  ),
  misread('first sort', 'The server wrongly ignores every sort key except the first.', (parts) =>
    parts
      .filter((part) => !/^sort\[[1-9]\]/.test(part))
      .map((part) => (part.startsWith('sort') ? (part.split(',')[0] ?? part) : part)),
  ),
  misread(
    'on as all',
    'The server wrongly populates every component of a zone, whatever `on` lists.',
    (parts) => [...new Set(parts.map((part) => part.replace(/^(populate\[\w+\])\[on\].*$/, '$1=true')))],
  ),
  misread(
    'last wins',
    'The server wrongly uses the last of several parameters with the same name.',
    (parts) => [...new Map(parts.map((part) => [part.replace(/=.*$/s, ''), part])).values()],
  ),
  misread('no comma', 'The server wrongly reads a comma list only up to its first comma.', (parts) =>
    parts.map((part) => (/^(populate|fields)=/.test(part) ? (part.split(',')[0] ?? part) : part)),
  ),
  blindTo(
    'no nested filters',
    'The server wrongly ignores `filters` inside a populate.',
    /^populate.*\[filters\]/,
  ),
  blindTo('no nested sort', 'The server wrongly ignores `sort` inside a populate.', /^populate.*\[sort\]/),
  blindTo(
    'no nested fields',
    'The server wrongly ignores `fields` inside a populate.',
    /^populate.*\[fields\]/,
  ),
  blindTo(
    'no second level',
    'The server wrongly populates only the first level.',
    /^populate\[\w+\]\[populate\]/,
  ),
  blindTo('no status', 'The server wrongly ignores `status`.', /^status=/),
  blindTo('no locale', 'The server wrongly ignores `locale`.', /^locale/),
  blindTo('no withCount', 'The server wrongly ignores `withCount`.', /^pagination\[withCount\]/),
  blindTo('no start', 'The server wrongly ignores `start`.', /^pagination\[start\]/),
  blindTo('no _q', 'The server wrongly ignores `_q`.', /^_q=/),
  around(
    'raw brackets',
    'The server wrongly does not decode percent-encoded brackets.',
    (answer) => (request) => answer({ ...request, url: request.url.replace(/%5B/gi, '(') }),
  ),
  around(
    'no trailing slash',
    'The server wrongly treats a path with a slash at its end as another path.',
    (answer) => (request) =>
      /\/(\?|$)/.test(request.url) ? answer({ url: '/api/nothing' }) : answer(request),
  ),
  around(
    'tokens ignored',
    'The server wrongly gives every caller the public role.',
    (answer) => (request) => answer({ ...request, headers: {} }),
  ),
  around(
    'any token',
    'The server wrongly gives any token the role of an administrator.',
    (answer) => (request) =>
      answer(
        request.headers?.authorization === undefined
          ? request
          : { ...request, headers: { ...request.headers, authorization: 'Bearer admin-token' } },
      ),
  ),
  around('cache without token', 'The server wrongly omits the token from the key of a cache.', (answer) => {
    const kept = new Map<string, ReturnType<typeof answer>>()
    return (request) => {
      const response = kept.get(request.url) ?? answer(request)
      kept.set(request.url, response)
      return response
    }
  }),
  around(
    'cache of short keys',
    'The server wrongly uses the first 60 characters of the URL as the key of a cache.',
    (answer) => {
      const kept = new Map<string, ReturnType<typeof answer>>()
      return (request) => {
        const key = `${request.url.slice(0, 60)} ${request.headers?.authorization}`
        const response = kept.get(key) ?? answer(request)
        kept.set(key, response)
        return response
      }
    },
  ),
]

const DATA: readonly Fault[] = [
  edited('small pages', 'The server wrongly has a default page size of 10.', ({ settings }) => {
    settings.rest = { ...settings.rest, defaultLimit: 10 }
  }),
  edited('private shown', 'The server wrongly shows a private attribute.', ({ contentTypes }) => {
    const attributes = contentTypes.restaurant?.attributes
    if (typeof attributes === 'object' && attributes !== null && !Array.isArray(attributes)) {
      const code = attributes.doorCode
      if (typeof code === 'object' && code !== null && !Array.isArray(code)) code.private = false
    }
  }),
  edited('open ledger', 'The server wrongly gives the public role one permission too many.', ({ access }) => {
    access.roles.public?.permissions.push('api::ledger.ledger.find')
  }),
  edited('lost link', 'The server wrongly lacks one link of an entry.', ({ entries }) => {
    const row = entries.restaurant?.[0]
    const links = row?.categories
    if (Array.isArray(links)) links.pop()
  }),
  edited('lost row', 'The server wrongly lacks one entry.', ({ entries }) => {
    entries.sampler?.pop()
  }),
]

/** The faulty servers that have a single quirk of the real server. */
const QUIRKS: readonly Fault[] = [
  ofDatabase('like', 'sqlite', 'The server wrongly makes text operators case-insensitive.'),
  ofDatabase('lower', 'sqlite', 'The server wrongly folds only ASCII letters.'),
  quirky('filter-sees-drafts', 'The server wrongly reads drafts in a filter through a relation.'),
  quirky('ne-array-or', 'The server wrongly excludes almost nothing for a list under a negative operator.'),
  quirky('count-ignored', 'The server wrongly answers the entries in place of their `count`.'),
  quirky('sort-field-leak', 'The server wrongly adds the sort key to the entries of a populated list.'),
  ofDatabase('bigints', 'sqlite', 'The server wrongly rounds big integers.'),
  quirky(
    'localizations-excludes-page',
    'The server wrongly omits `localizations` that are on the same page.',
  ),
  quirky('dotted-order', 'In a populate list, the server wrongly ignores `a.b` before `a`.'),
  quirky('status-invalid-is-draft', 'The server wrongly reads every status except `published` as `draft`.'),
]

export const FAULTY_SERVERS: readonly Fault[] = [
  ...WRITING,
  ...ENVELOPE,
  ...READING,
  ...DATA,
  ...QUIRKS,
  ...PLANTED,
]
