/** The functions that write a report, one for each report format, by the name of the format. */

import { badge } from './ci/badge.ts'
import { githubReport } from './ci/github.ts'
import { junitReport } from './ci/junit.ts'
import { sarifReport } from './ci/sarif.ts'
import { tapReport } from './ci/tap.ts'
import { jsonReport } from './json.ts'
import { markdownReport } from './markdown.ts'
import { htmlReport } from './page/html.ts'
import type { Report } from './report.ts'

const FORMATS = {
  json: jsonReport,
  junit: junitReport,
  tap: tapReport,
  markdown: markdownReport,
  github: githubReport,
  html: htmlReport,
  sarif: sarifReport,
  badge,
} as const satisfies Record<string, (report: Report) => string>

/**
 * The name of a report format. The format `html` is one page that loads no other files, and `badge` is JSON for
 * shields.io.
 */
export type Format = keyof typeof FORMATS
/** The names of all report formats. */
export const FORMAT_NAMES = Object.keys(FORMATS).filter(isFormat)

export function isFormat(name: string): name is Format {
  return Object.hasOwn(FORMATS, name)
}

/** Writes a report in the given format. The written text ends with a line break. */
export const writeReport = (format: Format, report: Report): string => FORMATS[format](report)
