/**
 * Faulty servers, each with a mistake that authors of servers make: in HTTP, values, order, paging, permissions,
 * locales, zones, errors, headers or time.
 */
import type { Json } from '../../../src/util/json.ts'
import {
  edited,
  everyList,
  everyObject,
  everyValue,
  type Fault,
  isEntry,
  isObject,
  pagination,
  spoiled,
  without,
} from '../faulty.ts'
import {
  bodyOf,
  crashing,
  eachPart,
  ignoring,
  JSON_TYPE,
  partsOf,
  query,
  refusal,
  request,
  resorted,
  response,
  withBody,
  withParts,
} from './kit.ts'

const text = (json: Json): string => (json === null ? '' : String(json))
const asText = (one: Json, other: Json): number =>
  text(one) < text(other) ? -1 : text(one) > text(other) ? 1 : 0
const ofKeys =
  (names: readonly string[], change: (value: Json) => Json) =>
  (value: Json, key: string): Json =>
    names.includes(key) && value !== null ? change(value) : value

const WIRE: readonly Fault[] = [
  request('plus', 'A plus sign is not read as a blank.', (one) => ({
    ...one,
    url: one.url.replaceAll('+', '%2B'),
  })),
  request('%5B', 'Encoded brackets are not decoded.', (one) => ({
    ...one,
    url: one.url.replaceAll(/%5B|%5D/gi, '%7C'),
  })),
  eachPart('decoded twice', 'Values are decoded twice.', (key, value) => {
    try {
      return [key, decodeURIComponent(value)]
    } catch {
      return [key, value]
    }
  }),
  eachPart('latin-1', 'UTF-8 in the query is read as Latin-1.', (key, value) => [
    key,
    Buffer.from(value, 'utf8').toString('latin1'),
  ]),
  ignoring('empty values', 'Parameters without a value are dropped.', (_key, value) => value === ''),
  eachPart('trimmed values', 'Blanks around the value of a parameter are cut off.', (key, value) => [
    key,
    value.trim(),
  ]),
  eachPart('lower-case keys', 'The keys of parameters are put in lower case.', (key, value) => [
    key.toLowerCase(),
    value,
  ]),
  ignoring('no index', 'Lists with `[0]` in the key are ignored.', (key) =>
    /^(fields|populate|sort)\[\d+\]$/.test(key),
  ),
  request('case of paths', 'A path in upper case is another path: unknown.', (one) =>
    /^\/api\/[^?]*[A-Z]/.test(one.url) ? { ...one, url: '/api/nothing' } : one,
  ),
  response('no HEAD', 'HEAD is refused with 405.', (answer, one) =>
    one.method === 'HEAD' ? { status: 405, headers: {}, body: '' } : answer,
  ),
  response('partial content', 'Lists are answered with 206.', (answer) =>
    Array.isArray(bodyOf(answer)?.data) ? { ...answer, status: 206 } : answer,
  ),
  response('text/html', 'The content type is text/html.', (answer) =>
    answer.status === 200
      ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/html; charset=utf-8' } }
      : answer,
  ),
  response('no content type', 'The content type is missing.', (answer) => ({
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => name !== 'content-type')),
  })),
  response('no CORS', 'The headers about origins are missing.', (answer) => ({
    ...answer,
    headers: Object.fromEntries(
      Object.entries(answer.headers).filter(([name]) => !name.startsWith('access-control')),
    ),
  })),
  response('no credentials', '`access-control-allow-credentials` is missing.', (answer) => ({
    ...answer,
    headers: Object.fromEntries(
      Object.entries(answer.headers).filter(([name]) => name !== 'access-control-allow-credentials'),
    ),
  })),
  request('no v4', 'The header of version 4 is ignored.', (one) => ({
    ...one,
    headers: Object.fromEntries(
      Object.entries(one.headers ?? {}).filter(([name]) => name.toLowerCase() !== 'strapi-response-format'),
    ),
  })),
]

const isDateTime = (value: Json): value is string => typeof value === 'string' && /T.*Z$/.test(value)
const INTEGERS = ['stars', 'views', 'rank', 'score', 'integer', 'minutes']

