/** Sessions: requests one after the other, of which the later ones use what the earlier ones were answered. */
import type { Json } from '../../util/json.ts'
import type { WriteRuleId } from '../../writing/rules.ts'
import type { Level } from './case.ts'

/** A session as run. */
export interface WriteSession {
  /** Never changes once published. */
  readonly id: string
  readonly name: string
  readonly level: Level
  /** The rules of writing that it is there to show. */
  readonly rules: readonly WriteRuleId[]
  readonly tags: readonly string[]
  readonly dataset: string
  /** Whether it changes entries of the dataset, which has to be loaded again afterwards. */
  readonly isLoaded: boolean
  readonly steps: readonly SessionStep[]
}

/**
 * One request. Its texts may have markers: `«1/data/documentId»` is what step 1 was answered there,
 * `«api::tag.tag 3»` the documentId of a row of the dataset, `«api::tag.tag #3»` its id, and `«new»` a text that no
 * other session has. A text that is nothing but a marker is the value itself.
 */
export interface SessionStep {
  /** Counted from 1: what markers call it. */
  readonly number: number
  readonly method: string
  readonly url: string
  /** By lower-case name, without that of the token. */
  readonly headers: Readonly<Record<string, string>>
  /** A bearer token, mostly of the dataset. */
  readonly token?: string
  /** The body as JSON. */
  readonly json?: Json
  /** The body as it stands. */
  readonly text?: string
}

/** `fixtures/sessions/<topic>.json`. */
export interface SessionFile {
  readonly about: string
  readonly dataset: string
  readonly level: Level
  /** Who asks where a step says nothing else. */
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
  /** `POST /api/tags?status=draft` */
  readonly send: string
  /** What stands under `data` of a JSON body. */
  readonly data?: Json
  /** A whole JSON body. */
  readonly json?: Json
  /** A body as it stands, or a text many times over. */
  readonly text?: Json
  /** What the body is said to be; `application/json` where it is left out. */
  readonly type?: string
  /** Null asks without a token. */
  readonly token?: string | null
}
