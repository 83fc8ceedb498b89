/** With which token of the dataset a type is written, read back and taken away. */

import { mayDo } from '../../reference/access.ts'
import type { Graph, Role } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'

/** Who may do all that a session does. */
const ALL = ['create', 'update', 'delete', 'find', 'findOne'] as const
type Action = (typeof ALL)[number]

/** A token of a role that may do so with a type, and null where whoever asks may; undefined where nobody may. */
export function tokenFor(
  { access }: Graph,
  { uid }: Pick<ContentType, 'uid'>,
  isKnown: (token: string) => boolean,
  actions: readonly Action[] = ALL,
): string | null | undefined {
  const isOpen = (role: Role | undefined): boolean =>
    role !== undefined && actions.every((action) => mayDo(role, `${uid}.${action}`))
  // Who may do everything sees what others may not find.
  const roles = [...access.tokens].filter(([token]) => isKnown(token))
  const whole = roles.find(([, name]) => access.roles.get(name)?.permissions.has('*') === true)
  const some = whole ?? roles.find(([, name]) => isOpen(access.roles.get(name)))
  if (some !== undefined) return some[0]
  return isOpen(access.roles.get(access.publicRole)) ? null : undefined
}
