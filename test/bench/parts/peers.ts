/**
 * Compares the answer times of Populace with its peers: other packages that answer equal questions about equal
 * posts.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, outputOf } from '../measure.ts'
import type { Compared } from '../peers/compared.ts'
import { writeFolder } from '../posts.ts'
import { KINDS, type Kind, WHAT } from '../questions.ts'
import { ROOT } from '../root.ts'
import type { Cell, Table } from '../table.ts'

/** The reason why a peer may be faster: its request is prepared, while Populace has to plan each new URL. */
const PLANNED =
  'the peer has a prepared statement for the request; Populace parses, checks and plans a new URL'

/** Reasons why a peer may be faster, by the prefix of its name. The bench prints the reason if the peer is faster. */
const WHY: readonly (readonly [name: string, kinds: readonly Kind[], why: string])[] = [
  [
    'SQLite',
    ['contains', 'search'],
    'the LIKE of SQLite ignores letter case only in ASCII; Populace ignores letter case in all of Unicode',
  ],
  ['json-server', KINDS, 'json-server checks no permissions and has no budget of steps'],
  [
    '',
    ['range'],
    'Populace looks up the lower and the upper bound separately, and sorts the common rows by id',
  ],
  ['', ['contains', 'search'], 'the peer scans texts in memory with a regular expression'],
  ['', KINDS, PLANNED],
]

const whyOf = (name: string, kind: Kind): string =>
  WHY.find(([start, kinds]) => name.startsWith(start) && kinds.includes(kind))?.[2] ?? ''

const isAhead = ({ populace, theirs }: Compared['rows'][number]): boolean => theirs < populace

function cellOf(row: Compared['rows'][number] | undefined): Cell {
  if (row === undefined) return null
  return row.why === null ? row.theirs / row.populace : row.why === 'cannot be asked' ? '–' : row.why
}

/**
 * Returns one sentence for each reason why peers are faster. The sentence names the faster peers, and the questions
 * that they answer faster.
 */
function aheadOf(all: readonly Compared[]): string {
  const places = new Map<string, string[]>()
  for (const { name, rows } of all) {
    const ahead = rows.filter((row) => row.why === null && isAhead(row))
    for (const { kind, what } of ahead) {
      const why = whyOf(name, kind)
      places.set(why, [...(places.get(why) ?? []), `${name} at ${what}`])
    }
  }
  const sentences = [...places].map(([why, names]) => `${names.join('; ')}: ${why}.`)
  return sentences.length === 0
    ? 'No peer is faster than Populace in any row.'
    : `These peers are faster than Populace: ${sentences.join(' ')}`
}

function tableOf(id: string, title: string, all: readonly Compared[]): Table {
  const rows = KINDS.map((kind): readonly Cell[] => {
    const found = all.map(({ rows }) => rows.find((row) => row.kind === kind))
    const times = found.flatMap((row) => (row === undefined || row.why !== null ? [] : [row.populace]))
    return [WHAT[kind], times.length === 0 ? null : median(times), ...found.map(cellOf)]
  })
  const notes = aheadOf(all)
  return {
    id,
    title,
    says: `The columns are the milliseconds of Populace, and each peer's time divided by that of Populace, in alternating runs. A dash means that the peer cannot answer this kind of request. ${notes}`,
    columns: ['request', 'populace', ...all.map(({ name }) => name)],
    rows: [
      ...rows.filter((row) => row[1] !== null),
      ['time until all rows are loaded, in seconds', null, ...all.map(({ opened }) => opened / 1_000)],
    ],
  }
}

export async function peers(isQuick: boolean): Promise<readonly Table[]> {
  const size = isQuick ? 10_000 : 100_000
  const folder = mkdtempSync(join(tmpdir(), 'populace-bench-'))
  try {
    writeFolder(folder, size)
    const text = await outputOf('peers/run.js', [folder, String(size), isQuick ? '120' : '500'])
    const { here, overHttp }: { readonly here: readonly Compared[]; readonly overHttp: readonly Compared[] } =
      JSON.parse(text)
    const of = `the same ${size.toLocaleString('en-US')} posts, and the nearest request that each can answer`
    const isMissing = !existsSync(join(ROOT, 'test/bench/peers/node_modules'))
    const missing = isMissing ? '. The others are not installed: see test/bench/peers/README.md' : ''
    return [
      tableOf('peers', `Peers in one process: ${of}${missing}`, here),
      ...(overHttp.length === 0
        ? []
        : [tableOf('servers', `Peers that are servers, over HTTP: ${of}`, overHttp)]),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
