/** A call of a service, and its outcome. */
import type { ProfileOptions } from '../../reference/strapi/profile.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import type { WritingState } from '../writer.ts'

export interface ServiceRequest {
  readonly service: 'documents' | 'query' | 'entity'
  readonly uid: string
  readonly method: string
  /** The arguments of the method. For `entity` they start after the uid. */
  readonly args: readonly Json[]
  /** Values of rows that the document service creates or updates, written without validation. */
  readonly changes?: readonly RowChange[]
}

/** Values of a row, as the query engine writes them. */
export interface RowChange {
  readonly status: 'draft' | 'published'
  /** null for a type without locales. */
  readonly locale: string | null
  readonly data: JsonObject
}

export interface ServiceOptions {
  /** The latest known release on SQLite if left out. */
  readonly profile?: string | ProfileOptions
  /** The steps that the call may take. */
  readonly budget?: number
}

export type ServiceOutcome =
  | { readonly ok: true; readonly value: Json | undefined; readonly state: WritingState }
  | {
      readonly ok: false
      readonly error: {
        readonly name: string
        readonly message: string
        readonly status: number
        readonly details: Json
      }
      readonly state: WritingState
    }
