/** What the parts of a run leave behind. */
import type { SuiteCase } from '../suite/case.ts'
import type { Finding } from './finding.ts'

export interface Results {
  readonly cases: readonly CaseResult[]
  /** Requests that were generated, by feature. */
  readonly generated: ReadonlyMap<string, { readonly equal: number; readonly different: number }>
  /** Those of generated requests; the cases have their own. */
  readonly findings: readonly Finding[]
  readonly laws: readonly LawLine[]
  /** Generated requests that differed and were not looked into. */
  readonly uncounted: number
  /** Why generated requests were not sent, and how many. */
  readonly skipped: ReadonlyMap<string, number>
  /** Why a dataset could not be loaded; undefined if all could. */
  readonly problem: string | undefined
}

export type CaseResult =
  | { readonly kind: 'passed'; readonly suiteCase: SuiteCase }
  | { readonly kind: 'failed'; readonly suiteCase: SuiteCase; readonly finding: Finding }
  | { readonly kind: 'skipped'; readonly suiteCase: SuiteCase; readonly why: string }

/** One law, for the reports that list each. */
export interface LawLine {
  readonly id: string
  /** One sentence. */
  readonly says: string
  readonly outcome: 'passed' | 'failed' | 'known'
  /** What broke it, with the requests, or why that is no news; undefined where it passed. */
  readonly note: string | undefined
}

export const NO_RESULTS: Results = {
  cases: [],
  generated: new Map(),
  findings: [],
  laws: [],
  skipped: new Map(),
  uncounted: 0,
  problem: undefined,
}
