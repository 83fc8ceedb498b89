/** The law that all evaluation strategies are equivalent: an answer is the same with and without indexes and caches. */

import type { ApiRequest } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { DatasetError } from '../../src/reference/schema/fault.ts'
import type { ContentType } from '../../src/reference/schema/schema.ts'
import { PROFILES } from '../../src/reference/strapi/profile.ts'
import { LruBudget } from '../../src/util/cache/lru.ts'
import { type EditableDataset, type EditableJson, editWith } from '../../src/writing/edit/edit.ts'
import { type Dice, type Roll, roll } from '../arbitraries/dice.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import { listOf } from '../arbitraries/recipe.ts'
import { type Ask, requestOf } from '../arbitraries/request.ts'
import { type Fault, same, type WorldLaw, world } from './law.ts'
import { changing } from './replies.ts'
import { REFERENCE } from './subject.ts'

/** Two older profiles, whose order of rows differs from that of the newest profile. */
const OLDER = ['strapi-5.12.7-sqlite', 'strapi-5.30.0-postgres']

/** A cache budget in bytes that is so small that the cache evicts entries. */
const LITTLE = 6_000
/** A cache budget in bytes that is so large that the cache never evicts an entry. */
export const PLENTY = 64 * 1024 * 1024

/**
 * Makes similar requests, so that later requests use the caches that earlier requests filled. Parts of two requests
 * for one type are exchanged, so that the selection of one request occurs with the filters of the other.
 */
function related(asks: readonly Ask[], random: Roll): readonly ApiRequest[] {
  return asks.flatMap((one) => [
    requestOf(one),
    ...variants(one),
    ...alike(one, random),
    ...crossed(one, asks),
    requestOf(one),
  ])
}

const variants = (ask: Ask): readonly ApiRequest[] =>
  ask.target === 'list'
    ? [
        changing(ask, { filters: undefined, _q: undefined }),
        changing(ask, { sort: undefined, pagination: { page: '2', pageSize: '2' } }),
        changing(ask, { sort: 'id:desc', pagination: { start: '1', limit: '3' } }),
        changing(ask, { status: ask.query['status'] === undefined ? 'draft' : undefined }),
        changing(ask, { sort: undefined, fields: 'documentId', populate: undefined }),
      ]
    : []

/** The operands of generated filters: unusual texts, parts of names, and invalid values. */
const OPERANDS = [
  '',
  '0',
  '1',
  '-3',
  '2.5',
  'true',
  'a',
  'A b+c',
  'é%',
  '%00',
  'x]',
  '[$eq',
  '2024-01-01',
  'null',
]

/**
 * Makes requests that differ only in the texts of their filters and in the page, so that later requests use the caches
 * of the first request.
 */
function alike(ask: Ask, random: Roll): readonly ApiRequest[] {
  const { filters, pagination } = ask.query
  const texts = [filters, pagination].flatMap(textsIn)
  if (texts.length === 0) return []
  const other = (tree: QueryTree | undefined): QueryTree | undefined =>
    mapTexts(tree, (text) => (random.chance(50) ? random.pick([...texts, ...OPERANDS]) : text))
  return Array.from({ length: 2 }, () =>
    changing(ask, { filters: other(filters), pagination: other(pagination) }),
  )
}

const textsIn = (tree: QueryTree | undefined): readonly string[] =>
  typeof tree === 'string' ? [tree] : Object.values(tree ?? {}).flatMap(textsIn)

function mapTexts(tree: QueryTree | undefined, change: (text: string) => string): QueryTree | undefined {
  if (typeof tree === 'string') return change(tree)
  if (tree === undefined || tree === null) return tree
  const items = Object.entries(tree).map(([key, one]) => [key, mapTexts(one, change) ?? null] as const)
  return Array.isArray(tree) ? items.map(([, one]) => one) : Object.fromEntries(items)
}

const crossed = (one: Ask, asks: readonly Ask[]): readonly ApiRequest[] =>
  asks
    .filter(({ type, target }) => type === one.type && target === one.target)
    .map(({ query: { filters, sort, pagination } }) => changing(one, { filters, sort, pagination }))

const EDITS = 4

/**
 * Returns the graph after some edits, mostly of the requested types. The tables of the edited graph are layers over
 * the tables of the original graph.
 */
