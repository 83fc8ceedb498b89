/** The report as data, every cause with its example whole. */
import { visibleLines } from '../bodies/line.ts'
import type { Report } from './report.ts'

export const jsonReport = (report: Report): string =>
  `${visibleLines(JSON.stringify(report, undefined, 2))}\n`
