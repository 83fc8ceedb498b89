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
  everyValue('no minus', 'The server wrongly omits the sign of negative numbers.', (value) =>
    typeof value === 'number' ? Math.abs(value) : value,
  ),
  everyValue('ASCII', 'The server wrongly replaces letters outside ASCII by question marks.', (value) =>
    typeof value === 'string' ? value.replaceAll(/[^\x20-\x7e\n]/gu, '?') : value,
  ),
  everyValue('one line', 'The server wrongly replaces line breaks in texts by blanks.', (value) =>
    typeof value === 'string' ? value.replaceAll('\n', ' ') : value,
  ),
  everyValue('epoch', 'The server wrongly answers datetimes as numbers of milliseconds.', (value) =>
    isInstant(value) ? Date.parse(value) : value,
  ),
  everyObject('no alternative texts', 'The server wrongly omits the alternative text of files.', (object) =>
    'alternativeText' in object ? without(object, 'alternativeText') : object,
  ),
  everyValue('cut', 'The server wrongly cuts texts after 40 characters.', (value, key) =>
    typeof value === 'string' && !/url|hash|Id|At$/i.test(key) ? value.slice(0, 40) : value,
  ),
]

const ORDER: readonly Fault[] = [
  query(
    'newest first',
    'The server wrongly lists the newest entry first if the request has no sort.',
    (parts) =>
      parts.some(([key]) => key.startsWith('sort')) ? parts : [...parts, ['sort', 'createdAt:desc']],
  ),
  query('last key', 'The server wrongly sorts only by the last of several keys.', (parts) => {
    const keys = parts.filter(([key]) => /^sort\[\d+\]/.test(key))
    return parts.filter((part) => !keys.slice(0, -1).includes(part))
  }),
  eachPart(
    'no comma in sort',
    'The server wrongly reads only the first key of a sort with a comma.',
    (key, value) => [key, key === 'sort' ? (value.split(',')[0] ?? '') : value],
  ),
  response(
    'sorted page',
    'The server wrongly cuts the page before it sorts the entries.',
    (answer, one, ask) => {
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
    },
  ),
]

