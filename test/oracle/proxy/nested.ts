import type { Json } from '../../../src/util/json.ts'
import { everyValue, type Fault, isObject, pagination } from '../faulty.ts'
import type { Blunder } from './blunders.ts'
import {
  bodyOf,
  eachPart,
  ignoring,
  partsOf,
  pathOf,
  query,
  refused,
  response,
  withBody,
  withParts,
} from './kit.ts'

const nested = (fault: Fault, ...accepted: readonly string[]): Blunder => ({ fault, accepted })

const namesOf = (key: string): readonly string[] => key.replaceAll(']', '').split('[')
const keyOf = ([root = '', ...names]: readonly string[]): string =>
  `${root}${names.map((name) => `[${name}]`).join('')}`

const KEYS: readonly Blunder[] = [
  nested(
    eachPart('five levels', 'The brackets after the fifth pair are one name.', (key, value) => {
      const names = namesOf(key)
      return names.length <= 6
        ? [key, value]
        : [keyOf([...names.slice(0, 6), names.slice(6).join('.')]), value]
    }),
    'query.brackets',
  ),
  nested(
    eachPart('one level', 'Only the first pair of brackets is read.', (key, value) => [
      keyOf(namesOf(key).slice(0, 2)),
      value,
    ]),
    'query.brackets',
  ),
  nested(
    eachPart('twenty items', 'A list with an index above 20 is an object.', (key, value) => [
      keyOf(namesOf(key).map((name) => (/^\d+$/.test(name) && Number(name) > 20 ? `k${name}` : name))),
      value,
    ]),
    'query.brackets',
  ),
  nested(
    eachPart('nested populate', 'A populate inside a populate has no effect.', (key, value) => {
      const [root = '', name = '', option] = namesOf(key)
      return root === 'populate' && option === 'populate' ? [`populate[${name}]`, 'true'] : [key, value]
    }),
    'populate.form.nested',
  ),
  nested(
    ignoring('no withCount', '`withCount` has no effect.', (key) => key === 'pagination[withCount]'),
    'pagination.with-count',
  ),
  nested(
    query('whole beside withCount', 'Beside `withCount`, the page has no effect.', (parts) =>
      parts.some(([key]) => key === 'pagination[withCount]')
        ? parts.filter(([key]) => !/^pagination\[page(Size)?\]$/.test(key))
        : parts,
    ),
    'pagination.page',
  ),
]

