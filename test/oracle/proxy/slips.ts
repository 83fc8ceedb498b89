/**
 * A second list of faulty servers: in values, order, paging, permissions, locales, zones, errors and headers. The
 * faults were written after the check was measured with `faults.ts`, to measure it with unseen faults.
 */
import type { Json } from '../../../src/util/json.ts'
import {
  edited,
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
  eachPart,
  ignoring,
  JSON_TYPE,
  partsOf,
  query,
  refusal,
  request,
  response,
  withBody,
  withParts,
} from './kit.ts'

const isInstant = (value: Json): value is string => typeof value === 'string' && /T[\d:.]+Z$/.test(value)

const VALUES: readonly Fault[] = [
  everyValue('no minus', 'Numbers lose their sign.', (value) =>
    typeof value === 'number' ? Math.abs(value) : value,
  ),
  everyValue('ASCII', 'Letters outside of ASCII are question marks.', (value) =>
    typeof value === 'string' ? value.replaceAll(/[^\x20-\x7e\n]/gu, '?') : value,
  ),
  everyValue('one line', 'Line breaks in texts are blanks.', (value) =>
    typeof value === 'string' ? value.replaceAll('\n', ' ') : value,
  ),
  everyValue('epoch', 'Datetimes are numbers of milliseconds.', (value) =>
    isInstant(value) ? Date.parse(value) : value,
  ),
  everyObject('no alternative texts', 'Files lack their alternative text.', (object) =>
    'alternativeText' in object ? without(object, 'alternativeText') : object,
  ),
  everyValue('cut', 'Texts are cut after 40 characters.', (value, key) =>
    typeof value === 'string' && !/url|hash|Id|At$/i.test(key) ? value.slice(0, 40) : value,
  ),
]

const ORDER: readonly Fault[] = [
  query('newest first', 'Without a sort, the newest entry is first.', (parts) =>
    parts.some(([key]) => key.startsWith('sort')) ? parts : [...parts, ['sort', 'createdAt:desc']],
  ),
  query('last key', 'Of several keys of a sort the last one counts.', (parts) => {
    const keys = parts.filter(([key]) => /^sort\[\d+\]/.test(key))
    return parts.filter((part) => !keys.slice(0, -1).includes(part))
  }),
  eachPart('no comma in sort', 'A sort with a comma is read as one key: the first.', (key, value) => [
    key,
    key === 'sort' ? (value.split(',')[0] ?? '') : value,
  ]),
  response('sorted page', 'A page is cut first and sorted afterwards.', (answer, one, ask) => {
    const parts = partsOf(one)
    const sorted = bodyOf(answer)
    if (!parts.some(([key]) => key.startsWith('sort')) || !Array.isArray(sorted?.data)) return answer
    const cut = bodyOf(
      ask(
        withParts(
          one,
          parts.filter(([key]) => !key.startsWith('sort')),
        ),
      ),
    )
    if (!Array.isArray(cut?.data)) return answer
    const whole = bodyOf(
      ask(
        withParts(one, [
          ...parts.filter(([key]) => !key.startsWith('pagination')),
          ['pagination[pageSize]', '100'],
        ]),
      ),
    )
    const ids = cut.data.filter(isObject).map(({ id }) => id)
    const all = Array.isArray(whole?.data) ? whole.data.filter(isObject) : []
    return withBody(answer, { ...sorted, data: all.filter(({ id }) => ids.includes(id)) })
  }),
]

