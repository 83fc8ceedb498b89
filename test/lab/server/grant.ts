/** Creates the roles, users and tokens of a dataset in a real server. */
import { EVERY_GET_ROUTE } from '../../../src/reference/graph/actions.ts'
import type { Filling } from './rows.ts'
import type { Strapi } from './strapi.ts'

const ROLE = 'plugin::users-permissions.role'
const PERMISSION = 'plugin::users-permissions.permission'
const USER = 'plugin::users-permissions.user'

/** Creates roles, users and tokens; returns the bearer token for each token of the dataset. */
export async function grant(filling: Filling, strapi: Strapi): Promise<Readonly<Record<string, string>>> {
  const bearers: Record<string, string> = {}
  for (const [token, role] of Object.entries(filling.tokens)) {
    const actions = filling.roles[role] ?? []
    // Only an API token can have wildcard permissions. A token whose name begins with `jwt` belongs to a user with the
    // role, unless the role has a wildcard permission.
    const isUser = token.startsWith('jwt') && !actions.some((action) => action.startsWith('*'))
    bearers[token] = isUser
      ? await userToken(token, role, actions, strapi)
      : await apiToken(token, actions, strapi)
  }
  return bearers
}

/**
 * Grants the permissions of the public role again at each start, because the plugin removes actions without a route.
 */
export async function openToPublic({ publicRole, roles }: Filling, strapi: Strapi): Promise<void> {
  const role = await strapi.db
    .query(ROLE)
    .findOne({ where: { type: 'public' }, populate: { permissions: true } })
  if (role === null) return
  await allow(role.id, role.permissions?.map(({ action }) => action) ?? [], roles[publicRole] ?? [], strapi)
}

async function allow(
  role: number,
  held: readonly string[],
  actions: readonly string[],
  strapi: Strapi,
): Promise<void> {
  for (const action of expanded(actions, strapi))
    if (!held.includes(action)) await strapi.db.query(PERMISSION).create({ data: { action, role } })
}

/** Replaces wildcards by the actions that they match, and `GET *` by the action of each GET route of the project. */
function expanded(actions: readonly string[], { contentTypes, apis }: Strapi): readonly string[] {
  const uids = Object.keys(contentTypes).filter((uid) => uid.startsWith('api::') || uid === USER)
  return actions.flatMap((action) => {
    if (action === '*') return uids.flatMap((uid) => [`${uid}.find`, `${uid}.findOne`])
    if (action === EVERY_GET_ROUTE) return Object.values(apis).flatMap(getActions)
    return action.startsWith('*.') ? uids.map((uid) => `${uid}.${action.slice(2)}`) : [action]
  })
}

/** Returns the actions of the GET routes of one API. */
const getActions = ({ routes = {} }: Strapi['apis'][string]): readonly string[] =>
  Object.values(routes).flatMap(({ routes: listed = [] }) => {
    const list = typeof listed === 'function' ? listed() : listed
    return list.flatMap(({ method, config }) =>
      method === 'GET' && typeof config?.auth === 'object' ? (config.auth.scope ?? []) : [],
    )
  })

async function apiToken(token: string, actions: readonly string[], strapi: Strapi): Promise<string> {
  const isFull = actions.includes('*')
  const isReading = actions.includes('*.find') && actions.includes('*.findOne')
  const type = isFull ? 'full-access' : isReading ? 'read-only' : 'custom'
  const service = strapi.service('admin::api-token')
  const permissions = type === 'custom' ? { permissions: [...actions] } : {}
  const made = await service.create({
    name: token,
    description: '',
    type,
    lifespan: null,
    kind: 'content-api',
    ...permissions,
  })
  // The value of the bearer token is its name in the dataset.
  await strapi.db
    .connection(strapi.db.metadata.get('admin::api-token').tableName)
    .where({ id: made.id })
    .update({ access_key: service.hash(token) })
  return token
}

async function userToken(
  token: string,
  name: string,
  actions: readonly string[],
  strapi: Strapi,
): Promise<string> {
  const known = await strapi.db.query(ROLE).findOne({ where: { type: name } })
  const role = known ?? (await strapi.db.query(ROLE).create({ data: { name, type: name, description: '' } }))
  await allow(role.id, [], actions, strapi)
  const data = {
    username: `of ${token}`,
    email: `${token.toLowerCase()}@lab.invalid`,
    provider: 'local',
    confirmed: true,
    blocked: false,
    role: role.id,
  }
  const user = await strapi.db.query(USER).create({ data })
  return strapi.plugin('users-permissions').service('jwt').issue({ id: user.id })
}
