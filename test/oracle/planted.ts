/** Faults written by hand, which are typical mistakes in a server for the content API. */
import type { ApiRequest, ApiResponse } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { ContentType } from '../../src/reference/schema/schema.ts'
import { isPopulatable, isScalar, targetOf } from '../../src/reference/schema/target.ts'
import {
  around,
  edited,
  everyObject,
  everyValue,
  type Fault,
  isEntry,
  isObject,
  type JsonObject,
  misread,
  ofDatabase,
  pagination,
  right,
  spoiled,
  takenFor,
  without,
} from './faulty.ts'

const partsOf = (url: string): readonly string[] => {
  const at = url.indexOf('?')
  return at < 0 || at === url.length - 1 ? [] : url.slice(at + 1).split('&')
}
const named = (part: string): string => {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}
const rebuilt = (url: string, parts: readonly string[]): string =>
  [url.split('?')[0] ?? '', parts.join('&')].filter((text) => text !== '').join('?')

const typeOf = ({ url }: ApiRequest, { schema }: Graph): ContentType | undefined => {
  const name = url.split('?')[0]?.split('/')[2]?.toLowerCase()
  return [...schema.contentTypes.values()].find(
    ({ pluralName, singularName }) => pluralName === name || singularName === name,
  )
}

const bodyOf = ({ body }: ApiResponse): JsonObject | undefined => {
  const json: unknown = body.startsWith('{') ? JSON.parse(body) : undefined
  return typeof json === 'object' && json !== null ? (json as JsonObject) : undefined
}

/** The fault of a server that populates two levels instead of one for `populate=*`. */
const deeperStar = around(
  'star goes deeper',
  'The server wrongly populates one level too deep for `populate=*`.',
  (answer, graph) => (request) => {
    const type = typeOf(request, graph)
    const parts = partsOf(request.url)
    const isStar = (part: string): boolean => /^populate(\[0?\])?=\*$/.test(named(part))
    if (type === undefined || !parts.some(isStar)) return answer(request)
    const deeper = [...type.attributes.values()].filter(isPopulatable).flatMap((attribute) => {
      if (attribute.private) return []
      const target = targetOf(graph.schema, attribute)
      const isDeep = attribute.kind === 'zone' || [...(target?.attributes.values() ?? [])].some(isPopulatable)
      return [isDeep ? `populate[${attribute.name}][populate]=*` : `populate[${attribute.name}]=true`]
    })
    return answer({
      ...request,
      url: rebuilt(
        request.url,
        parts.flatMap((part) => (isStar(part) ? deeper : [part])),
      ),
    })
  },
)

const totalOfAll = around(
  'total of all',
  'The server wrongly ignores the filters in `total`.',
  (answer) => (request) => {
    const response = answer(request)
    const body = bodyOf(response)
    const kept = partsOf(request.url).filter((part) => !/^(filters|_q)/.test(named(part)))
    const all = bodyOf(answer({ ...request, url: rebuilt(request.url, kept) }))
    const whole = isObject(all?.meta) && isObject(all.meta.pagination) ? all.meta.pagination.total : undefined
    if (body === undefined || response.status !== 200 || whole === undefined) return response
    return {
      ...response,
      body: JSON.stringify(pagination(body, (page) => ('total' in page ? { ...page, total: whole } : page))),
    }
  },
)

const fieldsWithoutDocumentId = spoiled(
  'fields drop documentId',
  'The server wrongly omits the documentId of entries with `fields`.',
  (body, { url }) => {
    if (!partsOf(url).some((part) => named(part).startsWith('fields'))) return body
    const { data = null } = body
    if (Array.isArray(data))
      return { ...body, data: data.map((item) => (isObject(item) ? without(item, 'documentId') : item)) }
    return isObject(data) ? { ...body, data: without(data, 'documentId') } : body
  },
)

