/** What the page and its worker tell each other. */

import type { DiffRow } from '../../../oracle/report/diff.ts'
import type { Expectation } from '../../../oracle/suite/case.ts'

/** A request to be answered. */
export interface PageRequest {
  /** Told again with the answer. */
  readonly id: number
  /** Where the dataset lies as JSON. */
  readonly dataset: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly profile: string
  /** Another profile to compare with. */
  readonly beside?: string
  /** What the answer is to be. */
  readonly expect?: Expectation
}

export interface RenderedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body as lines, cut where it is very long. */
  readonly text: string
}

/** One thing that is expected, and whether it holds. */
export interface CheckedExpectation {
  readonly says: string
  readonly holds: boolean
}

export type Telling =
  | { readonly id: number; readonly kind: 'failed'; readonly message: string }
  | {
      readonly id: number
      readonly kind: 'answered'
      readonly found: RenderedAnswer
      /** undefined where no other profile was asked for. */
      readonly beside: RenderedAnswer | undefined
      /** Empty where nothing is expected. */
      readonly checks: readonly CheckedExpectation[]
      /** What differs: from what is expected, or from the other profile. */
      readonly rows: readonly DiffRow[]
      /** The rules that the answer follows. */
      readonly rules: readonly string[]
      /** The tokens of the dataset. */
      readonly tokens: readonly string[]
      readonly milliseconds: number
    }
