/** Tests the members of the `strapi` object. */
import { expect, test } from 'vitest'
import { requestContext } from '../../../src/sources/runner/thread/strapi/services/request-context.ts'
import { folderOf, modelsOf, start, typeOf } from './support.ts'

const booted = async () => {
  const config = {
    server: { app: { keys: ['k'] } },
    api: { rest: { maxLimit: 50 } },
    custom: { a: { b: 1 } },
  }
  const started = await start(folderOf({}), { models: modelsOf(typeOf('article')), config })
  const strapi: object = started.state.container.strapi
  return { ...started, strapi, get: (name: string) => Reflect.get(strapi, name) }
}

test('members that JavaScript itself reads do not throw, and unknown members are undefined', async () => {
  const { strapi } = await booted()
  expect(await Promise.resolve(strapi)).toBe(strapi)
  expect(`${strapi}`).toBe('[object Object]')
  expect(JSON.stringify({ strapi })).toBe('{"strapi":{}}')
  expect(Reflect.get(strapi, 'io')).toBeUndefined()
  Reflect.set(strapi, 'io', 1)
  expect(Reflect.get(strapi, 'io')).toBe(1)
  expect(Reflect.get(globalThis, 'strapi')).toBe(strapi)
})

test('`config` reads settings by path and by name', async () => {
  const { get } = await booted()
  const config = get('config')
  expect(config.get('api.rest.maxLimit')).toBe(50)
  expect(config.get('api.rest.prefix')).toBe('/api')
  expect(config.get('custom.a.b')).toBe(1)
  expect(config.get('custom.none', 'otherwise')).toBe('otherwise')
  expect(config.has('custom.none')).toBe(false)
  expect(config.custom.a.b).toBe(1)
  expect(config.set('custom.c', 2).get('custom.c')).toBe(2)
  expect(get('dirs').app.api).toMatch(/src.api$/)
})

test('the container returns services that were added, and throws for unknown services', async () => {
  const { get, strapi } = await booted()
  get('add')('mine', () => ({ made: strapi }))
  expect(get('get')('mine').made).toBe(strapi)
  expect(get('has')('mine')).toBe(true)
  expect(() => get('get')('other')).toThrow('Could not resolve service other')
  expect(get('get')('content-types').get('api::article.article')).toBe(
    get('contentType')('api::article.article'),
  )
})

test('the store saves values by type, name and key', async () => {
  const { get } = await booted()
  const store = get('store')({ type: 'plugin', name: 'x' })
  await store.set({ key: 'a', value: { n: 1 } })
  expect(await store.get({ key: 'a' })).toEqual({ n: 1 })
  expect(await get('store').get({ type: 'plugin', name: 'y', key: 'a' })).toBeNull()
  await store.delete({ key: 'a' })
  expect(await store.get({ key: 'a' })).toBeNull()
})

test('members of `strapi` that a mock cannot offer throw an error with their name when they are used', async () => {
  const { get } = await booted()
  expect(() => get('entityValidator').validateEntityCreation).toThrow(
    /strapi.entityValidator.validateEntityCreation cannot/,
  )
  const { services } = get('admin')
  expect(() => services.transfer.push()).toThrow(/strapi.service\("admin::transfer"\).push cannot work here/)
  expect(() => services.nope.find()).toThrow(/strapi.admin.services.nope.find cannot work here/)
  expect(() => services.user.register({})).toThrow(/strapi.service\("admin::user"\).register\(\) cannot/)
  expect(Object.keys(services)).toEqual(expect.arrayContaining(['permission', 'role', 'transfer', 'user']))
  expect(() => get('db').query('admin::transfer-token').findOne()).toThrow(/admin::transfer-token"\).findOne/)
  await get('admin').services.permission.actionProvider.registerMany([])
  get('ai').mcp.registerTool({ name: 'x' })
  expect(get('ai').mcp.isEnabled()).toBe(false)
  expect(() => get('ai').admin.generate()).toThrow(/strapi.ai.admin.generate cannot work here/)
  expect(() => get('fs').writeAppFile('a', 'b')).toThrow(/strapi.fs.writeAppFile/)
  expect(() => get('stop')()).toThrow(/strapi.stop/)
})

test('`strapi.requestContext.get()` returns the context of the current request', async () => {
  const { get } = await booted()
  const context = { state: {} }
  expect(await requestContext.run(context, async () => get('requestContext').get())).toBe(context)
  expect(get('requestContext').get()).toBeUndefined()
})

test('logs are printed by level, and cron jobs are reported but not run', async () => {
  const folder = folderOf({
    'src/index.ts': `export default { bootstrap({ strapi }) {
      strapi.log.info('hello', { a: 1 }); strapi.log.debug('quiet'); strapi.log.child({}).warn(new Error('careful'))
      strapi.cron.add({ nightly: { task() { throw new Error('ran') }, options: { rule: '* * * * *' } } })
    } }`,
  })
  const { lines } = await start(folder)
  expect(lines).toEqual([
    'info: hello { a: 1 }',
    'warn: careful',
    'info: cron jobs do not run in a mock: nightly',
  ])
})

test('code can add routes and middlewares to the server', async () => {
  const folder = folderOf({
    'src/index.ts': `export default {
      register({ strapi }) {
        strapi.server.routes([{ method: 'GET', path: '/plain', handler: () => 1, config: { auth: false } }])
        strapi.server.use((ctx, next) => 'early')
      },
      bootstrap({ strapi }) {
        strapi.server.routes({ type: 'content-api', prefix: '/more', routes: [{ method: 'GET', path: '/one', handler: () => 2 }] })
        strapi.server.httpServer.on('upgrade', () => undefined)
      },
    }`,
  })
  const { project, problems } = await start(folder)
  expect(problems).toEqual([])
  expect(project.routes.map(({ path, hasPrefix }) => [path, hasPrefix])).toEqual([
    ['/plain', false],
    ['/more/one', true],
  ])
  expect(project.globals.map(({ run }) => run({}, async () => undefined))).toEqual(['early'])
})

test('hooks call their handlers, and `once` listeners get one event', async () => {
  const { get } = await booted()
  const heard: unknown[] = []
  get('hook')('mine').register((value: unknown) => heard.push(value))
  await get('hook')('mine').call(1)
  get('eventHub').once('x', (value: unknown) => heard.push(value))
  await get('eventHub').emit('x', 2)
  await get('eventHub').emit('x', 3)
  expect(heard).toEqual([1, 2])
})
