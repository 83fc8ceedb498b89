/** Finds the role of a caller, and checks the permissions that decide which data the role may read. */
import type { Graph, Role } from './graph/graph.ts'
import {
  ADMIN_USER_UID,
  type Attribute,
  type Model,
  type PopulatableAttribute,
  type Schema,
  type Uid,
} from './schema/schema.ts'
import { isPopulatable, linkedUids, modelOf } from './schema/target.ts'

/**
 * Returns the token of an `authorization` header; undefined if there is no header, or if the header has another scheme
 * or form.
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  const [scheme = '', token, ...rest] = authorization.trim().split(/\s+/)
  return scheme.toLowerCase() === 'bearer' && rest.length === 0 ? token : undefined
}

/**
 * Returns the role, or the name of the role, for an API token that access.json does not list; undefined for an
 * unknown token.
 */
export type RoleOfToken = (token: string) => string | Role | undefined

/** The methods of writes, each with the action whose permission it needs. */
export const WRITE_ACTIONS: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'update',
  DELETE: 'delete',
}

/** A missing permission: the role, and the action that the role may not perform. */
export interface Lack {
  readonly role: string
  /** The action, named as in a permission: `api::review.review.create`. */
  readonly action: string
}

export type Lacks = (lack: Lack) => void

/**
 * Returns the role of an API token, or the public role for a request without a token. The result is undefined for an
 * unknown token, and for the public role if this role has no permissions.
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

/** Returns whether a permission of the role covers the action on the type: `<uid>.find`, `*.find` or `*`. */
export function may(role: Role, uid: Uid, action: 'find' | 'findOne'): boolean {
  const known = permitted.get(role) ?? { find: new Map<Uid, boolean>(), findOne: new Map<Uid, boolean>() }
  const there = known[action].get(uid)
  if (there !== undefined) return there
  const { permissions } = role
  const is = permissions.has('*') || permissions.has(`*.${action}`) || permissions.has(`${uid}.${action}`)
  known[action].set(uid, is)
  permitted.set(role, known)
  return is
}

/** A cache of the results of `may` for each role. A role never changes, and every request checks its permissions. */
const permitted = new WeakMap<Role, Readonly<Record<'find' | 'findOne', Map<Uid, boolean>>>>()

/**
 * Returns whether the role has the permission for an action of a plugin. The permission `*` covers every action;
 * `*.find` covers every action named `find`.
 */
export function mayDo({ permissions }: Role, action: string): boolean {
  const kind = action.slice(action.lastIndexOf('.'))
  return permissions.has('*') || permissions.has(`*${kind}`) || permissions.has(action)
}

/**
 * Returns whether the role may see the entries that an attribute links to. Only a relation to one content type needs
 * a permission; a creator relation must be public instead.
 */
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

/** The role of a caller, and the schema of the content that the caller reads. */
export interface Viewer {
  readonly role: Role
  readonly schema: Schema
}

/**
 * Returns the content types that the role may find. A morph relation shows only entries of types that the role may
 * find.
 */
export function findableTypes({ role, schema }: Viewer): readonly Uid[] {
  const ofRole = findable.get(role) ?? new WeakMap<Schema, readonly Uid[]>()
  findable.set(role, ofRole)
  const known = ofRole.get(schema)
  if (known !== undefined) return known
  const types = [...schema.contentTypes.keys()].filter((uid) => may(role, uid, 'find'))
  ofRole.set(schema, types)
  return types
}

/** A cache of the results of `findableTypes` for each role and schema, which never change. */
const findable = new WeakMap<Role, WeakMap<Schema, readonly Uid[]>>()

/**
 * Returns the models of the entries that an attribute can hold. A morph relation can hold entries of every type that
 * the role may find.
 */
export const linkedModels = (attribute: PopulatableAttribute, viewer: Viewer): readonly Model[] =>
  linkedUids(attribute, findableTypes(viewer)).flatMap((uid) => modelOf(viewer.schema, uid) ?? [])

/**
 * Returns whether the role may see the entries of a populated attribute. Answers omit an attribute whose entries the
 * role may not see.
 */
export const isOpen = (attribute: Attribute, viewer: Viewer): boolean =>
  attribute.kind === 'morphTo' ? findableTypes(viewer).length > 0 : mayFollow(viewer.role, attribute)

/**
 * Returns the attributes that `populate=*` shows: all attributes that are not private and whose entries the role may
 * see.
 */
export const openAttributes = ({ attributes }: Model, viewer: Viewer): readonly PopulatableAttribute[] =>
  [...attributes.values()]
    .filter(isPopulatable)
    .filter((attribute) => !attribute.private && isOpen(attribute, viewer))
