/** The messages between a page of the site and its web worker. */

import type { DiffRow } from '../../../oracle/report/diff.ts'
import type { Expectation } from '../../../oracle/suite/case.ts'

/** A request to the worker. */
export interface PageRequest {
  /** The id of the request; the worker's answer has the same id. */
  readonly id: number
  /** The URL of the JSON file with the dataset. */
  readonly dataset: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly profile: string
  /** The name of a second profile, under which the worker also answers the request, to compare both answers. */
  readonly compareWith?: string
  /** The expected answer. */
  readonly expect?: Expectation
}

export interface RenderedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body of the answer as text in several lines, cut if it is very long. */
  readonly text: string
}

/** One part of the expected answer, and whether the found answer fulfils it. */
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
      /** The answer under the second profile; undefined without a comparison. */
      readonly compared: RenderedAnswer | undefined
      /** The checks of the answer; empty if the request has no expected answer. */
      readonly checks: readonly CheckedExpectation[]
      /** The line diff with the expected answer, or with the answer under the second profile. */
      readonly rows: readonly DiffRow[]
      /** The ids of the rules that decided the answer. */
      readonly rules: readonly string[]
      /** The tokens that the dataset accepts. */
      readonly tokens: readonly string[]
      readonly milliseconds: number
    }
