/** Checks permissions: the content types that a role may read, and the attributes that it may see. */

import type { Graph, Role } from '../reference/graph/graph.ts'
import type { Target } from '../reference/plan/plan.ts'
import type { Attribute, ContentType, Uid } from '../reference/schema/schema.ts'

export const mayFind = ({ permissions }: Role, uid: Uid): boolean =>
  permissions.has('*') || permissions.has('*.find') || permissions.has(`${uid}.find`) // access.role

export const mayFindOne = ({ permissions }: Role, uid: Uid): boolean =>
  permissions.has('*') || permissions.has('*.findOne') || permissions.has(`${uid}.findOne`)

/** Returns 401 if the public role has no permission at all, 403 for any other missing permission; else undefined. */
export function refusalOf(
  role: Role,
  type: ContentType,
  target: Target,
  { access }: Graph,
): 401 | 403 | undefined {
  if (role.permissions.size === 0 && role.name === access.publicRole) return 401
  const isAllowed = target.kind === 'document' ? mayFindOne(role, type.uid) : mayFind(role, type.uid)
  return isAllowed ? undefined : 403
}

/** Returns whether a role may see an attribute; true for `morphTo`, because `show.ts` checks each of its types. */
export function isOpenTo(attribute: Attribute, role: Role): boolean {
  switch (attribute.kind) {
    case 'relation': // populate.creators
      return attribute.via === 'creator' ? !attribute.private : mayFind(role, attribute.target)
    case 'morphBy':
      return mayFind(role, attribute.target)
    case 'media':
    case 'component':
    case 'zone':
    case 'morphTo':
    case 'scalar':
      return true
  }
}
