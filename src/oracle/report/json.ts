/** Writes the whole report as JSON. */
import { visibleLines } from '../bodies/line.ts'
import type { Report } from './report.ts'

export const jsonReport = (report: Report): string =>
  `${visibleLines(JSON.stringify(report, undefined, 2))}\n`
