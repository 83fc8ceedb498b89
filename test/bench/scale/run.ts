/**
 * Measures a dataset with one number of posts in a separate process: `parse FOLDER`, `load FOLDER`, or `ask FOLDER
 * SIZE MILLISECONDS`, with the maximum time for each kind of request. Writes JSON.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentApi, createReferenceApi, KEPT_BYTES } from '../../../src/reference/api.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { loadDataset } from '../../../src/reference/load/load.ts'
import { world } from '../../../src/server/world/index.ts'
import { LruBudget } from '../../../src/util/cache/lru.ts'
import { editGraph } from '../../../src/writing/edit/edit.ts'
import { heap, inTurns, median, timeOf } from '../measure.ts'
import { authorName, authorsOf, type Post, postDocument, postsOf, tagsOf } from '../posts.ts'
import { byHand, foundIn, KINDS, type Kind, questionOf, SCANS, urlOf, WHAT } from '../questions.ts'
import type { Answered, Built, Edited, Loaded, RequestTime } from './measured.ts'

const [mode = '', folder = '', count = '0', most = '1000'] = process.argv.slice(2)
const size = Number(count)
/** Limits of a dataset; the default limits reject a dataset of a million rows. */
const limits = { fileBytes: 400_000_000, bytes: 1_000_000_000, values: 100_000_000 }
const say = (value: Loaded | Answered): void => void process.stdout.write(JSON.stringify(value))
const ROUNDS = 101
const within = Number(most)

function parseAll(): unknown {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}

/**
 * Returns the milliseconds and the heap bytes that `make` needs. The result of `make` stays reachable until the bytes
 * are counted.
 */
async function costOf(make: () => unknown): Promise<Loaded> {
  const before = await heap()
  const held: unknown[] = []
  const milliseconds = timeOf(() => held.push(make()))
  const bytes = (await heap()) - before
  return { milliseconds, heap: held.length === 0 ? 0 : bytes }
}

/** Sends a request. Throws if the answer differs from the result of a loop over the posts. */
function ask(api: ContentApi, kind: Kind, at: number, posts?: readonly Post[]): void {
  const question = questionOf(kind, at, size)
  const { status, body } = api.answer({ url: urlOf(question) })
  if (status !== 200) throw new Error(`${urlOf(question)} is ${status}: ${body.slice(0, 200)}`)
  if (posts === undefined) return
  const [expected, found] = [byHand(question, posts), foundIn(body)].map((one) => JSON.stringify(one))
  if (expected !== found) throw new Error(`${urlOf(question)} finds ${found}, not ${expected}`)
}

type Key = (post: Post) => string | number
/** The kinds of requests that need an index, each with the keys by which the index sorts posts. */
const INDEXES: readonly (readonly [kind: Kind, keys: readonly Key[]])[] = [
  ['above', [({ views }) => views]],
  ['slug', [({ slug }) => slug]],
  ['author', [({ author }) => author]],
  ['views', [({ views }) => -views]],
  ['title', [({ title }) => title]],
  ['related', [({ author }) => authorName(author), ({ title }) => title]],
]

/** Returns the milliseconds to sort the positions of the rows by their keys. */
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
      const api = createReferenceApi(graph)
      ask(api, 'page', 0)
      return { first: timeOf(() => ask(api, kind, 1)), sorting: sortingOf(posts, keys) }
    })
    const of = (name: 'first' | 'sorting'): number => median(turns.map((turn) => turn[name]))
    return { what: WHAT[kind], first: of('first'), sorting: of('sorting') }
  })
}

const CHECKED = 3

function asked(api: ContentApi, posts: readonly Post[]): readonly RequestTime[] {
  return KINDS.map((kind): RequestTime => {
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

const BODY = { 'content-type': 'application/json' }

/** The number of unmeasured edits before the measured edits, because most clients write more than once. */
const WARM = 300

function medianOf(change: (at: number) => void): number {
  for (let at = 1; at <= WARM; at++) change(at)
  return median(Array.from({ length: ROUNDS }, (_, at) => timeOf(() => change(WARM + 1 + at))))
}

/** Measures other ways to change one entry: the helper `world.with`, and the requests PUT, POST and DELETE. */
function ways(graph: Graph): Edited['ways'] {
  const here = world(graph)
  const documentAt = (at: number): string => postDocument(1 + ((at * 7_919) % size))
  const send = (method: string, at: number, data?: unknown): void => {
    const url = method === 'POST' ? '/api/posts' : `/api/posts/${documentAt(at)}`
    const body = data === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify({ data })) }
    const { answer } = here.send({ method, url, headers: BODY, ...body })
    if (answer.status > 204)
      throw new Error(`${method} ${url} is ${answer.status}: ${answer.body.slice(0, 200)}`)
  }
  const one = (at: number): Record<string, unknown> => ({
    title: `Another ${at}`,
    author: 1 + (at % authorsOf(size)),
    tags: [0, 1, 2].map((nth) => 1 + ((at + nth * 7) % tagsOf(size))),
  })
  const all: readonly (readonly [what: string, change: (at: number) => void])[] = [
    [
      '`world.with`: a title',
      (at) => here.with((data) => data['posts']?.update(documentAt(at), { title: `Another ${at}` })),
    ],
    ['PUT: a title', (at) => send('PUT', at, { title: `Another ${at}` })],
    ['PUT: a title, the author, three tags', (at) => send('PUT', at, one(at))],
    ['POST: an entry with an author and three tags', (at) => send('POST', at, one(at))],
    ['DELETE: an entry', (at) => send('DELETE', at)],
  ]
  return all.map(([what, change]) => ({ what, milliseconds: medianOf(change) }))
}

/** Edits titles in sequence; each edit starts from the world after the previous edit. */
function edited(graph: Graph, api: ContentApi, share: LruBudget): Edited {
  const change = (one: Graph, at: number): Graph =>
    editGraph(one, ({ entries }) => {
      const post = entries['post']?.[(at * 7_919) % size]
      if (post !== undefined) post['title'] = `Another ${at}`
    })
  const first = timeOf(() => change(graph, 0))
  const later = medianOf((at) => change(graph, at))
  const kinds: readonly Kind[] = ['page', 'slug', 'author', 'views']
  for (const [at, kind] of kinds.entries()) ask(api, kind, 2_000_000 + at)
  const changed = createReferenceApi(change(graph, 100), { keep: { share } })
  const after = kinds.map((kind, at) => ({
    what: WHAT[kind],
    milliseconds: timeOf(() => ask(changed, kind, 3_000_000 + at)),
  }))
  return { first, later, ways: ways(graph), after }
}

function answered(): Answered {
  const graph = loadDataset(folder, { limits })
  const posts = postsOf(size)
  const share = new LruBudget(KEPT_BYTES)
  const api = createReferenceApi(graph, { keep: { share } })
  const answers = asked(api, posts)
  return { built: built(graph, posts), asked: answers, edited: edited(graph, api, share) }
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
