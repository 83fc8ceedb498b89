/** What a check says: plain data, the same for every form in which it is written. */
import type { CaseLine } from '../causes/case-lines.ts'
import type { Cause } from '../causes/cause.ts'
import type { Counts, MatrixRow } from '../causes/matrix.ts'
import type { Since } from '../causes/memory.ts'
import type { LawLine } from '../causes/results.ts'
import type { TokenName } from '../exchange/masks.ts'
import type { WireRequest } from '../target/target.ts'

/**
 * `broken`: the run could not be carried out, so that nothing is said of the target. A server that is wrong now and then
 * is `different`: one that conforms is right each time.
 */
export type Verdict = 'conformant' | 'different' | 'broken'

export interface Report {
  /** Counts up when a reader of the report would have to change. */
  readonly version: 1
  /** The target's URL, command line or name. */
  readonly target: string
  /** The name of the profile that was expected, with its changes. */
  readonly profile: string
  /** The name of the dataset. */
  readonly dataset: string
  /** What the generated requests followed from. */
  readonly seed: number
  /** What counted as equal. */
  readonly settings: { readonly ids: string; readonly times: string; readonly errors: string }
  readonly verdict: Verdict
  /** Requests sent to the target, all told. */
  readonly sent: number
  /** The sum of the matrix. */
  readonly counts: Counts
  /** By feature, in the order of the alphabet; the last row is for the laws. */
  readonly matrix: readonly MatrixRow[]
  /** Those that most requests show first, known ones among them. */
  readonly causes: readonly Cause[]
  /** Every case of the suite that was run, in the order of the suite. */
  readonly cases: readonly CaseLine[]
  /** Empty where no laws were run. */
  readonly laws: readonly LawLine[]
  /** Entries of the file of known failures that did not fail. */
  readonly unexpectedPasses: readonly string[]
  /** The variables that stand for tokens in the requests of the report. */
  readonly tokens: readonly TokenName[]
  /** The names of headers that went with every request; their values are not told. */
  readonly headers: readonly string[]
  /** Answers that were wrong once and right when asked again, with the first of them; undefined where there is none. */
  readonly flaky: Flaky | undefined
  /** What has changed since the run before; undefined where nothing is known of one. */
  readonly since: Since | undefined
  /** What the reader should know about the run itself, a sentence each. */
  readonly notices: readonly string[]
  /** The command that serves the explorer to which the causes link. */
  readonly serve: string
  /** How long the run took. */
  readonly milliseconds: number
}

export interface Flaky {
  readonly count: number
  /** The first of the requests, as it was sent. */
  readonly sent: WireRequest
  /** Its first answer: `status 503`, or why there was none. */
  readonly got: string
}

/** The process status of a verdict: 0 for conformant, 1 for different, 2 for broken. */
export function exitStatus(verdict: Verdict): 0 | 1 | 2 {
  switch (verdict) {
    case 'conformant':
      return 0
    case 'different':
      return 1
    case 'broken':
      return 2
  }
}
