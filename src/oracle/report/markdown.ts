/** Writes the report as Markdown, for a comment on a pull request. */

import { visible } from '../bodies/line.ts'
import type { Cause } from '../causes/cause.ts'
import { causeDetails } from './lines.ts'
import type { Report } from './report.ts'
import { countsText, skippedLaws, usedColumns, verdictLine } from './texts.ts'

export function markdownReport(report: Report): string {
  const news = report.causes.filter(({ knownBecause }) => knownBecause === undefined)
  const known = report.causes.filter(({ knownBecause }) => knownBecause !== undefined)
  const parts = [
    `# ${code(report.target)} against Populace (${report.profile})`,
    `**${verdictLine(report)}** Dataset ${report.dataset}, ${report.sent} requests, seed ${report.seed}.`,
    ...report.notices.map((notice) => `> ${inline(notice)}`),
    table(report),
    ...(news.length > 0 ? ['## Differences', ...news.map((cause) => causeText(cause, report))] : []),
    ...(known.length > 0 ? ['## Known', known.map(knownLine).join('\n')] : []),
    ...lawsText(report),
    ...(report.unexpectedPasses.length > 0
      ? ['## Known failures that pass', report.unexpectedPasses.map((name) => `- ${code(name)}`).join('\n')]
      : []),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function table(report: Report): string {
  const columns = usedColumns(report)
  if (columns.length === 0) return ''
  const rows = report.matrix.map(({ feature, columns: cells }) => {
    const texts = columns.map(
      (column) => `${countsText(cells[column])}${cells[column].failed > 0 ? ' ✗' : ''}`,
    )
    return `| ${feature} | ${texts.join(' | ')} |`
  })
  const head = `| feature | ${columns.join(' | ')} |\n|---|${columns.map(() => '--:|').join('')}`
  return [head, ...rows].join('\n')
}

function causeText(cause: Cause, report: Report): string {
  const details = causeDetails(cause, report).map((line) => {
    const at = line.indexOf(': ')
    return `- ${line.slice(0, at)}: ${code(line.slice(at + 2))}`
  })
  const about = `${cause.level}, ${cause.feature}, ${cause.count}×`
  return [`### ${titleText(cause)}`, about, details.join('\n')].join('\n\n')
}

const knownLine = ({ key, count, knownBecause }: Cause): string =>
  `- ${code(key)} (${count}×): ${code(knownBecause ?? '')}`

function lawsText({ laws }: Report): readonly string[] {
  const broken = laws.filter(({ outcome }) => outcome === 'failed')
  const spots = skippedLaws({ laws })
  return [
    ...(broken.length === 0
      ? []
      : [
          '## Laws broken',
          broken.map(({ id, says, note }) => `- ${id}: ${says} ${code(note ?? '')}`).join('\n'),
        ]),
    ...(spots.length === 0 ? [] : ['## Not tested', spots.map((spot) => `- ${inline(spot)}`).join('\n')]),
  ]
}

/**
 * Returns the title of a cause. The failure message of a target without an answer becomes a code span, and any other
 * title is escaped, so that neither can inject markup.
 */
const titleText = ({ title, example: { outcome } }: Cause): string =>
  outcome.kind === 'failed' ? `No answer (${outcome.why}): ${code(outcome.message)}` : inline(title)

/**
 * Returns a text as a code span on one line. A code span starts and ends with more backticks than its text has in a
 * row.
 */
function code(given: string): string {
  const text = visible(given.replaceAll('\n', ' '))
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const space = longest > 0 ? ' ' : ''
  return `${fence}${space}${text}${space}${fence}`
}

/** Converts a sentence to Markdown. Code in single backticks stays markup; all other markup is escaped. */
const inline = (text: string): string =>
  visible(text)
    .split(/((?<!`)`[^`]+`(?!`))/)
    .map((part, at) => (at % 2 === 1 ? part : plain(part)))
    .join('')

/** Escapes all Markdown markup, including links, mentions and references without brackets. */
const plain = (text: string): string => text.replace(/[`<>*_[\]\\&~|@#]|:(?=\/\/)|(?<=www)\./gi, '\\$&')
