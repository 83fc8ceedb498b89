/**
 * Writes annotations for GitHub Actions: one for each of the first causes, and one for the verdict. GitHub shows at
 * most ten annotations.
 */
import { visible } from '../../bodies/line.ts'
import { causeDetails } from '../lines.ts'
import { exitStatus, isCounted, type Report } from '../report.ts'
import { verdictLine } from '../texts.ts'

/** The maximum number of annotations, including the annotation of the verdict. */
const MAX_ANNOTATIONS = 10

/**
 * Writes an annotation for each of the first nine causes that are not known failures, and one for the verdict. A cause
 * that does not fail the check becomes a warning.
 */
export function githubReport(report: Report): string {
  const news = report.causes.filter(({ knownBecause }) => knownBecause === undefined)
  const lines = news.slice(0, MAX_ANNOTATIONS - 1).map((cause, at) => {
    const { title, level, count } = cause
    const text = [`${level}, ${count}×`, ...causeDetails(cause, report)].map((line) => data(visible(line)))
    const kind = isCounted(level, report) ? 'error' : 'warning'
    return `::${kind} title=${property(visible(`${at + 1}. ${title}`))}::${text.join('%0A')}`
  })
  const kind = exitStatus(report) === 0 ? 'notice' : 'error'
  // The notices may explain why the check failed: for example, an empty target fails almost every case.
  const why = exitStatus(report) === 0 ? [] : report.notices
  const verdict = [verdictLine(report), ...why].map((line) => data(visible(line))).join('%0A')
  return `${[...lines, `::${kind} title=populace check::${verdict}`].join('\n')}\n`
}

/** Escapes the text of a GitHub workflow command. */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** Escapes a property of a GitHub workflow command, including its separators. */
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
