/**
 * Helpers that make faulty servers. A faulty server reads a request as a query tree and changes answers by the schema.
 */
import type { ApiRequest, ApiResponse } from '../../src/reference/api.ts'
import type { Graph, Role } from '../../src/reference/graph/graph.ts'
import { parseQueryString } from '../../src/reference/parse/url.ts'
import type { Attribute, ContentType, Model } from '../../src/reference/schema/schema.ts'
import { leadsTo } from '../../src/semantics/model.ts'
import { isList, isObject, type Json, type JsonObject, parseJson } from '../../src/util/json.ts'
import { asDecoded } from '../../src/util/url/percent.ts'
import { splitTarget } from '../../src/util/url/target.ts'
import { printQuery, type QueryObject, type QueryTree } from '../arbitraries/print.ts'
import type { ClauseFault } from './clause.ts'

/** A request that a faulty server got, together with its parsed parts. */
export interface Asked {
  readonly request: ApiRequest
  readonly path: string
  readonly graph: Graph
  readonly query: QueryObject
  /** The decoded query string, such as `filters[$not][id]=1`. */
  readonly text: string
  /** The content type to which the path belongs; undefined if the path belongs to no content type. */
  readonly type: ContentType | undefined
  readonly documentId: string
}

const known = new WeakMap<Graph, Map<string, Asked>>()

export function askedOf(request: ApiRequest, graph: Graph): Asked {
  const ofGraph = known.get(graph) ?? new Map<string, Asked>()
  known.set(graph, ofGraph)
  const key = JSON.stringify(request)
  const asked = ofGraph.get(key) ?? readRequest(request, graph)
  ofGraph.set(key, asked)
  return asked
}

function readRequest(request: ApiRequest, graph: Graph): Asked {
  const { path, search } = splitTarget(request.url)
  const query: QueryObject = JSON.parse(JSON.stringify(parseQueryString(search, () => {})))
  const [name = '', documentId = ''] = path
    .slice(graph.settings.prefix.length + 1)
    .toLowerCase()
    .split('/')
  const type = [...graph.schema.contentTypes.values()].find(
    ({ kind, pluralName, singularName }) =>
      (kind === 'singleType' ? singularName : pluralName).toLowerCase() === name,
  )
  const text = printQuery(query).replaceAll(/%[\dA-F]{2}/g, asDecoded)
  return { request, path, graph, query, text, type, documentId }
}

/**
 * Returns a faulty server that replaces each query by the result of `change`. If `change` returns undefined, the query
 * does not change. If the correct server refuses a request, the faulty server also refuses the request.
 */
export const reading = (
  says: string,
  change: (query: QueryObject, asked: Asked) => QueryObject | undefined,
): ClauseFault => ({
  says,
  around: (answer, graph) => (request) => {
    const asked = askedOf(request, graph)
    const query = change(asked.query, asked)
    if (query === undefined) return answer(request)
    const sound = answer(request)
    if (sound.status !== 200) return sound
    const other = answer({ ...request, url: `${asked.path}?${printQuery(query)}` })
    return other.status === 200 ? other : sound
  },
})

/** Returns a faulty server that changes some responses, also errors. */
export const replying = (
  says: string,
  isFor: (asked: Asked, response: ApiResponse) => boolean,
  change: (response: ApiResponse, asked: Asked, answer: (request: ApiRequest) => ApiResponse) => ApiResponse,
): ClauseFault => ({
  says,
  around: (answer, graph) => (request) => {
    const response = answer(request)
    const asked = askedOf(request, graph)
    return isFor(asked, response) ? change(response, asked, answer) : response
  },
})

const withBody = (response: ApiResponse, body: Json): ApiResponse => {
  const text = JSON.stringify(body)
  return text === response.body ? response : { ...response, body: text }
}

