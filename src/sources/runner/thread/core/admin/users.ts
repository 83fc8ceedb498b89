/**
 * Implements the services `admin::user` and `admin::role`, which read and write the rows of admin users and their
 * roles.
 */
import { randomBytes } from 'node:crypto'
import { at, type Bag, bagOf, call, isNil, listOf } from '../reach.ts'
import { engineOf, queryOf } from '../strapi.ts'
import { errors } from '../utils/errors.ts'
import { slugOf } from '../utils/strings.ts'
import { hashed } from './passwords.ts'

const USER = 'admin::user'
const ROLE = 'admin::role'
const PERMISSION = 'admin::permission'
const SUPER_ADMIN = 'strapi-super-admin'

const WITH_ROLES = ['roles']

/** The secret attributes of an admin user, which `sanitizeUser` removes. */
const SECRET = ['password', 'resetPasswordToken', 'resetPasswordTokenExpiresAt', 'registrationToken']

const sanitizeUser = (user: unknown): Bag => ({
  ...Object.fromEntries(Object.entries(bagOf(user)).filter(([name]) => !SECRET.includes(name))),
  roles: listOf(at(user, 'roles')).map((role) => {
    const { id, name, description, code } = bagOf(role)
    return { id, name, description, code }
  }),
})

export function adminUserService({ strapi }: { readonly strapi: object }): object {
  const users = engineOf(strapi, USER)
  const exists = async (where: unknown = {}): Promise<boolean> => (await users('count', { where })) !== 0
  const withPassword = async (given: Bag): Promise<Bag> =>
    isNil(given['password']) ? given : { ...given, password: await hashed(given['password']) }
  const create = async (given: unknown): Promise<unknown> => {
    const data = { registrationToken: randomBytes(20).toString('hex'), ...bagOf(given) }
    return users('create', { data: await withPassword(data), populate: WITH_ROLES })
  }
  return {
    create,
    createFirstAdmin: create,
    exists,
    sanitizeUser,
    count: async (where: unknown = {}) => users('count', { where }),
    findOne: async (id: unknown, populate: unknown = WITH_ROLES) =>
      users('findOne', { where: { id }, populate }),
    findOneByEmail: async (email: unknown, populate: unknown = []) =>
      users('findOne', { where: { email: { $eqi: email } }, populate }),
    findPage: async (given: unknown = {}) => {
      const { page = 1, pageSize = 100 } = bagOf(at(given, 'pagination') ?? given)
      return users('findPage', { page, pageSize, populate: WITH_ROLES })
    },
    updateById: async (id: unknown, given: unknown) =>
      users('update', { where: { id }, data: await withPassword(bagOf(given)), populate: WITH_ROLES }),
    async deleteById(id: unknown) {
      const user = await users('findOne', { where: { id }, populate: WITH_ROLES })
      if (isNil(user)) return null
      await users('delete', { where: { id } })
      return user
    },
    deleteByIds: async (ids: unknown) => {
      const found = listOf(
        await users('findMany', { where: { id: { $in: listOf(ids) } }, populate: WITH_ROLES }),
      )
      await users('deleteMany', { where: { id: { $in: listOf(ids) } } })
      return found
    },
    countUsersWithoutRole: async () => users('count', { where: { roles: { id: { $null: true } } } }),
    isFirstSuperAdminUser: async (id: unknown) => id === 1,
  }
}

export function adminRoleService({ strapi }: { readonly strapi: object }): object {
  const roles = engineOf(strapi, ROLE)
  const find = async (where: unknown = {}, populate: unknown = []): Promise<unknown> =>
    roles('findMany', { where, populate })
  const findOne = async (where: unknown = {}, populate: unknown = []): Promise<unknown> =>
    roles('findOne', { where, populate })
  const count = async (where: unknown = {}): Promise<unknown> => roles('count', { where })
  const getUsersCount = async (id: unknown): Promise<unknown> =>
    call(queryOf(strapi, USER), 'count', { where: { roles: { id } } })
  const withCount = async (role: unknown): Promise<unknown> =>
    isNil(role) ? role : { ...bagOf(role), usersCount: await getUsersCount(at(role, 'id')) }
  return {
    find,
    findOne,
    count,
    getUsersCount,
    exists: async (where: unknown = {}) => (await count(where)) !== 0,
    findOneWithUsersCount: async (where: unknown = {}) => withCount(await findOne(where)),
    findAllWithUsersCount: async (where: unknown = {}) =>
      Promise.all(listOf(await find(where)).map(withCount)),
    // The server adds the roles of the admin panel at the first call that uses them, so at least one role exists.
    createRolesIfNoneExist: async () => undefined,
    getSuperAdmin: async () => findOne({ code: SUPER_ADMIN }),
    getSuperAdminWithUsersCount: async () => withCount(await findOne({ code: SUPER_ADMIN })),
    hasSuperAdminRole: (user: unknown) =>
      listOf(at(user, 'roles')).some((role) => at(role, 'code') === SUPER_ADMIN),
    sanitizeRole: (role: unknown) => {
      const { users: _, permissions: __, ...rest } = bagOf(role)
      return rest
    },
    ...roleWrites(strapi),
  }
}

/** Returns the methods of the service `admin::role` that change roles and the permissions of roles. */
function roleWrites(strapi: object): object {
  const roles = engineOf(strapi, ROLE)
  const permissions = engineOf(strapi, PERMISSION)
  const addPermissions = async (role: unknown, list: unknown): Promise<unknown[]> => {
    const rows = listOf(list).map((one) => ({ properties: {}, conditions: [], ...bagOf(one), role }))
    return Promise.all(rows.map((data) => permissions('create', { data })))
  }
  return {
    async create(given: unknown) {
      const data = bagOf(given)
      const { name } = data
      if (await roles('count', { where: { name } }))
        throw new errors.ApplicationError(
          `The name must be unique and a role with name \`${String(name)}\` already exists.`,
        )
      const code = data['code'] ?? `${slugOf(String(name))}-${randomBytes(4).toString('hex')}`
      return roles('create', { data: { ...data, code } })
    },
    async update(where: unknown, given: unknown) {
      const { code: _, ...data } = bagOf(given)
      return roles('update', { where, data })
    },
    addPermissions,
    assignPermissions: async (role: unknown, list: unknown) => {
      await permissions('deleteMany', { where: { role } })
      return addPermissions(role, list)
    },
    async deleteByIds(ids: unknown) {
      const where = { id: { $in: listOf(ids) } }
      const found = listOf(await roles('findMany', { where, populate: [] }))
      for (const role of found) {
        await permissions('deleteMany', { where: { role: at(role, 'id') } })
        await roles('delete', { where: { id: at(role, 'id') } })
      }
      return found
    },
  }
}

/**
 * Returns the methods of the service `admin::permission` that read and write the rows of permissions. Without an
 * admin panel, the rows of `admin::permission` have no effect.
 */
export function permissionRows({ strapi }: { readonly strapi: object }): object {
  const permissions = engineOf(strapi, PERMISSION)
  return {
    findMany: async (params: unknown = {}) => permissions('findMany', bagOf(params)),
    createMany: async (list: unknown) =>
      Promise.all(listOf(list).map((data) => permissions('create', { data: bagOf(data) }))),
    deleteByIds: async (ids: unknown) => permissions('deleteMany', { where: { id: { $in: listOf(ids) } } }),
    deleteByRolesIds: async (ids: unknown) =>
      permissions('deleteMany', { where: { role: { id: { $in: listOf(ids) } } } }),
    findUserPermissions: async (user: unknown) =>
      permissions('findMany', { where: { role: { users: { id: at(user, 'id') } } } }),
  }
}
