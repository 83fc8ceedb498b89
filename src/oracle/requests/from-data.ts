/**
 * Generates requests from the values of database rows: filters with existing and slightly changed values under every
 * operator, and the usual parameters of a list. Such requests are simple, and the filters of many of them match rows.
 */
import * as fc from 'fast-check'
import { may } from '../../reference/access.ts'
import type { ApiRequest } from '../../reference/api.ts'
import type { Graph, Row, Table } from '../../reference/graph/graph.ts'
import { OPERATORS, TEST_OPERATORS, type TestOperator } from '../../reference/operators/operators.ts'
import type { ScalarAttribute } from '../../reference/schema/schema.ts'

/** Generates requests for the entries of every content type that some caller may list. */
export function dataRequests(graph: Graph): fc.Arbitrary<ApiRequest> {
  const routes = [...graph.tables.values()].flatMap((table) => routesTo(table, graph))
  if (routes.length === 0) return fc.constant({ url: `${graph.settings.prefix}/nothing` })
  return fc.oneof(...routes.map((route) => requestsTo(route, graph)))
}

function requestsTo({ path, headers, table }: ListRoute, graph: Graph): fc.Arbitrary<ApiRequest> {
  const slash = fc.oneof(
    { weight: 15, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constant('/') },
  )
  return fc.record({ parts: partsFor(table, graph), slash }).map(({ parts, slash: end }) => {
    const query = parts.length === 0 ? '' : `?${parts.join('&')}`
    return { url: `${path}${end}${query}`, headers }
  })
}

interface ListRoute {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly table: Table
}

/**
 * Returns the routes to the list of a content type, one for each caller with permission: the public, and each token.
 */
function routesTo(table: Table, { access, settings }: Graph): readonly ListRoute[] {
  const { uid, kind, singularName, pluralName } = table.type
  if (!uid.startsWith('api::')) return []
  const path = `${settings.prefix}/${kind === 'singleType' ? singularName : pluralName}`
  const readers = [[undefined, access.publicRole] as const, ...access.tokens]
  return readers.flatMap(([token, name]) => {
    const role = access.roles.get(name)
    if (role === undefined || !may(role, uid, 'find')) return []
    return [{ path, headers: token === undefined ? {} : { authorization: `Bearer ${token}` }, table }]
  })
}

/** Generates the parts of a query, with at most one part of each kind, such as `sort`. */
function partsFor(table: Table, graph: Graph): fc.Arbitrary<readonly string[]> {
  const scalars = [...table.type.attributes.values()].filter(
    (one): one is ScalarAttribute => one.kind === 'scalar' && !one.private && one.type !== 'password',
  )
  const names = [...scalars.map(({ name }) => name), 'id']
  const codes = [...graph.locales.codes.map(({ code }) => code), '*', 'xx'].map(encodeURIComponent)
  const options = [
    filterPart(table, scalars),
    sortPart(names),
    paginationPart,
    fc.constantFrom(...names).map((name) => `fields[0]=${name}`),
    fc.constantFrom('status=draft', 'status=published'),
    fc.constantFrom(...codes).map((code) => `locale=${code}`),
    valueAmong(table.rows, scalars)
      .chain(nearMiss)
      .map((text) => `_q=${encodeURIComponent(text)}`),
  ]
  return fc.tuple(...options.map(sometimes)).map((parts) => parts.filter((part) => part !== ''))
}

const sometimes = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 1, arbitrary: part })

function filterPart(table: Table, scalars: readonly ScalarAttribute[]): fc.Arbitrary<string> {
  if (scalars.length === 0) return fc.constant('filters[id][$gte]=1')
  return fc.constantFrom(...scalars).chain((attribute) =>
    fc
      .record({
        operator: fc.constantFrom(...TEST_OPERATORS),
        values: fc.tuple(operand(table, attribute), operand(table, attribute)),
        isNegated: fc.boolean(),
      })
      .map(({ operator, values, isNegated }) => {
        const key = `filters[${attribute.name}]${isNegated ? '[$not]' : ''}[${operator}]`
        return operandPart(key, operator, values)
      }),
  )
}

function operandPart(key: string, operator: TestOperator, values: readonly [string, string]): string {
  switch (OPERATORS[operator].takes) {
    case 'flag':
      return `${key}=${values[0].length % 2 === 0}`
    case 'value':
    case 'text':
      return `${key}=${encodeURIComponent(values[0])}`
    case 'list':
    case 'pair':
      return values.map((value, at) => `${key}[${at}]=${encodeURIComponent(value)}`).join('&')
  }
}

/**
 * Generates an operand for a filter: `1`, or a value that some row has in the attribute. For a text attribute, the
 * operand may also be a part of the value, or the value in other letter case.
 */
function operand({ rows }: Table, attribute: ScalarAttribute): fc.Arbitrary<string> {
  const value = valueAmong(rows, [attribute])
  const isText = ['string', 'text', 'richtext', 'email', 'uid', 'enumeration'].includes(attribute.type)
  return isText ? value.chain(nearMiss) : value
}

function valueAmong(rows: readonly Row[], scalars: readonly ScalarAttribute[]): fc.Arbitrary<string> {
  const values = rows.flatMap((row) => scalars.map(({ name }) => row.values[name] ?? null))
  const texts = values.flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [String(value)]
      : [],
  )
  return fc.constantFrom('1', ...new Set(texts))
}

/** Generates a text that resembles the given text: the same text, a part of it, or the text in upper or lower case. */
const nearMiss = (text: string): fc.Arbitrary<string> =>
  fc
    .record({ start: fc.nat(text.length), length: fc.integer({ min: 1, max: 6 }), way: fc.nat(6) })
    .map(({ start, length, way }) => {
      const ways = [
        text,
        text.slice(0, length),
        text.slice(-length),
        text.slice(start, start + length),
        text.toUpperCase(),
        text.toLowerCase(),
        text.slice(-length).toUpperCase(),
      ]
      return (ways[way] ?? text).replace(/[\ud800-\udfff]/g, '')
    })

function sortPart(names: readonly string[]): fc.Arbitrary<string> {
  const key = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom('', ':asc', ':desc'))
    .map(([name, order]) => `${name}${order}`)
  return fc.oneof(
    key.map((one) => `sort=${one}`),
    fc.tuple(key, key).map(([first, second]) => `sort=${first},${second}`),
    fc.tuple(key, key).map(([first, second]) => `sort[0]=${first}&sort[1]=${second}`),
  )
}

const paginationPart = fc
  .tuple(
    fc.boolean(),
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 1, max: 12 }),
    fc.constantFrom('', 'true', 'false'),
  )
  .map(([isPaged, at, size, count]) => {
    const window = isPaged
      ? `pagination[page]=${at}&pagination[pageSize]=${size}`
      : `pagination[start]=${at}&pagination[limit]=${size}`
    return count === '' ? window : `${window}&pagination[withCount]=${count}`
  })
