/**
 * The description of a world for the explorer's page: the types, components, attributes and links of the world.
 * Plain data.
 */

import type { Graph } from '../../reference/graph/graph.ts'
import type { Attribute, ContentType, Model, ScalarType, Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { PROFILES } from '../../reference/strapi/profile.ts'
import { capitalized } from '../../util/text/case.ts'

export interface Described {
  /** The profile of answers to requests that name no profile. */
  readonly profile: string
  /** The profiles that the page suggests. A profile can also be any other release on any database. */
  readonly profiles: readonly string[]
  /** The prefix of all paths of the API, such as `/api`. */
  readonly prefix: string
  readonly defaultLimit: number
  readonly types: readonly TypeDescribed[]
  readonly components: readonly ModelDescribed[]
  readonly locales: readonly { readonly code: string; readonly name: string }[]
  readonly defaultLocale: string
  readonly publicRole: string
  /** The names of the roles that the user may choose; an empty list if the user may not choose. */
  readonly roles: readonly string[]
  /**
   * The extent of explanations: no explanations (`no`), only facts that the caller's role may know (`role`), or all
   * facts (`developer`).
   */
  readonly explains: 'no' | 'role' | 'developer'
}

export interface ModelDescribed {
  readonly uid: Uid
  /** The name of the model, such as `Article`, or `shared.seo` for a component. */
  readonly name: string
  readonly attributes: readonly AttributeDescribed[]
}

export interface TypeDescribed extends ModelDescribed {
  /** The path of the type after the API prefix, without a slash; null for a type without a route. */
  readonly path: string | null
  readonly isSingle: boolean
  readonly draftAndPublish: boolean
  readonly localized: boolean
}

interface NamedType {
  readonly name: string
  /** Private attributes never appear in answers. The description lists private attributes only for developers. */
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
  /** The uids of the possible target types; null if every type is possible. */
  readonly to: readonly Uid[] | null
}

export type AttributeDescribed = ScalarDescribed | LinkDescribed

export interface DescriptionOptions {
  readonly profile: string
  readonly explains: Described['explains']
  /** Whether the description includes private attributes and the names of roles. */
  readonly developer: boolean
}

/**
 * Describes the types and settings of a graph for the page. Unless the caller is a developer, the description omits
 * the names that the caller may not know.
 */
export function describe(
  { schema, settings, locales, access }: Graph,
  { profile, explains, developer }: DescriptionOptions,
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

/**
 * Returns whether the explorer's description of a type lists an attribute. The description omits `localizations` of a
 * type that is not localized, because that relation is always empty.
 */
const isSaid = (attribute: Attribute, model: Model): boolean =>
  attribute.kind !== 'relation' ||
  attribute.via !== 'localizations' ||
  (model.modelType === 'contentType' && model.localized)

/** Converts a uid to a title: `api::opening-hour.opening-hour` → `Opening hour` */
function typeName({ uid, singularName }: ContentType): string {
  return capitalized((singularName === '' ? uid : singularName).replaceAll('-', ' '))
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
