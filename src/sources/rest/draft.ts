/**
 * The types for rows that the code assembles from answers of a server. Each value has the place in the answer from
 * which the value comes.
 */

import type { Place } from '../../reference/schema/fault.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'

/**
 * A row assembled from answers. An assembled row occurs in the list of its content type, in links of other rows, or
 * in both.
 */
export interface RestRow {
  readonly type: ContentType
  readonly place: Place
  readonly members: Map<string, Value>
  /** The id of the row; undefined if unknown. */
  id: number | undefined
  documentId: string | undefined
  /** The locale of the row; null if the content type of the row is not localized. */
  locale: string | null | undefined
  status: 'draft' | 'published' | undefined
  /**
   * Whether the list of the row's content type contains the row. If `isListed` is false, the row is known only from
   * links in other rows.
   */
  isListed: boolean
  /**
   * Whether the row comes from a file in the dataset format. The values of a row in the dataset format override the
   * values in answers.
   */
  readonly isPlain: boolean
  /**
   * The rows and components that show this uploaded file, in the order of the server. For a row that is not an
   * uploaded file, `related` is undefined.
   */
  related: readonly Shower[] | undefined
}

/** A component in an attribute with one component, in a list of components, or in a dynamic zone. */
export interface ComponentDraft {
  readonly kind: 'part'
  readonly uid: string
  readonly id: number | undefined
  readonly members: Map<string, Value>
  readonly place: Place
}

/** A row or component that shows an uploaded file. */
export interface Shower {
  readonly uid: string
  readonly id: number
}

/** A value that the dataset file contains in the same form as the answer. */
export interface Plain {
  readonly kind: 'plain'
  readonly json: Json
  readonly place: Place
}

export interface Link {
  readonly row: RestRow
  readonly place: Place
}

export interface Links {
  readonly kind: 'links'
  readonly many: boolean
  /** Whether the relation is a morph relation, so that each link also names the content type of the linked row. */
  readonly isMorph: boolean
  readonly links: Link[]
  /** The rows to which `links` lead, as a set for fast look-ups. */
  readonly rows: Set<RestRow>
  readonly place: Place
}

export interface Parts {
  readonly kind: 'parts'
  readonly many: boolean
  readonly parts: (ComponentDraft | Plain)[]
  /** The components with an id, by component uid and id. */
  readonly byId: Map<string, ComponentDraft>
  readonly place: Place
}

export type Value = Plain | Links | Parts

/**
 * The members of an entry that an import does not read as attributes, unless the schema has an attribute with the
 * same name.
 */
export const ADDED_BY_SERVER: ReadonlySet<string> = new Set(['__type', '__component', 'isUrlSigned'])
