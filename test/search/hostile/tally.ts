/** Counts the outcomes of mutants by kind. */
import { KINDS, type MutationKind } from './mutant.ts'

export interface LoadOutcome {
  readonly number: number
  readonly kind: MutationKind
  readonly dataset: string
  /** The change. */
  readonly mutation: string
  readonly end: 'loaded' | 'refused' | 'other'
  /** The first fault in the error, or the reason for another outcome. */
  readonly says: string
}

const ENDS = ['loaded', 'refused', 'other'] as const

/** Returns a table with a line for each kind and a line for the total. */
export function tallyOf(outcomes: readonly LoadOutcome[]): string {
  const lines = KINDS.map((kind) =>
    lineOf(
      kind,
      outcomes.filter((outcome) => outcome.kind === kind),
    ),
  )
  const head = ['kind'.padEnd(12), ...[...ENDS, 'all'].map((end) => end.padStart(9))].join('')
  return [head, ...lines, lineOf('all', outcomes)].join('\n')
}

function lineOf(name: string, outcomes: readonly LoadOutcome[]): string {
  const counts = ENDS.map((end) => outcomes.filter((outcome) => outcome.end === end).length)
  return [name.padEnd(12), ...[...counts, outcomes.length].map((count) => String(count).padStart(9))].join('')
}
