/** The results of all parts of a run. */
import type { SuiteCase } from '../suite/case.ts'
import type { WriteSession } from '../suite/session.ts'
import type { SentWrite } from '../writes/scene.ts'
import type { Example } from './example.ts'
import type { Finding } from './finding.ts'

export interface Results {
  readonly cases: readonly CaseResult[]
  /** The numbers of equal and different answers to generated requests, by feature. */
  readonly generated: ReadonlyMap<string, { readonly equal: number; readonly different: number }>
  /** The findings of generated requests. The findings of suite cases are in `cases` instead. */
  readonly findings: readonly Finding[]
  readonly laws: readonly LawLine[]
  /** The number of generated requests that were not sent, for each reason. */
  readonly skipped: ReadonlyMap<string, number>
  /** The reason why the target could not load a generated dataset; undefined if it loaded all datasets. */
  readonly problem: string | undefined
  /** The result of the write sessions; undefined if the run played no write sessions. */
  readonly writes: WritesResult | undefined
  /** The writes to which the target gave right answers, and whose effects were right. */
  readonly rightly: readonly SentWrite[]
}

export interface WritesResult {
  /**
   * The reason why the check stopped writing early, as the end of a sentence about the target; undefined if it sent
   * all writes.
   */
  readonly problem: string | undefined
  /** The URL paths of created documents that could not be deleted, or that may still exist. */
  readonly left: readonly string[]
  /** The number of documents that the write sessions created. */
  readonly made: number
}

/** An entry of the suite: a single request or a write session. */
export type SuiteEntry = SuiteCase | WriteSession

export type CaseResult =
  /**
   * The member `isEqual` is true if the whole answer equals the reference's answer, including the parts that the suite
   * case does not check.
   */
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

/** The result of one live law, for the report formats that list all laws. */
export interface LawLine {
  readonly id: string
  /** The sentence that states the live law. */
  readonly says: string
  readonly outcome: 'passed' | 'failed' | 'known' | 'skipped'
  /**
   * The requests that broke the law, the reason of a known failure, or the reason why the law was skipped; undefined if
   * the law passed.
   */
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
  rightly: [],
}

/** Returns all findings of a run; the findings of the suite come first. */
export const findingsOf = ({ cases, findings }: Results): readonly Finding[] => [
  ...cases.flatMap((result) => (result.kind === 'failed' ? [result.finding] : [])),
  ...findings,
]
