/** Writes the report for the terminal: notices, the matrix, the causes, and finally the verdict. */
import pc from 'picocolors'
import { line, visibleLines } from '../bodies/line.ts'
import type { Cause } from '../causes/cause.ts'
import type { Counts } from '../causes/matrix.ts'
import type { Report } from './report.ts'
import {
  againText,
  answerLines,
  countsText,
  curlLines,
  misreadingOf,
  originText,
  otherLines,
  pathText,
  ruleLine,
  sidesOf,
  skippedLaws,
  switchLines,
  tokenLines,
  usedColumns,
  verdictLine,
} from './texts.ts'

/**
 * Writes the report for a reader at the terminal, with colours if the terminal supports them. The text ends with a
 * line break and omits causes that are known failures.
 */
export function terminalReport(report: Report): string {
  const parts = [
    pc.bold(`${line(report.target)} against Populace (${report.profile}), dataset ${report.dataset}`),
    ...report.notices.map((notice) => pc.yellow(`! ${line(notice)}`)),
    matrixText(report),
    ...causeTexts(report),
    tokenLines(report).join('\n'),
    ...lawTexts(report),
    skippedLawsText(report),
    ...report.unexpectedPasses.map((name) =>
      pc.red(
        `Listed as a known failure, but passes: ${line(name)}. Remove it, or repeat the check with --update.`,
      ),
    ),
    sinceText(report),
    verdictText(report),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** Returns the titles of the causes that are fixed or new since the last run. */
function sinceText({ since }: Report): string {
  if (since === undefined || since.fixed.length + since.new.length === 0) return ''
  return [
    pc.dim('Since the last run:'),
    ...since.fixed.map((title) => `   ${pc.green('fixed')}  ${line(title)}`),
    ...since.new.map((title) => `   ${pc.red('new')}    ${line(title)}`),
  ].join('\n')
}

function verdictText(report: Report): string {
  const colour = report.verdict === 'conformant' ? pc.green : pc.red
  const { sent, milliseconds, seed, settings } = report
  const modes = Object.entries(settings).map(([name, mode]) => `, ${name} ${mode}`)
  const how = `${sent} requests sent in ${(milliseconds / 1000).toFixed(1)} s; seed ${seed}${modes.join('')}`
  const next = `Another seed or more requests: --seed ${seed + 1} --runs 5000`
  const lines = [colour(pc.bold(verdictLine(report))), pc.dim(how)]
  const isNextUseful = report.verdict === 'conformant' && usedColumns(report).includes('generated')
  return [...lines, ...(isNextUseful ? [pc.dim(next)] : [])].join('\n')
}

function matrixText(report: Report): string {
  const columns = usedColumns(report)
  if (columns.length === 0) return ''
  const header = ['', ...columns]
  const rows = report.matrix.map(({ feature, columns: cells }) => [
    feature,
    ...columns.map((column) => countsText(cells[column])),
  ])
  const widths = header.map((_title, at) =>
    Math.max(...[header, ...rows].map((row) => (row[at] ?? '').length)),
  )
  const line = (row: readonly string[]): readonly string[] =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
  const body = report.matrix.map(({ columns: cells }, at) =>
    line(rows[at] ?? [])
      .map((cell, place) => painted(cell, cells, columns[place - 1]))
      .join('  '),
  )
  return [pc.dim(line(header).join('  ')), ...body].join('\n')
}

function painted(
  text: string,
  cells: Report['matrix'][number]['columns'],
  column: keyof typeof cells | undefined,
): string {
  if (column === undefined) return text
  const counts: Counts = cells[column]
  if (counts.failed > 0) return pc.red(text)
  return counts.known > 0 ? pc.yellow(text) : pc.green(text)
}

/**
 * The maximum number of causes that the terminal report prints with details. The user fixes these causes first, and
 * then runs the check again.
 */
const MAX_DETAILED = 10
/**
 * The maximum length, in characters, of a URL or a value in the short form of a cause without details. JSON reports
 * contain the whole text.
 */
const MAX_SHORT = 160
/** The maximum length, in characters, of the title in the short form of a cause without details. */
const MAX_TITLE = 400

function causeTexts(report: Report): readonly string[] {
  const news = report.causes.filter((cause) => cause.knownBecause === undefined)
  const rest = news.slice(MAX_DETAILED).map(({ title, count, example, rule, only }, at) => {
    const { method, url } = example.sent
    const { expected, got } = sidesOf(example, MAX_SHORT)
    const details = [
      `${count}×`,
      ...(rule === undefined ? [] : [rule]),
      ...(only === undefined ? [] : [`only ${line(only, MAX_SHORT)}`]),
      `${method} ${line(url, MAX_SHORT)}`,
      `differs ${[pathText(example), ...(example.difference.others ?? []).map(({ path }) => line(path, MAX_SHORT))].join(' and ')}`,
      `expected ${expected}`,
      `got ${got}`,
      `again ${againText(example)}`,
    ]
    return `${MAX_DETAILED + at + 1}. ${line(title, MAX_TITLE)} ${pc.dim(details.join(', '))}`
  })
  const whole = news.slice(0, MAX_DETAILED).map((cause, at) => causeText(cause, at, report))
  return rest.length === 0 ? whole : [...whole, rest.join('\n')]
}

function causeText(cause: Cause, at: number, report: Report): string {
  const { example, count, cases, level, feature, title, switches } = cause
  const sides = sidesOf(example)
  const rule = ruleLine(cause)
  const misread = misreadingOf(cause)
  const others = cases.filter((id) => example.origin.part !== 'suite' || id !== example.origin.id)
  const lines = [
    `${pc.bold(`${at + 1}. ${line(title)}`)} ${pc.dim(`${level}, ${feature}, ${count}×${at === 0 ? ', fix this first' : ''}`)}`,
    ...(rule === undefined ? [] : [`rule      ${rule}`]),
    ...(misread === undefined ? [] : [`misread   ${misread}`]),
    ...(cause.only === undefined ? [] : [`only      ${line(cause.only)}`]),
    ...curlLines(example, report).map((text) => `request   ${line(text, MAX_REQUEST)}`),
    ...answerLines(example).map((text) => `with      ${line(text)}`),
    `differs   ${pathText(example)}`,
    `expected  ${pc.green(sides.expected)}`,
    `got       ${pc.red(sides.got)}`,
    ...(sides.words === undefined ? [] : [`words     ${sides.words}`]),
    ...otherLines(example).map((text) => `besides   ${text}`),
    ...switchLines(switches).map((line) => `why       ${pc.yellow(`your server ${line}`)}`),
    `again     ${originText(example)}`,
    ...(others.length === 0 ? [] : [`also      ${shortList(others)}`]),
  ]
  return lines.map((line, place) => (place === 0 ? line : `   ${line}`)).join('\n')
}

/**
 * The maximum length, in characters, of a printed request in the terminal report. The other report formats contain the
 * whole request.
 */
const MAX_REQUEST = 1000

function shortList(ids: readonly string[]): string {
  const shown = ids.slice(0, 4).join(', ')
  return ids.length > 4 ? `${shown} and ${ids.length - 4} more` : shown
}

function lawTexts({ laws }: Report): readonly string[] {
  return laws
    .filter(({ outcome }) => outcome === 'failed')
    .map(
      ({ id, says, note }) =>
        `${pc.bold(`law ${id}: ${says}`)}\n   ${visibleLines(note ?? '').replaceAll('\n', '\n   ')}`,
    )
}

function skippedLawsText(report: Report): string {
  const spots = skippedLaws(report)
  return spots.length === 0
    ? ''
    : [pc.bold('Not tested'), ...spots.map((spot) => `   ${line(spot)}`)].join('\n')
}
