/** What roles may do with the plugins, where a dataset says and where it does not. */
import { mayDo } from '../../../reference/access.ts'
import { PLUGIN_ACTIONS } from '../../../reference/graph/actions.ts'
import type { Access, Role } from '../../../reference/graph/graph.ts'

const auth = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `plugin::users-permissions.auth.${name}`)

/** What a new server lets the public do. */
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

/** What it lets those do who have logged in. */
const FOR_USERS = [
  ...auth('logout', 'getSessions', 'revokeSession', 'changePassword'),
  'plugin::users-permissions.user.me',
]

const AUTHENTICATED = 'authenticated'

/** Whether a role may do it: as the dataset says, or, where it speaks of no plugin at all, as a new server has it. */
export function mayUse(role: Role, action: string, access: Access): boolean {
  if (mayDo(role, action)) return true
  if (speaksOfPlugins(access)) return false
  if (role.name === access.publicRole) return FOR_PUBLIC.includes(action)
  return role.name === AUTHENTICATED && FOR_USERS.includes(action)
}

/** These are what relations to users and roles ask for as well, and so say nothing of the plugins. */
const OF_TYPES = ['user', 'role'].flatMap((name) =>
  ['find', 'findOne'].map((kind) => `plugin::users-permissions.${name}.${kind}`),
)

const speaksOfPlugins = ({ roles }: Access): boolean =>
  [...roles.values()].some(({ permissions }) =>
    [...permissions].some((one) => PLUGIN_ACTIONS.has(one) && !OF_TYPES.includes(one)),
  )
