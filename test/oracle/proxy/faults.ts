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
  request('plus', 'The server wrongly does not read a plus sign as a blank.', (one) => ({
    ...one,
    url: one.url.replaceAll('+', '%2B'),
  })),
  request('%5B', 'The server wrongly does not decode encoded brackets.', (one) => ({
    ...one,
    url: one.url.replaceAll(/%5B|%5D/gi, '%7C'),
  })),
  eachPart('decoded twice', 'The server wrongly decodes values twice.', (key, value) => {
    try {
      return [key, decodeURIComponent(value)]
    } catch {
      return [key, value]
    }
  }),
  eachPart('latin-1', 'The server wrongly reads UTF-8 in the query as Latin-1.', (key, value) => [
    key,
    Buffer.from(value, 'utf8').toString('latin1'),
  ]),
  ignoring(
    'empty values',
    'The server wrongly drops parameters without a value.',
    (_key, value) => value === '',
  ),
  eachPart(
    'trimmed values',
    'The server wrongly trims blanks around the value of a parameter.',
    (key, value) => [key, value.trim()],
  ),
  eachPart(
    'lower-case keys',
    'The server wrongly converts the keys of parameters to lower case.',
    (key, value) => [key.toLowerCase(), value],
  ),
  ignoring('no index', 'The server wrongly ignores lists with `[0]` in the key.', (key) =>
    /^(fields|populate|sort)\[\d+\]$/.test(key),
  ),
  request('case of paths', 'The server wrongly treats a path in upper case as an unknown path.', (one) =>
    /^\/api\/[^?]*[A-Z]/.test(one.url) ? { ...one, url: '/api/nothing' } : one,
  ),
  response('no HEAD', 'The server wrongly refuses HEAD with 405.', (answer, one) =>
    one.method === 'HEAD' ? { status: 405, headers: {}, body: '' } : answer,
  ),
  response('partial content', 'The server wrongly answers lists with 206.', (answer) =>
    Array.isArray(bodyOf(answer)?.data) ? { ...answer, status: 206 } : answer,
  ),
  response('text/html', 'The server wrongly answers with the content type text/html.', (answer) =>
    answer.status === 200
      ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/html; charset=utf-8' } }
      : answer,
  ),
  response('no content type', 'The server wrongly omits the content type.', (answer) => ({
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => name !== 'content-type')),
  })),
  response('no CORS', 'The server wrongly omits the CORS headers.', (answer) => ({
    ...answer,
    headers: Object.fromEntries(
      Object.entries(answer.headers).filter(([name]) => !name.startsWith('access-control')),
    ),
  })),
  response('no credentials', 'The server wrongly omits `access-control-allow-credentials`.', (answer) => ({
    ...answer,
    headers: Object.fromEntries(
      Object.entries(answer.headers).filter(([name]) => name !== 'access-control-allow-credentials'),
    ),
  })),
  request('no v4', 'The server wrongly ignores the header for the format of version 4.', (one) => ({
    ...one,
    headers: Object.fromEntries(
      Object.entries(one.headers ?? {}).filter(([name]) => name.toLowerCase() !== 'strapi-response-format'),
    ),
  })),
]

const isDateTime = (value: Json): value is string => typeof value === 'string' && /T.*Z$/.test(value)
const INTEGERS = ['stars', 'views', 'rank', 'score', 'integer', 'minutes']