const NAMES: readonly Blunder[] = [
  nested(
    eachPart('first of a path', 'A dotted path in `populate` populates its first name.', (key, value) =>
      /^populate(\[\d*\])?$/.test(key)
        ? [
            key,
            value
              .split(',')
              .map((path) => path.split('.', 1)[0])
              .join(),
          ]
        : [key, value],
    ),
    'populate.form.component-path',
  ),
  nested(
    response('comma in a name', 'A text with commas in `populate` is one name.', (answer, one) =>
      answer.status === 200 && partsOf(one).some(([key, value]) => key === 'populate' && value.includes(','))
        ? refused(400, 'ValidationError', 'Invalid key')
        : answer,
    ),
    'populate.form.several',
  ),
  nested(
    response('star as a name', 'A star in `fields` is a name.', (answer, one) =>
      answer.status === 200 && partsOf(one).some(([key, value]) => key.startsWith('fields') && value === '*')
        ? refused(400, 'ValidationError', 'Invalid key *')
        : answer,
    ),
    'fields.one',
  ),
  nested(
    query('star beside names', 'A star beside other names in `fields` has no effect.', (parts) => {
      const isStar = ([key, value]: readonly [string, string]): boolean =>
        key.startsWith('fields') && value === '*'
      const isAlone = parts.filter(([key]) => key.startsWith('fields')).length < 2
      return parts
        .filter((part) => isAlone || !isStar(part))
        .map(([key, value]) =>
          key === 'fields' && value.includes(',')
            ? [
                key,
                value
                  .split(',')
                  .filter((name) => name !== '*')
                  .join(),
              ]
            : [key, value],
        )
    }),
    ...['fields.one', 'fields.several'],
  ),
  nested(
    ignoring('no implicit', 'A condition without an operator has no effect.', (key) => {
      const names = namesOf(key).slice(1)
      return key.startsWith('filters[') && !names.some((name) => /^\$(?!and|or|not$)/.test(name))
    }),
    'filters.implicit',
  ),
  nested(
    ignoring('no $not', 'A condition with `$not` has no effect.', (key) => key.includes('[$not]')),
    'filters.op.$not',
  ),
  nested(
    query('no deep sort', 'A sort through a link has no effect.', (parts) =>
      parts.filter(
        ([key, value]) => !(key.startsWith('sort') && (value.includes('.') || /\[\w+\]\[/.test(key))),
      ),
    ),
    'sort.through',
  ),
]

const PATHS: readonly Blunder[] = [
  nested(
    response('no HEAD', 'HEAD is not a method.', (answer, { method }) =>
      method === 'HEAD' ? { status: 405, headers: { allow: 'GET' }, body: '' } : answer,
    ),
    'endpoint.method',
  ),
  nested(
    response('no OPTIONS', 'OPTIONS is not a path.', (answer, { method }) =>
      method === 'OPTIONS' ? refused(404, 'NotFoundError', 'Not Found') : answer,
    ),
    'endpoint.cors',
  ),
  nested(
    response('no entry', 'The path of one entry is not found.', (answer, one) =>
      pathOf(one.url).length === 2 && one.method === 'GET'
        ? refused(404, 'NotFoundError', 'Not Found')
        : answer,
    ),
    'endpoint.document',
  ),
  nested(
    response('raw paths', 'A path is not decoded.', (answer, { url }) =>
      (url.split('?', 1)[0] ?? '').includes('%') ? refused(404, 'NotFoundError', 'Not Found') : answer,
    ),
    'endpoint.spelling',
  ),
]

/** Swaps the links of the version 4 for those of version 5. */
const unwrapped = (json: Json): Json =>
  isObject(json) && isObject(json.data) && isObject(json.data.attributes)
    ? { id: json.data.id ?? null, ...json.data.attributes }
    : json

const ANSWERS: readonly Blunder[] = [
  nested(
    response(
      'v4 at the root',
      'In the format of version 4, the links keep the format of version 5.',
      (answer, one) => {
        const body = bodyOf(answer)
        if (one.headers?.['strapi-response-format'] !== 'v4' || body === undefined) return answer
        const flat = (entry: Json): Json =>
          isObject(entry) && isObject(entry.attributes)
            ? {
                ...entry,
                attributes: Object.fromEntries(
                  Object.entries(entry.attributes).map(([name, value]) => [name, unwrapped(value)]),
                ),
              }
            : entry
        const { data = null } = body
        return withBody(answer, { ...body, data: Array.isArray(data) ? data.map(flat) : flat(data) })
      },
    ),
    'format.v4',
  ),
  nested(
    everyValue('UTF-8 twice', 'The texts of answers are encoded twice.', (value) =>
      typeof value === 'string' ? Buffer.from(value, 'utf8').toString('latin1') : value,
    ),
    ...['endpoint.content-type', 'entry.types.string'],
  ),
  nested(
    response('page 0', 'The first page is page 0.', (answer, one, ask) => {
      const parts = partsOf(one)
      const page = parts.find(([key]) => key === 'pagination[page]')?.[1]
      if (page === undefined || !/^\d+$/.test(page)) return answer
      const next = ask(
        withParts(
          one,
          parts.map(([key, value]) => [key, key === 'pagination[page]' ? String(Number(page) + 1) : value]),
        ),
      )
      const body = bodyOf(next)
      return body === undefined
        ? next
        : withBody(
            next,
            pagination(body, (all) => ({ ...all, page: Number(page) })),
          )
    }),
    'pagination.page',
  ),
  nested(
    query('newest', 'Without a sort, the newest entry is first.', (parts) =>
      parts.some(([key]) => key.startsWith('sort')) ? parts : [...parts, ['sort', 'id:desc']],
    ),
    'sort.ties',
  ),
  nested(
    response('query first', 'The query is checked before the permission.', (answer, one, ask) => {
      if (answer.status !== 403) return answer
      const open = ask({ ...one, headers: { ...one.headers, authorization: 'Bearer admin-token' } })
      return open.status === 400 ? open : answer
    }),
    'endpoint.first-error',
  ),
  nested(
    response('sort last', 'The parameters are checked in another order.', (answer, one, ask) => {
      if (answer.status !== 400) return answer
      const checked = ['populate', 'fields', 'filters', 'sort']
      const rootOf = (key: string): string => namesOf(key)[0] ?? ''
      for (const root of checked) {
        const parts = partsOf(one).filter(([key]) => rootOf(key) === root || !checked.includes(rootOf(key)))
        const other = ask(withParts(one, parts))
        if (other.status === 400 && other.body.includes(`"param":"${root}"`)) return other
      }
      return answer
    }),
    'endpoint.first-error',
  ),
]

export const NESTED: readonly Blunder[] = [...KEYS, ...NAMES, ...PATHS, ...ANSWERS]
