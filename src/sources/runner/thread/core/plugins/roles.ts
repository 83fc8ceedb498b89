/** Implements the services of users-permissions that manage roles and permissions. */
import { merge } from 'es-toolkit/compat'
import { actionStates, routesMap } from '../permission-map.ts'
import { at, type Bag, bagOf, call, listOf } from '../reach.ts'
import { queryOf } from '../strapi.ts'
import { errors } from '../utils/errors.ts'
import { USER } from './user.ts'

const ROLE = 'plugin::users-permissions.role'
const PERMISSION = 'plugin::users-permissions.permission'

interface Strapi {
  readonly strapi: object
}

async function roleWith(strapi: object, id: unknown, populate: readonly string[]): Promise<Bag> {
  const role = await call(queryOf(strapi, ROLE), 'findOne', { where: { id }, populate })
  if (!role) throw new errors.NotFoundError('Role not found')
  return bagOf(role)
}

/**
 * Returns the permitted actions in the nested objects that the admin panel sends. The levels of the nested objects
 * are type, `controllers`, controller and action.
 */
const enabled = (permissions: unknown): readonly string[] =>
  Object.entries(bagOf(permissions)).flatMap(([type, group]) =>
    Object.entries(bagOf(at(group, 'controllers'))).flatMap(([controller, actions]) =>
      Object.entries(bagOf(actions)).flatMap(([action, state]) =>
        at(state, 'enabled') ? [`${type}.${controller}.${action}`] : [],
      ),
    ),
  )

/** Converts a list of permitted actions to the nested objects that the admin panel reads. */
function formOf(actions: readonly string[]): object {
  const nested = actions.map((action) => action.split('.'))
  const under = (path: readonly string[]): readonly string[] => [
    ...new Set(
      nested
        .filter((parts) => path.every((part, index) => parts[index] === part))
        .map((parts) => parts[path.length] ?? ''),
    ),
  ]
  const map = (names: readonly string[], value: (name: string) => object): object =>
    Object.fromEntries(names.map((name) => [name, value(name)]))
  return map(under([]), (type) => ({
    controllers: map(under([type]), (controller) =>
      map(under([type, controller]), () => ({ enabled: true, policy: '' })),
    ),
  }))
}

const snake = (name: unknown): string =>
  String(name)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
    .join('_')

const grant = (strapi: object, action: string, role: unknown): unknown =>
  call(queryOf(strapi, PERMISSION), 'create', { data: { action, role } })

const withdraw = (strapi: object, id: unknown): unknown =>
  call(queryOf(strapi, PERMISSION), 'delete', { where: { id } })

export const roleService = ({ strapi }: Strapi): object => ({
  async createRole(given: unknown) {
    const { users: _users, permissions, ...data } = bagOf(given)
    const type = data['type'] || snake(data['name'])
    const role = await call(queryOf(strapi, ROLE), 'create', { data: { ...data, type } })
    await Promise.all(enabled(permissions).map((action) => grant(strapi, action, at(role, 'id'))))
  },
  async findOne(id: unknown) {
    const role = await roleWith(strapi, id, ['permissions'])
    const actions = listOf(role['permissions']).map((one) => String(at(one, 'action')))
    return { ...role, permissions: merge(actionStates(strapi), formOf(actions)) }
  },
  async find() {
    const roles = listOf(await call(queryOf(strapi, ROLE), 'findMany', {}))
    return Promise.all(
      roles.map(async (role) => ({
        ...bagOf(role),
        nb_users: await call(queryOf(strapi, USER), 'count', { where: { role: { id: at(role, 'id') } } }),
      })),
    )
  },
  async updateRole(id: unknown, given: unknown) {
    const role = await roleWith(strapi, id, ['permissions'])
    const { name, description, permissions } = bagOf(given)
    await call(queryOf(strapi, ROLE), 'update', { where: { id }, data: { name, description } })
    const wanted = enabled(permissions)
    const there = listOf(role['permissions'])
    const surplus = there.filter((one) => !wanted.includes(String(at(one, 'action'))))
    const known = there.map((one) => at(one, 'action'))
    await Promise.all(surplus.map((one) => withdraw(strapi, at(one, 'id'))))
    await Promise.all(
      wanted.filter((one) => !known.includes(one)).map((one) => grant(strapi, one, role['id'])),
    )
  },
  async deleteRole(id: unknown, publicRole: unknown) {
    const role = await roleWith(strapi, id, ['users', 'permissions'])
    for (const user of listOf(role['users']))
      await call(queryOf(strapi, USER), 'update', {
        where: { id: at(user, 'id') },
        data: { role: publicRole },
      })
    for (const permission of listOf(role['permissions'])) await withdraw(strapi, at(permission, 'id'))
    await call(queryOf(strapi, ROLE), 'delete', { where: { id } })
  },
})

export const permissionService = ({ strapi }: Strapi): object => ({
  findRolePermissions: async (role: unknown) =>
    call(queryOf(strapi, PERMISSION), 'findMany', { where: { role } }),
  findPublicPermissions: async () =>
    call(queryOf(strapi, PERMISSION), 'findMany', { where: { role: { type: 'public' } } }),
  toContentAPIPermission: (permission: unknown) => ({ action: at(permission, 'action') }),
})

export const usersPermissionsService = ({ strapi }: Strapi): object => {
  const nothing = async (): Promise<void> => undefined
  return {
    initialize: nothing,
    syncPermissions: nothing,
    initializeGrant: nothing,
    getActions: (given: unknown = {}) => actionStates(strapi, at(given, 'defaultEnable') === true),
    getRoutes: async () => routesMap(strapi),
    updateUserRole: async (user: unknown, role: unknown) =>
      call(queryOf(strapi, USER), 'update', { where: { id: at(user, 'id') }, data: { role } }),
    template: async (layout: unknown, data: unknown) => filled(String(layout), data),
  }
}

const PLACE = /<%[=-]?\s*([\w.]+)\s*%>/g

/** Replaces the placeholders in an e-mail template, such as `<%= user.name %>`, by the values in `data`. */
export const filled = (template: string, data: unknown): string =>
  template.replace(PLACE, (_, path: string) => String(at(data, ...path.split('.')) ?? ''))
