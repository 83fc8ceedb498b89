/** Markdown, for a comment on a pull request. */

import type { Cause } from '../causes/cause.ts'
import { causeDetails } from './lines.ts'
import type { Report } from './report.ts'
import { countsText, usedColumns, verdictLine } from './words.ts'

export function markdownReport(report: Report): string {
  const news = report.causes.filter(({ knownBecause }) => knownBecause === undefined)
  const known = report.causes.filter(({ knownBecause }) => knownBecause !== undefined)
  const parts = [
    `# ${inline(report.target)} against Populace (${report.profile})`,
    `**${verdictLine(report)}** Dataset ${report.dataset}, ${report.sent} requests, seed ${report.seed}.`,
    ...report.notices.map((notice) => `> ${notice}`),
    table(report),
    ...(news.length > 0 ? ['## Differences', ...news.map((cause) => causeText(cause, report))] : []),
    ...(known.length > 0 ? ['## Known', known.map(knownLine).join('\n')] : []),
    ...lawsText(report),
    ...(report.unexpectedPasses.length > 0
      ? ['## Known to fail, and passing', report.unexpectedPasses.map((name) => `- \`${name}\``).join('\n')]
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
  return [`### ${inline(cause.title)}`, about, details.join('\n')].join('\n\n')
}

const knownLine = ({ key, count, knownBecause }: Cause): string =>
  `- ${code(key)} (${count}×): ${inline(knownBecause ?? '')}`

function lawsText({ laws }: Report): readonly string[] {
  const broken = laws.filter(({ outcome }) => outcome === 'failed')
  if (broken.length === 0) return []
  return ['## Laws broken', broken.map(({ id, says, note }) => `- ${id}: ${says} ${note ?? ''}`).join('\n')]
}

/** Code with as many backticks around it as it needs. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const space = longest > 0 ? ' ' : ''
  return `${fence}${space}${text.replaceAll('\n', ' ')}${space}${fence}`
}

const inline = (text: string): string => text.replace(/[<>*_[\]\\]/g, '\\$&')
