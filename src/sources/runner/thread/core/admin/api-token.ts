/**
 * Implements the service `admin::api-token`. A mock stores the API tokens that the project's code creates as rows of
 * its data.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { at, type Bag, bagOf, call, isNil, listOf } from '../reach.ts'
import { configOf, engineOf } from '../strapi.ts'
import { errors } from '../utils/errors.ts'

const TOKEN = 'admin::api-token'
const PERMISSION = 'admin::api-token-permission'
/** The number of random bytes in an API token, which is the hexadecimal text of these bytes. */
const BYTES = 128

const FIELDS = [
  'id',
  'name',
  'description',
  'lastUsedAt',
  'type',
  'kind',
  'lifespan',
  'expiresAt',
  'createdAt',
  'updatedAt',
]

/**
 * Returns the values of an API token that the methods of the service return, with the names of the token's
 * permissions.
 */
const shown = (row: unknown): Bag => ({
  ...Object.fromEntries(FIELDS.map((name) => [name, at(row, name) ?? null])),
  permissions: listOf(at(row, 'permissions')).map((one) => at(one, 'action')),
})

const expiryOf = (lifespan: unknown): string | null =>
  typeof lifespan === 'number' ? new Date(Date.now() + lifespan).toISOString() : null

/** The functions that read and write the rows of API tokens. */
interface TokenRows {
  readonly tokens: (method: string, given: object) => Promise<unknown>
  readonly getBy: (where?: unknown) => Promise<Bag | null>
  /** Replaces the permissions of an API token by the given actions. */
  readonly permit: (token: unknown, actions: unknown) => Promise<void>
}

function tokenRows(strapi: object): TokenRows {
  const tokens = engineOf(strapi, TOKEN)
  const permissions = engineOf(strapi, PERMISSION)
  return {
    tokens,
    async getBy(where = {}) {
      const given = bagOf(where)
      if (Object.keys(given).length === 0) return null
      const row = await tokens('findOne', { where: given, populate: ['permissions'] })
      return isNil(row) ? null : shown(row)
    },
    async permit(token, actions) {
      await permissions('deleteMany', { where: { token } })
      for (const action of new Set(listOf(actions))) await permissions('create', { data: { action, token } })
    },
  }
}

export function apiTokenService({ strapi }: { readonly strapi: object }): object {
  const rows = tokenRows(strapi)
  const { tokens, getBy } = rows
  const hash = (key: unknown): string =>
    createHmac(
      'sha512',
      String(configOf(strapi, 'admin.apiToken.salt') ?? process.env['API_TOKEN_SALT'] ?? ''),
    )
      .update(String(key))
      .digest('hex')
  return {
    hash,
    getBy,
    getById: async (id: unknown) => getBy({ id }),
    getByName: async (name: unknown) => getBy({ name }),
    getByAccessKey: async (accessKey: unknown) => getBy({ accessKey }),
    exists: async (where: unknown = {}) => (await getBy(where)) !== null,
    count: async (where: unknown = {}) => tokens('count', { where }),
    list: async () =>
      listOf(await tokens('findMany', { populate: ['permissions'], orderBy: { name: 'asc' } })).map(shown),
    checkSaltIsDefined: (): undefined => undefined,
    ...tokenWrites(strapi, rows, hash),
  }
}

const newKey = (): string => randomBytes(BYTES).toString('hex')

function tokenWrites(
  strapi: object,
  { tokens, getBy, permit }: TokenRows,
  hash: (key: unknown) => string,
): object {
  return {
    async create(given: unknown) {
      const { permissions: actions, ...data } = bagOf(given)
      const { lifespan = null, type = 'read-only' } = data
      refuseUnknown(strapi, actions)
      const accessKey = newKey()
      const own = { type, lifespan, accessKey: hash(accessKey), expiresAt: expiryOf(lifespan) }
      const row = await tokens('create', { data: { kind: 'content-api', ...data, ...own } })
      if (type === 'custom') await permit(at(row, 'id'), actions)
      return { ...(await getBy({ id: at(row, 'id') })), accessKey }
    },
    async update(id: unknown, given: unknown) {
      const { permissions: actions, ...data } = bagOf(given)
      refuseUnknown(strapi, actions)
      if (isNil(await tokens('update', { where: { id }, data })))
        throw new errors.NotFoundError('Token not found')
      if (actions !== undefined) await permit(id, actions)
      return getBy({ id })
    },
    async regenerate(id: unknown) {
      const accessKey = newKey()
      const row = await tokens('update', { where: { id }, data: { accessKey: hash(accessKey) } })
      if (isNil(row)) throw new errors.NotFoundError('The provided token id does not exist')
      return { id, kind: at(row, 'kind'), accessKey }
    },
    async revoke(id: unknown) {
      const token = await getBy({ id })
      await permit(id, [])
      await tokens('delete', { where: { id } })
      return token
    },
  }
}

/** Throws an error if the list contains the name of an action that no controller has. */
function refuseUnknown(strapi: object, actions: unknown): void {
  const unknown = listOf(actions).filter((action) => !isAction(strapi, String(action)))
  if (unknown.length > 0)
    throw new errors.ValidationError(`Unknown permissions provided: ${unknown.join(', ')}`)
}

function isAction(strapi: object, action: string): boolean {
  const dot = action.lastIndexOf('.')
  return at(call(strapi, 'controller', action.slice(0, dot)), action.slice(dot + 1)) !== undefined
}
