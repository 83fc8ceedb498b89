/** Differences that were looked into, each standing for all that are like it. */
import type { Difference } from '../compare/difference.ts'
import type { Exchange } from '../exchange/session.ts'
import { type Example, isLike } from './example.ts'

/** A difference that was looked into, and how many requests of the run it stands for. */
export interface Finding {
  readonly example: Example
  readonly count: number
  /** The row of the matrix; that of the request where it is left out. */
  readonly feature?: string
  /** The rows in which generated requests count, and how many in each. */
  readonly generated?: Readonly<Record<string, number>>
}

/** The findings of one part of a run, in the order in which they were made. */
export interface Findings {
  readonly all: () => readonly Finding[]
  /** Whether a difference is like none that was looked into. */
  readonly isNew: (difference: Difference, exchange: Exchange) => boolean
  /**
   * Counts a difference with the finding that it is like; false if there is none. `feature` is its row, if it
   * has one.
   */
  readonly count: (difference: Difference, exchange: Exchange, feature?: string) => boolean
  /** Takes the example of a new difference. */
  readonly add: (example: Example, feature?: string) => void
}

export function createFindings(): Findings {
  const all: Finding[] = []
  const placeOf = (difference: Difference, exchange: Exchange): number =>
    all.findIndex(({ example }) => isLike(example, difference, exchange))
  return {
    all: () => all,
    isNew: (difference, exchange) => placeOf(difference, exchange) < 0,
    count: (difference, exchange, feature) => {
      const at = placeOf(difference, exchange)
      const finding = all[at]
      if (finding === undefined) return false
      all[at] = { ...finding, count: finding.count + 1, ...counted(finding, feature) }
      return true
    },
    add: (example, feature) => {
      const finding = { example, count: 1 }
      all.push({ ...finding, ...counted(finding, feature) })
    },
  }
}

function counted({ generated = {} }: Finding, feature: string | undefined): Pick<Finding, 'generated'> {
  if (feature === undefined) return {}
  return { generated: { ...generated, [feature]: (generated[feature] ?? 0) + 1 } }
}
