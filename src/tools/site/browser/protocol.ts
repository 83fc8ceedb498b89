/** Defines the messages between the page and its worker. */

import type { DiffRow } from '../../../oracle/report/diff.ts'
import type { Expectation } from '../../../oracle/suite/case.ts'

/** Describes a request to the worker. */
export interface PageRequest {
  /** Holds the id of the request; the worker's answer has the same id. */
  readonly id: number
  /** Holds the URL of the JSON file with the dataset. */
  readonly dataset: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly profile: string
  /** Holds a second profile, whose answer is compared. */
  readonly compareWith?: string
  /** Holds the expected answer. */
  readonly expect?: Expectation
}

export interface RenderedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Holds the body of the answer as lines, cut if very long. */
  readonly text: string
}

/** Describes one part of the expected answer, and whether the found answer fulfils it. */
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
      /** Holds the answer under the second profile; the value is undefined without a comparison. */
      readonly compared: RenderedAnswer | undefined
      /** Lists the checks of the answer; the value is empty if the request has no expected answer. */
      readonly checks: readonly CheckedExpectation[]
      /** Holds the line diff with the expected answer, or with the answer under the second profile. */
      readonly rows: readonly DiffRow[]
      /** Lists the ids of the rules that decided the answer. */
      readonly rules: readonly string[]
      /** Lists the tokens that the dataset accepts. */
      readonly tokens: readonly string[]
      readonly milliseconds: number
    }
