/** The results that the parts of a run produce. */
import type { SuiteCase } from '../suite/case.ts'
import type { WriteSession } from '../suite/session.ts'
import type { Example } from './example.ts'
import type { Finding } from './finding.ts'

export interface Results {
  readonly cases: readonly CaseResult[]
  /** Generated requests by feature. */
  readonly generated: ReadonlyMap<string, { readonly equal: number; readonly different: number }>
  /** The findings of generated requests; failed cases have their own. */
  readonly findings: readonly Finding[]
  readonly laws: readonly LawLine[]
  /** How many generated requests were not sent, by reason. */
  readonly skipped: ReadonlyMap<string, number>
  /** The reason why a dataset could not be loaded; undefined if all could. */
  readonly problem: string | undefined
  /** The result of the write sessions; undefined if nothing was written. */
  readonly writes: WritesResult | undefined
}

export interface WritesResult {
  /** The reason why writing ended early, as the end of a sentence about the target; undefined if it did not. */
  readonly problem: string | undefined
  /** Paths of documents that could not be deleted, or that may exist. */
  readonly left: readonly string[]
  /** How many documents were created. */
  readonly made: number
}

/** An entry of the suite: a request or a session. */
export type SuiteEntry = SuiteCase | WriteSession

export type CaseResult =
  /** `isEqual`: the complete answer equals the reference's, not only the part that the case checks. */
  | {
      readonly kind: 'passed'
      readonly suiteCase: SuiteEntry
      readonly isEqual: boolean
      readonly milliseconds: number
    }
  | {
      readonly kind: 'failed'
      readonly suiteCase: SuiteEntry
      readonly finding: Finding
      readonly example: Example
      readonly milliseconds: number
    }
  | { readonly kind: 'skipped'; readonly suiteCase: SuiteEntry; readonly why: string }

/** One law, for the reports that list each. */
export interface LawLine {
  readonly id: string
  /** One sentence. */
  readonly says: string
  readonly outcome: 'passed' | 'failed' | 'known' | 'skipped'
  /** The requests that broke the law, why that is known, or why it was skipped; undefined if it passed. */
  readonly note: string | undefined
}

export const NO_RESULTS: Results = {
  cases: [],
  generated: new Map(),
  findings: [],
  laws: [],
  skipped: new Map(),
  problem: undefined,
  writes: undefined,
}

/** Every finding of a run, those of the suite first. */
export const findingsOf = ({ cases, findings }: Results): readonly Finding[] => [
  ...cases.flatMap((result) => (result.kind === 'failed' ? [result.finding] : [])),
  ...findings,
]
