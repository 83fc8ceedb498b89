/**
 * Writes the JSON of a badge for shields.io. For a target with differences, the badge shows the number of passed suite
 * cases of each level (MUST, SHOULD, MAY).
 */
import type { Level } from '../../suite/case.ts'
import type { Report } from '../report.ts'

export function badge(report: Report): string {
  return `${JSON.stringify({ schemaVersion: 1, label: 'Strapi read API', ...stateOf(report) })}\n`
}

interface State {
  readonly message: string
  readonly color: string
}

function stateOf({ verdict, counts, matrix }: Report): State {
  if (verdict === 'broken') return { message: 'not checked', color: 'lightgrey' }
  if (verdict === 'conformant' && counts.known === 0) return { message: 'conformant', color: 'brightgreen' }
  const levels = LEVELS.map((level) => {
    const cells = matrix.map(({ columns }) => columns[level])
    const passed = cells.reduce((sum, cell) => sum + cell.passed, 0)
    const all = cells.reduce((sum, cell) => sum + cell.passed + cell.failed + cell.known, 0)
    return { level, passed, all }
  }).filter(({ all }) => all > 0)
  const message = levels.map(({ level, passed, all }) => `${level} ${passed}/${all}`).join(', ')
  const first = levels.find(({ passed, all }) => passed < all)?.level
  return { message: message === '' ? 'different' : message, color: first === 'MUST' ? 'red' : 'yellow' }
}

const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'MAY']
