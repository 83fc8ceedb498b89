/** Writes the report of an upgrade as a comment for a pull request: a verdict, a table, and collapsed details. */
import { printable } from '../../../util/printable.ts'
import {
  EFFECT_WORDS,
  failingLines,
  type GroupReport,
  leftOutLines,
  moreLines,
  percentText,
  placeOf,
  statusLine,
  summaryLine,
  UNKNOWN,
  type UpgradeReport,
} from './report.ts'

const LINE = 500

/** The maximum number of rows in the table of the pull-request comment, so that reading it takes only a minute. */
const MOST_ROWS = 10

/**
 * The maximum length of the pull-request comment, in characters. Hosts such as GitHub refuse comments of more than
 * 65,536 characters.
 */
const MOST_CHARACTERS = 60_000

export function upgradeMarkdown(report: UpgradeReport): string {
  const rows = report.groups.map(row)
  const head = '| | breaks | requests | what | why |\n|---|---|---|---|---|\n'
  const table = rows.length === 0 ? '' : `${head}${rows.slice(0, MOST_ROWS).join('\n')}`
  const seen = [
    `## From ${code(report.from)} to ${code(report.to)}`,
    summaryLine(report),
    ...report.warnings,
    ...moreLines(report).filter((line) => !line.startsWith(' ')),
    table,
    ...(rows.length > MOST_ROWS ? [`and ${rows.length - MOST_ROWS} more kinds of changes below`] : []),
  ]
  const rest = [
    statusLine(report),
    ...moreLines(report)
      .filter((line) => line.startsWith(' '))
      .map((line) => code(line.trim())),
    ...[...failingLines(report), ...leftOutLines(report)].map((line) => code(line)),
  ]
  const start = [...seen, folded('Statuses, failing and skipped requests', rest.join('\n\n'))].filter(
    (part) => part !== '',
  )
  return `${withDetails(start, report.groups.map(detail)).join('\n\n')}\n`
}

/** Adds the collapsed details of as many changes as fit in a pull-request comment. */
function withDetails(start: readonly string[], details: readonly string[]): readonly string[] {
  const parts = [...start]
  let length = parts.join('\n\n').length
  for (const [at, part] of details.entries()) {
    length += part.length + 2
    if (length > MOST_CHARACTERS)
      return [
        ...parts,
        `The details of ${details.length - at} more changes do not fit a comment: --format json has them`,
      ]
    parts.push(part)
  }
  return parts
}

function row({ breaks, count, effect, because, percent }: GroupReport, at: number): string {
  const reason = because === null ? UNKNOWN : `${code(because.name)} (${because.when})`
  const share = percent === null ? '' : ` (${percentText(percent)})`
  return `| ${at + 1} | ${breaks ? '**breaks**' : 'no'} | ${count}${share} | ${EFFECT_WORDS[effect]} | ${reason} |`
}

/**
 * Returns a collapsed section of the Markdown comment. The function does not escape the summary of the section.
 * Therefore, the summary must not contain untrusted text.
 */
const folded = (summary: string, text: string): string =>
  `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`

function detail(group: GroupReport, at: number): string {
  const { because, request, beforeText, afterText, instead } = group
  const lines = [
    ...(because === null ? [] : [`- ${because.says} Before: ${because.before}. After: ${because.after}.`]),
    `- At ${code(placeOf(group))}: ${code(beforeText)} → ${code(afterText)}`,
    ...(instead === null ? [] : [`- Instead: ${instead}`]),
  ]
  const name = because === null ? 'Several changes together' : because.name
  return folded(`${at + 1}. ${name}`, `${code(request)}\n\n${lines.join('\n')}`)
}

/** Writes an untrusted text as a Markdown code span on one line. */
function code(text: string): string {
  const line = printable(text, LINE).replaceAll('|', '\\|')
  const longest = Math.max(0, ...line.split(/[^`]+/).map((ticks) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${fence}${space}${line}${space}${fence}`
}
