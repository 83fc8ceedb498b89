/** Sessions: sequences of requests, in which later requests use the answers of earlier ones. */
import type { Json } from '../../util/json.ts'
import type { WriteRuleId } from '../../writing/rules.ts'
import type { Level } from './case.ts'

/** An expanded session. */
export interface WriteSession {
  /** Never changes once published. */
  readonly id: string
  readonly name: string
  readonly level: Level
  /** The rules of writing that the session shows. */
  readonly rules: readonly WriteRuleId[]
  readonly tags: readonly string[]
  readonly dataset: string
  /** Whether the session changes entries of the dataset, so that it has to be loaded again afterwards. */
  readonly isLoaded: boolean
  readonly steps: readonly SessionStep[]
}

/**
 * One request. Its texts may contain markers:
 *
 * - `«1/data/documentId»`: a value from the answer to step 1
 * - `«api::tag.tag 3»`: the documentId of a row of the dataset
 * - `«api::tag.tag #3»`: the id of that row
 * - `«new»`: a unique text
 *
 * A text that only consists of a marker becomes the value itself.
 */
export interface SessionStep {
  /** Counted from 1; markers use it. */
  readonly number: number
  readonly method: string
  readonly url: string
  /** By lower-case name, without the token. */
  readonly headers: Readonly<Record<string, string>>
  /** A bearer token, mostly of the dataset. */
  readonly token?: string
  /** The body as JSON. */
  readonly json?: Json
  /** The body as text. */
  readonly text?: string
}

/** `fixtures/sessions/<topic>.json`. */
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
  /** For example `POST /api/tags?status=draft`. */
  readonly send: string
  /** The value of `data` in a JSON body. */
  readonly data?: Json
  /** A whole JSON body. */
  readonly json?: Json
  /** A body as text, or as a repeated text. */
  readonly text?: Json
  /** The content type of the body. Default: `application/json`. */
  readonly type?: string
  /** null sends no token. */
  readonly token?: string | null
}
