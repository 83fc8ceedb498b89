/**
 * The types of the conformance suite: case files as they are written, and suite cases in the expanded form that the
 * check runs.
 */

import type { RuleId } from '../../reference/rules.ts'
import type { Json } from '../../util/json.ts'

/**
 * The level of a suite case. MUST: the guide states the behaviour that the case tests. SHOULD: real servers show this
 * behaviour. MAY: the behaviour is undefined, and the case lists all allowed answers.
 */
export type Level = 'MUST' | 'SHOULD' | 'MAY'

/** A suite case after its expansion from a template: placeholders are filled, and defaults are inserted. */
export interface SuiteCase {
  /** The unique id of the suite case. The id of a published case never changes. */
  readonly id: string
  readonly name: string
  readonly level: Level
  /** The ids of the rules that the case tests. The expected answer may follow further rules. */
  readonly rules: readonly RuleId[]
  readonly tags: readonly string[]
  readonly dataset: string
  readonly profile?: string
  /** The id of the recording in which a real server gives the expected answer of the case. */
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
  /** The bearer token of the request, which the dataset defines. */
  readonly token?: string
}

/** The expected answer to a suite case, or several allowed answers. */
export type Expectation = Expected | { readonly anyOf: readonly Expected[] }

/** An expected answer: a status, headers and checks of the body. An answer must fulfil all of them. */
export interface Expected {
  readonly status: number
  /** The headers that the answer must have, with their values, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
  readonly checks: readonly Check[]
}

/**
 * An expectation for the value at a JSON pointer into the body. The step `*` in a pointer stands for every item of a
 * list. The check `equals` then compares the list of the values in these items.
 */
export type Check =
  | { readonly at: string; readonly equals: Json }
  | { readonly at: string; readonly keys: readonly string[] }
  | { readonly at: string; readonly absent: true }

/** The values that replace the placeholders of a case template, by name. */
export type Bindings = Readonly<Record<string, Json>>

/** The content of a case file, `fixtures/cases/<parameter>/<topic>.json`. */
export interface CaseFile extends Shared {
  readonly about: string
  readonly dataset: string
  readonly level: string
  /** The named values of a case file. Each value replaces `{name}` in the cases of the file. */
  readonly let?: Bindings
  readonly cases?: readonly CaseTemplate[]
  readonly tables?: readonly Table[]
}

/**
 * The members that case files and case templates share. Each case has the rules and tags of its file and its own ones.
 * The level and the profile of a file apply to the cases that name no other.
 */
interface Shared {
  /** The level of the suite case (MUST, SHOULD or MAY), or a placeholder for a level. */
  readonly level?: string
  readonly profile?: string
  readonly rules?: readonly string[]
  readonly tags?: readonly string[]
}

/**
 * A table of a case file, which makes one suite case for every combination of rows, with one row from each part of
 * `over`.
 */
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
  /** The id of the recording whose request the suite case uses. */
  readonly recording?: string
}

/** The expected answer of a case template in short notation. An answer must satisfy every member of this object. */
export interface ExpectTemplate {
  /** The expected HTTP status. The default is the status in `error`, or 200 if `error` is absent. */
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
  /** If true, the case expects the answer that its recording contains. */
  readonly recorded?: true
}
