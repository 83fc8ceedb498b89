/** The matrix of a report: the numbers of passed, failed, known and skipped answers, by feature. */
import type { Level } from '../suite/case.ts'
import type { CaseLine } from './case-lines.ts'
import type { Cause } from './cause.ts'
import type { Results } from './results.ts'

/** The columns of the matrix: three levels of suite cases, generated requests, and laws. */
export const COLUMNS = ['MUST', 'SHOULD', 'MAY', 'generated', 'laws'] as const
export type MatrixColumn = Level | 'generated' | 'laws'

export interface Counts {
  readonly passed: number
  /** The number of failed cases, generated requests or laws, without known failures. */
  readonly failed: number
  readonly known: number
  readonly skipped: number
}

export interface MatrixRow {
  /** The feature that names the row: a tag of suite cases, or a query parameter of generated requests. */
  readonly feature: string
  readonly columns: { readonly [column in MatrixColumn]: Counts }
}

const NO_COUNTS: Counts = { passed: 0, failed: 0, known: 0, skipped: 0 }

const sum = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  known: a.known + b.known,
  skipped: a.skipped + b.skipped,
})

/** Makes the rows of the report's matrix in alphabetical order, except that the row of the laws comes last. */
export function matrixOf(
  results: Results,
  lines: readonly CaseLine[],
  causes: readonly Cause[],
): readonly MatrixRow[] {
  const rows = new Map<string, Map<MatrixColumn, Counts>>()
  const add = (feature: string, column: MatrixColumn, change: Partial<Counts>): void => {
    const row = rows.get(feature) ?? new Map<MatrixColumn, Counts>()
    row.set(column, sum(row.get(column) ?? NO_COUNTS, { ...NO_COUNTS, ...change }))
    rows.set(feature, row)
  }
  for (const { feature, level, outcome } of lines) add(feature, level, { [outcome]: 1 })
  for (const [feature, { equal, different }] of results.generated) {
    const old = causes.filter(({ knownBecause }) => knownBecause !== undefined)
    const known = old.reduce((total, { generated }) => total + (generated[feature] ?? 0), 0)
    add(feature, 'generated', { passed: equal, failed: different - known, known })
  }
  for (const { outcome } of results.laws) add('laws', 'laws', { [outcome]: 1 })
  return inOrder([...rows].map(([feature, row]) => ({ feature, columns: columnsOf(row) })))
}

function columnsOf(row: ReadonlyMap<MatrixColumn, Counts>): MatrixRow['columns'] {
  const at = (column: MatrixColumn): Counts => row.get(column) ?? NO_COUNTS
  return {
    MUST: at('MUST'),
    SHOULD: at('SHOULD'),
    MAY: at('MAY'),
    generated: at('generated'),
    laws: at('laws'),
  }
}

/** Adds the numbers of two reports' matrices cell by cell. */
export function mergedMatrix(one: readonly MatrixRow[], other: readonly MatrixRow[]): readonly MatrixRow[] {
  const byFeature = new Map(one.map(({ feature, columns }) => [feature, columns]))
  for (const { feature, columns } of other) {
    const known = byFeature.get(feature) ?? columnsOf(new Map())
    byFeature.set(feature, columnsOf(new Map(COLUMNS.map((at) => [at, sum(known[at], columns[at])]))))
  }
  return inOrder([...byFeature].map(([feature, columns]) => ({ feature, columns })))
}

const inOrder = (rows: readonly MatrixRow[]): readonly MatrixRow[] =>
  [...rows].sort(
    ({ feature: a }, { feature: b }) => Number(a === 'laws') - Number(b === 'laws') || (a < b ? -1 : 1),
  )

/** Returns the sum of all cells in a matrix. */
export const totalOf = (matrix: readonly MatrixRow[]): Counts =>
  matrix.flatMap(({ columns }) => COLUMNS.map((column) => columns[column])).reduce(sum, NO_COUNTS)
