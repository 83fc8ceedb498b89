/** Tests the services of the admin panel: tokens, users and roles, over the rows of a world. */
import { expect, test } from 'vitest'
import { ServedWorld } from '../../../src/server/world.ts'
import { ADMIN_SERVICES } from '../../../src/sources/runner/thread/core/admin/services.ts'
import { coreController } from '../../../src/sources/runner/thread/core/factories/controller.ts'
import { at, call, isCall, listOf, memberOf } from '../../../src/sources/runner/thread/core/reach.ts'
import { plainJson } from '../../../src/sources/runner/thread/strapi/data/plain.ts'
import { graphOf } from '../../support/datasets.ts'

function opened() {
  const world = new ServedWorld(graphOf('strapi-5.54'), {})
  const query = (uid: string) =>
    new Proxy(
      {},
      {
        get: (_, method) => async (given: unknown) => {
          const args = [plainJson(given, 'call') ?? null]
          const result = world.call({ service: 'query', uid, method: String(method), args })
          if (!result.ok) throw new Error(result.error.message)
          return 'value' in result ? result.value : undefined
        },
      },
    )
  const strapi = {
    db: { query },
    config: {
      get: (path: string) => (path === 'admin.apiToken.salt' ? 'lab-api-token-salt-0123456789' : undefined),
    },
    controller: (uid: string) => (uid === 'api::article.article' ? { find: () => undefined } : undefined),
  }
  const service = (name: string): unknown => {
    const make = ADMIN_SERVICES[name]
    return isCall(make) ? make({ strapi }) : make
  }
  return { world, query, service }
}

test('code can create an API token, find it by its name and by its key, and revoke it', async () => {
  const tokens = opened().service('api-token')
  expect(await call(tokens, 'exists', { name: 'ci' })).toBe(false)
  const made = await call(tokens, 'create', {
    name: 'ci',
    type: 'read-only',
    lifespan: null,
    description: '',
  })
  expect(made).toMatchObject({ name: 'ci', type: 'read-only', permissions: [], expiresAt: null })
  const key = String(memberOf(made, 'accessKey'))
  expect(key).toMatch(/^[0-9a-f]{256}$/)
  const found = await call(tokens, 'getByAccessKey', await call(tokens, 'hash', key))
  expect(found).toEqual(await call(tokens, 'getByName', 'ci'))
  expect(found).not.toHaveProperty('accessKey')
  expect(listOf(await call(tokens, 'list'))).toHaveLength(1)
  await call(tokens, 'revoke', memberOf(made, 'id'))
  expect(await call(tokens, 'exists', { name: 'ci' })).toBe(false)
})

test('a custom API token has the permissions with which it was created, and an unknown permission is refused', async () => {
  const tokens = opened().service('api-token')
  const given = { name: 'c', type: 'custom', lifespan: 1000, permissions: ['api::article.article.find'] }
  const made = await call(tokens, 'create', given)
  expect(made).toMatchObject({ permissions: ['api::article.article.find'], expiresAt: expect.any(String) })
  const id = memberOf(made, 'id')
  expect(await call(tokens, 'update', id, { permissions: [] })).toMatchObject({ permissions: [] })
  expect(memberOf(await call(tokens, 'regenerate', id), 'accessKey')).not.toBe(memberOf(made, 'accessKey'))
  await expect(call(tokens, 'update', 99, { name: 'x' })).rejects.toThrow('Token not found')
  await expect(call(tokens, 'create', { ...given, permissions: ['api::x.x.find'] })).rejects.toThrow(
    'Unknown permissions provided: api::x.x.find',
  )
})

test('the service api-token hashes an access key like the real server', () => {
  expect(call(opened().service('api-token'), 'hash', 'abc')).toBe(
    '37e2a7eb1d7b23faac9260b95f2929cd926a5ad7cb42f6c54ba951c15625fb71d25665931d6d982855883dee03a10e4cb50a58c34cf0ed474f8f5e92f819b961',
  )
})

