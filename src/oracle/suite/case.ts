/** The types of the conformance suite: case files in their written form, and cases in the form that the check runs. */

import type { RuleId } from '../../reference/rules.ts'
import type { Json } from '../../util/json.ts'

/**
 * The level of a case. MUST: the guide states the behaviour. SHOULD: real servers show the behaviour. MAY: the
 * behaviour is undefined, and the case lists all allowed answers.
 */
export type Level = 'MUST' | 'SHOULD' | 'MAY'

/** A case after expansion: placeholders are filled, and defaults are inserted. */
export interface SuiteCase {
  /** The unique id of the case. The id of a published case never changes. */
  readonly id: string
  readonly name: string
  readonly level: Level
  /** The ids of all rules that the case shows. */
  readonly rules: readonly RuleId[]
  readonly tags: readonly string[]
  readonly dataset: string
  readonly profile?: string
  /** The id of the recording in which a real server gives the same answer. */
  readonly recording?: string
  readonly request: SuiteRequest
  readonly expect: Expectation
}

export interface SuiteRequest {
  readonly method: string
  /** The path and query of the request. Characters such as brackets in the URL need not be percent-encoded. */
  readonly url: string
  /** The headers of the request by lower-case name, without the token. */
  readonly headers: Readonly<Record<string, string>>
  /** A bearer token that the dataset defines. */
  readonly token?: string
}

/** The right answer to a case, or several right answers. */
export type Expectation = Expected | { readonly anyOf: readonly Expected[] }

/** The status, the headers and the checks of the body that an answer must all fulfil. */
export interface Expected {
  readonly status: number
  /** The headers that the answer must have, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
  readonly checks: readonly Check[]
}

/**
 * An expectation for the value at a JSON pointer into the body. The step `*` in a pointer means every item of a list,
 * and `equals` then compares the list of the items' values.
 */
export type Check =
  | { readonly at: string; readonly equals: Json }
  | { readonly at: string; readonly keys: readonly string[] }
  | { readonly at: string; readonly absent: true }

/** The values that replace the placeholders of a template. */
export type Bindings = Readonly<Record<string, Json>>

/** The content of a case file, `fixtures/cases/<parameter>/<topic>.json`. */
export interface CaseFile extends Shared {
  readonly about: string
  readonly dataset: string
  readonly level: string
  /** Named values, which replace `{name}` in the cases of the file. */
  readonly let?: Bindings
  readonly cases?: readonly CaseTemplate[]
  readonly tables?: readonly Table[]
}

/** The members that case files and case templates share. A value in a case file applies to all cases of the file. */
interface Shared {
  /** The level of the case, or a placeholder for a level. */
  readonly level?: string
  readonly profile?: string
  readonly rules?: readonly string[]
  readonly tags?: readonly string[]
}

/** A table makes one case for every combination of rows, with one row from each part of `over`. */
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
  /** The id of the recording whose request the case uses. */
  readonly recording?: string
}

/** The expected answer in short notation. An answer must satisfy every member of this object. */
export interface ExpectTemplate {
  /** The expected status. The default is the status in `error`, or 200 if `error` is absent. */
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
  /** Expects the answer that the recording of the case contains. */
  readonly recorded?: true
}