export function editedGraph(graph: Graph, asks: readonly Ask[], throws: Dice): Graph {
  const random = roll(throws)
  const types = [...graph.schema.contentTypes.values()]
  let here = graph
  for (let edit = 0; edit < EDITS; edit++) {
    // Several edits of one type change the order and the versions of its entries.
    const [first] = asks
    const own = first !== undefined && random.chance(40) ? [first] : asks
    const type = random.pick(random.chance(70) ? own.map((ask) => ask.type) : types)
    const change = edit === 0 ? grow : stir
    try {
      here = editWith(here, (dataset) => change(dataset, type, random), { few: 0 })
    } catch (error) {
      // An edit that makes the dataset invalid leaves the graph unchanged.
      if (!(error instanceof DatasetError)) throw error
    }
  }
  return here
}

/** The attributes that identify a row and the version of its document. */
const HEAD = ['id', 'documentId', 'locale', 'publishedAt', 'localizations']

/**
 * The number of entries that the function `grow` adds to a type, so that a filter can select a small part of the
 * entries.
 */
const MORE = 12

function grow(dataset: EditableDataset, type: ContentType, random: Roll): void {
  const rows = listOf(dataset, type)
  if (rows === undefined || rows.length === 0 || random.chance(40)) return
  const values: Record<string, EditableJson> = {}
  for (const { name, kind } of type.attributes.values()) {
    const value = random.pick(rows)[name]
    if (kind === 'scalar' && value !== undefined && !HEAD.includes(name)) values[name] = value
  }
  for (let more = 0; more < MORE; more++) rows.push(JSON.parse(JSON.stringify(values)))
}

/**
 * Edits the entries of a type at random: copies values between entries, removes an entry, or changes the status of an
 * entry.
 */
function stir(dataset: EditableDataset, type: ContentType, random: Roll): void {
  const rows = listOf(dataset, type)
  if (rows === undefined || rows.length === 0) return
  const at = random.upTo(rows.length - 1)
  const [row, other] = [rows[at], random.pick(rows)]
  const kind = random.upTo(99)
  if (row === undefined || kind < 15) rows.splice(at, 1)
  else if (kind < 30 && type.draftAndPublish)
    row['publishedAt'] = row['publishedAt'] ? null : '2024-02-02T00:00:00.000Z'
  else
    for (const { name, kind: what } of type.attributes.values())
      if (!HEAD.includes(name) && what !== 'component' && what !== 'zone' && name in other)
        row[name] = JSON.parse(JSON.stringify(other[name]))
}

const paths = world({
  id: 'paths.same',
  kind: 'frame',
  rules: ['filters.through', 'sort.ties', 'list.total', 'endpoint.envelope'],
  says:
    'With caches of indexes, every answer has the same bytes as without caches. ' +
    'With caches of rendered entries, every answer has the same bytes as without caches. ' +
    'Large caches do not change a byte of an answer. Small caches do not change a byte of an answer. ' +
    'Caches do not change a byte of a refusal. Caches do not change an answer under any profile. ' +
    'Caches do not change an answer after an edit that keeps the indexes.',
  experiment: ({ graph }, input) => {
    const { ask, other, more, dice } = input
    const asks = [ask, other, ...more].map((seed) => seed(graph))
    const requests = related(asks, roll(dice))
    const names = [...Object.keys(PROFILES), ...OLDER]
    const profile = names[(dice[0] ?? 0) % names.length] ?? 'documented'
    const graphs = [graph, editedGraph(graph, asks, dice.slice(1))]
    return {
      requests,
      fault: ({ createApi } = REFERENCE) => {
        const shares = [new LruBudget(PLENTY), new LruBudget(LITTLE)]
        for (const here of graphs) {
          const plain = createApi(here, { profile, keep: { bytes: 0 } })
          const keeping = shares.map((share) => createApi(here, { profile, keep: { share, rows: 0 } }))
          // This API uses only indexes, because the observer `spent` disables the caches.
          const observed = createApi(here, { profile, keep: { rows: 0 }, spent: () => undefined })
          for (const request of requests) {
            const expected = plain.answer(request)
            // Each request is sent three times: the first time fills no cache, the second time fills the cache, and
            // the third time reads from the cache.
            for (const api of [...keeping, ...keeping, ...keeping, observed]) {
              const found = api.answer(request)
              if (!same(found, expected)) return difference(request, profile, expected.body, found.body)
            }
          }
        }
        return undefined
      },
    }
  },
})

const difference = ({ url }: ApiRequest, profile: string, expected: string, found: string): Fault =>
  `${url} under ${profile}\n  without caches ${expected.slice(0, 1000)}\n  with caches    ${found.slice(0, 1000)}`

export const PATH_LAWS: readonly WorldLaw[] = [paths]
