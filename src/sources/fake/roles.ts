/** The role of made-up users: that of new users. */
import type { Graph } from '../../reference/graph/graph.ts'
import type { Json } from '../../util/json.ts'

export const USER_UID = 'plugin::users-permissions.user'
export const ROLE_UID = 'plugin::users-permissions.role'

/** A reference to the row of the role `authenticated`; undefined if the graph has no rows of roles. */
export function roleOfUsers({ tables }: Graph): Json | undefined {
  const row = tables.get(ROLE_UID)?.rows.find(({ values }) => values['type'] === 'authenticated')
  return row === undefined ? undefined : [row.id]
}