/** Returns a faulty server that changes the body of some answers with data. */
export const showing = (
  says: string,
  isFor: (asked: Asked) => boolean,
  change: (body: JsonObject, asked: Asked) => Json,
): ClauseFault =>
  replying(
    says,
    (asked, { status, body }) => status === 200 && body !== '' && isFor(asked),
    (response, asked) => {
      const json = parseJson(response.body)
      return isObject(json) ? withBody(response, change(json, asked)) : response
    },
  )

/** Returns a faulty server that changes the list of entries, and changes the total accordingly. */
export const listing = (
  says: string,
  isFor: (asked: Asked) => boolean,
  change: (list: readonly Json[], asked: Asked) => readonly Json[],
): ClauseFault =>
  showing(says, isFor, (body, asked) => {
    if (!isList(body.data)) return body
    const data = change(body.data, asked)
    return withTotal({ ...body, data }, data.length - body.data.length)
  })

function withTotal(body: JsonObject, more: number): JsonObject {
  const { meta } = body
  if (more === 0 || !isObject(meta) || !isObject(meta.pagination)) return body
  const { total } = meta.pagination
  if (typeof total !== 'number') return body
  return { ...body, meta: { ...meta, pagination: { ...meta.pagination, total: total + more } } }
}

/** Returns a faulty server that omits the last entry of a list. */
export const losing = (says: string, isFor: (asked: Asked) => boolean): ClauseFault =>
  listing(says, isFor, (list) => list.slice(0, -1))
/**
 * Returns a faulty server that omits the last entry of a list. Only requests with a page of 100 entries and without
 * `sort`, `fields` and `populate` are affected. The parameter `finder` describes the filter or search in the text of
 * the fault.
 */
export const losingOne = (finder: string, isFor: (asked: Asked) => boolean): ClauseFault =>
  losing(`The server wrongly omits an entry that matches ${finder}.`, (asked) => {
    const { pagination } = asked.query
    const isWhole = isMap(pagination) && pagination.limit === '100' && pagination.withCount === 'true'
    return isWhole && !has(asked, 'populate', 'fields', 'sort') && isFor(asked)
  })
export const turning = (says: string, isFor: (asked: Asked) => boolean): ClauseFault =>
  listing(says, isFor, (list) => list.toReversed())

/**
 * The place of an entry, file or component in an answer. The member `depth` is 0 for the entries of the list itself.
 */
export interface EntryPlace {
  readonly model: Model
  readonly depth: number
  /** The attribute of the parent entry that contains this entry. */
  readonly by: Attribute | undefined
}
type ChangeEntry = (entry: JsonObject, place: EntryPlace, asked: Asked) => JsonObject

/**
 * Returns a faulty server that changes every entry at any depth, the innermost entries first, also in the format of
 * Strapi 4.
 */
export const entries = (
  says: string,
  change: ChangeEntry,
  isFor: (asked: Asked) => boolean = () => true,
): ClauseFault =>
  showing(says, isFor, (body, asked) => {
    const { type } = asked
    if (type === undefined) return body
    const data = changed(body.data ?? null, { model: type, depth: 0, by: undefined }, asked, change)
    return { ...body, data }
  })

function changed(json: Json, place: EntryPlace, asked: Asked, change: ChangeEntry): Json {
  if (isList(json)) return json.map((one) => changed(one, place, asked, change))
  if (!isObject(json)) return json
  if (Object.keys(json).join() === 'data') return { data: changed(json.data ?? null, place, asked, change) }
  if (json.id === undefined) return json
  const model = modelOf(json, place, asked.graph)
  const here = { ...place, model }
  const { attributes } = json
  if (!isObject(attributes) || model.attributes.has('attributes'))
    return change(inside(json, here, asked, change), here, asked)
  const {
    id = null,
    documentId,
    ...values
  } = change(inside({ ...json, ...attributes, attributes: null }, here, asked, change), here, asked)
  const { attributes: _, ...rest } = values
  return { id, ...(documentId === undefined ? {} : { documentId }), attributes: rest }
}

