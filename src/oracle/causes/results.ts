/** What the parts of a run leave behind. */
import type { SuiteCase } from '../suite/case.ts'
import type { WriteSession } from '../suite/session.ts'
import type { Example } from './example.ts'
import type { Sighting } from './sighting.ts'

export interface Results {
  readonly cases: readonly CaseResult[]
  /** Requests that were generated, by feature. */
  readonly generated: ReadonlyMap<string, { readonly equal: number; readonly different: number }>
  /** Those of generated requests; the cases have their own. */
  readonly sightings: readonly Sighting[]
  readonly laws: readonly LawLine[]
  /** Why generated requests were not sent, and how many. */
  readonly skipped: ReadonlyMap<string, number>
  /** Why a dataset could not be loaded; undefined if all could. */
  readonly problem: string | undefined
  /** What became of the target that was written to; undefined where it was not. */
  readonly writes: WritesResult | undefined
}

export interface WritesResult {
  /** Why writing has ended early, as the end of a sentence about the target; undefined where it has not. */
  readonly problem: string | undefined
  /** Paths of what was made and could not be taken away, or may be there. */
  readonly left: readonly string[]
  /** How many documents were made. */
  readonly made: number
}

/** What the suite has, a request or a session. */
export type SuiteEntry = SuiteCase | WriteSession

export type CaseResult =
  /** `isEqual`: the whole answer is that of the reference, and not only what the case looks at. */
  | {
      readonly kind: 'passed'
      readonly suiteCase: SuiteEntry
      readonly isEqual: boolean
      readonly milliseconds: number
    }
  | {
      readonly kind: 'failed'
      readonly suiteCase: SuiteEntry
      readonly sighting: Sighting
      readonly example: Example
      readonly milliseconds: number
    }
  | { readonly kind: 'skipped'; readonly suiteCase: SuiteEntry; readonly why: string }

/** One law, for the reports that list each. */
export interface LawLine {
  readonly id: string
  /** One sentence. */
  readonly says: string
  readonly outcome: 'passed' | 'failed' | 'known' | 'not looked at'
  /** What broke it, with the requests; why that is no news; or why it was not looked at. Undefined where it passed. */
  readonly note: string | undefined
}

export const NO_RESULTS: Results = {
  cases: [],
  generated: new Map(),
  sightings: [],
  laws: [],
  skipped: new Map(),
  problem: undefined,
  writes: undefined,
}

/** Every difference of a run, those of the suite first. */
export const sightingsOf = ({ cases, sightings }: Results): readonly Sighting[] => [
  ...cases.flatMap((result) => (result.kind === 'failed' ? [result.sighting] : [])),
  ...sightings,
]
