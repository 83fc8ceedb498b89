/** Types of rows during their assembly from answers: each value with its origin. */

import type { Place } from '../../reference/schema/fault.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'

/** A row, known from its own list, from links, or from both. */
export interface RestRow {
  readonly type: ContentType
  readonly place: Place
  readonly members: Map<string, Value>
  /** undefined if unknown. */
  id: number | undefined
  documentId: string | undefined
  /** null for a type that is not localized. */
  locale: string | null | undefined
  status: 'draft' | 'published' | undefined
  /** Whether the row is in the list of its type, and not only in links. */
  isListed: boolean
  /** Whether it is in the dataset format. Its values then override those of answers. */
  readonly isPlain: boolean
  /** Of a file: the entries that show it, in the server's order. */
  related: readonly Shower[] | undefined
}

/** A component: single, in a list or in a zone. */
export interface ComponentDraft {
  readonly kind: 'part'
  readonly uid: string
  readonly id: number | undefined
  readonly members: Map<string, Value>
  readonly place: Place
}

/** The row or component that shows a file. */
export interface Shower {
  readonly uid: string
  readonly id: number
}

/** A value in its given form. */
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
  /** Whether each reference includes its type. */
  readonly isMorph: boolean
  readonly links: Link[]
  /** The targets, as a set for fast lookup. */
  readonly rows: Set<RestRow>
  readonly place: Place
}

export interface Parts {
  readonly kind: 'parts'
  readonly many: boolean
  readonly parts: (ComponentDraft | Plain)[]
  /** Components with an id, by type and id. */
  readonly byId: Map<string, ComponentDraft>
  readonly place: Place
}

export type Value = Plain | Links | Parts

/** Members that a server adds and no schema has. */
export const ADDED_BY_SERVER: ReadonlySet<string> = new Set(['__type', '__component', 'isUrlSigned'])