const VALUES: readonly Fault[] = [
  everyValue('integers as text', 'Integers are texts.', ofKeys(INTEGERS, String)),
  everyValue('booleans as numbers', 'Booleans are 0 and 1.', (value) =>
    typeof value === 'boolean' ? Number(value) : value,
  ),
  everyValue(
    'decimals as text',
    'Decimals are texts.',
    ofKeys(['decimal', 'averageRating', 'price', 'balance'], (value) =>
      typeof value === 'number' ? value.toFixed(2) : value,
    ),
  ),
  everyValue(
    'floats rounded',
    'Floats have one decimal place.',
    ofKeys(['float', 'lat', 'lng'], (value) => Math.round(Number(value) * 10) / 10),
  ),
  everyValue('big integers', 'Big integers are numbers.', ofKeys(['biginteger'], Number)),
  everyValue(
    'dates with time',
    'Dates have a time.',
    ofKeys(['date', 'opened', 'printed', 'visited'], (value) => `${String(value)}T00:00:00.000Z`),
  ),
  everyValue(
    'short times',
    'Times have no milliseconds.',
    ofKeys(['time', 'opens', 'closes'], (value) => String(value).slice(0, 8)),
  ),
  everyValue('no Z', 'Datetimes have no time zone.', (value) =>
    isDateTime(value) ? value.slice(0, -1) : value,
  ),
  everyValue('zone +00:00', 'Datetimes end in +00:00.', (value) =>
    isDateTime(value) ? `${value.slice(0, -1)}+00:00` : value,
  ),
  everyValue(
    'timestamps as dates',
    'Timestamps are ISO dates.',
    ofKeys(['timestamp'], (value) => new Date(Number(value)).toISOString()),
  ),
  everyObject('json as text', 'JSON attributes are texts.', (object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) =>
        key === 'json' || key === 'keywords' ? [key, JSON.stringify(value)] : [key, value],
      ),
    ),
  ),
  everyObject('blocks as text', 'Rich text blocks are a text.', (object) =>
    'richtext' in object || 'biginteger' in object || 'enumeration' in object
      ? Object.fromEntries(
          Object.entries(object).map(([key, value]) =>
            key === 'blocks' && value !== null ? [key, JSON.stringify(value)] : [key, value],
          ),
        )
      : object,
  ),
  everyValue('empty text is null', 'An empty text is null.', (value) => (value === '' ? null : value)),
  everyValue('zero is null', 'Zero is null.', (value) => (value === 0 ? null : value)),
  everyValue('false is null', 'False is null.', (value) => (value === false ? null : value)),
  everyValue(
    'lower-case e-mails',
    'E-mail addresses are put in lower case.',
    ofKeys(['email'], (value) => String(value).toLowerCase()),
  ),
  everyValue(
    'lower-case enumerations',
    'Enumeration values are put in lower case.',
    ofKeys(['enumeration'], (value) => String(value).toLowerCase()),
  ),
  everyObject('no documentId', 'The documentId of entries is missing.', (object) =>
    without(object, 'documentId'),
  ),
  everyObject('no publishedAt', '`publishedAt` is missing.', (object) => without(object, 'publishedAt')),
  everyObject('no createdAt', '`createdAt` is missing.', (object) => without(object, 'createdAt')),
  everyObject('no updatedAt', '`updatedAt` is missing.', (object) => without(object, 'updatedAt')),
  everyObject('no locale', '`locale` is missing.', (object) => without(object, 'locale')),
  everyObject('no id in components', 'Components have no id.', (object) =>
    'id' in object && !('documentId' in object) ? without(object, 'id') : object,
  ),
  everyValue(
    'absolute URLs',
    'The URL of a file is absolute.',
    ofKeys(['url'], (value) => `http://localhost:1337${String(value)}`),
  ),
  everyObject('no dimensions', 'Files have no width and no height.', (object) =>
    'mime' in object && 'provider' in object ? without(object, 'width', 'height') : object,
  ),
  everyObject('format paths', 'The formats of a file lack their hash.', (object) =>
    'path' in object ? without(object, 'hash') : object,
  ),
  spoiled('text for html', 'Characters outside ASCII are question marks.', (body) => {
    const plain: Json = JSON.parse(JSON.stringify(body).replaceAll(/[^\x20-\x7e]/g, '?'))
    return plain
  }),
]