const FILTERS: readonly Fault[] = [
  eachPart('$and as $or', 'The server wrongly reads `$and` as `$or`.', (key, value) => [
    key.replaceAll('[$and]', '[$or]'),
    value,
  ]),
  eachPart(
    'exact search',
    'The server wrongly makes a search as case-sensitive as `$containsi`.',
    (key, value) => [key.replace('[$startsWithi]', '[$startsWith]'), value],
  ),
  query(
    'one filter',
    'The server wrongly reads only the filters of the first attribute in the query.',
    (parts) => {
      const first = parts.find(([key]) => key.startsWith('filters['))?.[0].split('[')[1]
      return parts.filter(([key]) => !key.startsWith('filters[') || key.split('[')[1] === first)
    },
  ),
  query('not equal and null', 'The server wrongly finds entries without a value for `$ne`.', (parts) => {
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
  ignoring('no filters on components', 'The server wrongly ignores a filter on a component.', (key) =>
    /^filters\[(location|openingHours|seo|hero|address|menu|hours|parts?|blocks)\]/.test(key),
  ),
  eachPart(
    'wildcards',
    'The server wrongly lets a per cent sign in a filter match any text.',
    (key, value) => [key, key.startsWith('filters') ? value.replaceAll('%', '') : value],
  ),
  eachPart('null as text', 'The server wrongly reads the text `null` as no value.', (key, value) =>
    key.startsWith('filters') && value === 'null'
      ? [key.replace(/\[\$eq\]$/, '[$null]'), 'true']
      : [key, value],
  ),
]

const PAGING: readonly Fault[] = [
  eachPart('page from 0', 'The server wrongly counts pages from 0.', (key, value) =>
    key === 'pagination[page]' && /^\d+$/.test(value) ? [key, String(Number(value) + 1)] : [key, value],
  ),
  query('limit is the end', 'The server wrongly reads `limit` as the index of the last entry.', (parts) => {
    const start = Number(parts.find(([key]) => key === 'pagination[start]')?.[1] ?? 0)
    return parts.map(([key, value]) =>
      key === 'pagination[limit]' && Number(value) > start && start > 0
        ? [key, String(Number(value) - start)]
        : [key, value],
    )
  }),
  spoiled('one page of nothing', 'The server wrongly counts one page for an empty list.', (body) =>
    pagination(body, (page) => ('pageCount' in page && page.total === 0 ? { ...page, pageCount: 1 } : page)),
  ),
  spoiled(
    'size of the page',
    'The server wrongly states the number of entries on the page as `pageSize`.',
    (body) =>
      pagination(body, (page) =>
        'pageSize' in page && Array.isArray(body.data) ? { ...page, pageSize: body.data.length } : page,
      ),
  ),
  ignoring(
    'always counted',
    'The server wrongly counts the total for every request.',
    (key) => key === 'pagination[withCount]',
  ),
]

const ROLES: readonly Fault[] = [
  response(
    'empty instead of forbidden',
    'The server wrongly answers a forbidden list with an empty list.',
    (answer, one) =>
      answer.status === 403 && !/^\/api\/[^/?]+\/[^/?]/.test(one.url)
        ? { status: 200, headers: JSON_TYPE, body: '{"data":[],"meta":{}}' }
        : answer,
  ),
  response(
    'forbidden is missing',
    'The server wrongly answers 404 to a request without permission.',
    (answer) =>
      answer.status === 403
        ? {
            status: 404,
            headers: JSON_TYPE,
            body: '{"data":null,"error":{"status":404,"name":"NotFoundError","message":"Not Found","details":{}}}',
          }
        : answer,
  ),
  edited(
    'links to anything',
    'The server wrongly populates a relation without a permission.',
    ({ access }) => {
      for (const role of Object.values(access.roles)) {
        for (const name of ['author', 'ledger', 'review', 'bookmark', 'category', 'article'])
          role.permissions.push(`api::${name}.${name}.find`)
      }
    },
  ),
]

const LOCALES: readonly Fault[] = [
  eachPart(
    'unknown locale',
    'The server wrongly reads an unknown locale as the default locale.',
    (key, value) =>
      key === 'locale' && !['en', 'fr', 'de', '*'].includes(value) ? [key, 'en'] : [key, value],
  ),
  everyObject(
    'itself a localization',
    'The server wrongly lists an entry among its own localizations.',
    (object) =>
      Array.isArray(object.localizations) && isEntry(object)
        ? { ...object, localizations: [without(object, 'localizations'), ...object.localizations] }
        : object,
  ),
  eachPart(
    'locale by case',
    'The server wrongly reads the parameter `locale` in lower case.',
    (key, value) => (key === 'locale' ? [key, value.toLowerCase()] : [key, value]),
  ),
  eachPart('status by case', 'The server wrongly accepts the status in any letter case.', (key, value) =>
    key === 'status' ? [key, value.toLowerCase()] : [key, value],
  ),
]

const ZONES: readonly Fault[] = [
  query('one kind', 'The server wrongly reads only the last of several types in `on`.', (parts) => {
    const kinds = [...new Set(parts.flatMap(([key]) => /\[on\]\[([^\]]+)\]/.exec(key)?.[1] ?? []))]
    return parts.filter(([key]) => {
      const kind = /\[on\]\[([^\]]+)\]/.exec(key)?.[1]
      return kind === undefined || kind === kinds.at(-1)
    })
  }),
  everyObject('kinds first', 'The server wrongly states the type of a component under `type`.', (object) => {
    const { __component: kind, ...rest } = object
    return kind === undefined ? object : { type: kind, ...rest }
  }),
  ignoring('no fields of zones', 'The server wrongly ignores `fields` inside `on`.', (key) =>
    /\[on\]\[[^\]]+\]\[fields\]/.test(key),
  ),
  eachPart('count true', 'The server wrongly ignores `count` of a populated list.', (key, value) =>
    key.startsWith('populate') && key.endsWith('[count]') ? ['x', value] : [key, value],
  ),
]

const ERRORS: readonly Fault[] = [
  refusal('full stop', 'The server wrongly ends messages with a full stop.', (error, answer) =>
    withBody(answer, { data: null, error: { ...error, message: `${String(error.message)}.` } }),
  ),
  refusal('plain errors', 'The server wrongly answers an error as a plain text.', (error, answer) => ({
    status: answer.status,
    headers: { 'content-type': 'text/plain' },
    body: String(error.message),
  })),
  refusal('names of classes', 'The server wrongly omits "Error" from the names of errors.', (error, answer) =>
    withBody(answer, { data: null, error: { ...error, name: String(error.name).replace(/Error$/, '') } }),
  ),
  response('405 as 404', 'The server wrongly answers 404 to a wrong method.', (answer) =>
    answer.status === 405
      ? {
          status: 404,
          headers: JSON_TYPE,
          body: '{"data":null,"error":{"status":404,"name":"NotFoundError","message":"Not Found","details":{}}}',
        }
      : answer,
  ),
  response(
    'unknown entry',
    'The server wrongly answers null for an entry that does not exist.',
    (answer, one) =>
      answer.status === 404 && /^\/api\/[^/?]+\/[^/?]/.test(one.url)
        ? { status: 200, headers: JSON_TYPE, body: '{"data":null,"meta":{}}' }
        : answer,
  ),
]

const HEADERS: readonly Fault[] = [
  response('no Allow', 'The server wrongly omits `allow` from the answer to a wrong method.', (answer) => ({
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => name !== 'allow')),
  })),
  response('no Vary', 'The server wrongly omits `vary`.', (answer) => ({
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => name !== 'vary')),
  })),
  response('problem', 'The server wrongly sends errors as application/problem+json.', (answer) =>
    answer.status >= 400
      ? { ...answer, headers: { ...answer.headers, 'content-type': 'application/problem+json' } }
      : answer,
  ),
  request('small header', 'The server wrongly reads the scheme `bearer` in only one letter case.', (one) => ({
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
