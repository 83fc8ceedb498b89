/** Laws about the errors with which a server refuses a request. */

import type { ApiRequest } from '../../src/reference/api.ts'
import type { ContentType, Model, PopulatableAttribute } from '../../src/reference/schema/schema.ts'
import { mayFind, mayFindOne } from '../../src/semantics/access.ts'
import { leadsTo } from '../../src/semantics/model.ts'
import { isObject, type JsonObject } from '../../src/util/json.ts'
import { passages } from '../arbitraries/places.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import { type Ask, requestOf } from '../arbitraries/request.ts'
import { expectSame, type Fault, type LiveLaw, live, type Reply } from './law.ts'
import { changing, member, wholeList } from './replies.ts'

interface Wrong {
  readonly what: string
  readonly request: ApiRequest
  readonly status: number
  readonly name: string
}

/** Queries that the server must refuse for every type that the role may read. */
const WRONG_QUERIES: readonly { readonly [key: string]: QueryTree }[] = [
  { filters: { nothing: '1' } },
  { filters: { id: { $nothing: '1' } } },
  { sort: 'nothing' },
  { fields: 'nothing' },
  { populate: 'nothing' },
]

const names = live({
  id: 'shape.errors',
  kind: 'shape',
  unedited: 'by every server',
  looksAt: 'answers',
  rules: [
    'filters.unknown',
    'sort.unknown',
    'fields.unknown',
    'populate.unknown',
    'endpoint.not-found',
    'access.unknown-token',
    'access.forbidden',
  ],
  says:
    'The error for a refused query has the name ValidationError. ' +
    'The error for a missing path or entry has the name NotFoundError. ' +
    'The error for an unknown API token has the name UnauthorizedError. ' +
    'The error for a type that the role may not read has the name ForbiddenError.',
  experiment: (graph, { ask, dice }) => {
    const requested = ask(graph, { listsOnly: true })
    const wrong = [
      ...refused(requested, (dice[0] ?? 0) % WRONG_QUERIES.length),
      ...absent(requested),
      ...unknownTypes(requested),
    ]
    const closed = [...graph.schema.contentTypes.values()].find((type) => isClosed(type, requested))
    if (closed !== undefined) wrong.push(forbidden(closed, requested))
    return {
      requests: wrong.map(({ request }) => request),
      judge: (replies) =>
        replies.map((reply, at) => misnamed(reply, wrong[at])).find((fault) => fault !== undefined),
    }
  },
})

function misnamed({ status, json }: Reply, wrong: Wrong | undefined): Fault {
  if (wrong === undefined) return undefined
  const error = isObject(json) ? json.error : undefined
  const [found, message] = [member(error, 'name'), member(error, 'message')]
  if (status === wrong.status && found === wrong.name && typeof message === 'string' && message !== '')
    return undefined
  return `${wrong.what}: expected ${wrong.status} ${wrong.name} with a message, found ${status} ${JSON.stringify(error ?? null)}`
}

const mayList = ({ role, type }: Ask): boolean => mayFind(role, type.uid) && type.kind === 'collectionType'

const refused = (ask: Ask, at: number): Wrong[] =>
  mayList(ask)
    ? [
        {
          what: 'the error for a query with an unknown name',
          request: requestOf({ ...ask, query: WRONG_QUERIES[at] ?? {} }),
          status: 400,
          name: 'ValidationError',
        },
      ]
    : []

const absent = (ask: Ask): readonly Wrong[] =>
  ask.type.kind === 'collectionType' && mayFindOne(ask.role, ask.type.uid)
    ? [
        {
          what: 'the error for a document that does not exist',
          request: requestOf({ ...ask, target: 'document', documentId: 'nobody', query: {} }),
          status: 404,
          name: 'NotFoundError',
        },
      ]
    : []

const unknownTypes = (ask: Ask): readonly Wrong[] => [
  {
    what: 'the error for an unknown API token',
    request: requestOf({ ...ask, token: 'of-nobody', query: {} }),
    status: 401,
    name: 'UnauthorizedError',
  },
]

/**
 * Returns whether the role lacks `find` for a collection type of the project, but has another permission. The server
 * answers a role without any permission with another error.
 */
const isClosed = ({ uid, kind }: ContentType, { role }: Ask): boolean =>
  uid.startsWith('api::') && kind === 'collectionType' && role.permissions.size > 0 && !mayFind(role, uid)

const forbidden = (type: ContentType, ask: Ask): Wrong => ({
  what: 'the error for a type that the role may not find',
  request: requestOf({ ...ask, type, target: 'list', query: {} }),
  status: 403,
  name: 'ForbiddenError',
})

/** A query with an unknown name, which the server must refuse, and the expected contents of the error. */
interface WrongName {
  readonly query: { readonly [key: string]: QueryTree }
  readonly key: string
  readonly path: string | null
  readonly param: string
}

