/**
 * The graph: an immutable snapshot of a dataset as tables of rows. The graph is deeply frozen, so that no request can
 * change it. Links are keys instead of object references, so that cyclic data needs no cyclic objects.
 */
import type { Json } from '../../util/json.ts'
import type { ContentType, Schema, Uid } from '../schema/schema.ts'

/** The key of a row: its type and its id. */
export interface Ref {
  readonly type: Uid
  readonly id: number
  /** True for an item in `related` of an uploaded file, if the media attribute that uses the file is private. */
  readonly isPrivate?: true
}

/** The common part of rows and components: their values, their links, and the components in them. */
export interface Node {
  /** The uid of the content type or component. */
  readonly uid: Uid
  readonly id: number
  /**
   * The value of every scalar attribute, by attribute name; null if there is no value. This object has no prototype.
   */
  readonly values: Readonly<Record<string, Json>>
  /**
   * The linked rows of every relation, morph and media attribute, by attribute name and in stored order. This object
   * has no prototype.
   */
  readonly links: Readonly<Record<string, readonly Ref[]>>
  /**
   * The components of every component and zone attribute, by attribute name and in stored order. This object has no
   * prototype.
   */
  readonly components: Readonly<Record<string, readonly ComponentNode[]>>
}

export interface ComponentNode extends Node {
  /** The documentId of a component; absent if the dataset states no documentId for the component. */
  readonly documentId?: string
}

/**
 * A row: one version of a document in one locale, draft or published. The member `values` of a row also contains its
 * timestamps and its `locale`.
 */
export interface Row extends Node {
  readonly documentId: string
  readonly locale: string | null
  /** The status of the row. The status `draft` occurs only in a content type with draft & publish. */
  readonly status: 'draft' | 'published'
}

export interface Table {
  readonly type: ContentType
  /** The rows by ascending id. */
  readonly rows: readonly Row[]
  readonly byId: ReadonlyMap<number, Row>
  /** The rows of each document, by locale code ascending (rows without a locale first), then by id. */
  readonly byDocument: ReadonlyMap<string, readonly Row[]>
}

export interface Settings {
  /**
   * The path prefix of the API. The path prefix starts with a slash and does not end with a slash. If the prefix is
   * '', the server serves the API at the root.
   */
  readonly prefix: string
  readonly defaultLimit: number
  /** The maximum page size of a list; null for no maximum. */
  readonly maxLimit: number | null
  readonly withCount: boolean
  readonly strictParams: boolean
}

export interface Access {
  readonly publicRole: string
  readonly roles: ReadonlyMap<string, Role>
  /** The name of the role for each bearer token. */
  readonly tokens: ReadonlyMap<string, string>
}

export interface Role {
  readonly name: string
  /**
   * The permissions of the role: `<uid>.find` for one content type, `*.find` for all content types, an action of a
   * plugin, `GET *` for every GET route of a project's code, or `*` for all actions. In place of `find`, a permission
   * may name `findOne`, `create`, `update` or `delete`.
   */
  readonly permissions: ReadonlySet<string>
}

export interface Locales {
  readonly default: string
  readonly codes: readonly { readonly code: string; readonly name: string }[]
  /**
   * The list `unlisted` of locales.json: locale codes that rows have, but that are not in `codes`; missing if
   * locales.json has no such list.
   */
  readonly unlisted?: readonly string[]
}

export interface Graph {
  readonly schema: Schema
  readonly tables: ReadonlyMap<Uid, Table>
  readonly locales: Locales
  readonly access: Access
  readonly settings: Settings
  /**
   * The components that belong to no row any more after a write by project code. Only the attribute `related` of
   * files shows components without a row, and only to project code.
   */
  readonly orphans?: readonly ComponentNode[]
}