const VALUES: readonly Fault[] = [
  everyValue('integers as text', 'The server wrongly answers integers as texts.', ofKeys(INTEGERS, String)),
  everyValue('booleans as numbers', 'The server wrongly answers booleans as 0 and 1.', (value) =>
    typeof value === 'boolean' ? Number(value) : value,
  ),
  everyValue(
    'decimals as text',
    'The server wrongly answers decimals as texts.',
    ofKeys(['decimal', 'averageRating', 'price', 'balance'], (value) =>
      typeof value === 'number' ? value.toFixed(2) : value,
    ),
  ),
  everyValue(
    'floats rounded',
    'The server wrongly answers floats with one decimal place.',
    ofKeys(['float', 'lat', 'lng'], (value) => Math.round(Number(value) * 10) / 10),
  ),
  everyValue(
    'big integers',
    'The server wrongly answers big integers as numbers.',
    ofKeys(['biginteger'], Number),
  ),
  everyValue(
    'dates with time',
    'The server wrongly adds a time to dates.',
    ofKeys(['date', 'opened', 'printed', 'visited'], (value) => `${String(value)}T00:00:00.000Z`),
  ),
  everyValue(
    'short times',
    'The server wrongly omits the milliseconds of times.',
    ofKeys(['time', 'opens', 'closes'], (value) => String(value).slice(0, 8)),
  ),
  everyValue('no Z', 'The server wrongly omits the time zone of datetimes.', (value) =>
    isDateTime(value) ? value.slice(0, -1) : value,
  ),
  everyValue('zone +00:00', 'The server wrongly ends datetimes in +00:00.', (value) =>
    isDateTime(value) ? `${value.slice(0, -1)}+00:00` : value,
  ),
  everyValue(
    'timestamps as dates',
    'The server wrongly answers timestamps as ISO dates.',
    ofKeys(['timestamp'], (value) => new Date(Number(value)).toISOString()),
  ),
  everyObject('json as text', 'The server wrongly answers JSON attributes as texts.', (object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) =>
        key === 'json' || key === 'keywords' ? [key, JSON.stringify(value)] : [key, value],
      ),
    ),
  ),
  everyObject('blocks as text', 'The server wrongly answers rich text blocks as a text.', (object) =>
    'richtext' in object || 'biginteger' in object || 'enumeration' in object
      ? Object.fromEntries(
          Object.entries(object).map(([key, value]) =>
            key === 'blocks' && value !== null ? [key, JSON.stringify(value)] : [key, value],
          ),
        )
      : object,
  ),
  everyValue('empty text is null', 'The server wrongly answers null for an empty text.', (value) =>
    value === '' ? null : value,
  ),
  everyValue('zero is null', 'The server wrongly answers null for zero.', (value) =>
    value === 0 ? null : value,
  ),
  everyValue('false is null', 'The server wrongly answers null for false.', (value) =>
    value === false ? null : value,
  ),
  everyValue(
    'lower-case e-mails',
    'The server wrongly converts e-mail addresses to lower case.',
    ofKeys(['email'], (value) => String(value).toLowerCase()),
  ),
  everyValue(
    'lower-case enumerations',
    'The server wrongly converts enumeration values to lower case.',
    ofKeys(['enumeration'], (value) => String(value).toLowerCase()),
  ),
  everyObject('no documentId', 'The server wrongly omits the documentId of entries.', (object) =>
    without(object, 'documentId'),
  ),
  everyObject('no publishedAt', 'The server wrongly omits `publishedAt`.', (object) =>
    without(object, 'publishedAt'),
  ),
  everyObject('no createdAt', 'The server wrongly omits `createdAt`.', (object) =>
    without(object, 'createdAt'),
  ),
  everyObject('no updatedAt', 'The server wrongly omits `updatedAt`.', (object) =>
    without(object, 'updatedAt'),
  ),
  everyObject('no locale', 'The server wrongly omits `locale`.', (object) => without(object, 'locale')),
  everyObject('no id in components', 'The server wrongly omits the ids of components.', (object) =>
    'id' in object && !('documentId' in object) ? without(object, 'id') : object,
  ),
  everyValue(
    'absolute URLs',
    'The server wrongly adds an origin to the URL of a file.',
    ofKeys(['url'], (value) => `http://localhost:1337${String(value)}`),
  ),
  everyObject('no dimensions', 'The server wrongly omits the width and height of files.', (object) =>
    'mime' in object && 'provider' in object ? without(object, 'width', 'height') : object,
  ),
  everyObject('format paths', 'The server wrongly omits the hash in the formats of a file.', (object) =>
    'path' in object ? without(object, 'hash') : object,
  ),
  spoiled(
    'text for html',
    'The server wrongly replaces characters outside ASCII by question marks.',
    (body) => {
      const plain: Json = JSON.parse(JSON.stringify(body).replaceAll(/[^\x20-\x7e]/g, '?'))
      return plain
    },
  ),
]

