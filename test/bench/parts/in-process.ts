/** Measures new requests in this process, compared to JSON.stringify of the finished objects. */
import { join } from 'node:path'
import { type ContentApi, createReferenceApi } from '../../../src/reference/api.ts'
import { buildGraph } from '../../../src/reference/load/build.ts'
import { loadDataset } from '../../../src/reference/load/load.ts'
import { inTurns, median, type Turns, timeOf } from '../measure.ts'
import { filesOf } from '../posts.ts'
import { ROOT } from '../root.ts'
import type { Cell, Table } from '../table.ts'
import { KNOWN, SHAPES } from './known.ts'

const POSTS = 10_000
const PAGE = 100

function bodyOf(api: ContentApi, url: string): string {
  const { status, body } = api.answer({ url })
  if (status !== 200) throw new Error(`${url} is ${status}: ${body.slice(0, 200)}`)
  return body
}

const cellsOf = (what: string, ours: number, ready: number, aim: string): readonly Cell[] => [
  what,
  ours * 1_000,
  ready * 1_000,
  ours / ready,
  aim,
]

/**
 * Measures new requests for restaurants, once with an API that has cached the texts of rows, and once with a new API
 * in each run.
 */
function restaurants({
  rounds,
  within,
  warming,
}: Required<Omit<Turns, 'each'>>): readonly (readonly Cell[])[] {
  const graph = loadDataset(join(ROOT, 'fixtures/strapi-5.54/dataset'))
  return KNOWN.flatMap(({ what, urlOf }) => {
    const api = createReferenceApi(graph)
    const body = bodyOf(api, urlOf('seen', 0))
    const ready: unknown = JSON.parse(body)
    const isLarge = body.length > 100_000
    const each = Math.max(1, Math.round(200_000 / body.length / 10))
    const rows = SHAPES.map(([shape, says]) => {
      const jobs = [(at: number) => bodyOf(api, urlOf(shape, at)), () => JSON.stringify(ready)]
      const [ours = Number.NaN, theirs = Number.NaN] = inTurns(jobs, { rounds, each, within, warming })
      return cellsOf(`${what}, ${says}`, ours, theirs, shape === 'operand' ? (isLarge ? '≤ 0.5' : '≤ 1') : '')
    })
    const unknowing = Array.from({ length: Math.min(rounds, 20) }, () => {
      const fresh = createReferenceApi(graph)
      return {
        ours: timeOf(() => bodyOf(fresh, urlOf('seen', 0))),
        theirs: timeOf(() => JSON.stringify(ready)),
      }
    })
    const [ours, theirs] = [unknowing.map((one) => one.ours), unknowing.map((one) => one.theirs)].map(median)
    return [...rows, cellsOf(`${what}, nothing known`, ours ?? Number.NaN, theirs ?? Number.NaN, '')]
  })
}

/** The number of requests for each page before the measurement; these requests fill the cache of row texts. */
const WARM_TURNS = 20

/** Measures pages of posts: each page first with uncached rows, and later with cached rows and other URLs. */
function posts(): readonly (readonly Cell[])[] {
  const built = buildGraph(filesOf(POSTS))
  if (!('graph' in built)) throw new Error('the posts are faulty')
  const count = POSTS / PAGE
  return ['', '&populate=author,tags'].flatMap((more) => {
    const api = createReferenceApi(built.graph)
    const urlOf = (at: number, turn: number): string =>
      `/api/posts?pagination[pageSize]=${PAGE}&pagination[page]=${1 + (at % count)}${more}&filters[id][$gte]=-${turn}`
    // Requests to another type warm up all code, but leave the rows of posts uncached.
    for (let at = 0; at < count; at++) bodyOf(api, `/api/tags?filters[id][$gte]=-${at}`)
    const run = (turn: number): readonly [number, number] => {
      const ours: number[] = []
      const theirs: number[] = []
      for (let at = 0; at < count; at++) {
        const url = urlOf(at, turn)
        let body = ''
        ours.push(
          timeOf(() => {
            body = bodyOf(api, url)
          }),
        )
        const object: unknown = JSON.parse(body)
        theirs.push(timeOf(() => JSON.stringify(object)))
      }
      return [median(ours), median(theirs)]
    }
    const what = more === '' ? '100 posts' : '100 posts, authors and tags'
    const first = cellsOf(`${what}, shown for the first time`, ...run(0), '')
    for (let turn = 1; turn < WARM_TURNS; turn++) run(turn)
    return [first, cellsOf(`${what}, shown before`, ...run(WARM_TURNS), '≤ 1')]
  })
}

const QUICK = { rounds: 40, within: 700, warming: 300 }
const THOROUGH = { rounds: 200, within: 3_000, warming: 1_500 }

export function inProcess(isQuick: boolean): readonly Table[] {
  return [
    {
      id: 'process',
      title: 'In process: an answer, compared with JSON.stringify of the finished object',
      says: 'Median microseconds of alternating runs after a warm-up. Measures the first answer of a new API, which has no cached data.',
      columns: ['answer', 'populace', 'JSON.stringify', 'ratio', 'aim'],
      rows: [...restaurants(isQuick ? QUICK : THOROUGH), ...posts()],
    },
  ]
}
