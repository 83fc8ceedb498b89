/** Edits the rows of users. Each edit changes the graph of the world, with the same validation as for a dataset. */

import type { Row } from '../../../reference/graph/graph.ts'
import { ROLE_UID, USER_UID } from '../../../reference/schema/schema.ts'
import type { EditableDataset, EditableObject } from '../../../writing/edit/edit.ts'
import { idAfter } from '../../../writing/ids.ts'
import type { ServedWorld } from '../../world.ts'
import { textOf, userTable } from './people.ts'

/** The name of the dataset file for users. */
const USERS = 'plugin-users-permissions-user'
/** The name of the dataset file for roles. */
const ROLES = 'plugin-users-permissions-role'

/**
 * The maximum number of users that clients may add. The number of new users is limited, because the time of an edit
 * grows with the number of users.
 */
const MOST_NEW = 200

export interface NewUser {
  readonly username: string
  readonly email: string
  readonly confirmed: boolean
  /** The `type` of the new user's role. */
  readonly role: string
}

/**
 * The row of a new user, or the reason why no user was added. The reason `no-role` means that the dataset has roles,
 * but no role of the requested type. The reason `full` means that the maximum number of new users is reached.
 */
export type Added = Row | 'no-role' | 'full'

export class Edits {
  private readonly world: ServedWorld
  private readonly most: number
  private added = 0

  /** The parameter `most` is the maximum number of new users. */
  constructor(world: ServedWorld, most = MOST_NEW) {
    this.world = world
    this.most = most
  }

  /** Resets the count of new users. */
  clear(): void {
    this.added = 0
  }

  /** Adds a user with the next id, at the time of the world. */
  add({ role, ...user }: NewUser, documentId: string): Added {
    const roles = this.world.graph.tables.get(ROLE_UID)?.rows ?? []
    const linked = roles.find((row) => textOf(row, 'type') === role)
    if (roles.length > 0 && linked === undefined) return 'no-role'
    if (this.added >= this.most) return 'full'
    const { highest, replica } = this.world.newIds
    const id = idAfter(highest(USER_UID), replica)
    const now = new Date(this.world.tick()).toISOString()
    const times = { createdAt: now, updatedAt: now, publishedAt: now }
    const row: EditableObject = { id, documentId, ...user, provider: 'local', blocked: false, ...times }
    this.world.edit((dataset) => {
      rowsIn(dataset).push(linked === undefined ? row : { ...row, role: linked.id })
      if (linked !== undefined) joined(dataset, linked, id)
    })
    this.added++
    return userTable(this.world.graph)?.byId.get(id) ?? 'full'
  }

  /** Marks the address of a user as confirmed. */
  confirm(user: Row): void {
    this.world.edit((dataset) => {
      const row = rowsIn(dataset).find((one) => isRow(one, user))
      if (row !== undefined) row['confirmed'] = true
    })
  }
}

function rowsIn({ entries }: EditableDataset): EditableObject[] {
  const rows = entries[USERS] ?? []
  entries[USERS] = rows
  return rows
}

/**
 * Adds a user to the list of users of a role, if the dataset contains this list. The two sides of the relation between
 * users and roles must agree.
 */
function joined({ entries }: EditableDataset, role: Row, id: number): void {
  const users = (entries[ROLES] ?? []).find((one) => isRow(one, role))?.['users']
  if (Array.isArray(users)) users.push(id)
}

const isRow = ({ id, documentId }: EditableObject, row: Row): boolean =>
  id === row.id || (id === undefined && documentId === row.documentId)
