/** The types of the conformance suite: case files as written, and cases as run. */

import type { RuleId } from '../../reference/rules.ts'
import type { Json } from '../../util/json.ts'

/** MUST: the guide says so. SHOULD: observed. MAY: left open, all allowed answers are listed. */
export type Level = 'MUST' | 'SHOULD' | 'MAY'

/** A case as run: everything is said, nothing is left to fill in. */
export interface SuiteCase {
  /** Never changes once published, whatever is added around it. */
  readonly id: string
  readonly name: string
  readonly level: Level
  /** Every rule that answering the request involves and that the case is there to show. */
  readonly rules: readonly RuleId[]
  readonly tags: readonly string[]
  readonly dataset: string
  readonly profile?: string
  /** The recording of a real server that gave the same answer. */
  readonly recording?: string
  readonly request: SuiteRequest
  readonly expect: Expectation
}

export interface SuiteRequest {
  readonly method: string
  /** Path and query, percent-encoded but for brackets and the like. */
  readonly url: string
  /** By lower-case name; the token is not among them. */
  readonly headers: Readonly<Record<string, string>>
  /** A bearer token of the dataset. */
  readonly token?: string
}

/** What a right answer looks like, or several right answers. */
export type Expectation = Expected | { readonly anyOf: readonly Expected[] }

/** A status, and what holds of the body; every check has to hold. */
export interface Expected {
  readonly status: number
  /** Headers that must be there, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
  readonly checks: readonly Check[]
}

/**
 * A JSON pointer into the body, and what must stand there. `*` in a pointer means every item of a list:
 * `equals` then compares the list of what stands there in each item.
 */
export type Check =
  | { readonly at: string; readonly equals: Json }
  | { readonly at: string; readonly keys: readonly string[] }
  | { readonly at: string; readonly absent: true }

/** Names and values that a template is filled with. */
export type Bindings = Readonly<Record<string, Json>>

/** `fixtures/cases/<parameter>/<topic>.json`. */
export interface CaseFile extends Shared {
  readonly about: string
  readonly dataset: string
  readonly level: string
  /** Values with a name, for `{name}` in the cases of the file. */
  readonly let?: Bindings
  readonly cases?: readonly CaseTemplate[]
  readonly tables?: readonly Table[]
}

/** What a file says for all its cases, a table for all its rows, and a case for itself. */
interface Shared {
  /** A level, or a placeholder for one. */
  readonly level?: string
  readonly profile?: string
  readonly rules?: readonly string[]
  readonly tags?: readonly string[]
}

/** One case for every choice of a row from each part of `over`. */
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
  /** The request is that of a recording. */
  readonly recording?: string
}

/** The short forms; those that are given all have to hold. */
export interface ExpectTemplate {
  /** 200 where it is left out, or the status of the error. */
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
  /** The answer is that of the recording. */
  readonly recorded?: true
}