/** The maximum number of attributes before the wrong name in a path. */
const MOST_STEPS = 3

const paths = live({
  id: 'errors.path',
  kind: 'law',
  looksAt: 'answers',
  rules: ['endpoint.error-path', 'filters.unknown', 'sort.unknown', 'populate.unknown'],
  says:
    'The error for an unknown name in `filters` is about this name. ' +
    'The error for an unknown name in `sort` is about this name. ' +
    'The error for an unknown name in `populate` is about this name. ' +
    'The error for an unknown name contains the name. The error for an unknown name contains the query parameter that has the unknown name. ' +
    'The error for an unknown name contains the whole path to the name. ' +
    'The message of an error for an unknown name contains the name and the path. ' +
    'The details of an error for an unknown name contain the name, the parameter and the path.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const names: string[] = []
    let model: Model | undefined = ask.type
    for (let left = scene.roll.upTo(MOST_STEPS); left > 0 && model !== undefined; left--) {
      const ways: readonly PopulatableAttribute[] = passages(model, ask.role)
      if (ways.length === 0) break
      const way = scene.roll.pick(ways)
      names.push(way.name)
      model = leadsTo(way, graph.schema)
    }
    const wrong = wrongNames(names, scene.roll.pick(['nothing', 'nobody']))
    return {
      requests: [{}, ...wrong.map(({ query }) => query)].map((query) => changing(ask, query)),
      judge: ([plain, ...replies]) =>
        plain?.status === 200
          ? replies.map((reply, at) => misplaced(reply, wrong[at])).find((fault) => fault !== undefined)
          : undefined,
    }
  },
})

/** Returns queries with an unknown name below some attributes. */
function wrongNames(names: readonly string[], key: string): readonly WrongName[] {
  const path = names.length === 0 ? null : names.join('.')
  const under = (last: QueryTree): QueryTree =>
    names.reduceRight<QueryTree>((tree, name) => ({ [name]: tree }), last)
  const populated = names.reduceRight<QueryTree>((tree, name) => ({ [name]: { populate: tree } }), {
    [key]: 'true',
  })
  return [
    { query: { filters: under({ [key]: '1' }) }, key, path, param: 'filters' },
    { query: { filters: { $or: [{ $not: under({ [key]: { $eq: '1' } }) }] } }, key, path, param: 'filters' },
    { query: { sort: [...names, key].join('.') }, key, path, param: 'sort' },
    { query: { sort: under({ [key]: 'desc' }) }, key, path, param: 'sort' },
    { query: { populate: populated }, key, path, param: 'populate' },
  ]
}

function misplaced({ status, json }: Reply, wrong: WrongName | undefined): Fault {
  if (wrong === undefined) return undefined
  const { query, key, path, param } = wrong
  const error = member(json, 'error')
  const details = member(error, 'details')
  const message = path === null ? `Invalid key ${key}` : `Invalid key ${key} at ${path}`
  const expected: JsonObject = { status: 400, message, key, path, param }
  return expectSame(`the error for ${JSON.stringify(query)} is wrong`, expected, {
    status,
    message: member(error, 'message') ?? null,
    key: member(details, 'key') ?? null,
    path: member(details, 'path') ?? null,
    param: member(details, 'param') ?? null,
  })
}

/** The parameters that contain names, in the order in which the server checks them. */
const CHECKED = ['filters', 'sort', 'fields', 'populate'] as const

const order = live({
  id: 'errors.order',
  kind: 'law',
  looksAt: 'answers',
  rules: ['endpoint.first-error'],
  says:
    'A request with several unknown names gets the error of `filters` before that of any other parameter. ' +
    'A request with several unknown names gets the error of `sort` before that of `fields` or `populate`. ' +
    'A request with several unknown names gets the error of `fields` before that of `populate`. ' +
    'The error for several unknown names does not depend on the order of the parameters in the URL.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const wrong = scene.roll.some(CHECKED, 3)
    if (wrong.length < 2) return undefined
    const query = Object.fromEntries(
      wrong.map((name) => [name, name === 'filters' ? { nothing: '1' } : 'nothing']),
    )
    const first = CHECKED.find((name) => wrong.includes(name)) ?? null
    return {
      requests: [changing(ask, {}), requestOf({ ...ask, query })],
      judge: ([plain, refused]) => {
        const found = member(member(member(refused?.json, 'error'), 'details'), 'param') ?? null
        return plain?.status === 200
          ? expectSame(
              'the error is not about the first of the parameters with an unknown name',
              first,
              found,
            )
          : undefined
      },
    }
  },
})

export const ERROR_LAWS: readonly LiveLaw[] = [names, paths, order]
