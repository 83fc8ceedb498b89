/** Changes of users: each is an edit of the world, checked as a dataset is. */

import type { Row } from '../../../reference/graph/graph.ts'
import { ROLE_UID } from '../../../reference/schema/schema.ts'
import type { EditableDataset, EditableObject } from '../../../writing/edit/edit.ts'
import type { ServedWorld } from '../../world.ts'
import { textOf, userTable } from './people.ts'

/** The files of users and roles in a dataset. */
const USERS = 'plugin-users-permissions-user'
const ROLES = 'plugin-users-permissions-role'

/** Users beyond those of the dataset: each makes the next one dearer. */
const MOST_NEW = 200

export interface NewUser {
  readonly username: string
  readonly email: string
  readonly confirmed: boolean
  /** The type of a role. */
  readonly role: string
}

/** `no-role`: there are roles, and none of this type. `full`: there are as many new users as there may be. */
export type Added = Row | 'no-role' | 'full'

export class Edits {
  private readonly world: ServedWorld
  private readonly most: number
  private added = 0

  /** `most`: how many users may be added. */
  constructor(world: ServedWorld, most = MOST_NEW) {
    this.world = world
    this.most = most
  }

  /** A user more, with the next id. */
  add({ role, ...user }: NewUser, documentId: string, now: string): Added {
    const roles = this.world.graph.tables.get(ROLE_UID)?.rows ?? []
    const linked = roles.find((row) => textOf(row, 'type') === role)
    if (roles.length > 0 && linked === undefined) return 'no-role'
    if (this.added >= this.most) return 'full'
    const id = 1 + Math.max(0, ...(userTable(this.world.graph)?.rows ?? []).map((row) => row.id))
    const times = { createdAt: now, updatedAt: now, publishedAt: now }
    const row: EditableObject = { id, documentId, ...user, provider: 'local', blocked: false, ...times }
    this.world.edit((dataset) => {
      rowsIn(dataset).push(linked === undefined ? row : { ...row, role: linked.id })
      if (linked !== undefined) joined(dataset, linked, id)
    })
    this.added++
    return userTable(this.world.graph)?.byId.get(id) ?? 'full'
  }

  /** The address of this user is confirmed. */
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

/** Where a dataset writes the links of a role as well, both sides have to say the same. */
function joined({ entries }: EditableDataset, role: Row, id: number): void {
  const users = (entries[ROLES] ?? []).find((one) => isRow(one, role))?.['users']
  if (Array.isArray(users)) users.push(id)
}

const isRow = ({ id, documentId }: EditableObject, row: Row): boolean =>
  id === row.id || (id === undefined && documentId === row.documentId)
