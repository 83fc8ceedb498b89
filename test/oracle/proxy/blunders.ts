/**
 * A third list of faulty servers. To avoid bias, their faults were written without a look at the rules, the suite
 * cases or the other lists, and duplicates were removed. For each fault, the list names the rules that count as the
 * right cause.
 */
import type { Graph } from '../../../src/reference/graph/graph.ts'
import type { Json } from '../../../src/util/json.ts'
import { editGraph } from '../../../src/writing/edit/edit.ts'
import {
  around,
  everyObject,
  everyValue,
  type Fault,
  isObject,
  pagination,
  right,
  spoiled,
  without,
} from '../faulty.ts'
import {
  type Answer,
  bodyOf,
  eachPart,
  ignoring,
  JSON_TYPE,
  partsOf,
  pathOf,
  query,
  refusal,
  refused,
  response,
  withBody,
  withParts,
} from './kit.ts'

/** A fault of a server, with the first causes of a report that count as right for the fault. */
export interface Blunder {
  readonly fault: Fault
  readonly accepted: readonly string[]
}

const blunder = (fault: Fault, ...accepted: readonly string[]): Blunder => ({ fault, accepted })
const INSTANTS = ['entry.types.date', 'entry.created-at', 'entry.updated-at', 'entry.published-at']

const WIRE: readonly Blunder[] = [
  blunder(
    response('errors as text/plain', 'The server wrongly sends errors as text/plain.', (answer) =>
      answer.status >= 400
        ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' } }
        : answer,
    ),
    'endpoint.content-type',
    'endpoint.error',
  ),
  blunder(
    response(
      'unknown lists',
      'The server wrongly answers an unknown path with an empty list.',
      (answer, one) =>
        answer.status === 404 && pathOf(one.url).length === 1
          ? { status: 200, headers: JSON_TYPE, body: '{"data":[],"meta":{}}' }
          : answer,
    ),
    'endpoint.not-found',
  ),
  blunder(
    refusal(
      'status as text',
      'The server wrongly answers the status in an error as a text.',
      (error, answer) => withBody(answer, { data: null, error: { ...error, status: String(error.status) } }),
    ),
    'endpoint.error',
  ),
  blunder(
    refusal('any error', 'The server wrongly gives every error the name "Error".', (error, answer) =>
      withBody(answer, { data: null, error: { ...error, name: 'Error' } }),
    ),
    'endpoint.error',
  ),
  blunder(
    refusal('no details', 'The server wrongly omits the details of errors.', (error, answer) =>
      withBody(answer, { data: null, error: without(error, 'details') }),
    ),
    'endpoint.error',
  ),
  blunder(
    response('bare lists', 'The server wrongly answers a list as an array without a wrapper.', (answer) => {
      const data = bodyOf(answer)?.data
      return Array.isArray(data) ? withBody(answer, data) : answer
    }),
    'endpoint.envelope',
    'list.data',
  ),
  blunder(
    response('HEAD is unknown', 'The server wrongly answers 404 to HEAD.', (answer, one) =>
      one.method === 'HEAD' ? { status: 404, headers: {}, body: '' } : answer,
    ),
    'endpoint.method',
  ),
  blunder(
    refusal(
      'own 404',
      'The server wrongly answers "Document not found" for every missing path or entry.',
      (error, answer) =>
        answer.status === 404
          ? withBody(answer, { data: null, error: { ...error, message: 'Document not found' } })
          : answer,
    ),
    'endpoint.not-found',
    'endpoint.error',
  ),
]

