/** Generates the tables of the performance page, between two marks, from a report of the bench. */
import { sentenceOf } from './machine.ts'
import type { Report } from './report.ts'
import { asMarkdown, type Cell, cellText, columnOf, type Table } from './table.ts'

const [BEGIN, END] = ['<!-- Written by `npm run bench -- --publish`. -->', '<!-- Here it ends. -->']

/**
 * The sources of the table of ratios. Each source names a table of the report, a column, a label, a pattern that
 * selects rows, and the aim.
 */
const RATIO_ROWS: readonly (readonly [id: string, column: string, as: string, rows: RegExp, aim: string])[] =
  [
    ['http', 'ratio', 'answers per second over HTTP', /seen( before)?$/, 'aim'],
    ['code', 'ratio', 'answers per second over HTTP', /./, 'aim'],
    ['process', 'ratio', 'time of an answer in process', /never seen$|posts/, 'aim'],
    ['load', 'ratio, aim ≤ 2', 'time to load', /./, '≤ 2'],
    ['load', 'ratio, aim ≤ 1.5', 'heap after loading', /./, '≤ 1.5'],
    ['start', 'ratio', 'time to start', /help|ready/, 'aim'],
    ['memory', 'of the budget', 'heap after different requests, with a cache budget', /./, 'aim'],
  ]

/** The name of the only row in the tables of peers whose figures are seconds in place of ratios. */
const LOADING = 'time until all rows are loaded, in seconds'

/** The sentences of the page that state the baseline of each ratio. */
const OF =
  'Each row of this table divides a measurement of Populace by a baseline. The baseline of rows over HTTP is a plain ' +
  '`node:http` server that sends the same bytes from a string. The baseline of rows in process is `JSON.stringify` of ' +
  'the finished object. The baseline of loading time and of the heap after loading is `JSON.parse` of the same files. ' +
  'The baseline of a start is an empty Node process. The baseline of the heap after different requests is the budget ' +
  'of the caches.'

function ratios({ tables }: Report): Pick<Table, 'columns' | 'rows'> {
  const rows = RATIO_ROWS.flatMap(([id, column, as, wanted, aim]) => {
    const table = tables.find((one) => one.id === id)
    if (table === undefined) return []
    const aims = columnOf(table, aim)
    return [...columnOf(table, column)]
      .filter(([what]) => wanted.test(what))
      .map(([what, cell]): readonly Cell[] => [
        `${as}: ${what}`,
        withUnit(cell, 'times the baseline'),
        aimText(aims.get(what) ?? aim),
      ])
  })
  return { columns: ['measurement', 'ratio to the baseline', 'aimed ratio'], rows }
}

const withUnit = (cell: Cell, unit: string): Cell =>
  typeof cell === 'number' ? `${cellText(cell)} ${unit}` : cell

const aimText = (cell: Cell): Cell => (cell === null || cell === '' ? cell : `aim: ${cellText(cell)}`)

/** Returns the printed name of a table row: a request as code, or a change with its verb. */
function rowName(text: string): string {
  if (/^(filters|sort|_q)/.test(text)) return `\`${text}\``
  return text
    .replace(/^then (.*)/, 'first request after a change: $1')
    .replace('after it:', 'after the first one:')
    .replace(/: a title/, ': changes a title')
    .replace(/^(POST|DELETE): /, '$1: one request for ')
}

/** Returns the title of a column with its unit. */
function titleOf(id: string, title: string, at: number): string {
  if (title === '') return 'change or request'
  if (title.endsWith(' posts')) return `${title}, ms`
  if (id !== 'peers' && id !== 'servers') return title
  return at === 0 ? title : at === 1 ? 'Populace, ms' : `${title}, ratio to Populace`
}

/** Returns a table cell with its unit. The cell also names its column if the unit alone is unclear. */
function cellWithUnit(id: string, title: string, cell: Cell): Cell {
  if (title === 'aim') return aimText(id === 'edit' && cell !== '' ? `${cellText(cell)} ms` : cell)
  if (title.endsWith(' posts')) return withUnit(cell, `ms with ${title}`)
  if (title === 'growth' && typeof cell === 'number') return `growth: ${cellText(cell)} times`
  if (title === '× loop') return withUnit(cell, 'times the loop')
  if (id !== 'peers' && id !== 'servers') return cell
  if (typeof cell !== 'number') return cell === 'finds others' ? `${title}: returns other entries` : cell
  return title === 'populace' ? `Populace: ${cellText(cell)} ms` : `${title}: ${cellText(cell)} times`
}

function marked(table: Table | undefined): string {
  if (table === undefined) return ''
  const { id, title, says } = table
  const rows = table.rows.map(([what = null, ...cells]) => {
    const titles = table.columns.slice(1)
    const isLoading = what === LOADING
    const named = cells.map((cell, at) =>
      isLoading && typeof cell === 'number'
        ? `${titles[at]}: ${cellText(cell)} s`
        : cellWithUnit(id, titles[at] ?? '', cell),
    )
    return [rowName(cellText(what)), ...named]
  })
  const columns = table.columns.map((column, at) => titleOf(id, column, at))
  return `**${title}.** ${says}\n\n${asMarkdown({ columns, rows })}\n`
}

/**
 * Returns the performance page with the tables of a report between its marks; an unchanged page if it lacks the
 * marks.
 */
export function pageWith(page: string, report: Report): string {
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (start < 0 || end < start) return page
  const tableOf = (id: string): Table | undefined => report.tables.find((one) => one.id === id)
  const parts = [
    `Measured on ${sentenceOf(report.machine)}.`,
    OF,
    asMarkdown(ratios(report)),
    marked(tableOf('ask')),
    marked(tableOf('edit')),
    marked(tableOf('peers')),
    marked(tableOf('servers')),
    marked(tableOf('strapi')),
  ]
  const said = parts.filter((part) => part !== '').join('\n\n')
  return `${page.slice(0, start)}${BEGIN}\n\n${said.replaceAll(/\n{3,}/g, '\n\n').trim()}\n\n${page.slice(end)}`
}
