/**
 * The types of write sessions, which are sequences of requests in which later requests use values from earlier
 * answers.
 */
import type { Json } from '../../util/json.ts'
import type { WriteRuleId } from '../../writing/rules.ts'
import type { Level } from './case.ts'

/** A write session as the check plays it: the template of the session, with the defaults of its session file. */
export interface WriteSession {
  /** The unique id of the write session. The id of a published session never changes. */
  readonly id: string
  readonly name: string
  readonly level: Level
  /** The ids of the rules of writing that the write session shows. */
  readonly rules: readonly WriteRuleId[]
  readonly tags: readonly string[]
  readonly dataset: string
  /** Whether the session changes entries of the dataset. The check then loads the dataset before the session. */
  readonly isLoaded: boolean
  readonly steps: readonly SessionStep[]
}

/**
 * One step of a write session, which sends one request. The texts of a step may contain these markers:
 *
 * - `«1/data/documentId»` stands for the value at this JSON pointer in the answer to step 1
 * - `«api::tag.tag 3»` stands for the documentId of row 3 of this content type in the dataset
 * - `«api::tag.tag #3»` stands for the id of row 3 of this content type in the target
 * - `«new»` stands for a text that no other session contains
 *
 * A text that consists only of a marker becomes the value of the marker, regardless of the value's type.
 */
export interface SessionStep {
  /** The number of the step, counted from 1. Markers refer to the step by this number. */
  readonly number: number
  readonly method: string
  readonly url: string
  /** The headers of the request by lower-case name, without the token. */
  readonly headers: Readonly<Record<string, string>>
  /** The bearer token of the request. The dataset defines most of these tokens. */
  readonly token?: string
  /** The body of the request as a JSON value. */
  readonly json?: Json
  /** The body of the request as text. */
  readonly text?: string
}

/** The content of a session file, `fixtures/sessions/<topic>.json`. */
export interface SessionFile {
  readonly about: string
  readonly dataset: string
  readonly level: Level
  /** The bearer token of each step in the file that does not name another token. */
  readonly token: string
  readonly tags: readonly string[]
  readonly sessions: readonly SessionTemplate[]
}

export interface SessionTemplate {
  readonly id: string
  readonly name: string
  readonly rules: readonly string[]
  readonly loaded?: true
  readonly steps: readonly StepTemplate[]
}

export interface StepTemplate {
  /** The method and URL of the step, for example `POST /api/tags?status=draft`. */
  readonly send: string
  /** The value of `data` in the JSON body of the step. */
  readonly data?: Json
  /** The whole JSON body of the step. */
  readonly json?: Json
  /** The body of the step as text, as `{repeat, times}`, or as a list of such parts. */
  readonly text?: Json
  /** The content type of the step's body. The default is `application/json`. */
  readonly type?: string
  /** The token of the step; null means that the step sends no token. The default is the token of the file. */
  readonly token?: string | null
}
