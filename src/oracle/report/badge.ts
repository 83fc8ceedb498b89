/** A badge for shields.io. */
import type { Report } from './report.ts'

export function badge({ verdict, counts }: Report): string {
  const compared = counts.passed + counts.failed + counts.known
  const percent = compared === 0 ? 0 : Math.floor((counts.passed / compared) * 1000) / 10
  const isWhole = verdict === 'conformant' && counts.known === 0
  const message = verdict === 'broken' ? 'not checked' : isWhole ? 'conformant' : `${percent} %`
  const color =
    verdict === 'broken' ? 'lightgrey' : isWhole ? 'brightgreen' : percent >= 95 ? 'yellow' : 'red'
  return `${JSON.stringify({ schemaVersion: 1, label: 'Strapi read API', message, color })}\n`
}
