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
    eachPart(
      'five levels',
      'The server wrongly reads the brackets after the fifth pair as one name.',
      (key, value) => {
        const names = namesOf(key)
        return names.length <= 6
          ? [key, value]
          : [keyOf([...names.slice(0, 6), names.slice(6).join('.')]), value]
      },
    ),
    'query.brackets',
  ),
  nested(
    eachPart('one level', 'The server wrongly reads only the first pair of brackets.', (key, value) => [
      keyOf(namesOf(key).slice(0, 2)),
      value,
    ]),
    'query.brackets',
  ),
  nested(
    eachPart(
      'twenty items',
      'The server wrongly reads a list with an index above 20 as an object.',
      (key, value) => [
        keyOf(namesOf(key).map((name) => (/^\d+$/.test(name) && Number(name) > 20 ? `k${name}` : name))),
        value,
      ],
    ),
    'query.brackets',
  ),
  nested(
    eachPart('nested populate', 'The server wrongly ignores a populate inside a populate.', (key, value) => {
      const [root = '', name = '', option] = namesOf(key)
      return root === 'populate' && option === 'populate' ? [`populate[${name}]`, 'true'] : [key, value]
    }),
    'populate.form.nested',
  ),
  nested(
    ignoring(
      'no withCount',
      'The server wrongly ignores `withCount`.',
      (key) => key === 'pagination[withCount]',
    ),
    'pagination.with-count',
  ),
  nested(
    query(
      'whole beside withCount',
      'The server wrongly ignores the page if the request has `withCount`.',
      (parts) =>
        parts.some(([key]) => key === 'pagination[withCount]')
          ? parts.filter(([key]) => !/^pagination\[page(Size)?\]$/.test(key))
          : parts,
    ),
    'pagination.page',
  ),
]

const NAMES: readonly Blunder[] = [
  nested(
    eachPart(
      'first of a path',
      'The server wrongly populates only the first name of a dotted path.',
      (key, value) =>
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
    response(
      'comma in a name',
      'The server wrongly reads a text with commas in `populate` as one name.',
      (answer, one) =>
        answer.status === 200 &&
        partsOf(one).some(([key, value]) => key === 'populate' && value.includes(','))
          ? refused(400, 'ValidationError', 'Invalid key')
          : answer,
    ),
    'populate.form.several',
  ),
  nested(
    response('star as a name', 'The server wrongly reads a star in `fields` as a name.', (answer, one) =>
      answer.status === 200 && partsOf(one).some(([key, value]) => key.startsWith('fields') && value === '*')
        ? refused(400, 'ValidationError', 'Invalid key *')
        : answer,
    ),
    'fields.one',
  ),
  nested(
    query(
      'star beside names',
      'The server wrongly ignores a star beside other names in `fields`.',
      (parts) => {
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
      },
    ),
    ...['fields.one', 'fields.several'],
  ),
  nested(
    ignoring('no implicit', 'The server wrongly ignores a condition without an operator.', (key) => {
      const names = namesOf(key).slice(1)
      return key.startsWith('filters[') && !names.some((name) => /^\$(?!and|or|not$)/.test(name))
    }),
    'filters.implicit',
  ),
  nested(
    ignoring('no $not', 'The server wrongly ignores a condition with `$not`.', (key) =>
      key.includes('[$not]'),
    ),
    'filters.op.$not',
  ),
  nested(
    query('no deep sort', 'The server wrongly ignores a sort through a relation.', (parts) =>
      parts.filter(
        ([key, value]) => !(key.startsWith('sort') && (value.includes('.') || /\[\w+\]\[/.test(key))),
      ),
    ),
    'sort.through',
  ),
]

const PATHS: readonly Blunder[] = [
  nested(
    response('no HEAD', 'The server wrongly answers 405 to HEAD.', (answer, { method }) =>
      method === 'HEAD' ? { status: 405, headers: { allow: 'GET' }, body: '' } : answer,
    ),
    'endpoint.method',
  ),
  nested(
    response('no OPTIONS', 'The server wrongly answers 404 to OPTIONS.', (answer, { method }) =>
      method === 'OPTIONS' ? refused(404, 'NotFoundError', 'Not Found') : answer,
    ),
    'endpoint.cors',
  ),
  nested(
    response('no entry', 'The server wrongly answers 404 to the path of one entry.', (answer, one) =>
      pathOf(one.url).length === 2 && one.method === 'GET'
        ? refused(404, 'NotFoundError', 'Not Found')
        : answer,
    ),
    'endpoint.document',
  ),
  nested(
    response('raw paths', 'The server wrongly does not decode paths.', (answer, { url }) =>
      (url.split('?', 1)[0] ?? '').includes('%') ? refused(404, 'NotFoundError', 'Not Found') : answer,
    ),
    'endpoint.spelling',
  ),
]

/** Converts linked entries from the response format of Strapi 4 to the format of Strapi 5. */
const unwrapped = (json: Json): Json =>
  isObject(json) && isObject(json.data) && isObject(json.data.attributes)
    ? { id: json.data.id ?? null, ...json.data.attributes }
    : json

const ANSWERS: readonly Blunder[] = [
  nested(
    response(
      'v4 at the root',
      'The server wrongly answers links in the format of version 5 if the request asks for version 4.',
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
    everyValue('UTF-8 twice', 'The server wrongly encodes the texts of answers twice.', (value) =>
      typeof value === 'string' ? Buffer.from(value, 'utf8').toString('latin1') : value,
    ),
    ...['endpoint.content-type', 'entry.types.string'],
  ),
  nested(
    response('page 0', 'The server wrongly counts pages from 0.', (answer, one, ask) => {
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
    query('newest', 'The server wrongly lists the newest entry first if the request has no sort.', (parts) =>
      parts.some(([key]) => key.startsWith('sort')) ? parts : [...parts, ['sort', 'id:desc']],
    ),
    'sort.ties',
  ),
  nested(
    response(
      'query first',
      'The server wrongly checks the query before the permission.',
      (answer, one, ask) => {
        if (answer.status !== 403) return answer
        const open = ask({ ...one, headers: { ...one.headers, authorization: 'Bearer admin-token' } })
        return open.status === 400 ? open : answer
      },
    ),
    'endpoint.first-error',
  ),
  nested(
    response(
      'sort last',
      'The server wrongly checks the parameters in another order.',
      (answer, one, ask) => {
        if (answer.status !== 400) return answer
        const checked = ['populate', 'fields', 'filters', 'sort']
        const rootOf = (key: string): string => namesOf(key)[0] ?? ''
        for (const root of checked) {
          const parts = partsOf(one).filter(([key]) => rootOf(key) === root || !checked.includes(rootOf(key)))
          const other = ask(withParts(one, parts))
          if (other.status === 400 && other.body.includes(`"param":"${root}"`)) return other
        }
        return answer
      },
    ),
    'endpoint.first-error',
  ),
]

export const NESTED: readonly Blunder[] = [...KEYS, ...NAMES, ...PATHS, ...ANSWERS]
