/** Derives the permissions of roles from the rows of a graph, as a server does for each request. */

import { PLUGIN_ACTIONS } from '../../reference/graph/actions.ts'
import type { Access, Graph, Role, Row } from '../../reference/graph/graph.ts'
import { ROLE_UID } from '../../reference/schema/schema.ts'

const PERMISSION_UID = 'plugin::users-permissions.permission'

/**
 * The access of a graph after code changed the rows of roles and permissions. Roles without a row stay: those of API
 * tokens. undefined if the graph has no such rows, or if they permit no action of the project while the public may do
 * everything, as in a project without a database.
 */
export function accessOfRows({ tables, access }: Graph): Access | undefined {
  const [permissions, roles] = [tables.get(PERMISSION_UID)?.rows ?? [], tables.get(ROLE_UID)]
  if (permissions.length === 0 || roles === undefined) return undefined
  const isOpen = access.roles.get(access.publicRole)?.permissions.has('*') === true
  const actions = permissions.map((row) => textIn(row, 'action'))
  if (isOpen && actions.every((action) => action === undefined || PLUGIN_ACTIONS.has(action)))
    return undefined
  const granted = new Map<number, Set<string>>(roles.rows.map(({ id }) => [id, new Set()]))
  for (const [at, row] of permissions.entries()) {
    const action = actions[at]
    if (action === undefined) continue
    for (const { id } of row.links['role'] ?? []) granted.get(id)?.add(action)
  }
  const derived = roles.rows.map((row): readonly [string, Role] => {
    const name = textIn(row, 'type') ?? textIn(row, 'name') ?? ''
    return [name, { name, permissions: granted.get(row.id) ?? new Set() }]
  })
  return { ...access, roles: new Map([...access.roles, ...derived]) }
}

function textIn({ values }: Row, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}
