/** Writes TAP version 13. Known failures become `TODO` tests with their reason. */

import { visible } from '../../bodies/line.ts'
import { type TestLine, testLines } from '../lines.ts'
import type { Report } from '../report.ts'

export function tapReport(report: Report): string {
  const lines = testLines(report)
  const notices = report.notices.map((notice) => `# ${oneLine(notice)}\n`).join('')
  const bail = report.verdict === 'broken' ? 'Bail out! The run failed.\n' : ''
  const tests = lines.map((line, at) => testLine(line, at + 1)).join('')
  return `TAP version 13\n1..${lines.length}\n${notices}${tests}${bail}`
}

function testLine(
  { group, name, outcome, message, details, milliseconds }: TestLine,
  number: number,
): string {
  const title = `${number} - ${oneLine(`${group}: ${name}`)}`
  switch (outcome) {
    case 'passed':
      return `ok ${title}${timeOf(milliseconds)}\n`
    case 'skipped':
      return `ok ${title} # SKIP ${oneLine(message)}\n`
    case 'known':
      return `not ok ${title} # TODO ${oneLine(message)}\n`
    case 'failed': {
      const time = milliseconds === undefined ? [] : [`duration_ms: ${milliseconds.toFixed(1)}`]
      const block = [`message: ${JSON.stringify(visible(message))}`, ...time, ...details.map(yamlLine)]
      return `not ok ${title}\n  ---\n${block.map((line) => `  ${line}\n`).join('')}  ...\n`
    }
  }
}

/** Returns the comment with the duration of a test in the form that TAP readers understand. */
const timeOf = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '' : ` # time=${milliseconds.toFixed(1)}ms`

/**
 * Makes a text that fits one TAP line. Replaces line breaks, because another test would begin after them, and escapes
 * `#`, because a TAP directive would begin there.
 */
const oneLine = (text: string): string => visible(text.replace(/\s+/g, ' ')).replaceAll('#', '\\#')

function yamlLine(detail: string): string {
  const at = detail.indexOf(': ')
  return `${detail.slice(0, at).replaceAll(' ', '-')}: ${JSON.stringify(visible(detail.slice(at + 2)))}`
}
