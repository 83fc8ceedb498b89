/**
 * The schema of a content API: content types and components with their attributes. The file `load.ts` of this folder
 * builds the schema from the schema files of a dataset, which have the format of Strapi's schema files.
 */

import type { Json } from '../../util/json.ts'

/**
 * The uid of a content type, such as `api::article.article` or `plugin::upload.file`, or of a component, such as
 * `shared.seo`.
 */
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
   * True if no answer may contain the attribute and no query may name it. The schema file makes an attribute private
   * with `private: true` or `options.privateAttributes`. Strapi itself makes some attributes private.
   */
  readonly private: boolean
}

export interface ScalarAttribute extends AttributeBase {
  readonly kind: 'scalar'
  readonly type: ScalarType
  /** The allowed values of an enumeration; empty for every other type. */
  readonly enum: readonly string[]
  /** The default value of the attribute, which a row gets if its file omits the attribute. */
  readonly default: Json
  /**
   * Whether `_q` searches the attribute. The option `searchable: false` in the schema file excludes an attribute from
   * the search by `_q`.
   */
  readonly searchable: boolean
  /** True if answers show the attribute only when `fields` names it. */
  readonly onlyOnRequest?: true
}

/** A column that a test or a sort reads: a scalar attribute, `id` or `documentId`. */
export type Column = ScalarAttribute | 'id' | 'documentId'

/** An attribute that links to other rows. */
export type LinkAttribute = RelationAttribute | MorphToAttribute | MorphByAttribute | MediaAttribute

export interface RelationAttribute extends AttributeBase {
  readonly kind: 'relation'
  readonly many: boolean
  readonly target: Uid
  /**
   * The inverse attribute: the attribute of the target type that has the same links from the other side; null if
   * there is none. The attributes `localizations`, `createdBy` and `updatedBy` never have an inverse attribute.
   */
  readonly inverse: string | null
  /** The kind of the relation in the schema file; missing if no schema file defines the relation. */
  readonly relation?: 'oneToOne' | 'oneToMany' | 'manyToOne' | 'manyToMany'
  /** True for the inverse side of a relation, which names the attribute on the other side with `mappedBy`. */
  readonly isMapped?: true
  /**
   * The origin of the links: `stored` for links in rows, `localizations` for other rows of the same document, and
   * `creator` for `createdBy` and `updatedBy`.
   */
  readonly via: 'stored' | 'localizations' | 'creator'
}

/** A relation of the kind `morphToOne` or `morphToMany`, in which each link names the type of the linked row. */
export interface MorphToAttribute extends AttributeBase {
  readonly kind: 'morphTo'
  readonly many: boolean
}

/** An attribute whose entries have several types. */
export type MorphAttribute = ZoneAttribute | MorphToAttribute

/**
 * A relation of the kind `morphOne` or `morphMany`. The relation shows the entries of `target` whose `morphTo`
 * attribute `by` links to the row.
 */
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

/** An attribute that an answer shows only if the query populates it. */
export type PopulatableAttribute = Exclude<Attribute, ScalarAttribute>

interface ModelBase {
  readonly uid: Uid
  /**
   * The attributes by name, in schema order. For a content type, createdAt, updatedAt, publishedAt, createdBy,
   * updatedBy, locale and localizations follow.
   */
  readonly attributes: ReadonlyMap<string, Attribute>
}

export interface ContentType extends ModelBase {
  readonly modelType: 'contentType'
  readonly kind: 'collectionType' | 'singleType'
  readonly singularName: string
  readonly pluralName: string
  readonly draftAndPublish: boolean
  readonly localized: boolean
  /** Whether createdBy and updatedBy are public and need no permission. */
  readonly populateCreatorFields: boolean
}

export interface Component extends ModelBase {
  readonly modelType: 'component'
}

export type Model = ContentType | Component

export interface Schema {
  /**
   * The content types by uid, in file order. After them come the built-in content types, such as files and users,
   * that the dataset does not define.
   */
  readonly contentTypes: ReadonlyMap<Uid, ContentType>
  readonly components: ReadonlyMap<Uid, Component>
}
