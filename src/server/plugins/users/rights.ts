/**
 * The permissions of roles on plugin endpoints: the permissions in the dataset or, if the dataset contains none, the
 * permissions on a new server.
 */
import { mayDo } from '../../../reference/access.ts'
import { PLUGIN_ACTIONS } from '../../../reference/graph/actions.ts'
import type { Access, Role } from '../../../reference/graph/graph.ts'

const auth = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `plugin::users-permissions.auth.${name}`)

/** The permissions on plugin endpoints that the public role has on a new Strapi server. */
const FOR_PUBLIC = auth(
  'callback',
  'connect',
  'forgotPassword',
  'resetPassword',
  'register',
  'emailConfirmation',
  'sendEmailConfirmation',
  'refresh',
)

/** The permissions on plugin endpoints that authenticated users have on a new Strapi server. */
const FOR_USERS = [
  ...auth('logout', 'getSessions', 'revokeSession', 'changePassword'),
  'plugin::users-permissions.user.me',
]

const AUTHENTICATED = 'authenticated'

/**
 * Returns whether a role has the permission for an action. If the dataset contains no plugin permission at all, the
 * permissions of a new server apply.
 */
export function mayUse(role: Role, action: string, access: Access): boolean {
  if (mayDo(role, action)) return true
  if (speaksOfPlugins(access)) return false
  if (role.name === access.publicRole) return FOR_PUBLIC.includes(action)
  return role.name === AUTHENTICATED && FOR_USERS.includes(action)
}

/**
 * Returns all permissions of a role. If the dataset contains no plugin permission, the role also has the plugin
 * permissions that it has on a new server.
 */
export function permissionsOf(role: Role, access: Access): readonly string[] {
  if (speaksOfPlugins(access)) return [...role.permissions]
  if (role.name === access.publicRole) return [...role.permissions, ...FOR_PUBLIC]
  return role.name === AUTHENTICATED ? [...role.permissions, ...FOR_USERS] : [...role.permissions]
}

/**
 * The permissions to read users and roles. Permissions to read users and roles do not count as plugin permissions,
 * because relations to users also need these permissions.
 */
const OF_TYPES = ['user', 'role'].flatMap((name) =>
  ['find', 'findOne'].map((kind) => `plugin::users-permissions.${name}.${kind}`),
)

const speaksOfPlugins = ({ roles }: Access): boolean =>
  [...roles.values()].some(({ permissions }) =>
    [...permissions].some((one) => PLUGIN_ACTIONS.has(one) && !OF_TYPES.includes(one)),
  )
