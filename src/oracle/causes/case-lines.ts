/** Makes one line per suite case, for the report formats that list all cases. */
import type { Level } from '../suite/case.ts'
import type { Cause } from './cause.ts'
import type { Example } from './example.ts'
import { featureOfCase } from './features.ts'
import { type KnownFailure, reasonFor } from './known-failures.ts'
import type { CaseResult, Results } from './results.ts'

export interface CaseLine {
  readonly id: string
  readonly name: string
  readonly level: Level
  readonly feature: string
  readonly outcome: 'passed' | 'failed' | 'known' | 'skipped'
  /** The key of the cause for a failed case, or the reason why a case was skipped; undefined if the case passed. */
  readonly note: string | undefined
  /** The response time of the target to the suite case, in milliseconds; undefined for a case that was not sent. */
  readonly milliseconds: number | undefined
  /** The example of a failed case, with the request and both answers; undefined for a case that did not fail. */
  readonly example: Example | undefined
}

export const caseLines = (
  { cases }: Results,
  causes: readonly Cause[],
  known: readonly KnownFailure[],
): readonly CaseLine[] => cases.map((result) => caseLine(result, causes, known))

function caseLine(result: CaseResult, causes: readonly Cause[], known: readonly KnownFailure[]): CaseLine {
  const { id, name, level } = result.suiteCase
  const line = { id, name, level, feature: featureOfCase(result.suiteCase), example: undefined }
  switch (result.kind) {
    case 'passed':
      return { ...line, outcome: 'passed', note: undefined, milliseconds: result.milliseconds }
    case 'skipped':
      return { ...line, outcome: 'skipped', note: result.why, milliseconds: undefined }
    case 'failed': {
      const cause = causes.find(({ cases }) => cases.includes(id))
      const isKnown = cause?.knownBecause !== undefined || reasonFor(known, [id]) !== undefined
      const { example, milliseconds } = result
      return { ...line, outcome: isKnown ? 'known' : 'failed', note: cause?.key, milliseconds, example }
    }
  }
}
