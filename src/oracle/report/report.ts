/** The report of a check: plain data, from which every output format is written. */
import type { CaseLine } from '../causes/case-lines.ts'
import type { Cause } from '../causes/cause.ts'
import type { KnownFailure } from '../causes/known-failures.ts'
import type { Since } from '../causes/last-run.ts'
import type { Counts, MatrixRow } from '../causes/matrix.ts'
import type { LawLine } from '../causes/results.ts'
import type { TokenName } from '../exchange/masks.ts'
import type { Shard } from '../parts/choice.ts'
import type { Level } from '../suite/case.ts'
import type { WireRequest } from '../target/target.ts'

/**
 * The result of a check. The verdict `broken` means that the run could not be carried out and has no result. The
 * verdict for a flaky target is `different`, because a conforming server gives the right answer each time.
 */
export type Verdict = 'conformant' | 'different' | 'broken'

export interface Report {
  /** The version of the format of JSON reports. The version increases with each incompatible change. */
  readonly version: 1
  /** The URL, the command line or the name of the target. */
  readonly target: string
  /** The name of the profile that the target should follow, with its changes. */
  readonly profile: string
  /** The name of the dataset that the target has loaded. */
  readonly dataset: string
  /** The seed from which the requests were generated. */
  readonly seed: number
  /** The options that decided how the check compared ids, instants and errors. */
  readonly settings: { readonly ids: string; readonly times: string; readonly errors: string }
  readonly verdict: Verdict
  /** The lowest level at which a difference fails the check. */
  readonly failOn: Level
  /** The shard that the check ran; undefined for a whole check and for merged shards. */
  readonly shard?: Shard | undefined
  /** The number of requests that the check sent to the target. */
  readonly sent: number
  /** The numbers of passed, failed, known and skipped answers, summed over all cells of the report's matrix. */
  readonly counts: Counts
  /**
   * The report's matrix: one row per feature with the numbers of passed, failed, known and skipped answers. The
   * features are in alphabetical order, and the last row is for the laws.
   */
  readonly matrix: readonly MatrixRow[]
  /** All causes of wrong answers, including known failures, in the order in which to fix these causes. */
  readonly causes: readonly Cause[]
  /** All suite cases that the check ran, in the order of the suite. */
  readonly cases: readonly CaseLine[]
  /** The results of the live laws; empty if the check tested no laws. */
  readonly laws: readonly LawLine[]
  /** The failures that the user listed as known and that passed in this run. */
  readonly unexpectedPasses: readonly string[]
  /** The known failures about which the run says nothing, because it sent only a part of the requests. */
  readonly unjudgedKnown: readonly KnownFailure[]
  /** The variables that replace tokens in the requests of the report. */
  readonly tokens: readonly TokenName[]
  /** The names, without values, of the headers that were sent with every request. */
  readonly headers: readonly string[]
  /**
   * The number of requests whose answer was wrong at first and right when repeated, with the first such request. The
   * value is undefined if no answer was flaky.
   */
  readonly flaky: Flaky | undefined
  /** The causes that are fixed or new since the last run; undefined if the check has no results of a last run. */
  readonly since: Since | undefined
  /** The replayed generated requests that passed, as values for `--replay`. */
  readonly passedReplays: readonly string[]
  /** The notices about the whole run, such as a warning about unsent requests, one sentence each. */
  readonly notices: readonly string[]
  /** The command that serves the explorer to which the links of the causes lead. */
  readonly serve: string
  /** The duration of the run, in milliseconds. */
  readonly milliseconds: number
}

export interface Flaky {
  readonly count: number
  /** The first request with a flaky answer, as the check sent it. */
  readonly sent: WireRequest
  /** The first answer to the flaky request: a status such as `status 503`, or the reason of a failure. */
  readonly got: string
}

const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'MAY']

/** Returns whether the level (MUST, SHOULD or MAY) of a difference is high enough to fail the check. */
export const isCounted = (level: Level, { failOn }: Pick<Report, 'failOn'>): boolean =>
  LEVELS.indexOf(level) <= LEVELS.indexOf(failOn)

/**
 * Returns the exit status of `populace check`: 0 if the check passed, 1 for differences at the level `failOn` or
 * above, and 2 for a run without a result.
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