const VALUES: readonly Blunder[] = [
  blunder(
    everyValue('no milliseconds', 'The server wrongly omits the milliseconds of instants.', (value) =>
      typeof value === 'string' ? value.replace(/(T\d\d:\d\d:\d\d)\.\d{3}Z$/, '$1Z') : value,
    ),
    ...INSTANTS,
  ),
  blunder(
    everyObject('no nulls', 'The server wrongly omits members without a value.', (object, key) =>
      key === ''
        ? object
        : Object.fromEntries(
            Object.entries(object).filter(([name, value]) => name === 'data' || value !== null),
          ),
    ),
    'entry.answers-null',
  ),
  blunder(
    everyObject('no unset links', 'The server wrongly omits a relation without a link.', (object) =>
      Object.fromEntries(
        Object.entries(object).filter(([name, value]) => value !== null || !TO_ONE.includes(name)),
      ),
    ),
    'populate.to-one',
  ),
  blunder(
    everyObject(
      'no kinds',
      'The server wrongly omits the component names in the elements of a zone.',
      (object) => without(object, '__component'),
    ),
    'component.discriminator',
  ),
  blunder(
    everyObject(
      'formats as text',
      'The server wrongly answers `formats` of a file as a text that contains JSON.',
      (object) =>
        isObject(object.formats) ? { ...object, formats: JSON.stringify(object.formats) } : object,
    ),
    'media.formats',
  ),
  blunder(
    everyObject(
      'no photos are null',
      'The server wrongly answers null for a media list without files.',
      (object) =>
        Array.isArray(object.photos) && object.photos.length === 0 ? { ...object, photos: null } : object,
    ),
    ...['populate.kind.media', 'empty-morph-many-is-array'],
  ),
  blunder(
    response(
      'single as list',
      'The server wrongly answers a single type as a list of one entry.',
      (answer, one) => {
        const body = bodyOf(answer)
        return /^\/api\/(homepage|about)(\?|$)/.test(one.url) && isObject(body?.data)
          ? withBody(answer, { ...body, data: [body.data] })
          : answer
      },
    ),
    'endpoint.single',
    'endpoint.envelope',
    'list.data',
  ),
  blunder(
    everyObject(
      'drafts look published',
      'The server wrongly shows a publication time in drafts.',
      (object) =>
        object.publishedAt === null ? { ...object, publishedAt: object.updatedAt ?? null } : object,
    ),
    'entry.published-at',
  ),
]
const TO_ONE =
  'author owner critic mentor featuredArticle mainCategory cover avatar icon sequel prequel parent ledger'.split(
    ' ',
  )

const PAGING: readonly Blunder[] = [
  blunder(
    spoiled('pages rounded down', 'The server wrongly rounds the number of pages down.', (body) =>
      pagination(body, (page) =>
        'pageCount' in page
          ? { ...page, pageCount: Math.floor(Number(page.total) / Number(page.pageSize)) }
          : page,
      ),
    ),
    'list.page-count',
  ),
  blunder(
    response(
      'last page',
      'The server wrongly answers the last page for a page after it.',
      (answer, one, ask) => {
        const meta = bodyOf(answer)?.meta
        const page = isObject(meta) && isObject(meta.pagination) ? meta.pagination : {}
        const last = Number(page.pageCount)
        return last > 0 && Number(page.page) > last
          ? ask(
              withParts(
                one,
                partsOf(one).map(([key, value]) => [key, key === 'pagination[page]' ? String(last) : value]),
              ),
            )
          : answer
      },
    ),
    'pagination.page',
    'list.page',
  ),
  blunder(
    spoiled('total of the page', 'The server wrongly limits the total to the entries of the page.', (body) =>
      pagination(body, (page) =>
        'total' in page && Array.isArray(body.data) ? { ...page, total: body.data.length } : page,
      ),
    ),
    'list.total',
  ),
  blunder(
    eachPart('start from one', 'The server wrongly counts `start` from one.', (key, value) =>
      key === 'pagination[start]' && Number(value) > 0 ? [key, String(Number(value) - 1)] : [key, value],
    ),
    'pagination.offset',
  ),
  blunder(
    query('both styles', 'The server wrongly prefers `page` if a request has `page` and `start`.', (parts) =>
      parts.some(([key]) => /^pagination\[page(Size)?\]$/.test(key))
        ? parts.filter(([key]) => !/^pagination\[(start|limit)\]$/.test(key))
        : parts,
    ),
    'pagination.style',
  ),
  blunder(
    ignoring(
      'odd sizes',
      'The server wrongly ignores a page size or start that is not a number.',
      (key, value) => /^pagination\[(page|pageSize|start|limit)\]$/.test(key) && !/^\d+$/.test(value),
    ),
    'pagination.number',
  ),
]

