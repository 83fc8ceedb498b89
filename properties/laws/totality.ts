/** Laws of totality: every request has an answer, with one of a few statuses. */

import * as fc from 'fast-check'
import type { ScalarType } from '../../src/reference/schema/schema.ts'
import { mayFind, mayFindOne } from '../../src/semantics/access.ts'
import { openScalars } from '../../src/semantics/model.ts'
import { isObject } from '../../src/util/json.ts'
import { anyRequests, broken } from '../arbitraries/broken.ts'
import { requestOf } from '../arbitraries/request.ts'
import { type Fault, type LiveLaw, live, type Reply } from './law.ts'
import { allRefused, member } from './replies.ts'

/** The statuses that a read-only server may answer. */
const STATUSES = [200, 204, 400, 401, 403, 404, 405, 431]

function isAnswered({ status, json, body }: Reply): Fault {
  if (!STATUSES.includes(status)) return `the status is ${status}: ${body.slice(0, 300)}`
  const isError = [400, 401, 403, 404].includes(status) && body !== ''
  if (isError && (!isObject(json) || member(json.error, 'status') !== status))
    return `the body is not an error: ${body.slice(0, 300)}`
  return undefined
}

const firstFault = (replies: readonly Reply[]): Fault =>
  replies.map(isAnswered).find((fault) => fault !== undefined)

/** The law derives the URL from its dice, so that the URL shrinks when fast-check shrinks the dice. */
const anything = live({
  id: 'total.any-url',
  kind: 'totality',
  looksAt: 'answers',
  rules: [
    'endpoint.too-long',
    'endpoint.undecodable',
    'endpoint.not-allowed',
    'endpoint.not-found',
    'endpoint.cors',
    'endpoint.method',
  ],
  says:
    'Any text as a URL gets an answer. A request with any method gets an answer. ' +
    'The status of an answer is 200, 400, 401, 403, 404, 405 or 431, except for a preflight request. ' +
    'The answer to a preflight request has the status 204. No request causes an exception.',
  experiment: (graph, { ask, dice }) => {
    const [seed = 0, second = 0] = dice
    const { pluralName } = ask(graph).type
    const requests = fc
      .sample(anyRequests, { seed: seed * 0x10000 + second, numRuns: 1 })
      .map((request) => ({ ...request, url: request.url.replaceAll('articles', pluralName) }))
    const undecodable = { url: `${graph.settings.prefix}/${pluralName}/%E0%A4%A` }
    return { requests: [...requests, undecodable], judge: firstFault }
  },
})

const brokenQueries = live({
  id: 'total.broken-queries',
  kind: 'totality',
  looksAt: 'answers',
  rules: [
    'filters.unknown',
    'filters.shape',
    'filters.opaque',
    'sort.unknown',
    'sort.incomplete',
    'fields.unknown',
    'populate.unknown',
    'populate.attribute-star',
    'populate.zone-nested',
    'query.reserved',
    'status.value',
    'locale.value',
  ],
  says:
    'The server answers or refuses a query with replaced, moved or dropped parts. ' +
    'A query with replaced, moved or dropped parts never causes a failure of the server.',
  experiment: (graph, input) => {
    const alone = input.ask(graph)
    const [name = 'page'] = ['page', 'pageSize', 'start', 'limit', 'sort', 'fields'].slice(
      (input.dice[0] ?? 0) % 6,
    )
    return {
      requests: [
        ...[input.ask, input.other].map((seed) => requestOf(broken(seed, input.dice, graph))),
        requestOf({ ...alone, query: { ...alone.query, [name]: { a: '1' } } }),
      ],
      judge: firstFault,
    }
  },
})

const soundQueries = live({
  id: 'total.sound-queries',
  kind: 'totality',
  looksAt: 'answers',
  rules: [
    'filters.cast',
    'filters.through',
    'populate.form.zone-on-all',
    'sort.through',
    'access.role',
    'endpoint.path',
  ],
  says:
    'A valid request that the role may send has the status 200. ' +
    'A valid request for an entry that does not exist has the status 404.',
  experiment: (graph, { ask }) => {
    const requested = ask(graph)
    const isAllowed = (requested.target === 'document' ? mayFindOne : mayFind)(
      requested.role,
      requested.type.uid,
    )
    return {
      requests: [requestOf(requested)],
      judge: ([reply]) => {
        if (reply === undefined || !isAllowed) return undefined
        const expected = requested.target === 'list' ? [200] : [200, 404]
        return expected.includes(reply.status) ? undefined : `refused: ${reply.body.slice(0, 400)}`
      },
    }
  },
})

