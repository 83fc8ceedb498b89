/** A call of a Strapi service by project code, and the outcome of the call. */
import type { ProfileOptions } from '../../reference/strapi/profile.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import type { WritingState } from '../writer.ts'

export interface ServiceRequest {
  readonly service: 'documents' | 'query' | 'entity'
  readonly uid: string
  readonly method: string
  /** The arguments of the method. The arguments of an entity service call do not include the uid. */
  readonly args: readonly Json[]
  /**
   * The values that lifecycle hooks changed in rows of the document service. The call writes the changed values
   * without validation.
   */
  readonly changes?: readonly RowChange[]
}

/** The values that lifecycle hooks changed in one row. */
export interface RowChange {
  readonly status: 'draft' | 'published'
  /** The locale of the row; null if the type has no locales. */
  readonly locale: string | null
  readonly data: JsonObject
}

export interface ServiceOptions {
  /** The profile of the server that the call imitates. The default is the latest known release on SQLite. */
  readonly profile?: string | ProfileOptions
  /** The maximum number of evaluation steps for each read of the call. */
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