const localeEverywhere = around(
  'locale everywhere',
  'The server wrongly adds a locale to entries of types without locales.',
  (answer, graph) => (request) => {
    const response = answer(request)
    const body = bodyOf(response)
    const type = typeOf(request, graph)
    if (body === undefined || response.status !== 200 || type === undefined || type.localized) return response
    const { data = null } = body
    const more = (item: unknown): unknown =>
      typeof item === 'object' && item !== null ? { ...item, locale: null } : item
    return {
      ...response,
      body: JSON.stringify({ ...body, data: Array.isArray(data) ? data.map(more) : more(data) }),
    }
  },
)

const betweenOpen = misread(
  '$between open',
  'The server wrongly excludes both bounds of `$between`.',
  (parts) =>
    parts.map((part) =>
      part.replace(/\[\$between\]\[0\]=/, '[$gt]=').replace(/\[\$between\]\[1\]=/, '[$lt]='),
    ),
)

/** The fault of a server that filters and sorts by private attributes, although it does not show them. */
const privateFilters: Fault = {
  id: 'private filters',
  says: 'The server wrongly accepts private attributes in filters and sorts.',
  server: (graph) => {
    const open = edited('', '', ({ contentTypes }) => {
      for (const type of Object.values(contentTypes)) {
        for (const attribute of Object.values(type?.attributes ?? {})) {
          if (typeof attribute === 'object' && attribute !== null && !Array.isArray(attribute))
            delete attribute.private
        }
      }
    }).server(graph)
    const closed = right(graph)
    return (request) => {
      const response = closed(request)
      const isPrivate = response.status === 400 && /(filters|sort)/.test(named(request.url))
      const other = isPrivate ? open(request) : response
      if (!('status' in other) || other.status !== 200 || response.status === 200) return response
      const type = typeOf(request, graph)
      const hidden = [...(type?.attributes.values() ?? [])]
        .filter((one) => one.private)
        .map(({ name }) => name)
      const body = bodyOf(other)
      const { data = null } = body ?? {}
      const shown = Array.isArray(data)
        ? data.map((item) => (isObject(item) ? without(item, ...hidden) : item))
        : data
      return { ...other, body: JSON.stringify({ ...body, data: shown }) }
    }
  },
}

const localeFallback = around(
  'locale fallback',
  'The server wrongly answers the entries of the default locale for a locale without entries.',
  (answer) => (request) => {
    const response = answer(request)
    const { data } = bodyOf(response) ?? {}
    const isEmpty = Array.isArray(data) && data.length === 0
    const kept = partsOf(request.url).filter((part) => !named(part).startsWith('locale'))
    return isEmpty ? answer({ ...request, url: rebuilt(request.url, kept) }) : response
  },
)

const searchWithoutIds = around(
  '_q without ids',
  'The server wrongly does not search id and documentId for `_q`.',
  (answer, graph) => (request) => {
    const type = typeOf(request, graph)
    const parts = partsOf(request.url)
    const asked = parts.map(named).find((part) => part.startsWith('_q='))
    const text = asked?.slice('_q='.length) ?? ''
    if (type === undefined || text === '' || answer(request).status !== 200) return answer(request)
    const texts = [...type.attributes.values()].filter(
      (one) =>
        isScalar(one) &&
        !one.private &&
        ['string', 'text', 'richtext', 'email', 'uid', 'enumeration'].includes(one.type),
    )
    const either = texts.map(
      ({ name }, at) => `filters[$and][97][$or][${at}][${name}][$containsi]=${encodeURIComponent(text)}`,
    )
    if (either.length === 0) return answer(request)
    const kept = parts.filter((part) => !named(part).startsWith('_q='))
    const response = answer({ ...request, url: rebuilt(request.url, [...kept, ...either]) })
    return response.status === 200 ? response : answer(request)
  },
)

const forgivingNotIn = misread(
  '$notIn forgets null',
  'The server wrongly ignores a null among the operands of `$notIn`.',
  (parts) => {
    const lists = parts.filter((part) => /\[\$notIn\](\[\d*\])?=/.test(part))
    const isNull = (part: string): boolean => /\[\$notIn\](\[\d*\])?$/.test(part)
    return lists.length === 0 ? parts : parts.filter((part) => !isNull(part))
  },
)