const DEPTH = 150

const deep = live({
  id: 'total.depth',
  kind: 'totality',
  looksAt: 'answers',
  lacking: 'no readable type has a relation to itself',
  stresses: true,
  rules: ['populate.depth', 'limit.depth', 'limit.answer-size'],
  says:
    'The server answers or refuses a populate of any depth that fits into a URL. ' +
    'The server refuses a populate with 400 if the answer would be too large.',
  experiment: (graph, { ask, dice }) => {
    const requested = ask(graph, { listsOnly: true })
    const names = [...requested.type.attributes.values()].flatMap((attribute) =>
      attribute.kind === 'relation' && attribute.target === requested.type.uid && !attribute.private
        ? [attribute.name]
        : [],
    )
    const [name] = names
    if (name === undefined) return undefined
    const path = Array.from({ length: 1 + ((dice[0] ?? 0) % DEPTH) }, () => name).join('.')
    return {
      requests: [requestOf({ ...requested, query: { populate: path } })],
      judge: ([reply]) => (reply === undefined ? undefined : isAnswered(reply)),
    }
  },
})

const NUMBERS: readonly ScalarType[] = ['integer', 'biginteger', 'float', 'decimal']

const refused = live({
  id: 'total.refusals',
  kind: 'law',
  looksAt: 'answers',
  rules: [
    'query.reserved',
    'status.value',
    'locale.value',
    'filters.opaque',
    'filters.shape',
    'fields.unknown',
    'sort.unknown',
    'sort.incomplete',
    'filters.zone',
    'sort.zone',
    'status.publication-filter',
  ],
  says:
    'The server refuses, and never ignores, an unknown name. ' +
    'The server refuses, and never ignores, a value of the wrong shape. ' +
    'The server refuses, and never ignores, an unknown status. ' +
    'The server refuses, and never ignores, an object as the locale. ' +
    'The server refuses, and never ignores, a text in place of a number. ' +
    'The server refuses, and never ignores, a list of more than 100 values.',
  experiment: (graph, { ask }) => {
    const requested = ask(graph, { listsOnly: true })
    const many = Array.from({ length: 101 }, (_, at) => String(at))
    const link = [...requested.type.attributes.values()].find(
      ({ kind }) => kind === 'component' || kind === 'media',
    )
    const zone = [...requested.type.attributes.values()].find(
      ({ kind }) => kind === 'zone' || kind === 'morphTo',
    )
    const number = openScalars(requested.type).find(({ type }) => NUMBERS.includes(type))
    const wrong = [
      { lookup: 'x' },
      { status: 'other' },
      { publicationFilter: 'other' },
      ...(requested.type.localized ? [{ locale: { $ne: 'en' } }] : []),
      { filters: { id: { $in: many } } },
      { filters: { id: { $eq: { nothing: '1' } } } },
      { filters: { nothing: '1' } },
      { filters: { $nothing: '1' } },
      { filters: { $or: 'x' } },
      { filters: { $eq: 'x' } },
      { filters: [{ id: '1' }] },
      { filters: { id: { $between: ['1'] } } },
      { filters: { id: { $between: '1' } } },
      ...(number === undefined ? [] : [{ filters: { [number.name]: { $eq: '4a' } } }]),
      { filters: { createdAt: { $gt: 'x' } } },
      { fields: 'nothing' },
      { fields: ['id', null] },
      { sort: 'nothing' },
      { sort: 'id:up' },
      { sort: { id: ['asc'] } },
      { _q: ['a', 'b'] },
      ...(link === undefined ? [] : [{ sort: link.name }, { fields: [link.name] }]),
      ...(zone === undefined
        ? []
        : [
            { filters: { [zone.name]: { id: '1' } } },
            { sort: `${zone.name}.id` },
            { populate: { [zone.name]: { populate: ['x'] } } },
          ]),
    ]
    return {
      requests: [{}, ...wrong].map((query) => requestOf({ ...requested, query })),
      judge: allRefused(wrong),
    }
  },
})

export const TOTALITY_LAWS: readonly LiveLaw[] = [anything, brokenQueries, soundQueries, deep, refused]
