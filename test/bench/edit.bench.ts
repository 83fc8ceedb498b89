/**
 * Measures edits in worlds of 100, 1,000 and 10,000 entries. The benchmark makes one edit of each kind and 200 edits in
 * sequence, and measures the heap of a thousand slightly different worlds. Compare only ratios to a reload, because the
 * times depend on the machine.
 */
import { bench, describe } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { type EditableDataset, editGraph } from '../../src/writing/edit/edit.ts'
import { build, filesOf } from './articles.ts'

const SIZES = [100, 1_000, 10_000]

/** Changes one value of a dataset. The parameter `at` selects the row, and `value` differs in each call. */
type Recipe = (dataset: EditableDataset, at: number, value: number) => void
const articlesOf = ({ entries }: EditableDataset) => entries['article'] ?? []

const EDITS: readonly (readonly [what: string, recipe: Recipe])[] = [
  [
    'a title',
    (dataset, at, value) => void Object.assign(articlesOf(dataset)[at] ?? {}, { title: `new ${value}` }),
  ],
  [
    'a link',
    (dataset, at, value) => void Object.assign(articlesOf(dataset)[at] ?? {}, { author: 1 + (value % 7) }),
  ],
  [
    'a picture',
    (dataset, at, value) => void Object.assign(articlesOf(dataset)[at] ?? {}, { cover: 1 + (value % 7) }),
  ],
  ['a new entry', (dataset) => void articlesOf(dataset).push({ title: 'new', author: 1, tags: [1, 2] })],
  ['one taken away', (dataset, at) => void articlesOf(dataset).splice(at, 1)],
  [
    'found by name',
    (dataset, at, value) => {
      const found = articlesOf(dataset).find(({ title }) => title === `Article ${at}`)
      Object.assign(found ?? {}, { rank: value })
    },
  ],
  [
    'settings',
    (dataset, _, value) => void Object.assign(dataset.settings, { rest: { defaultLimit: value } }),
  ],
]

const worlds = SIZES.map((size) => ({ size, files: filesOf(size), graph: build(filesOf(size)) }))

const BATCHES = 5

/** Divides `times` runs into batches; returns the CPU milliseconds of one run in the fastest batch. */
function milliseconds(times: number, run: (at: number) => void): number {
  const batches = times < BATCHES ? 1 : BATCHES
  const each = Math.floor(times / batches)
  const took = Array.from({ length: batches }, (_, batch) => {
    const before = process.cpuUsage()
    for (let at = 0; at < each; at++) run(batch * each + at)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / each
  })
  return Math.min(...took)
}

const cells = (numbers: readonly number[], digits = 3): string =>
  numbers.map((number) => number.toFixed(digits).padStart(11)).join('')

const line = (what: string, rest: string): void => console.log(`${what.padEnd(26)}${rest}`)
line('milliseconds', SIZES.map((size) => `${size}`.padStart(11)).join(''))
const reloads = worlds.map(({ files }) => milliseconds(3, () => void build(files)))
line('a reload', cells(reloads))
line(
  'the first edit',
  cells(
    worlds.map(({ graph }) => milliseconds(1, () => void editGraph(graph, (d) => EDITS[3]?.[1](d, 0, 0)))),
  ),
)
const TIMES = 200
for (const [what, recipe] of EDITS) {
  let value = 1
  const once = (graph: Graph, at: number): Graph =>
    editGraph(graph, (dataset) => recipe(dataset, at % 100, value++))
  for (const { graph } of worlds) milliseconds(50, (at) => void once(graph, at))
  const times = worlds.map(({ graph }) => milliseconds(TIMES, (at) => void once(graph, at)))
  const ratios = times.map((time, at) => `1/${((reloads[at] ?? 0) / time).toFixed(0)}`.padStart(8)).join('')
  line(what, `${cells(times)}  of a reload${ratios}`)
  const chained = worlds.map(({ graph }) => {
    let last = graph
    return milliseconds(TIMES, (at) => {
      last = once(last, at % 90)
    })
  })
  line('  200 in a row, each', cells(chained))
}
const apis = worlds.map(({ graph }) => {
  const edited = editGraph(graph, (dataset) => EDITS[0]?.[1](dataset, 1, 1))
  return milliseconds(TIMES, () => void createReferenceApi(edited))
})
line('createContentApi', cells(apis))
const asked = worlds.map(({ graph }) => {
  const edited = editGraph(graph, (dataset) => EDITS[0]?.[1](dataset, 1, 1))
  const ask = (one: Graph): number => {
    const api = createReferenceApi(one)
    const url = '/api/articles?filters[author][name]=n3&sort=rank&populate=*'
    milliseconds(5, () => void api.answer({ url }))
    return milliseconds(30, () => void api.answer({ url }))
  }
  return ask(edited) / ask(graph)
})
line('reads, edited : base', cells(asked))

/** Waits for the next turn of the event loop, because V8 releases weak references only after the current turn. */
async function heap(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    globalThis.gc?.()
  }
  return process.memoryUsage().heapUsed
}

const WORLDS = 1000
for (const { size, graph } of worlds) {
  const fork = (at: number): Graph => editGraph(graph, (dataset) => EDITS[0]?.[1](dataset, at % size, at))
  fork(0)
  const forks: Graph[] = []
  const before = await heap()
  for (let at = 0; at < WORLDS; at++) forks.push(fork(at))
  const each = ((await heap()) - before) / WORLDS / 1024
  const note = globalThis.gc === undefined ? ' (NODE_OPTIONS=--expose-gc makes it exact)' : ''
  line(`heap of a world of ${size}`, `${each.toFixed(1)} kB, with ${forks.length} of them${note}`)
}

describe('an edit', () => {
  for (const { size, graph } of worlds) {
    bench(`a title of ${size}`, () => void editGraph(graph, (dataset) => EDITS[0]?.[1](dataset, 7, 7)), {
      time: 100,
    })
  }
})
