/** Reads users and roles from the rows of a graph. */

import type { Graph, Role, Row, Table } from '../../../reference/graph/graph.ts'
import { ROLE_UID, USER_UID } from '../../../reference/schema/schema.ts'
import type { Accounts } from '../../../sources/tokens/accounts.ts'
import type { Json } from '../../../util/json.ts'

export const userTable = ({ tables }: Graph): Table | undefined => tables.get(USER_UID)

const valueIn = (row: Row, name: string): Json => row.values[name] ?? null

export const isSet = (row: Row, name: string): boolean => valueIn(row, name) === true

/** Returns whether the provider of a user is `local`. A user without a provider counts as a local user. */
export const isLocal = (user: Row): boolean => [null, 'local'].includes(textOf(user, 'provider'))

export function textOf(row: Row, name: string): string | null {
  const value = valueIn(row, name)
  return typeof value === 'string' ? value : null
}

export const people = (graph: Graph): readonly Row[] => userTable(graph)?.rows ?? []

/**
 * Returns the role of a user: the linked role or, without a link, the default role. If `access.json` lacks the role,
 * the user has the permissions of the public role. The function returns undefined if the user links to a missing role.
 */
export function roleOfUser(user: Row, graph: Graph, { defaultRole }: Accounts): Role | undefined {
  const { roles, publicRole } = graph.access
  const asPublic = (name: string): Role => ({
    name,
    permissions: roles.get(publicRole)?.permissions ?? new Set(),
  })
  const [link] = user.links['role'] ?? []
  if (link === undefined) return roles.get(defaultRole) ?? asPublic(defaultRole)
  const row = graph.tables.get(ROLE_UID)?.byId.get(link.id)
  if (row === undefined) return undefined
  const names = [textOf(row, 'type'), textOf(row, 'name')].filter((name) => name !== null)
  return names.flatMap((name) => roles.get(name) ?? [])[0] ?? asPublic(names[0] ?? defaultRole)
}

/** Parses the id of a row in a path segment as leniently as a database. */
export function rowIdIn(step: string): number {
  return /^[+-]?\d{1,15}(?:\.0{1,9})?(?:e\d{1,2})?$/i.test(step) ? Number(step) : Number.NaN
}
