/** Tests the stand-ins for the services of Strapi's plugins: `jwt`, `user` and `email`. */
import { describe, expect, test } from 'vitest'
import { jwtService, secondsOf, verified } from '../../../src/sources/runner/thread/core/plugins/jwt.ts'
import { call, memberOf } from '../../../src/sources/runner/thread/core/reach.ts'
import { worldOf } from './world.ts'

const world = worldOf()
const plugins = world.core.plugins(world.strapi)
const serviceOf = (plugin: string, name: string): unknown => {
  const make: unknown = plugins[plugin]?.services[name]
  return typeof make === 'function' ? make({ strapi: world.strapi }) : make
}

test('an action of the admin panel exists, and fails with its name when it is called', async () => {
  const panel = memberOf(plugins['users-permissions']?.controllers['contentmanageruser'], 'create')
  await expect(typeof panel === 'function' ? panel({}) : null).rejects.toThrow(
    'plugin::users-permissions.contentmanageruser.create cannot work here: it belongs to the admin panel',
  )
  const { role, user } = plugins['users-permissions']?.controllers ?? {}
  expect(Object.keys(role ?? {})).toEqual(expect.arrayContaining(['find', 'updateRole']))
  expect(Object.keys(user ?? {})).toContain('find')
})

describe('services of the plugins', () => {
  test('the service jwt signs a token, verifies it, and reads the claims of the token in a request', async () => {
    const jwt = serviceOf('users-permissions', 'jwt')
    const token = call(jwt, 'issue', { id: 7 }, { expiresIn: '7d' })
    const claims = await call(jwt, 'verify', token)
    expect(claims).toMatchObject({ id: 7 })
    expect(Number(memberOf(claims, 'exp')) - Number(memberOf(claims, 'iat'))).toBe(7 * 86_400)
    const header = { authorization: `Bearer ${String(token)}` }
    expect(await call(jwt, 'getToken', { request: { header } })).toEqual(claims)
    expect(await call(jwt, 'getToken', { request: { header: {} } })).toBeNull()
    await expect(call(jwt, 'verify', `${String(token)}x`)).rejects.toThrow('Invalid token.')
  })

  test('the service jwt rejects an expired token', () => {
    const jwt = serviceOf('users-permissions', 'jwt')
    const token = call(jwt, 'issue', { id: 1, iat: 1000 }, { expiresIn: 60 })
    expect(verified(token, 'secret', 1059)).toEqual({ id: 1, iat: 1000, exp: 1060 })
    expect(() => verified(token, 'secret', 1060)).toThrow('Invalid token.')
    expect(() => verified(token, 'other', 1059)).toThrow('Invalid token.')
  })

  test("the service jwt signs with another secret if one is given in place of the project's secret", () => {
    const service = jwtService(
      () => 'secret',
      () => 'own',
    )(world)
    const token = call(service, 'issue', { id: 1, iat: 1000 }, { expiresIn: 60 })
    expect(verified(token, 'secret', 1059, 'own')).toMatchObject({ id: 1 })
    expect(() => verified(token, 'secret', 1059)).toThrow('Invalid token.')
  })

  test.each([
    [90, 90],
    ['30d', 2_592_000],
    ['2 hours', 7200],
    ['1500', 1],
    ['10ms', 0],
    ['1w', 604_800],
  ])('a token with the lifetime %s is valid for %i seconds', (given, seconds) => {
    expect(secondsOf(given)).toBe(seconds)
  })

  test('the service user hashes and compares passwords', async () => {
    const user = serviceOf('users-permissions', 'user')
    const hash = await call(user, 'hashPassword', { password: 'x' })
    expect(await call(user, 'validatePassword', 'x', hash)).toBe(true)
    expect(await call(user, 'validatePassword', 'y', hash)).toBe(false)
  })

  test('the service email prints a mail as one line', async () => {
    const email = serviceOf('email', 'email')
    await call(email, 'send', { to: ['a@x.y', 'b@x.y'], subject: 'Hello' })
    const template = { subject: 'Hi <%= user.name %>', text: '', html: '' }
    await call(email, 'sendTemplatedEmail', { to: 'c@x.y' }, template, { user: { name: 'Ann' } })
    expect(world.outbox).toEqual(['mail to a@x.y, b@x.y, subject "Hello"', 'mail to c@x.y, subject "Hi Ann"'])
  })
})
