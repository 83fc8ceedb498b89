/** A world as the page draws it: types, components, what their attributes are and where they lead. Plain data. */
import type { Graph } from '../../reference/graph/graph.ts'
import type { Attribute, ContentType, Model, ScalarType, Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { PROFILES } from '../../reference/strapi/profile.ts'

export interface Described {
  /** The profile that answers where no other is asked for. */
  readonly profile: string
  /** Those that are well known; any release on any database is one as well. */
  readonly profiles: readonly string[]
  /** `/api` */
  readonly prefix: string
  readonly defaultLimit: number
  readonly types: readonly TypeDescribed[]
  readonly components: readonly ModelDescribed[]
  readonly locales: readonly { readonly code: string; readonly name: string }[]
  readonly defaultLocale: string
  readonly publicRole: string
  /** The names of the roles, where the page may ask as any of them. */
  readonly roles: readonly string[]
  /** Whether explanations are given, and whether they tell of what the role that asks may not know of. */
  readonly explains: 'no' | 'role' | 'developer'
}

export interface ModelDescribed {
  readonly uid: Uid
  /** `Article`, or `shared.seo` of a component. */
  readonly name: string
  readonly attributes: readonly AttributeDescribed[]
}

export interface TypeDescribed extends ModelDescribed {
  /** Behind the prefix, without a slash; null for a type that cannot be asked for. */
  readonly path: string | null
  readonly isSingle: boolean
  readonly draftAndPublish: boolean
  readonly localized: boolean
}

interface NamedType {
  readonly name: string
  /** Never answered: only told to developers. */
  readonly isPrivate: boolean
}

export interface ScalarDescribed extends NamedType {
  readonly kind: 'scalar'
  readonly type: ScalarType
  /** The values of an enumeration. */
  readonly values: readonly string[]
}

export interface LinkDescribed extends NamedType {
  readonly kind: 'relation' | 'media' | 'component' | 'zone' | 'morph'
  readonly many: boolean
  /** The uids it may lead to; null for any type. */
  readonly to: readonly Uid[] | null
}

export type AttributeDescribed = ScalarDescribed | LinkDescribed

export interface Telling {
  readonly profile: string
  readonly explains: Described['explains']
  /** Whether names of private attributes and roles are told. */
  readonly developer: boolean
}

/** Names of what the caller is not to know of are left out, unless it is a developer who asks. */
export function describe(
  { schema, settings, locales, access }: Graph,
  { profile, explains, developer }: Telling,
): Described {
  const seen = ({ isPrivate }: AttributeDescribed): boolean => developer || !isPrivate
  const attributes = (model: Model) =>
    [...model.attributes.values()]
      .filter((one) => isSaid(one, model))
      .map(attributeOf)
      .filter(seen)
  return {
    profile,
    profiles: Object.keys(PROFILES),
    prefix: settings.prefix,
    defaultLimit: settings.defaultLimit,
    types: [...schema.contentTypes.values()].map((type) => ({
      uid: type.uid,
      name: typeName(type),
      path: pathOf(type),
      isSingle: type.kind === 'singleType',
      draftAndPublish: type.draftAndPublish,
      localized: type.localized,
      attributes: attributes(type),
    })),
    components: [...schema.components.values()].map((component) => ({
      uid: component.uid,
      name: component.uid,
      attributes: attributes(component),
    })),
    locales: locales.codes,
    defaultLocale: locales.default,
    publicRole: access.publicRole,
    roles: developer ? [...access.roles.keys()] : [],
    explains,
  }
}

/** A type in one language has no other languages to link to. */
const isSaid = (attribute: Attribute, model: Model): boolean =>
  attribute.kind !== 'relation' ||
  attribute.via !== 'localizations' ||
  (model.modelType === 'contentType' && model.localized)

/** `api::opening-hour.opening-hour` → `Opening hour` */
function typeName({ uid, singularName }: ContentType): string {
  const words = (singularName === '' ? uid : singularName).replaceAll('-', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

function pathOf({ uid, kind, pluralName, singularName }: ContentType): string | null {
  if (!uid.startsWith('api::')) return null
  return (kind === 'singleType' ? singularName : pluralName).toLowerCase()
}

function attributeOf(attribute: Attribute): AttributeDescribed {
  const named = { name: attribute.name, isPrivate: attribute.private }
  switch (attribute.kind) {
    case 'scalar':
      return { ...named, kind: 'scalar', type: attribute.type, values: attribute.enum }
    case 'relation':
    case 'morphBy':
      return { ...named, kind: 'relation', many: attribute.many, to: [attribute.target] }
    case 'morphTo':
      return { ...named, kind: 'morph', many: attribute.many, to: null }
    case 'media':
      return { ...named, kind: 'media', many: attribute.many, to: [FILE_UID] }
    case 'component':
      return { ...named, kind: 'component', many: attribute.many, to: [attribute.component] }
    case 'zone':
      return { ...named, kind: 'zone', many: true, to: attribute.components }
  }
}
