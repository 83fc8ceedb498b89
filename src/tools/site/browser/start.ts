import type { Expectation } from '../../../oracle/suite/case.ts'

/** Describes the initial field values of a request runner in the page. */
export interface Start {
  readonly dataset: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly token: string
  readonly profile: string
  /** Holds a second profile to compare with; the value is empty for no comparison. */
  readonly compareWith: string
  readonly expect?: Expectation
}
