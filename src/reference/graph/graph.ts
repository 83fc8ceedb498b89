/**
 * The graph: rows in tables, references as keys. Deeply frozen; no request changes it.
 * A reference is never an object reference, so the graph is a tree to immer and cycles cost nothing.
 */
import type { Json } from '../../util/json.ts'
import type { ContentType, Schema, Uid } from '../schema/schema.ts'

/** A row by type and row id. */
export interface Ref {
  readonly type: Uid
  readonly id: number
  /** In `related` of a file: it is shown there by a private attribute. */
  readonly isPrivate?: true
}

/** What a row and a component have in common: values to answer, links to follow, components inside. */
export interface Node {
  /** The uid of the content type or component. */
  readonly uid: Uid
  readonly id: number
  /** Every scalar attribute by name, null where there is no value; without prototype. */
  readonly values: Readonly<Record<string, Json>>
  /** Every relation, morph and media attribute by name: linked rows in stored order; without prototype. */
  readonly links: Readonly<Record<string, readonly Ref[]>>
  /** Every component and dynamic zone by name, in stored order; without prototype. */
  readonly components: Readonly<Record<string, readonly ComponentNode[]>>
}

export interface ComponentNode extends Node {
  /** Only where the dataset gives one. */
  readonly documentId?: string
}

/** One row: one (document, locale, draft or published). createdAt … locale are among its `values`. */
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
  /** Bearer string → role name. */
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
  /** Codes that rows have although the server does not list them; left out where there are none. */
  readonly unlisted?: readonly string[]
}

export interface Graph {
  readonly schema: Schema
  readonly tables: ReadonlyMap<Uid, Table>
  readonly locales: Locales
  readonly access: Access
  readonly settings: Settings
}
