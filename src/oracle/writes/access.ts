/** Selects the token with which a session writes, reads and deletes entries of a content type. */

import { mayDo } from '../../reference/access.ts'
import type { Graph, Role } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'

/** The actions for which the role of a write session needs permission. */
const ALL = ['create', 'update', 'delete', 'find', 'findOne'] as const
type Action = (typeof ALL)[number]

/**
 * Returns an API token whose role has permission for all given actions on a content type. The result is null if only
 * the public role has these permissions, and undefined if no role has them.
 */
export function tokenFor(
  { access }: Graph,
  { uid }: Pick<ContentType, 'uid'>,
  isKnown: (token: string) => boolean,
  actions: readonly Action[] = ALL,
): string | null | undefined {
  const isOpen = (role: Role | undefined): boolean =>
    role !== undefined && actions.every((action) => mayDo(role, `${uid}.${action}`))
  // A role with all permissions comes first, because such a role also sees entries that other roles may not find.
  const roles = [...access.tokens].filter(([token]) => isKnown(token))
  const whole = roles.find(([, name]) => access.roles.get(name)?.permissions.has('*') === true)
  const some = whole ?? roles.find(([, name]) => isOpen(access.roles.get(name)))
  if (some !== undefined) return some[0]
  return isOpen(access.roles.get(access.publicRole)) ? null : undefined
}
