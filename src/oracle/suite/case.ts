/** The types of the conformance suite: case files as written, and cases as the check runs them. */

import type { RuleId } from '../../reference/rules.ts'
import type { Json } from '../../util/json.ts'

/**
 * The level of a case. MUST: the guide states the behaviour. SHOULD: real servers show it. MAY: it is undefined, and
 * the case lists all allowed answers.
 */
export type Level = 'MUST' | 'SHOULD' | 'MAY'

/** An expanded case, without placeholders and defaults. */
export interface SuiteCase {
  /** Identifies the case. A published id never changes. */
  readonly id: string
  readonly name: string
  readonly level: Level
  /** Every rule that the case shows. */
  readonly rules: readonly RuleId[]
  readonly tags: readonly string[]
  readonly dataset: string
  readonly profile?: string
  /** The id of the recording of a real server with the same answer. */
  readonly recording?: string
  readonly request: SuiteRequest
  readonly expect: Expectation
}

export interface SuiteRequest {
  readonly method: string
  /** Path and query. Characters such as brackets need not be percent-encoded. */
  readonly url: string
  /** The headers by lower-case name, without the token. */
  readonly headers: Readonly<Record<string, string>>
  /** A bearer token that the dataset defines. */
  readonly token?: string
}

/** The right answer, or several right answers. */
export type Expectation = Expected | { readonly anyOf: readonly Expected[] }

/** A status, headers and checks of the body; the answer must fulfil all of them. */
export interface Expected {
  readonly status: number
  /** Required headers, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
  readonly checks: readonly Check[]
}

/**
 * A JSON pointer into the body with an expectation. `*` in a pointer means every item of a list; `equals` then compares
 * the list of the items' values.
 */
export type Check =
  | { readonly at: string; readonly equals: Json }
  | { readonly at: string; readonly keys: readonly string[] }
  | { readonly at: string; readonly absent: true }

/** The values for the placeholders of a template. */
export type Bindings = Readonly<Record<string, Json>>

/** The content of `fixtures/cases/<parameter>/<topic>.json`. */
export interface CaseFile extends Shared {
  readonly about: string
  readonly dataset: string
  readonly level: string
  /** Named values for `{name}` in the cases of the file. */
  readonly let?: Bindings
  readonly cases?: readonly CaseTemplate[]
  readonly tables?: readonly Table[]
}

/** The members that files and case templates share. A file sets them for all its cases. */
interface Shared {
  /** A level, or a placeholder for one. */
  readonly level?: string
  readonly profile?: string
  readonly rules?: readonly string[]
  readonly tags?: readonly string[]
}

/** Makes one case for every combination of rows, one row from each part of `over`. */
export interface Table {
  readonly over: readonly ExpectedRows[]
  readonly case: CaseTemplate
}

export interface ExpectedRows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Json[])[]
}

export interface CaseTemplate extends Shared {
  readonly id: string
  readonly name: string
  readonly dataset?: string
  readonly request: RequestTemplate
  readonly expect: ExpectTemplate | { readonly anyOf: readonly ExpectTemplate[] }
}

export interface RequestTemplate {
  readonly method?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly token?: string
  /** The id of a recording whose request the case uses. */
  readonly recording?: string
}

/** The expected answer in short forms. The answer must fulfil all of them. */
export interface ExpectTemplate {
  /** The expected status. Default: the status in `error`, or 200 without an error. */
  readonly status?: Json
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json
  readonly data?: Json
  readonly ids?: Json
  readonly total?: Json
  readonly values?: Readonly<Record<string, Json>>
  readonly at?: Readonly<Record<string, Json>>
  readonly keys?: Readonly<Record<string, Json>>
  readonly absent?: readonly string[]
  readonly error?: Json
  /** Expects the answer of the recording. */
  readonly recorded?: true
}
