/** Users and roles as the rows of a graph have them. */

import type { Graph, Role, Row, Table } from '../../../reference/graph/graph.ts'
import { ROLE_UID, USER_UID } from '../../../reference/schema/schema.ts'
import type { Accounts } from '../../../sources/tokens/accounts.ts'
import type { Json } from '../../../util/json.ts'

export const userTable = ({ tables }: Graph): Table | undefined => tables.get(USER_UID)

const valueIn = (row: Row, name: string): Json => row.values[name] ?? null

export const isSet = (row: Row, name: string): boolean => valueIn(row, name) === true

/** Users of whom the dataset does not say how they came are taken for users of this server. */
export const isLocal = (user: Row): boolean => [null, 'local'].includes(textOf(user, 'provider'))

export function textOf(row: Row, name: string): string | null {
  const value = valueIn(row, name)
  return typeof value === 'string' ? value : null
}

export const people = (graph: Graph): readonly Row[] => userTable(graph)?.rows ?? []

/**
 * The role of a user: the one that is linked, or that of every new user where the dataset links none. Where access.json
 * has no role of that name a user may do what the public may. undefined for a link to a role that it does not have.
 */
export function roleOfUser(user: Row, graph: Graph, { defaultRole }: Accounts): Role | undefined {
  const { roles, publicRole } = graph.access
  const [link] = user.links['role'] ?? []
  if (link === undefined)
    return (
      roles.get(defaultRole) ?? {
        name: defaultRole,
        permissions: roles.get(publicRole)?.permissions ?? new Set(),
      }
    )
  const row = graph.tables.get(ROLE_UID)?.byId.get(link.id)
  const names = row === undefined ? [] : [textOf(row, 'type'), textOf(row, 'name')]
  return names.flatMap((name) => roles.get(name ?? '') ?? [])[0]
}

/** The row id that a step of a path says, as a database reads one. */
export function rowIdIn(step: string): number {
  return /^[+-]?\d{1,15}(?:\.0{1,9})?(?:e\d{1,2})?$/i.test(step) ? Number(step) : Number.NaN
}
