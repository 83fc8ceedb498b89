/**
 * Faults of servers, each a function around a sound server. They follow the pages of the documentation, one sentence
 * after another, and nothing in them knows a law.
 */
import type { ApiRequest, ApiResponse } from '../../src/reference/api.ts'
import { isList, isObject, type Json, type JsonObject } from '../../src/util/json.ts'

type Answer = (request: ApiRequest) => ApiResponse

/** A faulty server, and what it does. */
export interface ServerFault {
  readonly says: string
  readonly around: (answer: Answer) => Answer
}

/** A parameter by its decoded name. */
type Pair = readonly [name: string, value: string | undefined]

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const encoded = ([name, value]: Pair): string =>
  value === undefined ? encodeURIComponent(name) : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`

function pairsOf(url: string): readonly Pair[] {
  const [, search = ''] = url.split('?')
  return search
    .split('&')
    .filter((part) => part !== '' && !/[^\x21-\x7e]/.test(part))
    .map((part): Pair => {
      const at = part.indexOf('=')
      return at < 0 ? [decoded(part), undefined] : [decoded(part.slice(0, at)), decoded(part.slice(at + 1))]
    })
}

/** Reads other parameters than those that were sent. A request that the sound server refuses stays refused. */
const reads = (says: string, change: (pairs: readonly Pair[]) => readonly Pair[]): ServerFault => ({
  says,
  around: (answer) => (request) => {
    const sound = answer(request)
    const [path = ''] = request.url.split('?')
    if (sound.status !== 200) return sound
    const sent = pairsOf(request.url)
    const read = change(sent)
    if (JSON.stringify(read) === JSON.stringify(sent)) return sound
    const other = answer({ ...request, url: `${path}?${read.map(encoded).join('&')}` })
    return other.status === 200 ? other : sound
  },
})

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Shows another body, of the answers with data. */
const shows = (
  says: string,
  change: (body: JsonObject, request: ApiRequest) => Json,
  isFor: (status: number) => boolean = (status) => status === 200,
): ServerFault => ({
  says,
  around: (answer) => (request) => {
    const sound = answer(request)
    if (!isFor(sound.status) || sound.body === '') return sound
    const json = parsed(sound.body)
    return isObject(json) ? { ...sound, body: JSON.stringify(change(json, request)) } : sound
  },
})

const renamed = (from: RegExp, to: string) => (pairs: readonly Pair[]) =>
  pairs.map(([name, value]): Pair => [name.replaceAll(from, to), value])
const operator = (from: string, to: string): ServerFault =>
  reads(`${from} works as ${to}.`, renamed(new RegExp(`\\[\\${from}\\]`, 'g'), `[${to}]`))
const dropped = (says: string, isDropped: (name: string, pairs: readonly Pair[]) => boolean): ServerFault =>
  reads(says, (pairs) => pairs.filter(([name]) => !isDropped(name, pairs)))

/** Changes every entry below `data`, with its depth. */
function each(json: Json, change: (entry: JsonObject, depth: number) => Json, depth = 0): Json {
  if (isList(json)) return json.map((one) => each(one, change, depth))
  if (!isObject(json)) return json
  const below = Object.entries(json).map(([name, value]) => [name, each(value, change, depth + 1)] as const)
  const entry = Object.fromEntries(below)
  return entry.id === undefined ? entry : change(entry, depth)
}
const entries = (says: string, change: (entry: JsonObject, depth: number) => Json): ServerFault =>
  shows(says, (body) => ({ ...body, data: each(body.data ?? null, change) }))
const values = (says: string, change: (value: Json, name: string) => Json): ServerFault =>
  entries(says, (entry) =>
    Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, change(value, name)])),
  )
const withMeta = (body: JsonObject, change: (pagination: JsonObject) => JsonObject): JsonObject => {
  const { meta } = body
  if (!isObject(meta) || !isObject(meta.pagination)) return body
  return { ...body, meta: { ...meta, pagination: change(meta.pagination) } }
}
const counted = (says: string, change: (pagination: JsonObject, data: Json) => JsonObject): ServerFault =>
  shows(says, (body) => withMeta(body, (pagination) => change(pagination, body.data ?? null)))
const isPart = (value: Json): boolean => isObject(value) && value.id !== undefined
const hasParts = (value: Json): value is readonly Json[] =>
  isList(value) && value.length > 1 && value.every(isPart)
const topName = (name: string): string => name.split('[')[0] ?? ''
const without = (object: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

const FILTERS: readonly ServerFault[] = [
  operator('$eqi', '$eq'),
  operator('$ne', '$eq'),
  operator('$nei', '$ne'),
  operator('$lt', '$lte'),
  operator('$lte', '$lt'),
  operator('$gt', '$gte'),
  operator('$gte', '$gt'),
  operator('$contains', '$containsi'),
  operator('$notContains', '$contains'),
  operator('$containsi', '$contains'),
  operator('$notContainsi', '$notContains'),
  operator('$notNull', '$null'),
  operator('$startsWith', '$contains'),
  operator('$startsWithi', '$startsWith'),
  operator('$endsWith', '$startsWith'),
  operator('$endsWithi', '$endsWith'),
  operator('$or', '$and'),
  operator('$and', '$or'),
  dropped('$in looks at its first value alone.', (name) => /\[\$in\]\[[1-9]\d*\]$/.test(name)),
  dropped('$notIn looks at its first value alone.', (name) => /\[\$notIn\]\[[1-9]\d*\]$/.test(name)),
  reads('$null=false works as $null=true.', (pairs) =>
    pairs.map(([name, value]): Pair => [name, name.endsWith('[$null]') ? 'true' : value]),
  ),
  reads('$not is left out.', renamed(/\[\$not\](?:\[\d+\])?/g, '')),
  dropped('Only the first filter counts.', (name, pairs) => {
    const first = pairs.find(([one]) => topName(one) === 'filters')?.[0].split('[')[1]
    return topName(name) === 'filters' && name.split('[')[1] !== first
  }),
  dropped('A filter on a relation is ignored.', (name) => /^filters\[[a-z]\w*\]\[[a-z]/.test(name)),
  reads('A filter without an operator finds what contains the value.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [/^filters\[[a-z]\w*\]$/.test(name) ? `${name}[$contains]` : name, value],
    ),
  ),
  dropped('A filter inside a populate is ignored.', (name) => /^populate.*\[filters\]/.test(name)),
]

const ORDER: readonly ServerFault[] = [
  reads('Every sort is ascending.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [name, topName(name) === 'sort' ? value?.replaceAll(/desc/gi, 'asc') : value],
    ),
  ),
  reads('Only the first key of a sort counts.', (pairs) =>
    pairs.map(([name, value]): Pair => [name, name === 'sort' ? value?.split(',')[0] : value]),
  ),
  dropped('A sort is ignored.', (name) => topName(name) === 'sort'),
  dropped('A sort as a list is ignored.', (name) => /^sort\[\d*\]$/.test(name)),
  dropped('A sort inside a populate is ignored.', (name) => /^populate.*\[sort\]/.test(name)),
  shows('A list with a sort is in the opposite order.', (body, { url }) =>
    isList(body.data) && /[?&]sort/.test(decoded(url)) ? { ...body, data: body.data.toReversed() } : body,
  ),
]

const PAGES: readonly ServerFault[] = [
  reads('Pages are counted from 0.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [name, name === 'pagination[page]' ? String(Number(value) + 1) : value],
    ),
  ),
  dropped('`pageSize` is ignored.', (name) => name === 'pagination[pageSize]'),
  dropped('`limit` is ignored.', (name) => name === 'pagination[limit]'),
  dropped('`withCount` is ignored.', (name) => name === 'pagination[withCount]'),
  reads('`start` is counted from 1.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [
        name,
        name === 'pagination[start]' ? String(Math.max(Number(value) - 1, 0)) : value,
      ],
    ),
  ),
  counted('`total` is the number of entries on the page.', (pagination, data) =>
    'total' in pagination && isList(data) ? { ...pagination, total: data.length } : pagination,
  ),
  counted('`pageCount` is one too small.', (pagination) =>
    typeof pagination.pageCount === 'number' && pagination.pageCount > 1
      ? { ...pagination, pageCount: pagination.pageCount - 1 }
      : pagination,
  ),
  counted('`page` is always 1.', (pagination) =>
    'page' in pagination ? { ...pagination, page: 1 } : pagination,
  ),
  shows('A full page lacks its last entry.', (body) =>
    isList(body.data) && body.data.length > 1 ? { ...body, data: body.data.slice(0, -1) } : body,
  ),
]

const SELECTION: readonly ServerFault[] = [
  dropped('`fields` is ignored.', (name) => topName(name) === 'fields'),
  dropped('`fields` inside a populate is ignored.', (name) => /^populate.*\[fields\]/.test(name)),
  dropped('Only the first of the `fields` counts.', (name) => /^fields\[[1-9]\d*\]$/.test(name)),
  shows('With `fields` an entry has no documentId.', (body, { url }) =>
    /[?&]fields/.test(decoded(url))
      ? {
          ...body,
          data: each(body.data ?? null, (entry, depth) =>
            depth === 0 ? without(entry, 'documentId') : entry,
          ),
        }
      : body,
  ),
  dropped('Only the first name of a list of `populate` counts.', (name) =>
    /^populate\[[1-9]\d*\]$/.test(name),
  ),
  dropped('A populate inside a populate is ignored.', (name) => /^populate.*\[populate\]/.test(name)),
  reads('Of a dotted path the first name alone is populated.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [
        name,
        topName(name) === 'populate' ? value?.replaceAll(/(\w+)\.[\w.]+/g, '$1') : value,
      ],
    ),
  ),
  values('A populated list has its first entry alone.', (value) =>
    hasParts(value) ? value.slice(0, 1) : value,
  ),
  values('A populated list is in the opposite order.', (value) =>
    hasParts(value) ? value.toReversed() : value,
  ),
  values('A populated relation without an entry is left out as an empty object.', (value) =>
    value === null ? {} : value,
  ),
  entries('Elements of a zone do not name their component.', (entry) => without(entry, '__component')),
]

const VERSIONS: readonly ServerFault[] = [
  dropped('`locale` is ignored.', (name) => topName(name) === 'locale'),
  reads('`locale=*` is the default locale.', (pairs) =>
    pairs.filter(([name, value]) => !(name === 'locale' && value === '*')),
  ),
  dropped('`status` is ignored.', (name) => topName(name) === 'status'),
  reads('Without `status`, drafts are shown.', (pairs) =>
    pairs.some(([name]) => name === 'status') ? pairs : [...pairs, ['status', 'draft']],
  ),
  dropped('`_q` is ignored.', (name) => name === '_q'),
  reads('`_q` finds no text with a capital.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [name, name === '_q' && value !== value?.toLowerCase() ? `${value}~` : value],
    ),
  ),
]

const TRACE =
  'TypeError: x is undefined\n    at handler (/srv/app/node_modules/@strapi/core/dist/index.js:12:3)'
const FORM: readonly ServerFault[] = [
  shows('Entries have their values in `attributes`.', (body) => ({
    ...body,
    data: each(body.data ?? null, ({ id = null, ...attributes }) => ({ id, attributes })),
  })),
  shows('There is no `meta`.', (body) => without(body, 'meta')),
  shows('An entry is answered as a list.', (body) => ({ ...body, data: [body.data ?? null].flat() })),
  values('Booleans are 1 and 0.', (value) => (typeof value === 'boolean' ? Number(value) : value)),
  values('Ids are texts.', (value, name) => (name === 'id' ? String(value) : value)),
  values('Instants are seconds.', (value, name) =>
    /^(createdAt|updatedAt)$/.test(name) ? Math.floor(Date.parse(String(value)) / 1000) : value,
  ),
  entries('Values that are missing are left out.', (entry) =>
    Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)),
  ),
  entries('Components have the id 1.', (entry) =>
    entry.documentId === undefined ? { ...entry, id: 1 } : entry,
  ),
  shows(
    'An error has a stack trace.',
    (body) => ({ ...body, error: { ...Object(body.error), details: { stack: TRACE } } }),
    (status) => status >= 400,
  ),
  shows(
    'An error is a text.',
    () => ({ error: 'failed' }),
    (status) => status >= 400,
  ),
  {
    says: 'What may not be found is 404.',
    around: (answer) => (request) => {
      const sound = answer(request)
      return sound.status === 403 ? { ...sound, status: 404 } : sound
    },
  },
  {
    says: 'An unknown token is nobody.',
    around: (answer) => (request) => {
      const sound = answer(request)
      return sound.status === 401 ? answer({ ...request, headers: {} }) : sound
    },
  },
  {
    says: 'What is wrong in a query is ignored.',
    around: (answer) => (request) => {
      const sound = answer(request)
      return sound.status === 400 ? answer({ ...request, url: request.url.split('?')[0] ?? '' }) : sound
    },
  },
]

export const SERVER_FAULTS: readonly ServerFault[] = [
  ...FILTERS,
  ...ORDER,
  ...PAGES,
  ...SELECTION,
  ...VERSIONS,
  ...FORM,
]