function modelOf(json: JsonObject, { model }: EntryPlace, { schema }: Graph): Model {
  const inner = isObject(json.attributes) ? json.attributes : {}
  const uid = String(json.__component ?? json.__type ?? inner.__component ?? inner.__type ?? '')
  return schema.components.get(uid) ?? schema.contentTypes.get(uid) ?? model
}

function inside(entry: JsonObject, place: EntryPlace, asked: Asked, change: ChangeEntry): JsonObject {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => {
      const by = place.model.attributes.get(name)
      if (by === undefined || by.kind === 'scalar') return [name, value]
      const model = leadsTo(by, asked.graph.schema) ?? place.model
      return [name, changed(value, { model, depth: place.depth + 1, by }, asked, change)]
    }),
  )
}

/** Returns a faulty server that changes the values of populated attributes in every entry. */
export const links = (
  says: string,
  change: (value: Json, attribute: Attribute, place: EntryPlace, asked: Asked, entry: JsonObject) => Json,
  isFor: (asked: Asked) => boolean = () => true,
): ClauseFault =>
  entries(
    says,
    (entry, place, asked) =>
      Object.fromEntries(
        Object.entries(entry).map(([name, value]) => {
          const attribute = place.model.attributes.get(name)
          if (attribute === undefined || attribute.kind === 'scalar') return [name, value]
          return [name, throughData(value, (one) => change(one, attribute, place, asked, entry))]
        }),
      ),
    isFor,
  )

/** Returns whether the value of a populated attribute is in the wrapper `data` of the format of Strapi 4. */
const isInData = (value: Json): value is JsonObject => isObject(value) && Object.keys(value).join() === 'data'
export const inner = (value: Json): Json => (isInData(value) ? (value.data ?? null) : value)
const throughData = (value: Json, change: (value: Json) => Json): Json =>
  isInData(value) ? { data: change(inner(value)) } : change(value)

/** Returns a query tree in which `change` has changed each key, beginning with the outermost keys. */
export function eachKey(
  tree: QueryTree,
  change: (
    key: string,
    value: QueryTree,
    keys: readonly string[],
  ) => readonly (readonly [string, QueryTree])[],
  keys: readonly string[] = [],
): QueryTree {
  if (Array.isArray(tree)) return tree.map((one, at) => eachKey(one, change, [...keys, String(at)]))
  if (typeof tree !== 'object' || tree === null) return tree
  return Object.fromEntries(
    Object.entries(tree)
      .flatMap(([key, value]) => change(key, value, keys))
      .map(([key, value]) => [key, eachKey(value, change, [...keys, key])]),
  )
}

export const has = ({ query }: Asked, ...names: readonly string[]): boolean =>
  names.some((name) => query[name] !== undefined)
export const without = (object: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
export const always = (): boolean => true

export const isMap = (tree: QueryTree | undefined): tree is QueryObject =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree)

/** Returns a faulty server that ignores a parameter which it should refuse. */
export const ignoring = (
  says: string,
  parameter: string,
  pattern: RegExp | ((asked: Asked) => boolean),
): ClauseFault =>
  replying(
    says,
    (asked, { status }) =>
      status === 400 && (typeof pattern === 'function' ? pattern(asked) : pattern.test(asked.text)),
    (_, { request, path, query }, answer) => {
      const { [parameter]: __, ...rest } = query
      const search = printQuery(rest)
      return answer({ ...request, url: search === '' ? path : `${path}?${search}` })
    },
  )
export const isTrees = (tree: QueryTree | undefined): tree is readonly QueryTree[] => Array.isArray(tree)

export function roleOf({ request, graph: { access } }: Asked): Role | undefined {
  const token = request.headers?.['authorization']?.replace(/^Bearer /i, '')
  return access.roles.get(token === undefined ? access.publicRole : (access.tokens.get(token) ?? ''))
}
