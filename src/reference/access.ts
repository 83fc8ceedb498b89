/** The caller of a request, and the data that the role may see. */
import type { Graph, Role } from './graph/graph.ts'
import {
  ADMIN_USER_UID,
  type Attribute,
  FILE_UID,
  type Model,
  type PopulatableAttribute,
  type Schema,
  type Uid,
} from './schema/schema.ts'
import { isPopulatable, linkedUids, modelOf } from './schema/target.ts'

/** The token of an `authorization` header; undefined for a header of another scheme or form, and for none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  const [scheme = '', token, ...rest] = authorization.trim().split(/\s+/)
  return scheme.toLowerCase() === 'bearer' && rest.length === 0 ? token : undefined
}

/** The role of a token that no file lists, or its name; undefined for an unknown token. */
export type RoleOfToken = (token: string) => string | Role | undefined

/**
 * The role of a token, or the public role without one. undefined for an unknown token, and without a token if the
 * public role has no permission.
 */
export function roleOf(
  { access }: Graph,
  token: string | undefined,
  roleOfToken?: RoleOfToken,
): Role | undefined {
  const found = token === undefined ? access.publicRole : (access.tokens.get(token) ?? roleOfToken?.(token))
  const role = typeof found === 'string' ? access.roles.get(found) : found
  const isNobody = role?.name === access.publicRole && role.permissions.size === 0
  return isNobody ? undefined : role
}

/** Strapi's own types that have no `find`, so that no administrator can permit it. Media need no permission. */
const WITHOUT_ENDPOINT: ReadonlySet<Uid> = new Set([
  FILE_UID,
  'plugin::upload.folder',
  'plugin::i18n.locale',
  'plugin::users-permissions.permission',
])

/** Whether a role may do an action on a type: by its name, by its kind, or because it may do everything. */
export function may(role: Role, uid: Uid, action: 'find' | 'findOne'): boolean {
  const known = permitted.get(role) ?? { find: new Map<Uid, boolean>(), findOne: new Map<Uid, boolean>() }
  const there = known[action].get(uid)
  if (there !== undefined) return there
  const { permissions } = role
  const byKind = permissions.has(`*.${action}`) && !WITHOUT_ENDPOINT.has(uid)
  const is = permissions.has('*') || byKind || permissions.has(`${uid}.${action}`)
  known[action].set(uid, is)
  permitted.set(role, known)
  return is
}

/** Cached, because a role never changes and every request asks for it. */
const permitted = new WeakMap<Role, Readonly<Record<'find' | 'findOne', Map<Uid, boolean>>>>()

/** Whether the role may do an action of a plugin. Permission to read everything covers `find` and `findOne`. */
export function mayDo({ permissions }: Role, action: string): boolean {
  const kind = action.slice(action.lastIndexOf('.'))
  return permissions.has('*') || permissions.has(`*${kind}`) || permissions.has(action)
}

/** Whether the role may see the links of an attribute. Media, components and public creators need no permission. */
export function mayFollow(role: Role, attribute: Attribute): boolean {
  switch (attribute.kind) {
    case 'relation':
      if (attribute.via === 'creator' && attribute.target === ADMIN_USER_UID) return !attribute.private
      return may(role, attribute.target, 'find')
    case 'morphBy':
      return may(role, attribute.target, 'find')
    case 'morphTo':
    case 'media':
    case 'component':
    case 'zone':
    case 'scalar':
      return true
  }
}

/** The role of the caller, with the schema that it reads. */
export interface Viewer {
  readonly role: Role
  readonly schema: Schema
}

/** The content types that the role may find: what a morph relation may show. */
export function findableTypes({ role, schema }: Viewer): readonly Uid[] {
  const ofRole = findable.get(role) ?? new WeakMap<Schema, readonly Uid[]>()
  findable.set(role, ofRole)
  const known = ofRole.get(schema)
  if (known !== undefined) return known
  const types = [...schema.contentTypes.keys()].filter((uid) => may(role, uid, 'find'))
  ofRole.set(schema, types)
  return types
}

/** Cached, because neither a role nor a schema ever changes. */
const findable = new WeakMap<Role, WeakMap<Schema, readonly Uid[]>>()

/** The models of the entries of an attribute. For a morph relation, those that the role may find. */
export const linkedModels = (attribute: PopulatableAttribute, viewer: Viewer): readonly Model[] =>
  linkedUids(attribute, findableTypes(viewer)).flatMap((uid) => modelOf(viewer.schema, uid) ?? [])

/** Whether the role sees anything of what an attribute links to; if not, the attribute is absent. */
export const isOpen = (attribute: Attribute, viewer: Viewer): boolean =>
  attribute.kind === 'morphTo' ? findableTypes(viewer).length > 0 : mayFollow(viewer.role, attribute)

/** The attributes of `populate=*`: all that are neither private nor closed to the role. */
export const openAttributes = ({ attributes }: Model, viewer: Viewer): readonly PopulatableAttribute[] =>
  [...attributes.values()]
    .filter(isPopulatable)
    .filter((attribute) => !attribute.private && isOpen(attribute, viewer))
