/** Generates the tables of the performance page, between two marks, from a report of the bench. */
import { sentenceOf } from './machine.ts'
import type { Report } from './report.ts'
import { asMarkdown, type Cell, cellText, columnOf, type Table } from './table.ts'

const [BEGIN, END] = ['<!-- Written by `npm run bench -- --publish`. -->', '<!-- Here it ends. -->']

/** The rows of the table of ratios by kind: the source table, its column, the label, a pattern of rows, and the aim. */
const RATIO_ROWS: readonly (readonly [id: string, column: string, as: string, rows: RegExp, aim: string])[] =
  [
    ['http', 'ratio', 'HTTP', /seen( before)?$/, 'aim'],
    ['code', 'ratio', 'HTTP', /./, 'aim'],
    ['process', 'ratio', 'in process', /never seen$|posts/, 'aim'],
    ['load', 'ratio, aim ≤ 2', 'loading', /./, '≤ 2'],
    ['load', 'ratio, aim ≤ 1.5', 'heap of', /./, '≤ 1.5'],
    ['start', 'ratio', 'start', /help|ready/, 'aim'],
    ['memory', 'of the budget', 'heap after different requests', /./, 'aim'],
  ]

/** The sentences of the page that state the baseline of each ratio. */
const OF =
  'Each row divides a measurement of Populace by a baseline. The baseline of HTTP rows is a plain `node:http` server that ' +
  'sends the same bytes from a string. The baseline of rows in process is `JSON.stringify` of the finished object. ' +
  'Loading, and the heap after it, are compared with `JSON.parse` of the same files. Start is compared with an empty ' +
  'Node, and the heap after different requests with the budget of the caches.'

function ratios({ tables }: Report): Pick<Table, 'columns' | 'rows'> {
  const rows = RATIO_ROWS.flatMap(([id, column, as, wanted, aim]) => {
    const table = tables.find((one) => one.id === id)
    if (table === undefined) return []
    const aims = columnOf(table, aim)
    return [...columnOf(table, column)]
      .filter(([what]) => wanted.test(what))
      .map(([what, cell]): readonly Cell[] => [`${as}: ${what}`, cell, aims.get(what) ?? aim])
  })
  return { columns: ['measurement', 'ratio to the baseline', 'aimed ratio'], rows }
}

const dollars = (text: string): string => (/^(filters|sort|_q)/.test(text) ? `\`${text}\`` : text)

/** The title of a column with its unit. */
function titleOf(id: string, title: string, at: number): string {
  if (title === '') return 'change or request'
  if (title.endsWith(' posts')) return `${title}, ms`
  if (id !== 'peers' && id !== 'servers') return title
  return at === 0 ? title : at === 1 ? 'Populace, ms' : `${title}, ratio to Populace`
}

function marked(table: Table | undefined): string {
  if (table === undefined) return ''
  const rows = table.rows.map(([what = null, ...rest]) => [dollars(cellText(what)), ...rest])
  const columns = table.columns.map((title, at) => titleOf(table.id, title, at))
  return `**${table.title}.** ${table.says}\n\n${asMarkdown({ columns, rows })}\n`
}

/** Returns the page with the new tables of a report; unchanged if the page lacks the marks. */
export function pageWith(page: string, report: Report): string {
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (start < 0 || end < start) return page
  const tableOf = (id: string): Table | undefined => report.tables.find((one) => one.id === id)
  const parts = [
    `${sentenceOf(report.machine)}.`,
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
