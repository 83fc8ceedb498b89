/**
 * Measures a thousand worlds on one port, over 100 and over 10,000 entries. First, the bench sends edits and requests
 * to all worlds in random order, and stops at an answer from a wrong world. The benchmark then measures the cost of a
 * world: a start, a reset after one edit and after a thousand edits, and the memory. Compare only the columns of the
 * output, because the times depend on the machine.
 */
import { bench, describe } from 'vitest'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { createMock } from '../../src/server/mock.ts'
import { patched } from '../../src/server/worlds/patch.ts'
import { Worlds } from '../../src/server/worlds/worlds.ts'
import { serveWorlds } from '../support/worlds.ts'
import { build, filesOf } from './articles.ts'

const SIZES = [100, 10_000]
const WORLDS = 1_000
/** The number of requests to each world. */
const REQUESTS_EACH = 2
/** Concurrent requests. */
const AT_ONCE = 50

const bases = SIZES.map((size) => ({ size, graph: build(filesOf(size)) }))
const line = (what: string, cells: readonly string[]): void =>
  console.log(`${what.padEnd(36)}${cells.map((cell) => cell.padStart(12)).join('')}`)

/** Runs asynchronous tasks, and limits the number of tasks that run at once. */
async function all(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    for (let task = tasks[next++]; task !== undefined; task = tasks[next++]) await task()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Shuffles a list; a seed determines the order. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const key = (at: number): number => ((at + seed) * 2_654_435_761) % 4_294_967_296
  return items
    .map((item, at) => ({ item, key: key(at) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

/** Each world has its own article, and its own title for an article of the dataset. */
async function crossTalk(graph: Graph): Promise<{ readonly asked: number; readonly wrong: number }> {
  const running = await serveWorlds(graph)
  const numbers = Array.from({ length: WORLDS }, (_, at) => at)
  let [asked, wrong] = [0, 0]
  const titlesIn = async (headers: Record<string, string>, at: string): Promise<string> => {
    const url = `${running.url}${at}/api/articles?filters[title][$startsWith]=World&fields=title&sort=title`
    const { data } = await (await fetch(url, { headers })).json()
    return data.map(({ title }: { readonly title: string }) => title).join()
  }
  const ask = async (number: number, round: number): Promise<void> => {
    const name = `world-${number}`
    const way = (number + round) % 3
    const titles = await titlesIn(
      way === 0 ? { 'populace-world': name } : way === 1 ? { cookie: `populace-world=${name}` } : {},
      way === 2 ? `/_populace/in/${name}` : '',
    )
    asked++
    if (titles !== `World ${number} changed,World ${number} new`) wrong++
  }
  const change = async (number: number): Promise<void> => {
    const where = { title: `Article ${number % 100}` }
    const articles = {
      update: [{ where, data: { title: `World ${number} changed` } }],
      create: [{ title: `World ${number} new` }],
    }
    const url = `${running.url}/_populace/worlds/world-${number}`
    const answer = await fetch(url, { method: 'PATCH', body: JSON.stringify({ articles }) })
    if (answer.status !== 204) throw new Error(await answer.text())
  }
  // Worlds change while other worlds answer.
  await all(
    shuffled(numbers, 1).map((number) => async () => {
      await change(number)
      await ask(number, 0)
    }),
  )
  const rounds = Array.from({ length: REQUESTS_EACH }, (_, round) => round)
  await all(
    shuffled(
      rounds.flatMap((round) => numbers.map((number) => () => ask(number, round))),
      2,
    ),
  )
  if ((await titlesIn({}, '')) !== '') wrong++
  await running.stop()
  return { asked: asked + 1, wrong }
}

/** Returns the microseconds of one run: the minimum over several batches. */
function microseconds(times: number, run: (at: number) => void, prepare = (_at: number): void => {}): number {
  const batches = Array.from({ length: 9 }, () => {
    for (let at = 0; at < times; at++) prepare(at)
    const start = performance.now()
    for (let at = 0; at < times; at++) run(at)
    return ((performance.now() - start) / times) * 1_000
  })
  return Math.min(...batches)
}

const worldsOf = (graph: Graph): Worlds => new Worlds({ base: () => graph, make: (one) => createMock(one) })

function edited(graph: Graph, edits: number): Graph {
  let last = graph
  for (let at = 0; at < edits; at++) {
    const where = { title: at < 100 ? `Article ${at}` : `Edit ${at - 100}` }
    last = patched(last, { articles: { update: [{ where, data: { title: `Edit ${at}` } }] } }).graph
  }
  return last
}

/** Waits for the next turn of the event loop, because V8 releases weak references only after the current turn. */
async function heap(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    globalThis.gc?.()
  }
  return process.memoryUsage().heapUsed
}

/** Returns the kilobytes that each of a thousand worlds needs. */
async function kilobytes(graph: Graph, change: (at: number) => Graph): Promise<number> {
  const worlds = worldsOf(graph)
  change(0)
  const before = await heap()
  for (let at = 0; at < WORLDS; at++) worlds.get(`world-${at}`)?.use(change(at))
  const each = ((await heap()) - before) / WORLDS / 1024
  if (worlds.list().length !== WORLDS) throw new Error('worlds are lost')
  return each
}

line('entries', SIZES.map(String))
const talks = []
for (const { graph } of bases) talks.push(await crossTalk(graph))
line(
  `answers of ${WORLDS} worlds`,
  talks.map(({ asked }) => String(asked)),
)
line(
  'of them wrong',
  talks.map(({ wrong }) => String(wrong)),
)
if (talks.some(({ wrong }) => wrong > 0)) throw new Error('worlds see of each other')

const us = (numbers: readonly number[]): readonly string[] => numbers.map((number) => number.toFixed(1))
line(
  'a world begins, us',
  us(
    bases.map(({ graph }) => {
      const worlds = worldsOf(graph)
      return microseconds(
        WORLDS,
        (at) => worlds.get(`world-${at}`),
        (at) => worlds.reset(`world-${at}`),
      )
    }),
  ),
)
for (const edits of [1, 1_000]) {
  const graphs = bases.map(({ graph }) => ({ graph, other: edited(graph, edits) }))
  const times = graphs.map(({ graph, other }) => {
    const worlds = worldsOf(graph)
    return microseconds(
      100,
      (at) => {
        worlds.reset(`world-${at}`)
        worlds.get(`world-${at}`)
      },
      (at) => worlds.get(`world-${at}`)?.use(other),
    )
  })
  line(`reset of a world after ${edits} edits, us`, us(times))
}

const note = globalThis.gc === undefined ? ' (NODE_OPTIONS=--expose-gc makes it exact)' : ''
const kB = async (change: (graph: Graph, at: number) => Graph): Promise<readonly string[]> => {
  const each: number[] = []
  for (const { graph } of bases) each.push(await kilobytes(graph, (at) => change(graph, at)))
  return us(each)
}
line('memory of an unchanged world, kB', await kB((graph) => graph))
const title = (graph: Graph, at: number): Graph =>
  patched(graph, { articles: { update: [{ where: { title: `Article ${at % 100}` }, data: { rank: at } }] } })
    .graph
line(`memory of a world with one changed entry, kB${note}`, await kB(title))

describe('a world', () => {
  for (const { size, graph } of bases) {
    const worlds = worldsOf(graph)
    bench(
      `of ${size} entries, begun anew`,
      () => {
        worlds.reset('one')
        worlds.get('one')
      },
      { time: 100 },
    )
  }
})