const FILTERS: readonly Fault[] = [
  eachPart('$and as $or', '`$and` is read as `$or`.', (key, value) => [
    key.replaceAll('[$and]', '[$or]'),
    value,
  ]),
  eachPart('exact search', 'A search regards the case of the letters of `$containsi`.', (key, value) => [
    key.replace('[$startsWithi]', '[$startsWith]'),
    value,
  ]),
  query('one filter', 'Of several filters only the first counts.', (parts) => {
    const first = parts.find(([key]) => key.startsWith('filters['))?.[0].split('[')[1]
    return parts.filter(([key]) => !key.startsWith('filters[') || key.split('[')[1] === first)
  }),
  query('not equal and null', '`$ne` holds for entries without a value as well.', (parts) => {
    const plain = parts.filter(([key]) => /^filters\[\w+\]\[\$ne\]$/.test(key))
    if (plain.length !== 1 || parts.some(([key]) => key.startsWith('filters[$'))) return parts
    return parts.flatMap(([key, value]) =>
      key === plain[0]?.[0]
        ? [
            [key.replace('filters', 'filters[$or][0]'), value],
            [key.replace('filters', 'filters[$or][1]').replace('[$ne]', '[$null]'), 'true'],
          ]
        : [[key, value]],
    )
  }),
  ignoring('no filters on components', 'A filter on a component is ignored.', (key) =>
    /^filters\[(location|openingHours|seo|hero|address|menu|hours|parts?|blocks)\]/.test(key),
  ),
  eachPart('wildcards', 'A per cent sign in a filter stands for nothing.', (key, value) => [
    key,
    key.startsWith('filters') ? value.replaceAll('%', '') : value,
  ]),
  eachPart('null as text', 'The text `null` is read as no value.', (key, value) =>
    key.startsWith('filters') && value === 'null'
      ? [key.replace(/\[\$eq\]$/, '[$null]'), 'true']
      : [key, value],
  ),
]

const PAGING: readonly Fault[] = [
  eachPart('page from 0', 'The first page is page 0.', (key, value) =>
    key === 'pagination[page]' && /^\d+$/.test(value) ? [key, String(Number(value) + 1)] : [key, value],
  ),
  query('limit is the end', '`limit` is the place of the last entry.', (parts) => {
    const start = Number(parts.find(([key]) => key === 'pagination[start]')?.[1] ?? 0)
    return parts.map(([key, value]) =>
      key === 'pagination[limit]' && Number(value) > start && start > 0
        ? [key, String(Number(value) - start)]
        : [key, value],
    )
  }),
  spoiled('one page of nothing', 'An empty list has one page.', (body) =>
    pagination(body, (page) => ('pageCount' in page && page.total === 0 ? { ...page, pageCount: 1 } : page)),
  ),
  spoiled('size of the page', '`pageSize` is the number of entries of the page.', (body) =>
    pagination(body, (page) =>
      'pageSize' in page && Array.isArray(body.data) ? { ...page, pageSize: body.data.length } : page,
    ),
  ),
  ignoring('always counted', 'The total is counted always.', (key) => key === 'pagination[withCount]'),
]

const ROLES: readonly Fault[] = [
  response('empty instead of forbidden', 'A list that is forbidden is empty.', (answer, one) =>
    answer.status === 403 && !/^\/api\/[^/?]+\/[^/?]/.test(one.url)
      ? { status: 200, headers: JSON_TYPE, body: '{"data":[],"meta":{}}' }
      : answer,
  ),
  response('forbidden is missing', 'A request without a permission is 404.', (answer) =>
    answer.status === 403
      ? {
          status: 404,
          headers: JSON_TYPE,
          body: '{"data":null,"error":{"status":404,"name":"NotFoundError","message":"Not Found","details":{}}}',
        }
      : answer,
  ),
  edited('links to anything', 'A populated link needs no permission.', ({ access }) => {
    for (const role of Object.values(access.roles)) {
      for (const name of ['author', 'ledger', 'review', 'bookmark', 'category', 'article'])
        role.permissions.push(`api::${name}.${name}.find`)
    }
  }),
]