/** Makes a fault: a condition with the operator is also true for null. */
const orNull = (id: string, says: string, operator: string): Fault =>
  query(id, says, (parts) => {
    const all = parts.filter(([key]) => key.startsWith('filters'))
    const name = /^filters\[(\w+)\]/.exec(all[0]?.[0] ?? '')?.[1]
    const isOnly = all.every(([key]) => key.startsWith(`filters[${name}][${operator}]`))
    if (name === undefined || !isOnly) return parts
    return [
      ...parts.map(([key, value]) => [key.replace(/^filters/, 'filters[$or][0]'), value] as const),
      [`filters[$or][1][${name}][$null]`, 'true'],
    ]
  })

/** Makes a fault: the server ignores a parameter that it should refuse. */
const lenient = (id: string, says: string, parameter: string): Fault =>
  response(id, says, (answer, one, ask) => {
    const own = partsOf(one).filter(([key]) => key === parameter || key.startsWith(`${parameter}[`))
    const isPrivate = /doorCode|phone|password|editorNote|reviewedBy/.test(one.url)
    if (answer.status !== 400 || own.length === 0 || isPrivate || !answer.body.includes('Invalid key'))
      return answer
    const again = ask(
      withParts(
        one,
        partsOf(one).filter((part) => !own.some((other) => String(other) === String(part))),
      ),
    )
    return again.status === 200 ? again : answer
  })

const PRIVATE = ['doorCode', 'phone', 'editorNote']
const withPrivateFilters = (answer: Answer, graph: Graph): Answer => {
  const open = right(
    editGraph(graph, ({ contentTypes }) => {
      for (const { attributes } of Object.values(contentTypes))
        for (const [name, attribute] of Object.entries(Object(attributes)))
          if (PRIVATE.includes(name)) Object.assign(Object(attribute), { private: false })
    }),
  )
  const hidden = (row: Json): Json => (isObject(row) ? without(row, ...PRIVATE) : row)
  return (one) => {
    const first = answer(one)
    const isOpened = partsOf(one).some(
      ([key]) => key.startsWith('filters') && PRIVATE.some((name) => key.includes(`[${name}]`)),
    )
    const shown = isOpened && first.status === 400 ? bodyOf(open(one)) : undefined
    return Array.isArray(shown?.data)
      ? { status: 200, headers: JSON_TYPE, body: JSON.stringify({ ...shown, data: shown.data.map(hidden) }) }
      : first
  }
}

