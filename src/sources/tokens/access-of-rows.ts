/**
 * Derives the permissions of roles from the rows of roles and permissions in a graph, as a real server does for each
 * request.
 */

import type { Access, Graph, Role, Row } from '../../reference/graph/graph.ts'
import { ROLE_UID } from '../../reference/schema/schema.ts'

const PERMISSION_UID = 'plugin::users-permissions.permission'

/**
 * Returns the permissions after project code has changed the rows of roles and permissions. A role without a row,
 * such as the role of an API token, keeps its permissions. A role with a wildcard permission, as in a project
 * without a database, keeps all its permissions in addition to the permissions in the rows. Returns undefined if the
 * graph has no rows of permissions, or no content type of roles.
 */
export function accessOfRows({ tables, access }: Graph): Access | undefined {
  const [permissions, roles] = [tables.get(PERMISSION_UID)?.rows ?? [], tables.get(ROLE_UID)]
  if (permissions.length === 0 || roles === undefined) return undefined
  const granted = new Map<number, Set<string>>(roles.rows.map(({ id }) => [id, new Set()]))
  for (const row of permissions) {
    const action = textIn(row, 'action')
    if (action === undefined) continue
    for (const { id } of row.links['role'] ?? []) granted.get(id)?.add(action)
  }
  const derived = roles.rows.map((row): readonly [string, Role] => {
    const name = textIn(row, 'type') ?? textIn(row, 'name') ?? ''
    const before = [...(access.roles.get(name)?.permissions ?? [])]
    const open = before.some((action) => action.startsWith('*')) ? before : []
    return [name, { name, permissions: new Set([...open, ...(granted.get(row.id) ?? [])]) }]
  })
  return { ...access, roles: new Map([...access.roles, ...derived]) }
}

function textIn({ values }: Row, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}
