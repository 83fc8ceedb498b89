/** The messages between the page and its worker. */

import type { DiffRow } from '../../../oracle/report/diff.ts'
import type { Expectation } from '../../../oracle/suite/case.ts'

/** A request to the worker. */
export interface PageRequest {
  /** The answer carries the same id. */
  readonly id: number
  /** The URL of the dataset as JSON. */
  readonly dataset: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly profile: string
  /** Another profile to compare with. */
  readonly compareWith?: string
  /** The expected answer. */
  readonly expect?: Expectation
}

export interface RenderedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body as lines, cut if very long. */
  readonly text: string
}

/** One expectation, and whether it holds. */
export interface CheckedExpectation {
  readonly says: string
  readonly holds: boolean
}

export type WorkerReply =
  | { readonly id: number; readonly kind: 'failed'; readonly message: string }
  | {
      readonly id: number
      readonly kind: 'answered'
      readonly found: RenderedAnswer
      /** undefined if the request compares no other profile. */
      readonly compared: RenderedAnswer | undefined
      /** Empty if the request expects nothing. */
      readonly checks: readonly CheckedExpectation[]
      /** The differences from the expected answer, or from the other profile. */
      readonly rows: readonly DiffRow[]
      /** The rules that the answer follows. */
      readonly rules: readonly string[]
      /** The tokens of the dataset. */
      readonly tokens: readonly string[]
      readonly milliseconds: number
    }