const firstKind = misread(
  'first kind',
  'The server wrongly uses only the first of several types under `on`.',
  (parts) => {
    const kinds = parts.flatMap((part) => /^(populate\[\w+\]\[on\]\[[\w.-]+\])/.exec(part)?.[1] ?? [])
    const [first] = kinds
    return parts.filter(
      (part) => !/^populate\[\w+\]\[on\]/.test(part) || (first !== undefined && part.startsWith(first)),
    )
  },
)

const tiesByDocument = misread(
  'ties by documentId',
  'The server wrongly orders ties by documentId.',
  (parts) => {
    const [key] = parts.filter((part) => /^sort(\[\d*\])?=/.test(part))
    if (key === undefined || parts.some((part) => /^sort\[[a-z]/i.test(part))) return parts
    const last = parts.findLastIndex((part) => /^sort(\[\d*\])?=/.test(part))
    const isText = (parts[last] ?? '').startsWith('sort=')
    return isText
      ? parts.map((part, at) => (at === last ? `${part},documentId:asc` : part))
      : [...parts.slice(0, last + 1), 'sort[98]=documentId:asc', ...parts.slice(last + 1)]
  },
)

/** The names of the attributes in the guide's dataset that link to one entry. */
const TO_ONE = new Set([
  'author',
  'sequel',
  'cover',
  'mentor',
  'avatar',
  'critic',
  'owner',
  'parent',
  'keeper',
])

export const PLANTED: readonly Fault[] = [
  spoiled(
    'pageCount of nothing',
    'The server wrongly answers a `pageCount` of 1 for an empty list.',
    (body) => pagination(body, (page) => (page.pageCount === 0 ? { ...page, pageCount: 1 } : page)),
  ),
  totalOfAll,
  fieldsWithoutDocumentId,
  deeperStar,
  everyObject(
    'zone elements without id',
    'The server wrongly omits the ids of the elements of a zone.',
    (object) => ('__component' in object ? without(object, 'id') : object),
  ),
  tiesByDocument,
  localeEverywhere,
  ofDatabase('nulls', 'postgres', 'The server wrongly sorts entries without a value last.'),
  takenFor(
    '$contains as $containsi',
    'The server wrongly ignores letter case in `$contains`.',
    /\[\$contains\]/g,
    '[$containsi]',
  ),
  firstKind,
  betweenOpen,
  privateFilters,
  localeFallback,
  takenFor(
    'limit 0',
    'The server wrongly reads a limit of 0 as the default limit.',
    /^(pagination\[limit\])=0$/,
    '$1=25',
  ),
  searchWithoutIds,
  forgivingNotIn,
  everyValue(
    'error names',
    'The server wrongly answers the error name BadRequestError in place of ValidationError.',
    (value, key) => (key === 'name' && value === 'ValidationError' ? 'BadRequestError' : value),
  ),
  around(
    'drafts by default',
    'The server wrongly shows drafts if the request has no status.',
    (answer) => (request) => {
      const parts = partsOf(request.url)
      const isSaid = parts.some((part) => /^(status|publicationFilter)/.test(named(part)))
      return answer(isSaid ? request : { ...request, url: rebuilt(request.url, [...parts, 'status=draft']) })
    },
  ),
  everyObject(
    'unlinked left out',
    'The server wrongly omits a populated to-one relation without a link.',
    (object) =>
      isEntry(object)
        ? Object.fromEntries(
            Object.entries(object).filter(([name, value]) => value !== null || !TO_ONE.has(name)),
          )
        : object,
  ),
  takenFor(
    'always counted',
    'The server wrongly counts the entries for `withCount=false`.',
    /^(pagination\[withCount\])=.*$/,
    '$1=true',
  ),
]

export function planted(id: string): Fault {
  const fault = PLANTED.find((one) => one.id === id)
  if (fault === undefined) throw new Error(`no fault ${id}`)
  return fault
}