const isNumberKey = (key: string): boolean => INTEGERS.includes(key)
const ORDER: readonly Fault[] = [
  resorted('integers by text', 'Integers are sorted as text.', isNumberKey, asText),
  resorted('big integers by text', 'Big integers are sorted as text.', (key) => key === 'biginteger', asText),
  resorted(
    'decimals by text',
    'Decimals are sorted as text.',
    (key) => ['decimal', 'averageRating', 'float'].includes(key),
    asText,
  ),
  resorted(
    'case folded',
    'Texts are sorted without regard to case.',
    (key) => ['name', 'title', 'string', 'slug'].includes(key),
    (one, other) => asText(text(one).toLowerCase(), text(other).toLowerCase()),
  ),
  resorted(
    'false last',
    'True is sorted before false.',
    (key) => ['isOpen', 'featured', 'boolean'].includes(key),
    (one, other) =>
      one === null || other === null
        ? Number(other === null) - Number(one === null)
        : Number(other) - Number(one),
  ),
  eachPart('DESC', '`DESC` in upper case is read as ascending.', (key, value) => [
    key,
    key.startsWith('sort') ? value.replaceAll(':DESC', ':asc') : value,
  ]),
  query('no default order', 'A list without a sort is in descending order of id.', (parts) =>
    parts.some(([key]) => key.startsWith('sort')) ? parts : [...parts, ['sort', 'id:desc']],
  ),
  ignoring(
    'no sort through relations',
    'A sort by a relation is ignored.',
    (key, value) => key.startsWith('sort') && value.includes('.'),
  ),
  ignoring('no nested sort', 'The sort of a populated list is ignored.', (key) =>
    /^populate.*\[sort\]/.test(key),
  ),
  everyList('lists by name', 'Populated lists are in the order of their names.', (list) =>
    list.toSorted((one, other) => asText(one.name ?? '', other.name ?? '')),
  ),
  resorted(
    'nulls last',
    'Null is sorted last.',
    () => true,
    (one, other) =>
      one === null || other === null
        ? Number(one === null) - Number(other === null)
        : typeof one === 'number' && typeof other === 'number'
          ? one - other
          : asText(one, other),
  ),
]

const operand =
  (operator: string) =>
  (key: string): boolean =>
    key.endsWith(`[${operator}]`)
const FILTERS: readonly Fault[] = [
  eachPart('$between open', '`$between` excludes its ends.', (key, value) =>
    /\[\$between\]\[?\d?\]?$/.test(key) && /^\d+$/.test(value)
      ? [key, key.endsWith('[1]') ? String(Number(value) - 1) : String(Number(value) + 1)]
      : [key, value],
  ),
  ignoring('$in first', '`$in` reads its first value alone.', (key) => /\[\$in\]\[[1-9]\d*\]$/.test(key)),
  eachPart('$notIn as $in', '`$notIn` is read as `$in`.', (key, value) => [
    key.replace('[$notIn]', '[$in]'),
    value,
  ]),
  eachPart('$ne as $eq', '`$ne` is read as `$eq`.', (key, value) => [key.replace('[$ne]', '[$eq]'), value]),
  eachPart('$containsi', '`$containsi` regards case.', (key, value) => [
    key.replace('[$containsi]', '[$contains]'),
    value,
  ]),
  eachPart('$notNull', '`$notNull` is read as `$null`.', (key, value) => [
    key.replace('[$notNull]', '[$null]'),
    value,
  ]),
  eachPart('$null false', '`$null=false` is read as true.', (key, value) =>
    operand('$null')(key) ? [key, 'true'] : [key, value],
  ),
  ignoring('$or first two', '`$or` reads two conditions at most.', (key) => /\[\$or\]\[[2-9]\]/.test(key)),
  ignoring('no filters through relations', 'A filter through a relation is ignored.', (key) =>
    /^filters\[(author|owner|categories|restaurant|articles|critic|reviews|regulars|branches|parent)\]/.test(
      key,
    ),
  ),
  ignoring('unknown operators', 'A filter with an unknown operator is ignored.', (key) =>
    /^filters.*\[\$(?!eq|ne|lt|gt|in|not|null|contains|starts|ends|between|and|or)\w+\]/.test(key),
  ),
  eachPart('_q prefix', 'A search is folded to its first three letters.', (key, value) =>
    key === '_q' ? [key, value.slice(0, 3)] : [key, value],
  ),
  eachPart('$gt as $gte', '`$gt` includes its operand.', (key, value) => [
    key.replace('[$gt]', '[$gte]'),
    value,
  ]),
]

