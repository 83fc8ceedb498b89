/** However rows are found and entries written, the answer is the same. */
import { Kept } from '../../src/ground/kept.ts'
import { type ApiRequest, createContentApi } from '../../src/reference/api.ts'
import { editWith } from '../../src/reference/graph/edit.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { PROFILES } from '../../src/reference/profile/profile.ts'
import { DatasetError } from '../../src/reference/schema/fault.ts'
import { type Dice, roll } from '../arbitraries/dice.ts'
import { type Ask, requestOf } from '../arbitraries/request.ts'
import { randomEdit } from '../edits/recipe.ts'
import { type Fault, type Luck, same, type WorldLaw, world } from './law.ts'
import { changing } from './replies.ts'

/** Releases in which rows come in other orders. */
const OLDER = ['strapi-5.12.7-sqlite', 'strapi-5.30.0-postgres']

/** Bytes that hold a few texts and indexes, so that some have to go. */
const LITTLE = 6_000
const PLENTY = 64 * 1024 * 1024

/**
 * Requests that have something in common: what one of them leaves behind, the next ones find. Two of a type are crossed,
 * so that a selection is asked for under the filters and the order of another.
 */
function related(graph: Graph, { ask, other, more }: Luck): readonly ApiRequest[] {
  const asks = [ask, other, ...more].map((seed) => seed(graph))
  return asks.flatMap((one) => [requestOf(one), ...variants(one), ...crossed(one, asks), requestOf(one)])
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

const crossed = (one: Ask, asks: readonly Ask[]): readonly ApiRequest[] =>
  asks
    .filter(({ type, target }) => type === one.type && target === one.target)
    .map(({ query: { filters, sort, pagination } }) => changing(one, { filters, sort, pagination }))

/** The graph after some edits: its tables are in layers over those of before. */
function editedGraph(graph: Graph, throws: Dice): Graph {
  const luck = roll(throws)
  let here = graph
  for (let edit = 0; edit < 3; edit++) {
    const recipe = randomEdit(here, luck)
    try {
      here = editWith(here, recipe, { few: 0 })
    } catch (error) {
      // A dataset may break under what luck does to it, and is then as it was.
      if (!(error instanceof DatasetError)) throw error
    }
  }
  return here
}

const paths = world({
  id: 'paths.same',
  kind: 'frame',
  rules: ['filters.through', 'sort.ties', 'list.total', 'endpoint.envelope'],
  says:
    'With indexes and written entries kept, many or few, every answer has the bytes that it has where nothing is ' +
    'kept, under every profile, and after edits that leave indexes in use.',
  experiment: ({ graph }, luck) => {
    const requests = related(graph, luck)
    const names = [...Object.keys(PROFILES), ...OLDER]
    const { dice } = luck
    const profile = names[(dice[0] ?? 0) % names.length] ?? 'documented'
    return {
      requests,
      fault: () => {
        const shares = [new Kept(PLENTY), new Kept(LITTLE)]
        for (const here of [graph, editedGraph(graph, dice.slice(1))]) {
          const plain = createContentApi(here, { profile, keep: { bytes: 0 } })
          const keeping = shares.map((share) => createContentApi(here, { profile, keep: { share, rows: 0 } }))
          // What is told of each answer is answered by indexes alone.
          const told = createContentApi(here, { profile, keep: { rows: 0 }, spent: () => undefined })
          for (const request of requests) {
            const expected = plain.answer(request)
            for (const api of [...keeping, told]) {
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
  `${url} under ${profile}\n  with nothing kept ${expected.slice(0, 1000)}\n  with all kept     ${found.slice(0, 1000)}`

export const PATH_LAWS: readonly WorldLaw[] = [paths]
