/** What a run has seen, feature by feature, and the report that is made of it. */

import type { Settled } from '../parts/options.ts'
import type { CaseResult } from '../parts/suite.ts'
import {
  type CaseLine,
  type Cause,
  COLUMNS,
  type Column,
  type Counts,
  type LawLine,
  type MatrixRow,
  NO_COUNTS,
} from '../report/report.ts'
import { causesOf, type Weighed } from './cause.ts'
import type { Tally } from './coverage.ts'
import { featureOfCase } from './features.ts'
import { type Known, namesOf, reasonFor, subjectOf } from './known-failures.ts'

/** What the parts of a run leave behind. */
export interface Seen {
  readonly cases: readonly CaseResult[]
  /** Requests that were generated, by feature. */
  readonly generated: ReadonlyMap<string, { readonly equal: number; readonly different: number }>
  readonly weighed: readonly Weighed[]
  readonly laws: readonly LawLine[]
  /** Generated requests that differed and were not looked into. */
  readonly uncounted: number
  /** Why generated requests were not sent, and how many. */
  readonly skipped: ReadonlyMap<string, number>
  /** Why datasets could not be loaded. */
  readonly problem: string | undefined
}

/** Causes with what is known about them. */
export function knownCauses(seen: Seen, tally: Tally, { known }: Settled): readonly Cause[] {
  const suite = seen.cases.flatMap((result): Weighed[] =>
    result.kind === 'failed'
      ? [{ finding: result.finding, count: 1, feature: featureOfCase(result.suiteCase) }]
      : [],
  )
  return causesOf([...suite, ...seen.weighed], tally).map((cause) => {
    const whole = reasonFor(known, namesOf(cause))
    const isOnlyCases = cause.count === cause.cases.length
    const reasons = cause.cases.map((id) => reasonFor(known, [id]))
    const byCases = isOnlyCases && !reasons.includes(undefined) ? reasons[0] : undefined
    return { ...cause, knownBecause: whole ?? byCases }
  })
}

export const caseLines = (seen: Seen, causes: readonly Cause[], { known }: Settled): readonly CaseLine[] =>
  seen.cases.map((result) => caseLine(result, causes, known))

function caseLine(result: CaseResult, causes: readonly Cause[], known: readonly Known[]): CaseLine {
  const { id, name, level } = result.suiteCase
  const line = { id, name, level, feature: featureOfCase(result.suiteCase) }
  switch (result.kind) {
    case 'passed':
      return { ...line, outcome: 'passed', note: undefined }
    case 'skipped':
      return { ...line, outcome: 'skipped', note: result.why }
    case 'failed': {
      const cause = causes.find(({ cases }) => cases.includes(id))
      const isKnown = cause?.knownBecause !== undefined || reasonFor(known, [id]) !== undefined
      return { ...line, outcome: isKnown ? 'known' : 'failed', note: cause?.key }
    }
  }
}

/** Known failures that did not fail, of those that were run. */
export function unexpectedPasses(
  seen: Seen,
  causes: readonly Cause[],
  { known, runs }: Settled,
): readonly string[] {
  const passed = new Set(
    seen.cases.flatMap(({ kind, suiteCase }) => (kind === 'passed' ? [suiteCase.id] : [])),
  )
  const hasRun = seen.cases.length > 0 || runs > 0
  return known.flatMap((one) => {
    const subject = subjectOf(one)
    if ('case' in one) return passed.has(subject) ? [subject] : []
    const isThere = causes.some((cause) => namesOf(cause).includes(subject))
    return hasRun && !isThere ? [subject] : []
  })
}

/** Rows in the order of the alphabet, the last one for the laws. */
export function matrixOf(
  seen: Seen,
  lines: readonly CaseLine[],
  causes: readonly Cause[],
): readonly MatrixRow[] {
  const rows = new Map<string, Map<Column, Counts>>()
  const add = (feature: string, column: Column, change: Partial<Counts>): void => {
    const row = rows.get(feature) ?? new Map<Column, Counts>()
    const { passed, failed, known, skipped } = { ...NO_COUNTS, ...change }
    const old = row.get(column) ?? NO_COUNTS
    row.set(column, {
      passed: old.passed + passed,
      failed: old.failed + failed,
      known: old.known + known,
      skipped: old.skipped + skipped,
    })
    rows.set(feature, row)
  }
  for (const { feature, level, outcome } of lines) add(feature, level, { [outcome]: 1 })
  for (const [feature, { equal, different }] of seen.generated) {
    const known = sumBy(causes, ({ generated, knownBecause }) =>
      knownBecause === undefined ? 0 : (generated[feature] ?? 0),
    )
    add(feature, 'generated', { passed: equal, failed: different - known, known })
  }
  for (const { outcome } of seen.laws) add('laws', 'laws', { [outcome]: 1 })
  return [...rows]
    .sort(([a], [b]) => Number(a === 'laws') - Number(b === 'laws') || (a < b ? -1 : 1))
    .map(([feature, row]) => ({ feature, columns: columnsOf(row) }))
}

const sumBy = (causes: readonly Cause[], count: (cause: Cause) => number): number =>
  causes.reduce((sum, cause) => sum + count(cause), 0)

function columnsOf(row: ReadonlyMap<Column, Counts>): MatrixRow['columns'] {
  const [MUST, SHOULD, MAY, generated, laws] = COLUMNS.map((column) => row.get(column) ?? NO_COUNTS)
  return {
    MUST: MUST ?? NO_COUNTS,
    SHOULD: SHOULD ?? NO_COUNTS,
    MAY: MAY ?? NO_COUNTS,
    generated: generated ?? NO_COUNTS,
    laws: laws ?? NO_COUNTS,
  }
}

/** The sum of a matrix. */
export function totalOf(matrix: readonly MatrixRow[]): Counts {
  let total = NO_COUNTS
  for (const { columns } of matrix) {
    for (const column of COLUMNS) {
      const { passed, failed, known, skipped } = columns[column]
      total = {
        passed: total.passed + passed,
        failed: total.failed + failed,
        known: total.known + known,
        skipped: total.skipped + skipped,
      }
    }
  }
  return total
}