const PAGING: readonly Fault[] = [
  eachPart('cap of 50', 'A page has at most 50 entries, and says so.', (key, value) =>
    key === 'pagination[pageSize]' && Number(value) > 50 ? [key, '50'] : [key, value],
  ),
  edited('default of 20', 'The default page size is 20.', ({ settings }) => {
    settings.rest = { ...settings.rest, defaultLimit: 20 }
  }),
  edited('max of 200', 'The maximal page size is 200.', ({ settings }) => {
    settings.rest = { ...settings.rest, maxLimit: 200 }
  }),
  ignoring(
    'no offset',
    '`start` and `limit` are ignored.',
    (key) => key === 'pagination[start]' || key === 'pagination[limit]',
  ),
  spoiled('always pages', 'The form of pages is answered for offsets too.', (body) =>
    pagination(body, (page) =>
      'start' in page ? { page: 1, pageSize: page.limit ?? 25, pageCount: 1, total: page.total ?? 0 } : page,
    ),
  ),
  spoiled('one page more', 'There is one page too many.', (body) =>
    pagination(body, (page) =>
      'pageCount' in page ? { ...page, pageCount: Number(page.pageCount) + 1 } : page,
    ),
  ),
  spoiled('total as text', 'The total is a text.', (body) =>
    pagination(body, (page) => ('total' in page ? { ...page, total: String(page.total) } : page)),
  ),
  response('no page beyond', 'A page beyond the last one is 404.', (answer, one) => {
    const body = bodyOf(answer)
    return Array.isArray(body?.data) &&
      body.data.length === 0 &&
      Number(partsOf(one).find(([key]) => key === 'pagination[page]')?.[1]) > 1
      ? {
          status: 404,
          headers: JSON_TYPE,
          body: JSON.stringify({
            data: null,
            error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
          }),
        }
      : answer
  }),
  response('total of everything', 'The total disregards the filters.', (answer, one, ask) => {
    const body = bodyOf(answer)
    const parts = partsOf(one)
    if (!Array.isArray(body?.data) || !parts.some(([key]) => key.startsWith('filters'))) return answer
    const all = bodyOf(
      ask(
        withParts(
          one,
          parts.filter(([key]) => !key.startsWith('filters')),
        ),
      ),
    )
    const total = isObject(all?.meta) && isObject(all.meta.pagination) ? all.meta.pagination.total : undefined
    return total === undefined
      ? answer
      : withBody(
          answer,
          pagination(body, (page) => ('total' in page ? { ...page, total } : page)),
        )
  }),
  ignoring('no page', '`page` is ignored.', (key) => key === 'pagination[page]'),
]

