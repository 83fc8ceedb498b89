/** Measures growing numbers of posts: loading, the first request that needs an index, later requests, and an edit. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, outputOf } from '../measure.ts'
import { writeFolder } from '../posts.ts'
import { type Kind, WHAT } from '../questions.ts'
import type { Answered, Loaded } from '../scale/measured.ts'
import type { Cell, Table } from '../table.ts'

interface Size {
  readonly size: number
  readonly parsed: Loaded
  readonly loaded: Loaded
  readonly answered: Answered
}

/** Runs a measurement several times; returns the median of the milliseconds and of the heap sizes. */
async function several(times: number, once: () => Promise<string>): Promise<Loaded> {
  const runs: Loaded[] = []
  for (let run = 0; run < times; run++) runs.push(JSON.parse(await once()))
  return {
    milliseconds: median(runs.map(({ milliseconds }) => milliseconds)),
    heap: median(runs.map(({ heap }) => heap)),
  }
}

async function measured(size: number, isQuick: boolean): Promise<Size> {
  const times = isQuick || size > 100_000 ? 1 : 3
  const within = isQuick ? 400 : 4_000
  const folder = mkdtempSync(join(tmpdir(), 'populace-bench-'))
  try {
    writeFolder(folder, size)
    const parsed = await several(times, () => outputOf('scale/run.js', ['parse', folder]))
    const loaded = await several(times, () => outputOf('scale/run.js', ['load', folder]))
    const answered: Answered = JSON.parse(
      await outputOf('scale/run.js', ['ask', folder, String(size), String(within)]),
    )
    return { size, parsed, loaded, answered }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const SIZES = [10_000, 100_000, 1_000_000]
const MEGABYTE = 2 ** 20
const posts = (size: number): string => `${size.toLocaleString('en-US')} posts`
const last = <T>(all: readonly T[]): T | undefined => all.at(-1)

function loading(sizes: readonly Size[]): Table {
  return {
    id: 'load',
    title: 'Loading posts with an author and three tags each, compared with JSON.parse of the same files',
    says: 'Measures seconds, and MiB of heap after a collection, each in its own process.',
    columns: ['', 'loading', 'JSON.parse', 'ratio, aim ≤ 2', 'heap', 'of JSON.parse', 'ratio, aim ≤ 1.5'],
    rows: sizes.map(({ size, parsed, loaded }) => [
      posts(size),
      loaded.milliseconds / 1_000,
      parsed.milliseconds / 1_000,
      loaded.milliseconds / parsed.milliseconds,
      loaded.heap / MEGABYTE,
      parsed.heap / MEGABYTE,
      loaded.heap / parsed.heap,
    ]),
  }
}

function building(sizes: readonly Size[]): Table {
  const rows = sizes.flatMap(({ size, answered: { built } }) =>
    built.map(({ what, first, sorting }): readonly Cell[] => [
      `${posts(size)}: ${what}`,
      first,
      sorting,
      first / sorting,
      '≤ 3',
    ]),
  )
  return {
    id: 'index',
    title: 'The first request that builds an index, compared with sorting its keys',
    says: 'Milliseconds. The comparison sorts positions by values in arrays.',
    columns: ['request', 'first request', 'sorting', 'ratio', 'aim'],
    rows,
  }
}

/** Kinds of requests that examine a fixed number of rows, so their aim limits how the time grows with the data. */
const FLAT: readonly Kind[] = ['page', 'populated', 'id', 'document', 'slug', 'author']

function asking(sizes: readonly Size[]): Table {
  const kinds = sizes[0]?.answered.asked.map(({ what }) => what) ?? []
  const flat = new Set(FLAT.map((kind) => WHAT[kind]))
  const rows = kinds.map((what): readonly Cell[] => {
    const asked = sizes.flatMap(({ answered }) => answered.asked.find((one) => one.what === what) ?? [])
    const [first, final] = [asked[0], last(asked)]
    const growth = (final?.milliseconds ?? Number.NaN) / (first?.milliseconds ?? Number.NaN)
    const loop = final?.loop ?? null
    const ofLoop = loop === null || final === undefined ? null : final.milliseconds / loop
    const aim = loop !== null ? 'loop ≤ 1.5' : flat.has(what) ? '≤ 2 ms, growth ≤ 1.5' : '≤ 2 ms'
    return [what, ...asked.map(({ milliseconds }) => milliseconds), growth, ofLoop, aim]
  })
  return {
    id: 'ask',
    title: 'New requests over 10,000 to 1,000,000 posts, with existing indexes',
    says: 'The columns of posts are median milliseconds. Growth is the time with the most posts divided by the time with the fewest posts. "× loop" is the largest ratio of the time to that of a loop over the same values.',
    columns: ['request', ...sizes.map(({ size }) => posts(size)), 'growth', '× loop', 'aim'],
    rows,
  }
}

function editing(sizes: readonly Size[]): Table {
  const [first] = sizes
  const after = first?.answered.edited.after.map(({ what }) => what) ?? []
  const ways = first?.answered.edited.ways.map(({ what }) => what) ?? []
  const named = (all: Answered['edited']['ways'], name: string): number | undefined =>
    all.find(({ what }) => what === name)?.milliseconds
  const row = (
    what: string,
    of: (one: Answered['edited']) => number | undefined,
    aim: string,
  ): readonly Cell[] => [what, ...sizes.map(({ answered }) => of(answered.edited) ?? Number.NaN), aim]
  return {
    id: 'edit',
    title: 'A changed entry',
    says: 'The columns are median milliseconds of 101 changes of the same world, after 300 changes to warm up. The changes are made by `editGraph`, by `world.with`, and by requests. The last rows are the first answers of a changed world.',
    columns: ['', ...sizes.map(({ size }) => posts(size)), 'aim'],
    rows: [
      row('the first `editGraph`: a title', ({ first }) => first, ''),
      row('`editGraph` after it: a title', ({ later }) => later, ''),
      ...ways.map((what) => row(what, (one) => named(one.ways, what), '≤ 1')),
      ...after.map((what) => row(`then ${what}`, (one) => named(one.after, what), '')),
    ],
  }
}

export async function scale(isQuick: boolean): Promise<readonly Table[]> {
  const sizes: Size[] = []
  for (const size of isQuick ? SIZES.slice(0, 2) : SIZES) sizes.push(await measured(size, isQuick))
  return [loading(sizes), building(sizes), asking(sizes), editing(sizes)]
}
