import type { Expectation } from '../../../oracle/suite/case.ts'

/** The initial values of a runner in the page. */
export interface Start {
  readonly dataset: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly token: string
  readonly profile: string
  /** Another profile to compare with; empty for none. */
  readonly compareWith: string
  readonly expect?: Expectation
}
