/** Counts flaky requests, whose first answer was wrong and whose answer after a repetition was right. */
import type { Outcome, WireRequest } from '../target/target.ts'

export interface FlakyCount {
  readonly all: () => Flaky
  readonly add: (sent: WireRequest, outcome: Outcome) => void
}

/** The requests whose first answer was wrong, and whose repeated answer was right. */
export interface Flaky {
  readonly count: number
  /**
   * The first flaky request as it was sent, with its wrong answer: a status such as `status 503`, or the reason of a
   * failure.
   */
  readonly example: { readonly sent: WireRequest; readonly got: string } | undefined
}