const isNumberKey = (key: string): boolean => INTEGERS.includes(key)
const ORDER: readonly Fault[] = [
  resorted('integers by text', 'The server wrongly sorts integers as texts.', isNumberKey, asText),
  resorted(
    'big integers by text',
    'The server wrongly sorts big integers as texts.',
    (key) => key === 'biginteger',
    asText,
  ),
  resorted(
    'decimals by text',
    'The server wrongly sorts decimals as texts.',
    (key) => ['decimal', 'averageRating', 'float'].includes(key),
    asText,
  ),
  resorted(
    'case folded',
    'The server wrongly ignores letter case when it sorts texts.',
    (key) => ['name', 'title', 'string', 'slug'].includes(key),
    (one, other) => asText(text(one).toLowerCase(), text(other).toLowerCase()),
  ),
  resorted(
    'false last',
    'The server wrongly sorts true before false.',
    (key) => ['isOpen', 'featured', 'boolean'].includes(key),
    (one, other) =>
      one === null || other === null
        ? Number(other === null) - Number(one === null)
        : Number(other) - Number(one),
  ),
  eachPart('DESC', 'The server wrongly reads `DESC` in upper case as ascending.', (key, value) => [
    key,
    key.startsWith('sort') ? value.replaceAll(':DESC', ':asc') : value,
  ]),
  query(
    'no default order',
    'The server wrongly lists entries by descending id if the request has no sort.',
    (parts) => (parts.some(([key]) => key.startsWith('sort')) ? parts : [...parts, ['sort', 'id:desc']]),
  ),
  ignoring(
    'no sort through relations',
    'The server wrongly ignores a sort by a relation.',
    (key, value) => key.startsWith('sort') && value.includes('.'),
  ),
  ignoring('no nested sort', 'The server wrongly ignores the sort of a populated list.', (key) =>
    /^populate.*\[sort\]/.test(key),
  ),
  everyList('lists by name', 'The server wrongly sorts populated lists by name.', (list) =>
    list.toSorted((one, other) => asText(one.name ?? '', other.name ?? '')),
  ),
  resorted(
    'nulls last',
    'The server wrongly sorts null last.',
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
  eachPart('$between open', 'The server wrongly excludes the bounds of `$between`.', (key, value) =>
    /\[\$between\]\[?\d?\]?$/.test(key) && /^\d+$/.test(value)
      ? [key, key.endsWith('[1]') ? String(Number(value) - 1) : String(Number(value) + 1)]
      : [key, value],
  ),
  ignoring('$in first', 'The server wrongly reads only the first value of `$in`.', (key) =>
    /\[\$in\]\[[1-9]\d*\]$/.test(key),
  ),
  eachPart('$notIn as $in', 'The server wrongly reads `$notIn` as `$in`.', (key, value) => [
    key.replace('[$notIn]', '[$in]'),
    value,
  ]),
  eachPart('$ne as $eq', 'The server wrongly reads `$ne` as `$eq`.', (key, value) => [
    key.replace('[$ne]', '[$eq]'),
    value,
  ]),
  eachPart('$containsi', 'The server wrongly makes `$containsi` case-sensitive.', (key, value) => [
    key.replace('[$containsi]', '[$contains]'),
    value,
  ]),
  eachPart('$notNull', 'The server wrongly reads `$notNull` as `$null`.', (key, value) => [
    key.replace('[$notNull]', '[$null]'),
    value,
  ]),
  eachPart('$null false', 'The server wrongly reads `$null=false` as true.', (key, value) =>
    operand('$null')(key) ? [key, 'true'] : [key, value],
  ),
  ignoring('$or first two', 'The server wrongly reads at most two conditions of `$or`.', (key) =>
    /\[\$or\]\[[2-9]\]/.test(key),
  ),
  ignoring('no filters through relations', 'The server wrongly ignores a filter through a relation.', (key) =>
    /^filters\[(author|owner|categories|restaurant|articles|critic|reviews|regulars|branches|parent)\]/.test(
      key,
    ),
  ),
  ignoring('unknown operators', 'The server wrongly ignores a filter with an unknown operator.', (key) =>
    /^filters.*\[\$(?!eq|ne|lt|gt|in|not|null|contains|starts|ends|between|and|or)\w+\]/.test(key),
  ),
  eachPart(
    '_q prefix',
    'The server wrongly searches only for the first three letters of a text.',
    (key, value) => (key === '_q' ? [key, value.slice(0, 3)] : [key, value]),
  ),
  eachPart('$gt as $gte', 'The server wrongly includes the operand of `$gt`.', (key, value) => [
    key.replace('[$gt]', '[$gte]'),
    value,
  ]),
]

const PAGING: readonly Fault[] = [
  eachPart('cap of 50', 'The server wrongly limits pages to 50 entries, also in `pageSize`.', (key, value) =>
    key === 'pagination[pageSize]' && Number(value) > 50 ? [key, '50'] : [key, value],
  ),
  edited('default of 20', 'The server wrongly has a default page size of 20.', ({ settings }) => {
    settings.rest = { ...settings.rest, defaultLimit: 20 }
  }),
  edited('max of 200', 'The server wrongly has a maximum page size of 200.', ({ settings }) => {
    settings.rest = { ...settings.rest, maxLimit: 200 }
  }),
  ignoring(
    'no offset',
    'The server wrongly ignores `start` and `limit`.',
    (key) => key === 'pagination[start]' || key === 'pagination[limit]',
  ),
  spoiled(
    'always pages',
    'The server wrongly answers `page` and `pageSize` to a request with an offset.',
    (body) =>
      pagination(body, (page) =>
        'start' in page
          ? { page: 1, pageSize: page.limit ?? 25, pageCount: 1, total: page.total ?? 0 }
          : page,
      ),
  ),
  spoiled('one page more', 'The server wrongly counts one page too many.', (body) =>
    pagination(body, (page) =>
      'pageCount' in page ? { ...page, pageCount: Number(page.pageCount) + 1 } : page,
    ),
  ),
  spoiled('total as text', 'The server wrongly answers the total as a text.', (body) =>
    pagination(body, (page) => ('total' in page ? { ...page, total: String(page.total) } : page)),
  ),
  response(
    'no page beyond',
    'The server wrongly answers 404 for a page beyond the last one.',
    (answer, one) => {
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
    },
  ),
  response(
    'total of everything',
    'The server wrongly ignores the filters in the total.',
    (answer, one, ask) => {
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
      const total =
        isObject(all?.meta) && isObject(all.meta.pagination) ? all.meta.pagination.total : undefined
      return total === undefined
        ? answer
        : withBody(
            answer,
            pagination(body, (page) => ('total' in page ? { ...page, total } : page)),
          )
    },
  ),
  ignoring('no page', 'The server wrongly ignores `page`.', (key) => key === 'pagination[page]'),
]

const authorized = (token: string) => ({ authorization: `Bearer ${token}` })
const PERMISSIONS: readonly Fault[] = [
  response(
    'unknown is public',
    'The server wrongly treats an unknown token like no token.',
    (answer, one, ask) => (answer.status === 401 ? ask({ ...one, headers: {} }) : answer),
  ),
  response('403 as 401', 'The server wrongly answers 401 to a forbidden request.', (answer) =>
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
  edited(
    'find is findOne',
    'The server wrongly accepts `find` as permission to read one article.',
    ({ access }) => {
      access.roles.reader?.permissions.push('api::article.article.findOne')
    },
  ),
  edited('ledgers', 'The server wrongly lets the public role read ledgers.', ({ access }) => {
    access.roles.public?.permissions.push('api::ledger.ledger.find', 'api::ledger.ledger.findOne')
  }),
  request(
    'reader as editor',
    "The server wrongly gives the reader's token the permissions of an editor.",
    (one) =>
      one.headers?.authorization === 'Bearer reader-token'
        ? { ...one, headers: authorized('editor-token') }
        : one,
  ),
  request(
    'nobody as public',
    'The server wrongly gives a role without permissions the permissions of the public role.',
    (one) => (one.headers?.authorization === 'Bearer nobody-token' ? { ...one, headers: {} } : one),
  ),
  edited('phones', 'The server wrongly shows a private attribute of authors.', ({ contentTypes }) => {
    const attributes = contentTypes.author?.attributes
    const phone = isObject(attributes) ? attributes.phone : undefined
    if (typeof phone === 'object' && phone !== null && !Array.isArray(phone))
      Object.assign(phone, { private: false })
  }),
]

const LOCALES: readonly Fault[] = [
  eachPart('locale=*', 'The server wrongly reads `locale=*` as the default locale.', (key, value) =>
    key === 'locale' && value === '*' ? [key, 'en'] : [key, value],
  ),
  query('French by default', 'The server wrongly has French as the default locale.', (parts) =>
    parts.some(([key]) => key === 'locale') ? parts : [...parts, ['locale', 'fr']],
  ),
  response(
    'fallback',
    'The server wrongly answers the default locale for an entry that lacks the requested locale.',
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
  everyObject('own localization', 'The server wrongly answers no localizations.', (object) =>
    'localizations' in object ? { ...object, localizations: [] } : object,
  ),
  ignoring(
    'no drafts',
    'The server wrongly ignores `status=draft`.',
    (key, value) => key === 'status' && value === 'draft',
  ),
  query('drafts by default', 'The server wrongly shows drafts if the request has no status.', (parts) =>
    parts.some(([key]) => key === 'status') ? parts : [...parts, ['status', 'draft']],
  ),
  ignoring('nested locale', 'The server wrongly ignores the locale of a populated list.', (key) =>
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
  zones('zones turned', 'The server wrongly reverses the order of a dynamic zone.', (list) =>
    list.toReversed(),
  ),
  zones(
    'one of a zone',
    'The server wrongly shows only one component of each type in a dynamic zone.',
    (list) =>
      list.filter((item, at) => list.findIndex((other) => other.__component === item.__component) === at),
  ),
  zones('slash', 'The server wrongly names components in the form `blocks/hero`.', (list) =>
    list.map((item) => ({ ...item, __component: text(item.__component ?? '').replace('.', '/') })),
  ),
  ignoring('no on', 'The server wrongly ignores `on`.', (key) => key.includes('[on]')),
  ignoring('no zone populate', 'The server wrongly does not populate links inside dynamic zones.', (key) =>
    /\[on\]\[[^\]]+\]\[populate\]/.test(key),
  ),
  everyObject('empty list is null', 'The server wrongly answers null for an empty list.', (object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => [
        key,
        key !== 'data' && Array.isArray(value) && value.length === 0 ? null : value,
      ]),
    ),
  ),
  everyObject('one of many', 'The server wrongly answers a list of one entry as this entry.', (object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => {
        const [only] = Array.isArray(value) && value.length === 1 ? value : []
        return [key, key !== 'data' && only !== undefined && isEntry(only) ? only : value]
      }),
    ),
  ),
  eachPart('star of all', 'The server wrongly reads `populate=*` as no populate.', (key, value) =>
    key === 'populate' && value === '*' ? ['x', ''] : [key, value],
  ),
  ignoring('no nested fields', 'The server wrongly ignores `fields` of a populated entry.', (key) =>
    /^populate.*\[fields\]/.test(key),
  ),
  ignoring('no nested filters', 'The server wrongly ignores `filters` of a populated list.', (key) =>
    /^populate.*\[filters\]/.test(key),
  ),
  query('first dot', 'The server wrongly reads only the first dotted path of a populate list.', (parts) => {
    const dotted = parts.filter(([key, value]) => key.startsWith('populate') && value.includes('.'))
    return parts.filter((part) => !dotted.slice(1).includes(part))
  }),
  query('unknown populate', 'The server wrongly ignores an unknown name in `populate`.', (parts) =>
    parts.filter(
      ([key, value]) => !(key.startsWith('populate') && /nope|unknown|missing|ghost/i.test(`${key}${value}`)),
    ),
  ),
]

const ERRORS: readonly Fault[] = [
  refusal(
    'own words',
    'The server wrongly answers every refusal with the message "Bad Request".',
    (error, answer) => withBody(answer, { data: null, error: { ...error, message: 'Bad Request' } }),
  ),
  refusal('422', 'The server wrongly answers 422 to a refused query.', (error, answer) =>
    answer.status === 400
      ? { ...withBody(answer, { data: null, error: { ...error, status: 422 } }), status: 422 }
      : answer,
  ),
  refusal('no name', 'The server wrongly omits the name of errors.', (error, answer) =>
    withBody(answer, { data: null, error: without(error, 'name') }),
  ),
  refusal('no data null', 'The server wrongly omits `data: null` from errors.', (error, answer) =>
    withBody(answer, { error }),
  ),
  refusal('details null', 'The server wrongly answers null as the details of an error.', (error, answer) =>
    withBody(answer, { data: null, error: { ...error, details: null } }),
  ),
  refusal(
    'page for 404',
    'The server wrongly answers a missing path or entry with a web page.',
    (_error, answer) =>
      answer.status === 404
        ? { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not Found</h1>' }
        : answer,
  ),
  refusal('200 for errors', 'The server wrongly answers errors with the status 200.', (_error, answer) => ({
    ...answer,
    status: 200,
  })),
  crashing('crash on _q', 'The server wrongly crashes at a search.', (one) =>
    partsOf(one).some(([key]) => key === '_q'),
  ),
  crashing('crash on deep populate', 'The server wrongly crashes when it populates two levels.', (one) =>
    partsOf(one).some(([key]) => /^populate\[\w+\]\[populate\]/.test(key)),
  ),
  crashing('crash on $or', 'The server wrongly crashes at `$or`.', (one) =>
    partsOf(one).some(([key]) => key.includes('[$or]')),
  ),
  response('crash instead of 400', 'The server wrongly crashes at a refused query.', (answer) =>
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
  everyValue('an hour late', 'The server wrongly answers datetimes that are one hour late.', (value, key) =>
    key === 'datetime' && isDateTime(value) ? new Date(Date.parse(value) + 3_600_000).toISOString() : value,
  ),
  everyValue(
    'a day early',
    'The server wrongly answers dates that are a day early.',
    ofKeys(['date', 'opened', 'printed', 'visited'], (value) =>
      new Date(Date.parse(String(value)) - 86_400_000).toISOString().slice(0, 10),
    ),
  ),
  everyValue('no midnight', 'The server wrongly answers null for midnight.', (value) =>
    value === '00:00:00.000' ? null : value,
  ),
  everyObject('created is updated', 'The server wrongly answers `createdAt` as `updatedAt`.', (object) =>
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
