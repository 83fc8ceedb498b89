/**
 * Measures one size in a process of its own: `parse FOLDER`, `load FOLDER` or `ask FOLDER SIZE MILLISECONDS`, so many at
 * the most for each kind of request. Writes JSON.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentApi, createContentApi } from '../../../src/reference/api.ts'
import { editGraph } from '../../../src/reference/graph/edit.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { loadDataset } from '../../../src/reference/graph/load.ts'
import { heap, inTurns, median, timeOf } from '../measure.ts'
import { authorName, type Post, postsOf } from '../posts.ts'
import { byHand, foundIn, KINDS, type Kind, questionOf, SCANS, urlOf, WHAT } from '../questions.ts'
import type { Answered, Asked, Built, Edited, Loaded } from './measured.ts'

const [mode = '', folder = '', count = '0', most = '1000'] = process.argv.slice(2)
const size = Number(count)
/** A million rows are more than a dataset may have that does not say so. */
const limits = { fileBytes: 400_000_000, bytes: 1_000_000_000, values: 100_000_000 }
const say = (value: Loaded | Answered): void => void process.stdout.write(JSON.stringify(value))
const ROUNDS = 101
const within = Number(most)

function parseAll(): unknown {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}

/** `make` and what it costs; what it made is held until its bytes are counted. */
async function costOf(make: () => unknown): Promise<Loaded> {
  const before = await heap()
  const held: unknown[] = []
  const milliseconds = timeOf(() => held.push(make()))
  const bytes = (await heap()) - before
  return { milliseconds, heap: held.length === 0 ? 0 : bytes }
}

/** Throws where an answer is not the one that a loop finds. */
function ask(api: ContentApi, kind: Kind, at: number, posts?: readonly Post[]): void {
  const question = questionOf(kind, at, size)
  const { status, body } = api.answer({ url: urlOf(question) })
  if (status !== 200) throw new Error(`${urlOf(question)} is ${status}: ${body.slice(0, 200)}`)
  if (posts === undefined) return
  const [expected, found] = [byHand(question, posts), foundIn(body)].map((one) => JSON.stringify(one))
  if (expected !== found) throw new Error(`${urlOf(question)} finds ${found}, not ${expected}`)
}

type Key = (post: Post) => string | number
/** What wants an index, and the keys that have to be sorted for it. */
const INDEXES: readonly (readonly [kind: Kind, keys: readonly Key[]])[] = [
  ['above', [({ views }) => views]],
  ['slug', [({ slug }) => slug]],
  ['author', [({ author }) => author]],
  ['views', [({ views }) => -views]],
  ['title', [({ title }) => title]],
  ['related', [({ author }) => authorName(author), ({ title }) => title]],
]

/** Positions in the order of keys that are there. */
function sortingOf(posts: readonly Post[], keys: readonly Key[]): number {
  const columns = keys.map((key) => posts.map(key))
  const positions = Uint32Array.from(posts.keys())
  return timeOf(() =>
    positions.sort((a, b) => {
      for (const column of columns) {
        const [left, right] = [column[a] ?? 0, column[b] ?? 0]
        if (left < right) return -1
        if (left > right) return 1
      }
      return a - b
    }),
  )
}

function built(graph: Graph, posts: readonly Post[]): readonly Built[] {
  const times = size > 100_000 || within < 1_000 ? 1 : 3
  return INDEXES.map(([kind, keys]) => {
    const turns = Array.from({ length: times }, () => {
      const api = createContentApi(graph)
      ask(api, 'page', 0)
      return { first: timeOf(() => ask(api, kind, 1)), sorting: sortingOf(posts, keys) }
    })
    const of = (name: 'first' | 'sorting'): number => median(turns.map((turn) => turn[name]))
    return { what: WHAT[kind], first: of('first'), sorting: of('sorting') }
  })
}

const CHECKED = 3

function asked(api: ContentApi, posts: readonly Post[]): readonly Asked[] {
  return KINDS.map((kind): Asked => {
    for (let at = 0; at < CHECKED; at++) ask(api, kind, 1_000_000 + at, size > 100_000 ? undefined : posts)
    const isScan = SCANS.includes(kind)
    const jobs = [
      (at: number) => ask(api, kind, at),
      ...(isScan ? [(at: number) => byHand(questionOf(kind, at, size), posts)] : []),
    ]
    const [milliseconds = Number.NaN, loop] = inTurns(jobs, { rounds: ROUNDS, each: 1, within })
    return { what: WHAT[kind], milliseconds, loop: loop ?? null }
  })
}

/** One title after the other, each in the world that the last left. */
function edited(graph: Graph, api: ContentApi): Edited {
  const change = (one: Graph, at: number): Graph =>
    editGraph(one, ({ entries }) => {
      const post = entries['post']?.[(at * 7_919) % size]
      if (post !== undefined) post['title'] = `Another ${at}`
    })
  const first = timeOf(() => change(graph, 0))
  const times = Array.from({ length: 21 }, (_, at) => timeOf(() => change(graph, at + 1)))
  const kinds: readonly Kind[] = ['page', 'slug', 'author', 'views']
  for (const [at, kind] of kinds.entries()) ask(api, kind, 2_000_000 + at)
  const later = createContentApi(change(graph, 100))
  const after = kinds.map((kind, at) => ({
    what: WHAT[kind],
    milliseconds: timeOf(() => ask(later, kind, 3_000_000 + at)),
  }))
  return { first, later: median(times), after }
}

function answered(): Answered {
  const graph = loadDataset(folder, { limits })
  const posts = postsOf(size)
  const api = createContentApi(graph)
  const answers = asked(api, posts)
  return { built: built(graph, posts), asked: answers, edited: edited(graph, api) }
}

switch (mode) {
  case 'parse':
    say(await costOf(parseAll))
    break
  case 'load':
    say(await costOf(() => loadDataset(folder, { limits })))
    break
  case 'ask':
    say(answered())
    break
  default:
    throw new Error(`${mode} is none of parse, load, ask`)
}
