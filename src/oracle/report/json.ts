/** The report as data, every cause with its example whole. */
import type { Report } from './report.ts'

export const jsonReport = (report: Report): string => `${JSON.stringify(report, undefined, 2)}\n`
