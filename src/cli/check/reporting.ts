/** Options for the reports of a check and for its known failures. */
import { appendFileSync } from 'node:fs'
import type { Command } from 'commander'
import {
  FORMAT_NAMES,
  freeze,
  isFormat,
  type KnownFailure,
  type Report,
  readKnownFailures,
  terminalReport,
  type Unstarted,
  unstartedReport,
  type WrittenFailures,
  withHistory,
  writeKnownFailures,
  writeReport,
} from '../../oracle/index.ts'
import { readRegular } from '../../sources/regular-file.ts'
import { printableLines } from '../../util/printable.ts'
import { collect } from '../numbers.ts'
import { writeFile, writeOut } from '../output.ts'
import { print, printError } from '../terminal.ts'

export interface ReportingOptions {
  readonly known?: string
  readonly update?: true
  readonly freeze?: string
  readonly report: readonly string[]
  readonly out?: string
  readonly badge?: string
  readonly history?: string
  readonly merge?: readonly string[]
  readonly explorer?: string
}

export const withReportingOptions = (command: Command): Command =>
  command
    .option('--known <file>', 'a JSON file with known failures: a list of {"case" or "rule", "reason"}')
    .option('--update', 'write the failures of this run to the file of --known')
    .option(
      '--freeze <file>',
      'write the smallest generated request of each cause as a test case of the suite',
    )
    .option('--report <format>', `${FORMAT_NAMES.join(', ')}; format=file writes it to a file`, collect, [])
    .option('--out <file>', 'the file for the report of a --report option that names no file')
    .option('--badge <file>', 'write the data of a badge for shields.io to this file')
    .option(
      '--history <file>',
      'append one line about each whole run, print the trend, and draw the trend as <file>.svg',
    )
    .option('--merge <files...>', 'merge the JSON reports of shards into one report, without a check')
    .option(
      '--explorer <url>',
      'the URL of the explorer to which reports link (default: the URL of the explorer of `populace serve`)',
    )

/** Reads the file of known failures. With `--update`, the file of known failures may be missing. */
export function knownOf({ known, update }: ReportingOptions): readonly KnownFailure[] {
  if (known === undefined) {
    if (update === true) throw new RangeError('--update needs --known, which names the file to write')
    return []
  }
  try {
    readRegular(known)
  } catch (error) {
    if (update === true) return []
    throw error
  }
  return readKnownFailures(known)
}

/**
 * Writes the report in every requested format, and the badge, history and frozen cases that are made from the report.
 * Only whole runs that are not broken reach the history file.
 */
export type Deliver = (report: Report, isWhole: boolean) => void

/**
 * Returns the function that writes the reports of a run. @throws RangeError for an unknown report format, before the
 * run.
 */
export function delivery(options: ReportingOptions, knownBefore: readonly KnownFailure[]): Deliver {
  const reports = wantedReports(options)
  const { update, known, freeze: frozen, badge, history } = options
  return (run, isWhole) => {
    const isKept = history !== undefined && isWhole && run.verdict !== 'broken'
    const report = isKept ? withHistory(history, run) : run
    if (update === true && known !== undefined) {
      const written = writeKnownFailures(known, knownBefore, report.causes, report.unjudgedKnown)
      printError(printableLines(`${known}: ${writtenText(written)}`))
    }
    if (frozen !== undefined) freeze(frozen, report)
    for (const { format, file } of reports) deliver(writeReport(format, report), file)
    if (badge !== undefined) writeFile(writeReport('badge', report), badge)
    const isTaken = reports.some(({ file }) => file === undefined)
    if (!isTaken) print(terminalReport(report))
  }
}

const writtenText = ({ entries, added, removed }: WrittenFailures): string =>
  `${entries} known failures, ${added} of them new, ${removed} removed`

/**
 * Returns a function that writes, in every requested format, the reason why a run could not start. A CI job then
 * finds the report files.
 * @throws RangeError for an unknown format.
 */
export function unstartedDelivery(
  options: ReportingOptions,
  known: Omit<Unstarted, 'says'>,
): (says: string) => void {
  const reports = wantedReports(options)
  return (says) => {
    const report = unstartedReport({ ...known, says })
    for (const { format, file } of reports) deliver(writeReport(format, report), file)
  }
}

function wantedReports({
  report,
  out,
}: ReportingOptions): readonly { format: Parameters<typeof writeReport>[0]; file: string | undefined }[] {
  return report.map((text) => {
    const [format = '', ...file] = text.split('=')
    if (!isFormat(format)) throw new RangeError(`Unknown report "${format}": ${FORMAT_NAMES.join(', ')}`)
    return { format, file: file.length > 0 ? file.join('=') : out }
  })
}

/**
 * Writes a report to its file, or prints it. All commands of a step in GitHub Actions share one summary file, so a
 * report is appended to that file.
 */
function deliver(text: string, file: string | undefined): void {
  if (file !== undefined && file === process.env['GITHUB_STEP_SUMMARY']) appendFileSync(file, text)
  else writeOut(text, file)
}