const authorized = (token: string) => ({ authorization: `Bearer ${token}` })
const PERMISSIONS: readonly Fault[] = [
  response('unknown is public', 'An unknown token is taken for no token.', (answer, one, ask) =>
    answer.status === 401 ? ask({ ...one, headers: {} }) : answer,
  ),
  response('403 as 401', 'A forbidden request is answered with 401.', (answer) =>
    answer.status === 403
      ? {
          status: 401,
          headers: answer.headers,
          body: JSON.stringify({
            data: null,
            error: {
              status: 401,
              name: 'UnauthorizedError',
              message: 'Missing or invalid credentials',
              details: {},
            },
          }),
        }
      : answer,
  ),
  edited('find is findOne', 'A reader of articles may read one as well.', ({ access }) => {
    access.roles.reader?.permissions.push('api::article.article.findOne')
  }),
  edited('ledgers', 'The public role may read ledgers.', ({ access }) => {
    access.roles.public?.permissions.push('api::ledger.ledger.find', 'api::ledger.ledger.findOne')
  }),
  request('reader as editor', "A reader's token has the rights of an editor.", (one) =>
    one.headers?.authorization === 'Bearer reader-token'
      ? { ...one, headers: authorized('editor-token') }
      : one,
  ),
  request('nobody as public', 'A role without permissions has those of the public.', (one) =>
    one.headers?.authorization === 'Bearer nobody-token' ? { ...one, headers: {} } : one,
  ),
  edited('phones', 'A private attribute of authors is shown.', ({ contentTypes }) => {
    const attributes = contentTypes.author?.attributes
    const phone = isObject(attributes) ? attributes.phone : undefined
    if (typeof phone === 'object' && phone !== null && !Array.isArray(phone))
      Object.assign(phone, { private: false })
  }),
]

const LOCALES: readonly Fault[] = [
  eachPart('locale=*', '`locale=*` is read as the default locale.', (key, value) =>
    key === 'locale' && value === '*' ? [key, 'en'] : [key, value],
  ),
  query('French by default', 'The default locale is French.', (parts) =>
    parts.some(([key]) => key === 'locale') ? parts : [...parts, ['locale', 'fr']],
  ),
  response(
    'fallback',
    'An entry without the locale is answered in the default locale.',
    (answer, one, ask) =>
      answer.status === 404 && partsOf(one).some(([key]) => key === 'locale')
        ? ask(
            withParts(
              one,
              partsOf(one).filter(([key]) => key !== 'locale'),
            ),
          )
        : answer,
  ),
  everyObject('own localization', 'No entry has localizations.', (object) =>
    'localizations' in object ? { ...object, localizations: [] } : object,
  ),
  ignoring('no drafts', '`status=draft` is ignored.', (key, value) => key === 'status' && value === 'draft'),
  query('drafts by default', 'Drafts are answered by default.', (parts) =>
    parts.some(([key]) => key === 'status') ? parts : [...parts, ['status', 'draft']],
  ),
  ignoring('nested locale', 'The locale of a populated list is ignored.', (key) =>
    /^populate.*\[locale\]$/.test(key),
  ),
]

const isZone = (list: Json): list is readonly { readonly [key: string]: Json }[] =>
  Array.isArray(list) && list.length > 0 && list.every((item) => isObject(item) && '__component' in item)
const zones = (
  id: string,
  says: string,
  change: (list: readonly { readonly [key: string]: Json }[]) => Json,
): Fault =>
  everyObject(id, says, (object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => [key, isZone(value) ? change(value) : value]),
    ),
  )
const PLACES: readonly Fault[] = [
  zones('zones turned', 'A dynamic zone is in reverse order.', (list) => list.toReversed()),
  zones('one of a zone', 'A dynamic zone has one component of each kind.', (list) =>
    list.filter((item, at) => list.findIndex((other) => other.__component === item.__component) === at),
  ),
  zones('slash', 'Components are called `blocks/hero`.', (list) =>
    list.map((item) => ({ ...item, __component: text(item.__component ?? '').replace('.', '/') })),
  ),
  ignoring('no on', '`on` is ignored.', (key) => key.includes('[on]')),
  ignoring('no zone populate', 'Links inside of dynamic zones are not populated.', (key) =>
    /\[on\]\[[^\]]+\]\[populate\]/.test(key),
  ),
  everyObject('empty list is null', 'An empty list is null.', (object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => [
        key,
        key !== 'data' && Array.isArray(value) && value.length === 0 ? null : value,
      ]),
    ),
  ),
  everyObject('one of many', 'A list with one entry is that entry.', (object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => {
        const [only] = Array.isArray(value) && value.length === 1 ? value : []
        return [key, key !== 'data' && only !== undefined && isEntry(only) ? only : value]
      }),
    ),
  ),
  eachPart('star of all', '`populate=*` is read as no populate.', (key, value) =>
    key === 'populate' && value === '*' ? ['x', ''] : [key, value],
  ),
  ignoring('no nested fields', '`fields` of a populated entry are ignored.', (key) =>
    /^populate.*\[fields\]/.test(key),
  ),
  ignoring('no nested filters', '`filters` of a populated list are ignored.', (key) =>
    /^populate.*\[filters\]/.test(key),
  ),
  query('first dot', 'Of dotted paths in a populate list only the first counts.', (parts) => {
    const dotted = parts.filter(([key, value]) => key.startsWith('populate') && value.includes('.'))
    return parts.filter((part) => !dotted.slice(1).includes(part))
  }),
  query('unknown populate', 'An unknown name in `populate` is ignored.', (parts) =>
    parts.filter(
      ([key, value]) => !(key.startsWith('populate') && /nope|unknown|missing|ghost/i.test(`${key}${value}`)),
    ),
  ),
]

