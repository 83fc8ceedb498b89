import type { Expectation } from '../../../oracle/suite/case.ts'

/** The initial field values of a request runner in the page. */
export interface Start {
  readonly dataset: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly token: string
  readonly profile: string
  /** The name of a second profile whose answer is compared; empty for no comparison. */
  readonly compareWith: string
  readonly expect?: Expectation
}
