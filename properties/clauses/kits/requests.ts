/** Helpers that make faulty servers for the clauses about requests. */
import type { ApiResponse } from '../../../src/reference/api.ts'
import type { Attribute } from '../../../src/reference/schema/schema.ts'
import { mayFind } from '../../../src/semantics/access.ts'
import { isSecret, leadsTo } from '../../../src/semantics/model.ts'
import type { Json, JsonObject } from '../../../src/util/json.ts'
import type { QueryObject, QueryTree } from '../../arbitraries/print.ts'
import { also, type ClauseFault } from '../clause.ts'
import { type Asked, entries, ignoring, isMap, isTrees, losing, replying, roleOf } from '../kit.ts'

export const isSpoken = ({ query }: Asked): boolean => query.fields === '*'
export const isWhole = ({ query: { pagination } }: Asked): boolean =>
  isMap(pagination) && pagination.limit === '100'
export const isAsked = ({ query }: Asked, filter: string, status: string): boolean =>
  query.publicationFilter === filter && query.status === status
export const asking =
  (change: QueryObject) =>
  (query: QueryObject): QueryObject => ({ ...query, ...change })
export const SPOKEN =
  'Another law notices the fault, because it compares a request without a status with a request for published entries.'
export const NAMED = {
  'total.refusals':
    'Another law notices the fault, because an attribute that one of its queries names may be private.',
}
export const COMPARED =
  'Another law notices the fault, because it compares the list in all locales with the list in each locale.'

/**
 * Returns a faulty server that omits the last entry of a list, if the request has the value `filter` of
 * `publicationFilter`.
 */
export const cohort = (filter: string, status: string): ClauseFault =>
  losing(
    `The server wrongly omits an entry of the cohort \`${filter}\` with the status ${status}.`,
    (asked) => isWhole(asked) && isAsked(asked, filter, status),
  )

export const ERRORS = 'Another law notices the fault, because it sends requests that get the same errors.'
export const turnedInto = (response: ApiResponse, status: number): ApiResponse => ({
  ...response,
  status,
  body: response.body.replaceAll(/"status":\d+/g, `"status":${status}`),
})

export const attributeOf = ({ type }: Asked, name: string): Attribute | undefined =>
  type?.attributes.get(name)
export const keys = (tree: QueryTree | undefined): readonly string[] =>
  isMap(tree)
    ? Object.entries(tree).flatMap(([key, value]) => [key, ...keys(value)])
    : isTrees(tree)
      ? tree.flatMap(keys)
      : []
export const words = (tree: QueryTree | undefined): readonly string[] =>
  typeof tree === 'string' ? tree.split(/[,.:]/) : isTrees(tree) ? tree.flatMap(words) : keys(tree)
/** Returns a faulty server that ignores a parameter which names a private attribute of the requested type. */
export const secret = (parameter: string): ClauseFault =>
  ignoring(`The server wrongly ignores a private attribute in \`${parameter}\`.`, parameter, (asked) => {
    const tree = asked.query[parameter]
    const named = parameter === 'filters' ? keys(tree) : isMap(tree) ? Object.keys(tree) : words(tree)
    return named.some((name) => {
      const attribute = attributeOf(asked, name)
      return attribute !== undefined && isSecret(attribute)
    })
  })
export const isClosed = (asked: Asked, attribute: Attribute | undefined): boolean => {
  const role = roleOf(asked)
  if (role === undefined || attribute === undefined || attribute.private) return false
  const isRead = attribute.kind === 'morphBy' || (attribute.kind === 'relation' && attribute.via === 'stored')
  return isRead && !mayFind(role, attribute.target)
}
export const SHOWN: JsonObject = { id: 1, documentId: 'shown' }
/** Returns a faulty server that shows a value for each populated relation to a type that the role may not find. */
export const opened = (says: string, shown: Json): ClauseFault =>
  entries(says, (entry, { depth }, asked) => {
    const { populate } = asked.query
    const named = isMap(populate)
      ? Object.entries(populate).flatMap(([name, flag]) => (/^(false|f|0)$/.test(String(flag)) ? [] : [name]))
      : populate === '*'
        ? [...(asked.type?.attributes.keys() ?? [])]
        : words(populate)
    const names = depth > 0 ? [] : named.filter((name) => isClosed(asked, attributeOf(asked, name)))
    return { ...entry, ...Object.fromEntries(names.map((name) => [name, shown])) }
  })
/** Returns whether filters inside a populate name an attribute for which `fits` returns true. */
export const filteredBelow = (asked: Asked, fits: (attribute: Attribute) => boolean): boolean =>
  isMap(asked.query.populate) &&
  Object.entries(asked.query.populate).some(([name, options]) => {
    const attribute = attributeOf(asked, name)
    const target = attribute && leadsTo(attribute, asked.graph.schema)
    const filters = isMap(options) ? options.filters : undefined
    return (
      isMap(filters) &&
      Object.keys(filters).some((key) => {
        const found = target?.attributes.get(key)
        return found !== undefined && fits(found)
      })
    )
  })

export const spaced = (says: string, isFor: (asked: Asked) => boolean): ClauseFault =>
  replying(
    says,
    (asked, { body }) => body !== '' && isFor(asked),
    (response) => ({ ...response, body: `${response.body} ` }),
  )

/** Returns a faulty server whose answers depend on earlier requests. */
export const forgetful = (says: string, isOther: (times: number, switches: number) => boolean): ClauseFault =>
  also(
    { 'shape.head': BYTES, 'writing.notations': BYTES },
    {
      says,
      around: (answer) => {
        const times = new Map<string, number>()
        let [last, switches] = ['', 0]
        return (request) => {
          const key = JSON.stringify(request)
          const response = answer(request)
          const before = times.get(key) ?? 0
          if (last !== key) switches++
          times.set(key, before + 1)
          last = key
          const isChanged = isOther(before, switches) && response.body !== ''
          return isChanged ? { ...response, body: `${response.body} ` } : response
        }
      },
    },
  )
export const BYTES = 'Another law notices the fault, because it compares the bytes of two answers.'

export function isObjectRefused(asked: Asked, { status }: ApiResponse): boolean {
  return status === 400 && /(?:^|&)(?:page|pageSize|start|limit|sort|fields)\[a\]=1$/.test(asked.text)
}

/** Returns whether a request has the limit 100 and exactly one name in `fields`. */
export const isOneField = ({ query: { fields, pagination } }: Asked): boolean =>
  typeof fields === 'string' && !fields.includes(',') && isMap(pagination) && pagination.limit === '100'
export const PAGED = {
  'pages.concatenate': 'The law `pages.concatenate` compares the whole list with its pages.',
}

export const gainingMember: ClauseFault = {
  says: 'The server wrongly adds a member to an entry with one field after a filtered list showed the entry.',
  around: (answer, graph) => {
    const had = new Set<string>()
    const marking = entries(
      '',
      (entry, { depth }, asked) => {
        const key = `${asked.type?.uid} ${entry.id}`
        if (asked.query.filters !== undefined) had.add(key)
        return depth === 0 && had.has(key) ? { ...entry, sorted: null } : entry
      },
      isOneField,
    )
    return marking.around(answer, graph)
  },
}
