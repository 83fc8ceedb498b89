/** Roles, users and tokens of a dataset in a real server. */
import type { Filling } from './rows.ts'
import type { Strapi } from './strapi.ts'

const ROLE = 'plugin::users-permissions.role'
const PERMISSION = 'plugin::users-permissions.permission'
const USER = 'plugin::users-permissions.user'

/** Makes them; resolves to what is to be sent for each token of the dataset. */
export async function grant(filling: Filling, strapi: Strapi): Promise<Readonly<Record<string, string>>> {
  const bearers: Record<string, string> = {}
  for (const [token, role] of Object.entries(filling.tokens)) {
    const actions = filling.roles[role] ?? []
    // Wildcards are only for tokens; what is called after a token of a user is of a user.
    const isUser = token.startsWith('jwt') && !actions.some((action) => action.startsWith('*'))
    bearers[token] = isUser
      ? await userToken(token, role, actions, strapi)
      : await apiToken(token, actions, strapi)
  }
  return bearers
}

/** What the public may do, put back at each start: the plugin forgets actions that it knows no route for. */
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

/** Each action that a wildcard stands for. */
function expanded(actions: readonly string[], { contentTypes }: Strapi): readonly string[] {
  const uids = Object.keys(contentTypes).filter((uid) => uid.startsWith('api::') || uid === USER)
  return actions.flatMap((action) => {
    if (action === '*') return uids.flatMap((uid) => [`${uid}.find`, `${uid}.findOne`])
    return action.startsWith('*.') ? uids.map((uid) => `${uid}.${action.slice(2)}`) : [action]
  })
}

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
  // The dataset's own name is what is sent.
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
