/**
 * Measures how the cost of answers grows with the data. The benchmark sends the same requests over 500, 1,000 and
 * 2,000 pages with links. Each line shows the steps, the growth of steps and time, and the growth that the formula
 * in `.github/docs/operations.md` predicts. Compare only ratios, because the times depend on the machine.
 */
import { bench, describe } from 'vitest'
import { type ContentApi, createReferenceApi } from '../../src/reference/api.ts'
import { type GraphSize, sizeOf } from '../search/fuzz/formula.ts'
import { heavyGraph } from '../search/fuzz/heavy.ts'
import { allocatedBy, WRITE_KINDS } from '../support/write-growth.ts'
import { pairsOfServed } from './served-writes.ts'

const PAGES = [500, 1_000, 2_000]

/** The formula of the documentation that predicts the steps of a request from the rows and links of the dataset. */
type Formula = (size: GraphSize) => number
const reach: Formula = ({ nodes, links }) => nodes + links
const order: Formula = ({ nodes, links }) => links + nodes * Math.log2(nodes)

const all = 'pagination[pageSize]=100000&fields=id'
const names = (count: number, name: string): string => Array(count).fill(name).join(',')
const anyOf = (count: number, condition: string): string =>
  Array.from({ length: count }, (_, at) => `filters[$or][${at}]${condition}=${at}`).join('&')

const REQUESTS: readonly (readonly [what: string, url: string, formula: Formula])[] = [
  ['filter: one condition', '/api/pages?fields=id&filters[rank][$lt]=10', reach],
  ['filter: 50 conditions', `/api/pages?fields=id&${anyOf(50, '[rank]')}`, reach],
  ['filter: through a relation', '/api/pages?fields=id&filters[related][title][$contains]=7', reach],
  ['filter: through six', `/api/pages?fields=id&filters${'[related]'.repeat(6)}[rank]=7`, reach],
  ['search', '/api/pages?fields=id&_q=t7', reach],
  ['sort: one key', '/api/pages?fields=id&sort=rank:desc', order],
  ['sort: 20 keys', `/api/pages?fields=id&sort=${names(20, 'rank')}`, order],
  ['sort: through a relation', '/api/pages?fields=id&sort=categories.name', order],
  [
    'sort: through six',
    '/api/pages?fields=id&sort=categories.pages.categories.pages.related.related.title',
    order,
  ],
  ['populate: a page of 25', '/api/pages?populate=*', () => 1],
  ['populate: every row', `/api/pages?${all}&populate[related][fields]=id`, reach],
  [
    'populate: every row, ten levels',
    `/api/pages?${all}&populate=${Array(5).fill('zone.pages').join('.')}`,
    reach,
  ],
  ['populate: every row, filtered', `/api/pages?${all}&populate[related][filters][rank][$lt]=10`, reach],
  ['populate: every row, sorted', `/api/pages?${all}&populate[related][sort]=title`, reach],
]

interface World {
  readonly pages: number
  readonly size: GraphSize
  readonly api: ContentApi
  readonly steps: (url: string) => number
}

const worlds = PAGES.map((pages): World => {
  const graph = heavyGraph(pages)
  let taken = 0
  // An API with an observer caches no answers, so it evaluates each request.
  const api = createReferenceApi(graph, {
    spent: (steps) => {
      taken = steps
    },
  })
  const steps = (url: string): number => {
    api.answer({ url })
    return taken
  }
  return { pages, size: sizeOf(graph), api, steps }
})

/** Sends a request nine times; returns the CPU milliseconds of the fastest answer. */
function timeOf({ api }: World, url: string): number {
  const times = Array.from({ length: 9 }, () => {
    const before = process.cpuUsage()
    api.answer({ url })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

const ratios = (numbers: readonly number[]): string => {
  const [first = 1, ...rest] = numbers
  return rest.map((number) => `×${(number / first).toFixed(1)}`).join(' ')
}

console.log(
  ['request', 'steps', 'steps ×2 ×4', 'formula ×2 ×4', 'time ×2 ×4', 'ms']
    .map((title, at) => title.padEnd(at === 0 ? 34 : 16))
    .join(''),
)
for (const [what, url, formula] of REQUESTS) {
  const steps = worlds.map((world) => world.steps(url))
  const times = worlds.map((world) => timeOf(world, url))
  const cells = [
    String(steps[0]),
    ratios(steps),
    ratios(worlds.map(({ size }) => formula(size))),
    ratios(times),
    times.map((time) => time.toFixed(1)).join(' '),
  ]
  console.log(what.padEnd(34) + cells.map((cell) => cell.padEnd(16)).join(''))
}

/** The number of components in the body of a large write, close to the limit of 50,000 lists and objects for a body. */
const MANY = 49_900
const FEW = 1_000
const PAIRS = 7

console.log(
  'components of a write: ms for 49,900 in requests of 1,000, and in one; the median ratio of 7 pairs; bytes',
)
const served = await pairsOfServed(FEW, MANY, PAIRS)
for (const kind of WRITE_KINDS) {
  const pairs = served[kind].toSorted((one, other) => one[1] / one[0] - other[1] / other[0])
  const [several, one] = pairs[PAIRS >> 1] ?? [1, 1]
  const bytes = (await allocatedBy(kind, MANY, 1)) / (await allocatedBy(kind, FEW, MANY / FEW))
  const cells = [several.toFixed(0), one.toFixed(0), `×${(one / several).toFixed(2)}`, `×${bytes.toFixed(2)}`]
  console.log(kind.padEnd(34) + cells.map((cell) => cell.padEnd(16)).join(''))
}

for (const [what, url] of REQUESTS) {
  describe(what, () => {
    for (const { pages, api } of worlds)
      bench(`${pages} pages`, () => void api.answer({ url }), { time: 100, iterations: 3 })
  })
}