const ERRORS: readonly Fault[] = [
  refusal('own words', 'Every refusal says "Bad Request".', (error, answer) =>
    withBody(answer, { data: null, error: { ...error, message: 'Bad Request' } }),
  ),
  refusal('422', 'A refused query is 422.', (error, answer) =>
    answer.status === 400
      ? { ...withBody(answer, { data: null, error: { ...error, status: 422 } }), status: 422 }
      : answer,
  ),
  refusal('no name', 'Errors have no name.', (error, answer) =>
    withBody(answer, { data: null, error: without(error, 'name') }),
  ),
  refusal('no data null', 'Errors lack `data: null`.', (error, answer) => withBody(answer, { error })),
  refusal('details null', 'The details of an error are null.', (error, answer) =>
    withBody(answer, { data: null, error: { ...error, details: null } }),
  ),
  refusal('page for 404', 'What does not exist is answered as a page.', (_error, answer) =>
    answer.status === 404
      ? { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not Found</h1>' }
      : answer,
  ),
  refusal('200 for errors', 'Errors have the status 200.', (_error, answer) => ({ ...answer, status: 200 })),
  crashing('crash on _q', 'A search crashes the server.', (one) =>
    partsOf(one).some(([key]) => key === '_q'),
  ),
  crashing('crash on deep populate', 'Populating two levels crashes the server.', (one) =>
    partsOf(one).some(([key]) => /^populate\[\w+\]\[populate\]/.test(key)),
  ),
  crashing('crash on $or', '`$or` crashes the server.', (one) =>
    partsOf(one).some(([key]) => key.includes('[$or]')),
  ),
  response('crash instead of 400', 'A refused query crashes the server.', (answer) =>
    answer.status === 400
      ? {
          status: 500,
          headers: JSON_TYPE,
          body: '{"data":null,"error":{"status":500,"name":"InternalServerError","message":"Internal Server Error"}}',
        }
      : answer,
  ),
]

const TIME: readonly Fault[] = [
  everyValue('an hour late', 'Datetimes are one hour late.', (value, key) =>
    key === 'datetime' && isDateTime(value) ? new Date(Date.parse(value) + 3_600_000).toISOString() : value,
  ),
  everyValue(
    'a day early',
    'Dates are a day early.',
    ofKeys(['date', 'opened', 'printed', 'visited'], (value) =>
      new Date(Date.parse(String(value)) - 86_400_000).toISOString().slice(0, 10),
    ),
  ),
  everyValue('no midnight', 'Midnight is null.', (value) => (value === '00:00:00.000' ? null : value)),
  everyObject('created is updated', '`updatedAt` is `createdAt`.', (object) =>
    'createdAt' in object && 'updatedAt' in object
      ? { ...object, updatedAt: object.createdAt ?? null }
      : object,
  ),
]

export const PROXY_FAULTS: readonly Fault[] = [
  ...WIRE,
  ...VALUES,
  ...ORDER,
  ...FILTERS,
  ...PAGING,
  ...PERMISSIONS,
  ...LOCALES,
  ...PLACES,
  ...ERRORS,
  ...TIME,
]