const LOCALES: readonly Fault[] = [
  eachPart('unknown locale', 'An unknown locale is read as the default one.', (key, value) =>
    key === 'locale' && !['en', 'fr', 'de', '*'].includes(value) ? [key, 'en'] : [key, value],
  ),
  everyObject('itself a localization', 'An entry is one of its localizations.', (object) =>
    Array.isArray(object.localizations) && isEntry(object)
      ? { ...object, localizations: [without(object, 'localizations'), ...object.localizations] }
      : object,
  ),
  eachPart('locale by case', 'A locale is put in lower case.', (key, value) =>
    key === 'locale' ? [key, value.toLowerCase()] : [key, value],
  ),
  eachPart('status by case', 'The status is read in any case.', (key, value) =>
    key === 'status' ? [key, value.toLowerCase()] : [key, value],
  ),
]

const ZONES: readonly Fault[] = [
  query('one kind', 'Of several kinds in `on` only the last counts.', (parts) => {
    const kinds = [...new Set(parts.flatMap(([key]) => /\[on\]\[([^\]]+)\]/.exec(key)?.[1] ?? []))]
    return parts.filter(([key]) => {
      const kind = /\[on\]\[([^\]]+)\]/.exec(key)?.[1]
      return kind === undefined || kind === kinds.at(-1)
    })
  }),
  everyObject('kinds first', 'The kind of a component stands under `type`.', (object) => {
    const { __component: kind, ...rest } = object
    return kind === undefined ? object : { type: kind, ...rest }
  }),
  ignoring('no fields of zones', '`fields` inside of `on` are ignored.', (key) =>
    /\[on\]\[[^\]]+\]\[fields\]/.test(key),
  ),
  eachPart('count true', '`count` of a populated list is ignored.', (key, value) =>
    key.startsWith('populate') && key.endsWith('[count]') ? ['x', value] : [key, value],
  ),
]

const ERRORS: readonly Fault[] = [
  refusal('full stop', 'Messages end with a full stop.', (error, answer) =>
    withBody(answer, { data: null, error: { ...error, message: `${String(error.message)}.` } }),
  ),
  refusal('plain errors', 'An error is a plain text.', (error, answer) => ({
    status: answer.status,
    headers: { 'content-type': 'text/plain' },
    body: String(error.message),
  })),
  refusal('names of classes', 'The name of an error lacks "Error".', (error, answer) =>
    withBody(answer, { data: null, error: { ...error, name: String(error.name).replace(/Error$/, '') } }),
  ),
  response('405 as 404', 'A wrong method is 404.', (answer) =>
    answer.status === 405
      ? {
          status: 404,
          headers: JSON_TYPE,
          body: '{"data":null,"error":{"status":404,"name":"NotFoundError","message":"Not Found","details":{}}}',
        }
      : answer,
  ),
  response('unknown entry', 'An entry that does not exist is null.', (answer, one) =>
    answer.status === 404 && /^\/api\/[^/?]+\/[^/?]/.test(one.url)
      ? { status: 200, headers: JSON_TYPE, body: '{"data":null,"meta":{}}' }
      : answer,
  ),
]

const HEADERS: readonly Fault[] = [
  response('no Allow', 'A wrong method is answered without `allow`.', (answer) => ({
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => name !== 'allow')),
  })),
  response('no Vary', '`vary` is missing.', (answer) => ({
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => name !== 'vary')),
  })),
  response('problem', 'Errors are application/problem+json.', (answer) =>
    answer.status >= 400
      ? { ...answer, headers: { ...answer.headers, 'content-type': 'application/problem+json' } }
      : answer,
  ),
  request('small header', 'The scheme `bearer` is read in one spelling alone.', (one) => ({
    ...one,
    headers: Object.fromEntries(
      Object.entries(one.headers ?? {}).filter(
        ([name, value]) => name.toLowerCase() !== 'authorization' || value?.startsWith('Bearer ') === true,
      ),
    ),
  })),
]

export const SLIPS: readonly Fault[] = [
  ...VALUES,
  ...ORDER,
  ...FILTERS,
  ...PAGING,
  ...ROLES,
  ...LOCALES,
  ...ZONES,
  ...ERRORS,
  ...HEADERS,
]
