/** Defines the report of a check: plain data, from which every format is written. */
import type { CaseLine } from '../causes/case-lines.ts'
import type { Cause } from '../causes/cause.ts'
import type { Since } from '../causes/last-run.ts'
import type { Counts, MatrixRow } from '../causes/matrix.ts'
import type { LawLine } from '../causes/results.ts'
import type { TokenName } from '../exchange/masks.ts'
import type { Level } from '../suite/case.ts'
import type { WireRequest } from '../target/target.ts'

/**
 * `broken`: the run could not be carried out, so it has no result. A flaky target is `different`, because a conforming
 * server answers rightly each time.
 */
export type Verdict = 'conformant' | 'different' | 'broken'

export interface Report {
  /** The format version. Increases with incompatible changes. */
  readonly version: 1
  /** The target's URL, command line or name. */
  readonly target: string
  /** The name of the expected profile, with its changes. */
  readonly profile: string
  /** The name of the dataset. */
  readonly dataset: string
  /** The seed of the generated requests. */
  readonly seed: number
  /** The modes of comparison. */
  readonly settings: { readonly ids: string; readonly times: string; readonly errors: string }
  readonly verdict: Verdict
  /** The lowest level at which a difference fails the check. */
  readonly failOn: Level
  /** The number of requests sent to the target. */
  readonly sent: number
  /** The sum of all cells of the matrix. */
  readonly counts: Counts
  /** The counts by feature, in alphabetical order. The last row is for the laws. */
  readonly matrix: readonly MatrixRow[]
  /** All causes in the order to fix them, including known failures. */
  readonly causes: readonly Cause[]
  /** Every case of the suite that was run, in the order of the suite. */
  readonly cases: readonly CaseLine[]
  /** The results of the laws; empty if no laws were tested. */
  readonly laws: readonly LawLine[]
  /** Entries of the file of known failures that did not fail. */
  readonly unexpectedPasses: readonly string[]
  /** The variables that replace tokens in the requests of the report. */
  readonly tokens: readonly TokenName[]
  /** The names of headers that were sent with every request, without their values. */
  readonly headers: readonly string[]
  /**
   * The number of answers that were wrong at first and right when repeated, and the first such answer; undefined if
   * there are none.
   */
  readonly flaky: Flaky | undefined
  /** The changes since the last run; undefined if the last run is unknown. */
  readonly since: Since | undefined
  /** The replayed generated requests that passed, as values for `--replay`. */
  readonly passedReplays: readonly string[]
  /** Notices about the run itself. */
  readonly notices: readonly string[]
  /** The command that serves the explorer to which the causes link. */
  readonly serve: string
  /** The duration of the run, in milliseconds. */
  readonly milliseconds: number
}

export interface Flaky {
  readonly count: number
  /** The first flaky request, as sent. */
  readonly sent: WireRequest
  /** The first answer to this request: a status such as `status 503`, or the reason of a failure. */
  readonly got: string
}

const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'MAY']

/** Whether a difference of this level fails the check. */
export const isCounted = (level: Level, { failOn }: Pick<Report, 'failOn'>): boolean =>
  LEVELS.indexOf(level) <= LEVELS.indexOf(failOn)

/**
 * The exit status of the process: 0 for a passed check, 1 for differences at the level `failOn` or above, 2 for a run
 * without a result.
 */
export function exitStatus(report: Report): 0 | 1 | 2 {
  const { verdict, causes, laws, unexpectedPasses, flaky, failOn } = report
  if (verdict === 'broken') return 2
  if (verdict === 'conformant') return 0
  const isFailed = causes.some(
    ({ level, knownBecause }) => knownBecause === undefined && isCounted(level, report),
  )
  const isOther =
    laws.some(({ outcome }) => outcome === 'failed') || unexpectedPasses.length > 0 || flaky !== undefined
  return isFailed || (isOther && failOn === 'MAY') ? 1 : 0
}
