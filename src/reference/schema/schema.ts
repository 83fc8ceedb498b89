/**
 * The schema of a content API: content types and components, with every attribute resolved.
 * Built once by `load.ts` from Strapi's own schema files; nothing below ever looks at a schema file again.
 */

import type { Json } from '../../util/json.ts'

/** `api::article.article`, `plugin::upload.file`, or `shared.seo` for a component. */
export type Uid = string

export const FILE_UID: Uid = 'plugin::upload.file'
export const ADMIN_USER_UID: Uid = 'admin::user'
export const USER_UID: Uid = 'plugin::users-permissions.user'
export const ROLE_UID: Uid = 'plugin::users-permissions.role'

export type ScalarType =
  | 'string'
  | 'text'
  | 'richtext'
  | 'blocks'
  | 'enumeration'
  | 'email'
  | 'password'
  | 'uid'
  | 'date'
  | 'time'
  | 'datetime'
  | 'timestamp'
  | 'integer'
  | 'biginteger'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'array'
  | 'json'

interface AttributeBase {
  readonly name: string
  /** Never answered and never usable: `private: true`, `options.privateAttributes`, or private by nature. */
  readonly private: boolean
}

export interface ScalarAttribute extends AttributeBase {
  readonly kind: 'scalar'
  readonly type: ScalarType
  /** The allowed values of an enumeration; empty for every other type. */
  readonly enum: readonly string[]
  /** What a row holds when its file leaves the attribute out. */
  readonly default: Json
  /** `searchable: false` keeps an attribute out of `_q`. */
  readonly searchable: boolean
  /** Answered only where `fields` asks for it. */
  readonly onlyAsked?: true
}

/** What a test or a sort looks at: a scalar attribute, or what every entry is known by. */
export type Column = ScalarAttribute | 'id' | 'documentId'

/** An attribute that names other rows by link. */
export type LinkAttribute = RelationAttribute | MorphToAttribute | MorphByAttribute | MediaAttribute

export interface RelationAttribute extends AttributeBase {
  readonly kind: 'relation'
  readonly many: boolean
  readonly target: Uid
  /**
   * The attribute of the target that shows the same links from the other side, or null.
   * `localizations` and the creator relations have none.
   */
  readonly inverse: string | null
  /**
   * How the links come to be: `stored` in the rows; `localizations` are the other rows of the same document;
   * `creator` is `createdBy` or `updatedBy`.
   */
  readonly via: 'stored' | 'localizations' | 'creator'
}

/** morphToOne, morphToMany: each link names its own type. */
export interface MorphToAttribute extends AttributeBase {
  readonly kind: 'morphTo'
  readonly many: boolean
}

/** morphOne, morphMany: the entries of `target` whose attribute `by` (a morphTo) names this row. */
export interface MorphByAttribute extends AttributeBase {
  readonly kind: 'morphBy'
  readonly many: boolean
  readonly target: Uid
  readonly by: string
}

export interface MediaAttribute extends AttributeBase {
  readonly kind: 'media'
  readonly many: boolean
}

export interface ComponentAttribute extends AttributeBase {
  readonly kind: 'component'
  readonly many: boolean
  readonly component: Uid
}

export interface ZoneAttribute extends AttributeBase {
  readonly kind: 'zone'
  readonly components: readonly Uid[]
}

export type Attribute = ScalarAttribute | LinkAttribute | ComponentAttribute | ZoneAttribute

/** Everything but a scalar: answered only when populated. */
export type PopulatableAttribute = Exclude<Attribute, ScalarAttribute>

interface ModelBase {
  readonly uid: Uid
  /** In schema order, then createdAt, updatedAt, publishedAt, createdBy, updatedBy, locale, localizations. */
  readonly attributes: ReadonlyMap<string, Attribute>
}

export interface ContentType extends ModelBase {
  readonly modelType: 'contentType'
  readonly kind: 'collectionType' | 'singleType'
  readonly singularName: string
  readonly pluralName: string
  readonly draftAndPublish: boolean
  readonly localized: boolean
  /** createdBy and updatedBy are then public, and need no permission. */
  readonly populateCreatorFields: boolean
}

export interface Component extends ModelBase {
  readonly modelType: 'component'
}

export type Model = ContentType | Component

export interface Schema {
  /** By uid, in file order; the built-in types (files, users, admin users) come last unless the dataset has them. */
  readonly contentTypes: ReadonlyMap<Uid, ContentType>
  readonly components: ReadonlyMap<Uid, Component>
}
