/** Requests whose answers differed from one attempt to the next. */
import type { Outcome, WireRequest } from '../target/target.ts'

export interface FlakyCount {
  readonly all: () => Flaky
  readonly add: (sent: WireRequest, outcome: Outcome) => void
}

/** Requests that were answered wrongly once, and rightly when they were asked again. */
export interface Flaky {
  readonly count: number
  /** The first of them as it was sent, and what was answered then: `status 503`, or why nothing was. */
  readonly example: { readonly sent: WireRequest; readonly got: string } | undefined
}
