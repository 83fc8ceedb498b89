/**
 * The graph: an immutable snapshot of a dataset as tables of rows. It is deeply frozen; no request changes it. Links
 * are keys and not object references, so cycles in the data are not cycles in memory.
 */
import type { Json } from '../../util/json.ts'
import type { ContentType, Schema, Uid } from '../schema/schema.ts'

/** A key of a row. */
export interface Ref {
  readonly type: Uid
  readonly id: number
  /** In `related` of a file: a private attribute uses the file. */
  readonly isPrivate?: true
}

/** The common part of rows and components: values to answer, links to follow and components inside. */
export interface Node {
  /** The uid of the content type or component. */
  readonly uid: Uid
  readonly id: number
  /** Every scalar attribute by name, null if there is no value; without prototype. */
  readonly values: Readonly<Record<string, Json>>
  /** Every relation, morph and media attribute by name: linked rows in stored order; without prototype. */
  readonly links: Readonly<Record<string, readonly Ref[]>>
  /** Every component and dynamic zone by name, in stored order; without prototype. */
  readonly components: Readonly<Record<string, readonly ComponentNode[]>>
}

export interface ComponentNode extends Node {
  /** Absent if the dataset gives none. */
  readonly documentId?: string
}

/**
 * A row: one version of a document in one locale, draft or published. Its timestamps and `locale` are in `values`
 * too.
 */
export interface Row extends Node {
  readonly documentId: string
  readonly locale: string | null
  /** `draft` only on a type with draft & publish. */
  readonly status: 'draft' | 'published'
}

export interface Table {
  readonly type: ContentType
  /** By id ascending. */
  readonly rows: readonly Row[]
  readonly byId: ReadonlyMap<number, Row>
  /** Every row of a document, by locale code ascending (null first), then id. */
  readonly byDocument: ReadonlyMap<string, readonly Row[]>
}

export interface Settings {
  /** Starts with a slash, ends without one; '' serves at the root. */
  readonly prefix: string
  readonly defaultLimit: number
  /** null: no upper bound. */
  readonly maxLimit: number | null
  readonly withCount: boolean
  readonly strictParams: boolean
}

export interface Access {
  readonly publicRole: string
  readonly roles: ReadonlyMap<string, Role>
  /** Role names by bearer token. */
  readonly tokens: ReadonlyMap<string, string>
}

export interface Role {
  readonly name: string
  /** `<uid>.find`, `<uid>.findOne`, `*.find`, `*.findOne`, `*`, or an action of a plugin. */
  readonly permissions: ReadonlySet<string>
}

export interface Locales {
  readonly default: string
  readonly codes: readonly { readonly code: string; readonly name: string }[]
  /** Codes that rows have although the server does not list them; missing if there are none. */
  readonly unlisted?: readonly string[]
}

export interface Graph {
  readonly schema: Schema
  readonly tables: ReadonlyMap<Uid, Table>
  readonly locales: Locales
  readonly access: Access
  readonly settings: Settings
}
