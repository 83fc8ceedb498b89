/** Draws a report as SVG: the request times by the number of posts, and the ratios to peers. */
import { sentenceOf } from './machine.ts'
import type { Report } from './report.ts'
import { type Cell, cellText, columnOf } from './table.ts'

const [WIDTH, MARGIN, LINE, LABEL] = [894, 16, 19, 380]
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one)

const text = (kind: string, x: number, y: number, said: string, more = ''): string =>
  `<text class="${kind}" x="${Math.round(x)}" y="${Math.round(y)}"${more}>${escaped(said)}</text>`

interface Bar {
  readonly value: number
  readonly says: string
  /** Whether the bar is marked as bad, because the peer is faster than Populace. */
  readonly isBad: boolean
}

interface Block {
  readonly title: string
  readonly rows: readonly { readonly what: string; readonly bars: readonly Bar[] }[]
}

const numbers = (cells: readonly Cell[]): readonly number[] =>
  cells.filter((cell) => typeof cell === 'number').filter(Number.isFinite)

/** Returns the milliseconds of each request for each number of posts, in the order of the table. */
function growth({ tables }: Report): readonly Block[] {
  const table = tables.find(({ id }) => id === 'ask')
  if (table === undefined) return []
  const sizes = table.columns.filter((column) => column.endsWith(' posts'))
  const rows = table.rows.map((row) => ({
    what: cellText(row[0] ?? null),
    bars: numbers(row.slice(1, 1 + sizes.length)).map((value) => ({
      value,
      says: `${cellText(value)} ms`,
      isBad: false,
    })),
  }))
  return [{ title: `Milliseconds of a request never asked before: ${sizes.join(', ')}`, rows }]
}

/** Returns each peer's smallest and median time as a multiple of the time of Populace. */
function rivals({ tables }: Report): readonly Block[] {
  const bars = tables
    .filter(({ id }) => id === 'peers' || id === 'servers')
    .flatMap((table) =>
      table.columns.slice(2).map((name) => {
        const all = [...columnOf(table, name)].slice(0, -1)
        const ratios = [...numbers(all.map(([, cell]) => cell))].sort((a, b) => a - b)
        const [least = Number.NaN] = ratios
        const middle = ratios[Math.floor(ratios.length / 2)] ?? Number.NaN
        const bar = (value: number, says: string): Bar => ({
          value,
          says: `× ${cellText(value)} ${says}`,
          isBad: value < 1,
        })
        return {
          what: name,
          bars: [bar(least, 'where it is nearest'), bar(middle, 'in the middle of its rows')],
        }
      }),
    )
  return bars.length === 0 ? [] : [{ title: 'How many times as long as Populace a peer takes', rows: bars }]
}

/** Returns the answers per second of Populace, as ratios to a server that sends the same bytes from a string. */
function served({ tables }: Report): readonly Block[] {
  const table = tables.find(({ id }) => id === 'http')
  if (table === undefined) return []
  const rows = [...columnOf(table, 'ratio')].flatMap(([what, cell]) =>
    typeof cell === 'number' ? [{ what, bars: [{ value: cell, says: cellText(cell), isBad: false }] }] : [],
  )
  return [{ title: 'Answers a second, of those of a bare node:http server that sends the same bytes', rows }]
}

/** Returns the length of a bar on a logarithmic scale, which begins at half of the smallest value. */
function lengthOf(value: number, [least, most]: readonly [number, number]): number {
  const room = WIDTH - LABEL - 2 * MARGIN - 180
  return Math.max(3, (room * Math.log(value / least)) / Math.log(most / least))
}

const [BAR, GAP] = [9, 7]

function drawn(
  { title, rows }: Block,
  top: number,
): { readonly lines: readonly string[]; readonly bottom: number } {
  const values = rows.flatMap(({ bars }) => bars.map(({ value }) => value))
  const range = [Math.min(...values) / 2, Math.max(...values)] as const
  const lines = [text('strong', MARGIN, top + LINE, title)]
  let y = top + LINE + 12
  for (const { what, bars } of rows) {
    const height = Math.max(LINE - GAP, bars.length * (BAR + 3))
    lines.push(text('plain', MARGIN, y + height / 2 + 4, what))
    for (const [at, { value, says, isBad }] of bars.entries()) {
      const [from, length] = [y + at * (BAR + 3), lengthOf(value, range)]
      const kind = isBad ? 'bad' : at === bars.length - 1 ? 'main' : 'other'
      lines.push(
        `<rect class="${kind}" x="${LABEL}" y="${from}" width="${Math.round(length)}" height="${BAR}" rx="2"/>`,
        text('small', LABEL + length + 6, from + BAR - 1, says),
      )
    }
    y += height + GAP
  }
  return { lines, bottom: y + LINE }
}

/** Returns the picture of a report as SVG. */
export function picture(report: Report): string {
  const lines: string[] = []
  let y = 40
  for (const block of [...served(report), ...growth(report), ...rivals(report)]) {
    const { lines: more, bottom } = drawn(block, y)
    lines.push(...more)
    y = bottom
  }
  const says = sentenceOf(report.machine)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y + 24}" viewBox="0 0 ${WIDTH} ${y + 24}" role="img">
<title>npm run bench</title>
<style>
.back { fill: #16181d } circle { fill: #3a3f4b } .main { fill: #6ea8fe } .other { fill: #3d5a8a } .bad { fill: #ff8c82 }
text { font: 13px ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; fill: #c9d1d9 }
.strong { fill: #fff; font-weight: 600 } .small { font-size: 10px } .faint { fill: #8b949e; font-size: 11px }
</style>
<rect class="back" width="${WIDTH}" height="${y + 24}" rx="8"/>
<circle cx="20" cy="17" r="5"/><circle cx="38" cy="17" r="5"/><circle cx="56" cy="17" r="5"/>
${lines.join('\n')}
${text('faint', MARGIN, y + 6, `${says}. Bars by their logarithm.`)}
</svg>
`
}