const FILTERS: readonly Blunder[] = [
  blunder(
    query('first key', 'The server wrongly ignores every sort key except the first.', (parts) =>
      parts
        .filter(([key]) => !/^sort\[[1-9]/.test(key))
        .map(([key, value]) => [key, key === 'sort' ? (value.split(',')[0] ?? '') : value]),
    ),
    ...['sort.text', 'sort.ties', 'param.sort'],
  ),
  blunder(
    eachPart(
      '$startsWith anywhere',
      'The server wrongly lets `$startsWith` match its text anywhere.',
      (key, value) => [key.replace('[$startsWith]', '[$contains]'), value],
    ),
    'filters.op.$startsWith',
  ),
  blunder(
    eachPart(
      '$contains in any case',
      'The server wrongly ignores letter case in `$contains`.',
      (key, value) => [key.replace('[$contains]', '[$containsi]'), value],
    ),
    ...['filters.op.$contains', 'like=sqlite'],
  ),
  blunder(
    orNull('$notIn and null', 'The server wrongly finds entries without a value for `$notIn`.', '$notIn'),
    'filters.op.$notIn',
  ),
  blunder(
    eachPart('$or as $and', 'The server wrongly requires every condition of `$or`.', (key, value) => [
      key.replaceAll('[$or]', '[$and]'),
      value,
    ]),
    'filters.op.$or',
  ),
  blunder(
    eachPart('no $not', 'The server wrongly ignores `$not`.', (key, value) => [
      key.replaceAll('[$not]', ''),
      value,
    ]),
    'filters.op.$not',
  ),
  blunder(
    response(
      'joined rows',
      'The server wrongly lists an entry once for each link that matches a filter.',
      (answer, one) => {
        const body = bodyOf(answer)
        const isJoined = partsOf(one).some(([key]) =>
          /^filters\[(categories|regulars|reviews|articles|students)\]/.test(key),
        )
        return isJoined && Array.isArray(body?.data) && body.data.length > 0
          ? withBody(
              answer,
              pagination({ ...body, data: [body.data[0] ?? null, ...body.data] }, (page) => ({
                ...page,
                ...('total' in page ? { total: Number(page.total) + 1 } : {}),
              })),
            )
          : answer
      },
    ),
    'filters.through',
  ),
  blunder(
    lenient('unknown filters', 'The server wrongly ignores a filter by an unknown name.', 'filters'),
    'filters.unknown',
  ),
  blunder(
    lenient('unknown sorts', 'The server wrongly ignores a sort by an unknown name.', 'sort'),
    'sort.unknown',
  ),
  blunder(
    lenient('unknown fields', 'The server wrongly ignores an unknown name in `fields`.', 'fields'),
    'fields.unknown',
  ),
  blunder(
    around(
      'private filters',
      'The server wrongly accepts a filter by a private attribute.',
      withPrivateFilters,
    ),
    'filters.private',
  ),
  blunder(
    response('_q by case', 'The server wrongly makes a search case-sensitive.', (answer, one, ask) => {
      const text = partsOf(one).find(([key]) => key === '_q')?.[1] ?? ''
      const body = bodyOf(answer)
      if (text === '' || !Array.isArray(body?.data)) return answer
      const plain = partsOf(one).filter(([key]) => key !== 'populate' && !/^(fields|populate)\[/.test(key))
      const rows = bodyOf(ask(withParts(one, plain)))?.data
      const kept = (Array.isArray(rows) ? rows : []).filter((row) => JSON.stringify(row).includes(text))
      const ids = new Set(kept.map((row) => (isObject(row) ? row.id : undefined)))
      const data = body.data.filter((row) => isObject(row) && ids.has(row.id))
      const gone = body.data.length - data.length
      return withBody(
        answer,
        pagination({ ...body, data }, (page) =>
          'total' in page ? { ...page, total: Number(page.total) - gone } : page,
        ),
      )
    }),
    'search.text',
  ),
]

/** Makes a faulty server, which wrongly populates everything below each attribute for `populate=*`. */
const deepStar = (answer: Answer, graph: Graph): Answer => {
  const types = [...graph.schema.contentTypes.values()]
  return (one) => {
    const [stem] = pathOf(one.url)
    const type = types.find(
      ({ pluralName, singularName, kind }) => stem === (kind === 'singleType' ? singularName : pluralName),
    )
    const isStar = partsOf(one).some(([key, value]) => key === 'populate' && value === '*')
    if (!isStar || type === undefined) return answer(one)
    const rest = partsOf(one).filter(([key]) => key !== 'populate')
    const names = [...type.attributes.values()]
      .filter(({ kind }) => kind !== 'scalar')
      .map(({ name }) => name)
      .filter((name) => answer(withParts(one, [...rest, [`populate[${name}]`, 'true']])).status === 200)
    const deep = names.filter(
      (name) => answer(withParts(one, [...rest, [`populate[${name}][populate]`, '*']])).status === 200,
    )
    const all = names.map((name): readonly [string, string] =>
      deep.includes(name) ? [`populate[${name}][populate]`, '*'] : [`populate[${name}]`, 'true'],
    )
    const whole = answer(withParts(one, [...rest, ...all]))
    return whole.status === 200 ? whole : answer(one)
  }
}

const SHAPE: readonly Blunder[] = [
  blunder(
    ignoring(
      'no fields',
      'The server wrongly ignores `fields`.',
      (key) => key === 'fields' || key.startsWith('fields['),
    ),
    ...['param.fields', 'fields.restricts', 'fields.one', 'fields.several', 'fields.keeps-ids'],
  ),
  blunder(
    response(
      'fields without documentId',
      'The server wrongly omits the documentId of an entry with `fields`.',
      (answer, one) => {
        const body = bodyOf(answer)
        const isChosen = partsOf(one).some(([key, value]) => /^fields/.test(key) && value !== '*')
        const cut = (json: Json): Json => (isObject(json) ? without(json, 'documentId') : json)
        if (!isChosen || body?.data === undefined || answer.status !== 200) return answer
        return withBody(answer, {
          ...body,
          data: Array.isArray(body.data) ? body.data.map(cut) : cut(body.data),
        })
      },
    ),
    ...['fields.keeps-ids', 'entry.document-id'],
  ),
  blunder(
    around('star to the ground', 'The server wrongly populates two levels for `populate=*`.', deepStar),
    ...['populate.all.depth', 'limit.all-depth', 'populate.form.all', 'populate.explicit'],
  ),
  blunder(
    query(
      'filters of parents',
      'The server wrongly removes the parent entry if a filter inside a populate finds nothing.',
      (parts) => [
        ...parts,
        ...parts.flatMap(([key, value]): readonly (readonly [string, string])[] => {
          const [, name, rest] = /^populate\[(\w+)\]\[filters\](.*)$/.exec(key) ?? []
          return name === undefined ? [] : [[`filters[${name}]${rest ?? ''}`, value]]
        }),
      ],
    ),
    ...['populate.filters.top', 'populate.filters.list'],
  ),
  blunder(
    around('links to drafts', 'The server wrongly shows drafts as populated entries.', (answer) => (one) => {
      const parts = partsOf(one)
      const isLinked =
        /^\/api\/(restaurants|authors|categories)/.test(one.url) &&
        parts.some(([key]) => key.startsWith('populate')) &&
        !parts.some(([key]) => key === 'status')
      return answer(isLinked ? withParts(one, [...parts, ['status', 'draft']]) : one)
    }),
    ...['populate.status', 'status.default'],
  ),
  blunder(
    response(
      'by number',
      'The server wrongly also finds an entry by its id in the path.',
      (answer, one, ask) => {
        const [stem = '', id = ''] = pathOf(one.url)
        if (answer.status !== 404 || !/^\d+$/.test(id)) return answer
        const found = bodyOf(ask({ ...one, url: `/api/${stem}?filters[id]=${id}` }))?.data
        const [entry] = Array.isArray(found) ? found : []
        return entry === undefined
          ? answer
          : { status: 200, headers: JSON_TYPE, body: JSON.stringify({ data: entry, meta: {} }) }
      },
    ),
    ...['endpoint.document', 'endpoint.not-found'],
  ),
  blunder(
    response(
      'forbidden single',
      'The server wrongly answers a single entry without a permission.',
      (answer, one, ask) =>
        answer.status === 403 && pathOf(one.url).length === 2
          ? ask({ ...one, headers: { authorization: 'Bearer editor-token' } })
          : answer,
    ),
    ...['access.forbidden', 'access.role'],
  ),
  blunder(
    response('always allowed', 'The server wrongly answers 200 to a method that the path lacks.', (answer) =>
      answer.status === 405 ? { status: 200, headers: JSON_TYPE, body: '{"data":null,"meta":{}}' } : answer,
    ),
    'endpoint.not-allowed',
  ),
  blunder(
    response('own limit', 'The server wrongly refuses a deep populate.', (answer, one) =>
      partsOf(one).some(([key]) => key.split('[populate]').length > 3)
        ? refused(400, 'ValidationError', 'populate is too deep')
        : answer,
    ),
    ...['populate.depth', 'limit.depth', 'populate.form.nested'],
  ),
]

export const BLUNDERS: readonly Blunder[] = [...WIRE, ...VALUES, ...PAGING, ...FILTERS, ...SHAPE]
