/** The types for rows that are assembled from answers. Each value has the place in the answer from which it came. */

import type { Place } from '../../reference/schema/fault.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'

/** A row that was found in the list of its type, in links of other rows, or in both places. */
export interface RestRow {
  readonly type: ContentType
  readonly place: Place
  readonly members: Map<string, Value>
  /** The id of the row; undefined if unknown. */
  id: number | undefined
  documentId: string | undefined
  /** The locale of the row; null for a type that is not localized. */
  locale: string | null | undefined
  status: 'draft' | 'published' | undefined
  /** Whether the row came from the list of its type, not only from links to the row. */
  isListed: boolean
  /** Whether the row is in the dataset format. Values of a row in the dataset format override values of answers. */
  readonly isPlain: boolean
  /** For an uploaded file: the rows and components that show it, in the server's order. */
  related: readonly Shower[] | undefined
}

/** A component in an attribute for one component, in a list, or in a zone. */
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

/** A value that is written exactly like in the answer. */
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
  /** Whether the relation is a morph relation, so that each reference names its type. */
  readonly isMorph: boolean
  readonly links: Link[]
  /** The targets of `links` as a set, to find a target quickly. */
  readonly rows: Set<RestRow>
  readonly place: Place
}

export interface Parts {
  readonly kind: 'parts'
  readonly many: boolean
  readonly parts: (ComponentDraft | Plain)[]
  /** The components that have an id, by type and id. */
  readonly byId: Map<string, ComponentDraft>
  readonly place: Place
}

export type Value = Plain | Links | Parts

/**
 * An import does not read these members of an entry as attributes, unless the schema has an attribute with the same
 * name.
 */
export const ADDED_BY_SERVER: ReadonlySet<string> = new Set(['__type', '__component', 'isUrlSigned'])