test('code can create an administrator with the role of super admins', async () => {
  const { service } = opened()
  const [users, roles, auth] = ['user', 'role', 'auth'].map(service)
  const role = await call(roles, 'getSuperAdmin')
  expect(role).toMatchObject({ code: 'strapi-super-admin', name: 'Super Admin' })
  expect(listOf(await call(roles, 'find'))).toHaveLength(3)
  const given = { email: 'A@x.yz', firstname: 'A', password: 'Secret123', isActive: true }
  const user = await call(users, 'create', { ...given, roles: [memberOf(role, 'id')] })
  expect(user).toMatchObject({ email: 'A@x.yz', isActive: true, roles: [{ code: 'strapi-super-admin' }] })
  expect(await call(auth, 'validatePassword', 'Secret123', memberOf(user, 'password'))).toBe(true)
  expect(await call(users, 'findOneByEmail', 'a@x.yz')).toMatchObject({ id: memberOf(user, 'id') })
  expect(await call(roles, 'hasSuperAdminRole', user)).toBe(true)
  expect(call(users, 'sanitizeUser', user)).not.toHaveProperty('password')
  await call(users, 'deleteById', memberOf(user, 'id'))
  expect(await call(users, 'exists', { email: 'A@x.yz' })).toBe(false)
})

test('code can create an admin role with permissions, but not a second role of the same name', async () => {
  const { service } = opened()
  const [roles, permissions] = ['role', 'permission'].map(service)
  const role = await call(roles, 'create', { name: 'Sales Team', description: '' })
  expect(memberOf(role, 'code')).toMatch(/^sales-team-/)
  await expect(call(roles, 'create', { name: 'Sales Team' })).rejects.toThrow('already exists')
  const id = memberOf(role, 'id')
  await call(roles, 'assignPermissions', id, [{ action: 'a', subject: 'b' }, { action: 'c' }])
  expect(listOf(await call(permissions, 'findMany', { where: { role: id } }))).toHaveLength(2)
  await call(roles, 'deleteByIds', [id])
  expect(await call(roles, 'exists', { name: 'Sales Team' })).toBe(false)
  expect(await call(permissions, 'findMany', {})).toEqual([])
})

test('code can ask for the roles of the admin panel to be created, which exist already', async () => {
  const { service } = opened()
  const roles = service('role')
  expect(await call(roles, 'createRolesIfNoneExist')).toBeUndefined()
  expect(await call(roles, 'getSuperAdmin')).toMatchObject({ code: 'strapi-super-admin' })
  expect(listOf(await call(roles, 'find'))).toHaveLength(3)
})

test('code can register handlers for the five hooks of the permission engine, and call the hooks', async () => {
  const permission = opened().service('permission')
  const hook = (name: string): unknown => at(permission, 'engine', 'hooks', name)
  const count = (given: unknown): number => Number(given) + 1
  for (const [name, result] of [
    ['before-format::validate.permission', 2],
    ['format.permission', 3],
    ['after-format::validate.permission', 2],
    ['before-evaluate.permission', undefined],
    ['before-register.permission', undefined],
  ] as const) {
    expect(call(call(hook(name), 'register', count), 'register', count), name).toBe(hook(name))
    expect(await call(hook(name), 'call', 1), name).toBe(result)
    call(hook(name), 'delete', count)
    expect(call(hook(name), 'getHandlers'), name).toEqual([])
  }
})

test('code can register handlers for the hooks of the registries of actions and conditions', () => {
  const permission = opened().service('permission')
  for (const [registry, name] of [
    ['actionProvider', 'appliesPropertyToSubject'],
    ['actionProvider', 'willRegister'],
    ['conditionProvider', 'didDelete'],
  ] as const) {
    const hook = at(permission, registry, 'hooks', name)
    expect(
      call(hook, 'register', () => true),
      name,
    ).toBe(hook)
  }
})

test('the query engine finds locales of the dataset, and a rollback removes a new API token', async () => {
  const { world, query, service } = opened()
  expect(await call(query('plugin::i18n.locale'), 'findOne', { where: { code: 'fr' } })).toMatchObject({
    name: 'French (fr)',
  })
  const before = world.savepoint()
  await call(service('api-token'), 'create', { name: 'gone' })
  world.restore(before)
  expect(await call(service('api-token'), 'exists', { name: 'gone' })).toBe(false)
})

test('the error of a default action whose type has no service names the missing service', async () => {
  const strapi = {
    getModel: () => ({ kind: 'collectionType' }),
    config: { get: () => undefined },
    contentAPI: { validate: { query: async () => undefined }, sanitize: { query: async () => ({}) } },
    service: () => undefined,
  }
  const controller = coreController(strapi, 'api::a.a')
  await expect(call(controller, 'find', { query: {} })).rejects.toThrow(
    "api::a.a has no service: add one with factories.createCoreService('api::a.a')",
  )
})
