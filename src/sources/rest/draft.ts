/** Rows while they are put together from what a server answered: each value with where it was said. */

import type { Place } from '../../reference/schema/fault.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'

/** A row, known from its own list, from what links to it, or from both. */
export interface RestRow {
  readonly type: ContentType
  readonly place: Place
  readonly members: Map<string, Value>
  /** undefined where nothing says it. */
  id: number | undefined
  documentId: string | undefined
  /** null for a type that is not localized. */
  locale: string | null | undefined
  status: 'draft' | 'published' | undefined
  /** Whether it stands in the list of its type, and not only where something links to it. */
  isListed: boolean
  /** Whether it is written as the dataset format has it: then what it says stands before all else. */
  readonly isPlain: boolean
  /** Of a file: what shows it, in the server's order. */
  related: readonly Shower[] | undefined
}

/** A component, alone or in a list or a zone. */
export interface ComponentDraft {
  readonly kind: 'part'
  readonly uid: string
  readonly id: number | undefined
  readonly members: Map<string, Value>
  readonly place: Place
}

/** What shows a file: a row or a component. */
export interface Shower {
  readonly uid: string
  readonly id: number
}

/** As it was written. */
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
  /** Whether each reference names its own type. */
  readonly isMorph: boolean
  readonly links: Link[]
  /** Where they lead, to be asked however many there are. */
  readonly rows: Set<RestRow>
  readonly place: Place
}

export interface Parts {
  readonly kind: 'parts'
  readonly many: boolean
  readonly parts: (ComponentDraft | Plain)[]
  /** Those with an id, by their type and id. */
  readonly byId: Map<string, ComponentDraft>
  readonly place: Place
}

export type Value = Plain | Links | Parts

/** What a server adds to what it answers, and no schema knows. */
export const ADDED_BY_SERVER: ReadonlySet<string> = new Set(['__type', '__component', 'isUrlSigned'])
