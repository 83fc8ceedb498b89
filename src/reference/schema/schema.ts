/**
 * The schema of a content API: content types and components with resolved attributes. `load.ts` builds it once from
 * Strapi's schema files; no later phase reads a schema file.
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
  /**
   * Never in an answer and never in a query: `private: true`, `options.privateAttributes`, or private in Strapi
   * itself.
   */
  readonly private: boolean
}

export interface ScalarAttribute extends AttributeBase {
  readonly kind: 'scalar'
  readonly type: ScalarType
  /** The allowed values of an enumeration; empty for every other type. */
  readonly enum: readonly string[]
  /** The value of a row whose file omits the attribute. */
  readonly default: Json
  /** `searchable: false` excludes an attribute from `_q`. */
  readonly searchable: boolean
  /** Answered only if `fields` names it. */
  readonly onlyOnRequest?: true
}

/** A column of a test or a sort: a scalar attribute, `id` or `documentId`. */
export type Column = ScalarAttribute | 'id' | 'documentId'

/** An attribute that refers to other rows. */
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
   * The origin of the links: `stored` in the rows; `localizations` are the other rows of the same document;
   * `creator` is `createdBy` or `updatedBy`.
   */
  readonly via: 'stored' | 'localizations' | 'creator'
}

/** morphToOne, morphToMany: each link names its own type. */
export interface MorphToAttribute extends AttributeBase {
  readonly kind: 'morphTo'
  readonly many: boolean
}

/** An attribute that holds entries of several types. */
export type MorphAttribute = ZoneAttribute | MorphToAttribute

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
  /** If true, createdBy and updatedBy are public and need no permission. */
  readonly populateCreatorFields: boolean
}

export interface Component extends ModelBase {
  readonly modelType: 'component'
}

export type Model = ContentType | Component

export interface Schema {
  /**
   * By uid, in file order; the built-in types (files, users, admin users) come last unless the dataset has them.
   */
  readonly contentTypes: ReadonlyMap<Uid, ContentType>
  readonly components: ReadonlyMap<Uid, Component>
}
