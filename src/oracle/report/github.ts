/** Annotations for GitHub Actions: a line for each failed test. */
import { visible } from '../bodies/line.ts'
import { testLines } from './lines.ts'
import type { Report } from './report.ts'
import { verdictLine } from './texts.ts'

/** Known failures are warnings. */
export function githubReport(report: Report): string {
  const lines = testLines(report).flatMap(({ name, outcome, message, details }) => {
    if (outcome !== 'failed' && outcome !== 'known') return []
    const text = [message, ...details].map((line) => data(visible(line))).join('%0A')
    return [`::${outcome === 'failed' ? 'error' : 'warning'} title=${property(visible(name))}::${text}`]
  })
  const kind = report.verdict === 'conformant' ? 'notice' : 'error'
  return `${[...lines, `::${kind} title=populace check::${data(verdictLine(report))}`].join('\n')}\n`
}

/** Escapes the text of a workflow command. */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** Escapes a property of a workflow command, including the separators. */
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
