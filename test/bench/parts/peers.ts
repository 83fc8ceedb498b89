/** Populace and its peers, asked the same of the same posts. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, told } from '../measure.ts'
import type { Compared } from '../peers/compared.ts'
import { writeFolder } from '../posts.ts'
import { KINDS, type Kind, WHAT } from '../questions.ts'
import { ROOT } from '../root.ts'
import type { Cell, Table } from '../table.ts'

/** Why a peer may be ahead, by the beginning of its name; told where it is. */
const WHY: readonly (readonly [name: string, kinds: readonly Kind[], why: string])[] = [
  [
    'SQLite',
    ['id', 'document', 'slug', 'page', 'populated', 'views', 'title'],
    'a statement prepared once takes values; here a URL that was never seen is read, checked and planned first',
  ],
  [
    'SQLite',
    ['above', 'range', 'author'],
    'its index is walked in compiled code; here positions are sorted by id',
  ],
  [
    'SQLite',
    ['contains', 'search'],
    'its LIKE knows the letters of ASCII alone; here every letter has its capital',
  ],
  [
    'json-server',
    ['contains', 'search', 'page', 'document'],
    'it neither checks what may be seen nor counts what an answer costs',
  ],
  ['', ['contains', 'search'], 'a pattern of the engine looks through the texts'],
  ['', KINDS, 'not known'],
]

const whyOf = (name: string, kind: Kind): string =>
  WHY.find(([start, kinds]) => name.startsWith(start) && kinds.includes(kind))?.[2] ?? ''

const isAhead = ({ populace, theirs }: Compared['rows'][number]): boolean => theirs < populace

function cellOf(row: Compared['rows'][number] | undefined): Cell {
  if (row === undefined) return null
  return row.why === null ? row.theirs / row.populace : row.why === 'cannot be asked' ? '–' : row.why
}

function tableOf(id: string, title: string, all: readonly Compared[]): Table {
  const rows = KINDS.map((kind): readonly Cell[] => {
    const found = all.map(({ rows }) => rows.find((row) => row.kind === kind))
    const times = found.flatMap((row) => (row === undefined || row.why !== null ? [] : [row.populace]))
    return [WHAT[kind], times.length === 0 ? null : median(times), ...found.map(cellOf)]
  })
  const ahead = all.flatMap(({ name, rows }) =>
    rows
      .filter((row) => row.why === null && isAhead(row))
      .map((row) => `${name} at ${row.what}: ${whyOf(name, row.kind)}.`),
  )
  const notes = ahead.length === 0 ? 'No peer is ahead in any row.' : `Ahead of Populace: ${ahead.join(' ')}`
  return {
    id,
    title,
    says: `Milliseconds of Populace, and how many times that each peer takes, in turns. A dash: it cannot be asked that. ${notes}`,
    columns: ['request', 'populace', ...all.map(({ name }) => name)],
    rows: [
      ...rows.filter((row) => row[1] !== null),
      ['until all rows are there, seconds', null, ...all.map(({ opened }) => opened / 1_000)],
    ],
  }
}

export async function peers(isQuick: boolean): Promise<readonly Table[]> {
  const size = isQuick ? 10_000 : 100_000
  const folder = mkdtempSync(join(tmpdir(), 'populace-bench-'))
  try {
    writeFolder(folder, size)
    const text = await told('peers/run.js', [folder, String(size)])
    const { here, overHttp }: { readonly here: readonly Compared[]; readonly overHttp: readonly Compared[] } =
      JSON.parse(text)
    const of = `the same ${size.toLocaleString('en-US')} posts, the nearest request that each can answer`
    const isMissing = !existsSync(join(ROOT, 'test/bench/peers/node_modules'))
    const missing = isMissing ? ' The others are not installed: npm run bench:peers.' : ''
    return [
      tableOf('peers', `Peers in one process: ${of}.${missing}`, here),
      ...(overHttp.length === 0
        ? []
        : [tableOf('servers', `Peers that are servers, over HTTP: ${of}`, overHttp)]),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
