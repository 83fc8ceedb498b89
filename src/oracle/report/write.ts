/** All formats of the report by name. */

import { badge } from './badge.ts'
import { githubReport } from './github.ts'
import { jsonReport } from './json.ts'
import { junitReport } from './junit.ts'
import { markdownReport } from './markdown.ts'
import { htmlReport } from './page/html.ts'
import type { Report } from './report.ts'
import { sarifReport } from './sarif.ts'
import { tapReport } from './tap.ts'

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

/** `html` is one page that loads nothing; `badge` is JSON for shields.io. */
export type Format = keyof typeof FORMATS
/** The names of all formats. */
export const FORMAT_NAMES = Object.keys(FORMATS).filter(isFormat)

export function isFormat(name: string): name is Format {
  return Object.hasOwn(FORMATS, name)
}

/** The report in a format, ending with a line break. */
export const writeReport = (format: Format, report: Report): string => FORMATS[format](report)
