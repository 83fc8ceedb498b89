/**
 * Makes candidate requests for the identification of a target. From the candidates, the probe selects the requests to
 * which different servers answer differently.
 */
import * as fc from 'fast-check'
import type { ApiRequest } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import { CHANGE_IDS, changeOf } from '../../reference/strapi/changes.ts'
import { requests } from '../requests/requests.ts'
import type { SuiteCase } from '../suite/case.ts'
import { requestOf } from '../suite/request.ts'
import { callersOf, urlOf } from './types.ts'

/** The maximum number of content types about which the probe makes candidate requests. */
const MAX_TYPES = 3
/** The maximum number of attributes of each content type about which the probe makes candidate requests. */
const MAX_ATTRIBUTES = 6
/** The maximum number of suite cases whose requests become candidates. */
const MAX_CASES = 60
/** The number of generated requests among the candidate requests. */
const MAX_GENERATED = 60
/** The fixed seed of the generated candidate requests, so that every run has the same candidates. */
const SEED = 5

export function candidates(graph: Graph, cases: readonly SuiteCase[]): readonly ApiRequest[] {
  const step = Math.max(1, Math.ceil(cases.length / MAX_CASES))
  return [
    ...CHANGE_IDS.map((id) => ({ method: 'GET', url: changeOf(id).request })),
    ...typesOf(graph).flatMap((type) => aboutType(type, graph)),
    ...cases.filter((_one, at) => at % step === 0).map(requestOf),
    ...fc.sample(requests(graph, 'both'), { seed: SEED, numRuns: MAX_GENERATED }),
  ]
}

/** Returns the collection types with the most rows, because answers about these types differ most between servers. */
const typesOf = ({ schema, tables }: Graph): readonly ContentType[] =>
  [...schema.contentTypes.values()]
    .filter(({ uid, kind }) => uid.startsWith('api::') && kind === 'collectionType')
    .sort((a, b) => (tables.get(b.uid)?.rows.length ?? 0) - (tables.get(a.uid)?.rows.length ?? 0))
    .slice(0, MAX_TYPES)

/** The query strings whose effect changed between releases, or that the guide refuses and a real server accepts. */
const WHOLE = [
  'pagination[pageSize]=50',
  'populate=true',
  'populate[0]=*',
  'pagination[page]=2',
  'sort=id:up',
  'fields[]=',
  'status=none',
  'pagination[page]=0',
  'pagination[pageSize]=-1',
  'pagination[start]=-1',
]

function aboutType(type: ContentType, graph: Graph): readonly ApiRequest[] {
  const [caller] = callersOf(type, graph)
  if (caller === undefined) return []
  const scalars = [...type.attributes].filter(([, one]) => one.kind === 'scalar' && !one.private)
  const queries = [
    ...WHOLE,
    ...scalars.slice(0, MAX_ATTRIBUTES).flatMap(([name]) => aboutAttribute(name, type, graph)),
  ]
  return queries.map((query) => ({
    method: 'GET',
    url: `${urlOf(type, graph)}?${query}`,
    headers: caller.headers,
  }))
}

/**
 * Returns queries about an attribute whose answers depend on the database: sorts, and filters whose operand has
 * swapped letter case.
 */
function aboutAttribute(name: string, { uid }: ContentType, { tables }: Graph): readonly string[] {
  const sorted = [`sort=${name}`, `sort=${name}:desc`]
  const row = tables.get(uid)?.rows.find(({ values }) => typeof values[name] === 'string')
  const value = row?.values[name]
  if (typeof value !== 'string' || value === '') return sorted
  const other = encodeURIComponent(Buffer.from(swapped(value.slice(0, 20))).toString())
  return [
    ...sorted,
    ...['$eq', '$contains', '$lt'].map((operator) => `filters[${name}][${operator}]=${other}`),
  ]
}

const swapped = (text: string): string =>
  [...text]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')
