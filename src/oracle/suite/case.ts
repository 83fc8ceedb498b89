/** The types of the conformance suite: case files as written, and cases as run. */

import type { RuleId } from '../../reference/rules.ts'
import type { Json } from '../../util/json.ts'

/** MUST: stated by the guide. SHOULD: observed. MAY: left open, with all allowed answers. */
export type Level = 'MUST' | 'SHOULD' | 'MAY'

/** An expanded case, without placeholders and defaults. */
export interface SuiteCase {
  /** Never changes once published. */
  readonly id: string
  readonly name: string
  readonly level: Level
  /** Every rule that the case shows. */
  readonly rules: readonly RuleId[]
  readonly tags: readonly string[]
  readonly dataset: string
  readonly profile?: string
  /** The recording of a real server with the same answer. */
  readonly recording?: string
  readonly request: SuiteRequest
  readonly expect: Expectation
}

export interface SuiteRequest {
  readonly method: string
  /** Path and query, percent-encoded except brackets and the like. */
  readonly url: string
  /** By lower-case name, without the token. */
  readonly headers: Readonly<Record<string, string>>
  /** A bearer token of the dataset. */
  readonly token?: string
}

/** The right answer, or several right answers. */
export type Expectation = Expected | { readonly anyOf: readonly Expected[] }

/** A status and checks of the body; every check has to hold. */
export interface Expected {
  readonly status: number
  /** Required headers, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
  readonly checks: readonly Check[]
}

/**
 * A JSON pointer into the body with an expectation. `*` in a pointer means every item of a list: `equals` then
 * compares the list of the values in each item.
 */
export type Check =
  | { readonly at: string; readonly equals: Json }
  | { readonly at: string; readonly keys: readonly string[] }
  | { readonly at: string; readonly absent: true }

/** The values for the placeholders of a template. */
export type Bindings = Readonly<Record<string, Json>>

/** `fixtures/cases/<parameter>/<topic>.json`. */
export interface CaseFile extends Shared {
  readonly about: string
  readonly dataset: string
  readonly level: string
  /** Named values for `{name}` in the cases of the file. */
  readonly let?: Bindings
  readonly cases?: readonly CaseTemplate[]
  readonly tables?: readonly Table[]
}

/** The members that files, tables and cases share. A file sets them for all its cases, a table for all its rows. */
interface Shared {
  /** A level, or a placeholder for one. */
  readonly level?: string
  readonly profile?: string
  readonly rules?: readonly string[]
  readonly tags?: readonly string[]
}

/** One case for every combination of rows from the parts of `over`. */
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
  /** Takes the request of a recording. */
  readonly recording?: string
}

/** The short forms; all of them have to hold. */
export interface ExpectTemplate {
  /** Default: 200, or the status of the error. */
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
  /** Takes the answer of the recording. */
  readonly recorded?: true
}
