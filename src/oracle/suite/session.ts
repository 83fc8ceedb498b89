/** The types of sessions: sequences of requests, in which later requests use values from earlier answers. */
import type { Json } from '../../util/json.ts'
import type { WriteRuleId } from '../../writing/rules.ts'
import type { Level } from './case.ts'

/** A session as the check runs it, expanded from its template. */
export interface WriteSession {
  /** Identifies the session. A published id never changes. */
  readonly id: string
  readonly name: string
  readonly level: Level
  /** The rules of writing that the session shows. */
  readonly rules: readonly WriteRuleId[]
  readonly tags: readonly string[]
  readonly dataset: string
  /** Whether the session changes entries of the dataset, so that the dataset must be loaded again afterwards. */
  readonly isLoaded: boolean
  readonly steps: readonly SessionStep[]
}

/**
 * One request of a session. Its texts may contain markers:
 *
 * - `«1/data/documentId»`: a value from the answer to step 1
 * - `«api::tag.tag 3»`: the documentId of a row of the dataset
 * - `«api::tag.tag #3»`: the id of that row
 * - `«new»`: a unique text
 *
 * A text that is only a marker becomes the value of the marker, which may be of another type.
 */
export interface SessionStep {
  /** The number of the step, counted from 1. Markers use this number. */
  readonly number: number
  readonly method: string
  readonly url: string
  /** The headers by lower-case name, without the token. */
  readonly headers: Readonly<Record<string, string>>
  /** A bearer token. Most tokens are defined by the dataset. */
  readonly token?: string
  /** The body as JSON. */
  readonly json?: Json
  /** The body as text. */
  readonly text?: string
}

/** The content of `fixtures/sessions/<topic>.json`. */
export interface SessionFile {
  readonly about: string
  readonly dataset: string
  readonly level: Level
  /** The default token of the steps. */
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
  /** Method and URL, for example `POST /api/tags?status=draft`. */
  readonly send: string
  /** The value of `data` in a JSON body. */
  readonly data?: Json
  /** A whole JSON body. */
  readonly json?: Json
  /** A body as text, or as `{repeat, times}`. */
  readonly text?: Json
  /** The content type of the body. Default: `application/json`. */
  readonly type?: string
  /** The token of the step; null sends no token. Default: the token of the file. */
  readonly token?: string | null
}
