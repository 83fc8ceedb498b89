/** Reads permissions from a Strapi database: the roles of users, and the permissions of API tokens. */

import { CONTENT_ACTIONS, PLUGIN_ACTIONS } from '../../reference/graph/actions.ts'
import type { Json } from '../../util/json.ts'
import type { DatabaseRow } from './database.ts'
import { linkTable } from './names.ts'
import { columnIn, idIn, numberIn, type Tables } from './tables.ts'
import { instantOf } from './values.ts'

/** An API token in the form that the server stores. */
export interface StoredToken {
  /** The hash of the API token, in hexadecimal digits. */
  readonly hash: string
  /** The time of expiry in milliseconds; null for an API token that does not expire. */
  readonly expiresAt: number | null
  readonly role: string
}

/** The facts about a user that decide whether a JWT of the user is valid. */
export interface StoredUser {
  readonly role: string
  readonly isBlocked: boolean
  readonly isConfirmed: boolean
}

export interface StoredAccess {
  readonly access: Json
  readonly tokens: readonly StoredToken[]
  readonly users: ReadonlyMap<number, StoredUser>
  /**
   * The permitted actions of custom controllers, by role. The file `access.json` cannot contain actions of custom
   * controllers.
   */
  readonly actions: ReadonlyMap<string, readonly string[]>
}

const PUBLIC = 'public'
/** The name of the role for read-only API tokens. No user has this role. */
const READ_ONLY = 'api-token:read-only'
/** The name of the role for API tokens with full access. No user has this role. */
const FULL_ACCESS = 'api-token:full-access'

type Roles = Map<string, { readonly permissions: readonly string[] }>

/**
 * Reads roles, permissions and API tokens from the database. The parameter `uids` contains the uids of all content
 * types.
 */
export async function readAccess(tables: Tables, uids: ReadonlySet<string>): Promise<StoredAccess> {
  const custom = new Map<string, readonly string[]>()
  const actions = (role: string, list: readonly DatabaseRow[]): readonly string[] => {
    const all = [...new Set(list.map((row) => String(row['action'])))].sort()
    const others = all.filter((action) => !isContentAction(action, uids))
    if (others.length > 0) custom.set(role, others)
    return all.filter((action) => isContentAction(action, uids))
  }
  const roles: Roles = new Map([[PUBLIC, { permissions: [] }]])
  const names = new Map<number, string>()
  const permissions = await linked('up_permissions', 'role', 'role_id', tables)
  for (const row of (await tables.find('up_roles')?.rows()) ?? []) {
    const [id, name] = [numberIn(row, 'id'), String(row['type'] ?? row['name'])]
    names.set(id, name)
    roles.set(name, { permissions: actions(name, permissions.get(id) ?? []) })
  }
  const tokens = await readTokens(tables, roles, actions)
  const access = { publicRole: PUBLIC, roles: Object.fromEntries(roles), tokens: {} }
  return { access, tokens, users: await readUsers(tables, names), actions: custom }
}

/** Returns whether `access.json` can contain an action. The parameter `uids` contains the uids of all content types. */
export const isContentAction = (action: string, uids: ReadonlySet<string>): boolean => {
  if (PLUGIN_ACTIONS.has(action)) return true
  const at = action.lastIndexOf('.')
  return CONTENT_ACTIONS.includes(action.slice(at + 1)) && uids.has(action.slice(0, at))
}

async function readTokens(
  tables: Tables,
  roles: Roles,
  actions: (role: string, list: readonly DatabaseRow[]) => readonly string[],
): Promise<readonly StoredToken[]> {
  const permissions = await linked('strapi_api_token_permissions', 'token', 'api_token_id', tables)
  const rows = (await tables.find('strapi_api_tokens')?.rows()) ?? []
  return rows.flatMap((row): StoredToken[] => {
    const hash = row['access_key']
    // Newer releases of Strapi also store tokens of the admin API in the table of API tokens. The code skips these
    // tokens.
    const isOurs = (row['kind'] ?? 'content-api') === 'content-api'
    if (typeof hash !== 'string' || hash === '' || !isOurs) return []
    const expiresAt = instantOf(row['expires_at'] ?? null)?.getTime() ?? null
    const role = roleOfType(row)
    if (!roles.has(role)) {
      const listed = permissions.get(numberIn(row, 'id')) ?? []
      roles.set(role, { permissions: WIDE[role] ?? actions(role, listed) })
    }
    return [{ hash, expiresAt, role }]
  })
}

/** The permissions of read-only and full-access API tokens, for which the database has no permission rows. */
const WIDE: Readonly<Record<string, readonly string[]>> = {
  [READ_ONLY]: ['*.find', '*.findOne'],
  [FULL_ACCESS]: ['*'],
}

function roleOfType(row: DatabaseRow): string {
  switch (row['type']) {
    case 'read-only':
      return READ_ONLY
    case 'full-access':
      return FULL_ACCESS
    default:
      return `api-token:${numberIn(row, 'id')}`
  }
}

/**
 * Groups the rows of the table `name` by the row to which each of them links through `attribute`. The returned map
 * contains the groups by the id of the linked row.
 */
async function linked(
  name: string,
  attribute: string,
  column: string,
  tables: Tables,
): Promise<ReadonlyMap<number, readonly DatabaseRow[]>> {
  const table = tables.find(name)
  const links = tables.find(linkTable(name, attribute))
  const rows = new Map(((await table?.rows()) ?? []).map((row) => [numberIn(row, 'id'), row]))
  const to = columnIn(links?.columns ?? [], column) ?? ''
  const from = links?.columns.find((one) => one.endsWith('_id') && one !== to) ?? ''
  const groups = new Map<number, DatabaseRow[]>()
  for (const link of (await links?.rows()) ?? []) {
    const [id, row] = [idIn(link, to), rows.get(numberIn(link, from))]
    if (id !== null && row !== undefined) groups.set(id, [...(groups.get(id) ?? []), row])
  }
  return groups
}

async function readUsers(
  tables: Tables,
  names: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, StoredUser>> {
  const roles = new Map<number, string>()
  for (const link of (await tables.find('up_users_role_lnk')?.rows()) ?? []) {
    const name = names.get(numberIn(link, 'role_id'))
    if (name !== undefined) roles.set(numberIn(link, 'user_id'), name)
  }
  const users = (await tables.find('up_users')?.rows()) ?? []
  return new Map(
    users.flatMap((row) => {
      const id = numberIn(row, 'id')
      const role = roles.get(id)
      if (role === undefined) return []
      return [[id, { role, isBlocked: isTrue(row, 'blocked'), isConfirmed: isTrue(row, 'confirmed') }]]
    }),
  )
}

const isTrue = (row: DatabaseRow, column: string): boolean => ['1', 't', 'true'].includes(String(row[column]))
