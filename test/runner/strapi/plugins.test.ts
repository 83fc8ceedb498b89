/** Tests plugins, their extensions, and schemas that code changes. */
import { expect, test } from 'vitest'
import { act, folderOf, modelsOf, start, typeOf } from './support.ts'

const users = () => ({
  'users-permissions': {
    services: { jwt: { issue: () => 'token' } },
    controllers: {
      auth: { callback: async () => 'stock callback', register: async () => 'stock register' },
      user: { me: async () => 'stock me' },
    },
    routes: [
      { method: 'POST', path: '/auth/local', handler: 'auth.callback', config: { prefix: '' } },
      { method: 'GET', path: '/auth/local', handler: 'auth.callback', config: { prefix: '' } },
      { method: 'POST', path: '/auth/local/register', handler: 'auth.register', config: { prefix: '' } },
      { method: 'GET', path: '/users/me', handler: 'user.me', config: { prefix: '' } },
    ],
    contentTypes: {},
  },
})
const user = typeOf('user', { uid: 'plugin::users-permissions.user' })
const PACKAGE = { 'package.json': '{"dependencies": {"@strapi/plugin-users-permissions": "5.54.0"}}' }
const EXTENSION = 'src/extensions/users-permissions/strapi-server.ts'

const extended = (code: string, more: Readonly<Record<string, string>> = {}) =>
  start(
    folderOf({ ...PACKAGE, ...more, [EXTENSION]: `export default (plugin) => { ${code}; return plugin }` }),
    {
      models: modelsOf(user),
      plugins: users(),
    },
  )

test("Strapi's own plugins are replaced by the mock's plugins", async () => {
  const { project, state } = await extended('')
  expect(project.routes.map(({ path, isStock }) => [path, isStock])).toEqual([
    ['/auth/local', true],
    ['/auth/local', true],
    ['/auth/local/register', true],
    ['/users/me', true],
  ])
  const strapi: object = state.container.strapi
  expect(Reflect.get(strapi, 'plugin')('users-permissions').service('jwt').issue()).toBe('token')
  expect(Reflect.get(strapi, 'service')('plugin::users-permissions.jwt').issue()).toBe('token')
})

test('a plugin that is not a dependency of the project is not loaded', async () => {
  const { project, state } = await start(folderOf({}), { plugins: users() })
  expect(project.routes).toEqual([])
  expect(state.container.modules.get('plugin::users-permissions')).toBeUndefined()
})

test('an extension can replace actions, in controller objects and in factories', async () => {
  const replaced = await extended("plugin.controllers.auth.register = async () => 'own register'")
  expect(await act(replaced, '/auth/local/register')).toBe('own register')
  expect(await act(replaced, '/auth/local')).toBe('stock callback')
  const wrapped = await extended(`const raw = plugin.controllers.auth
    plugin.controllers.auth = ({ strapi }) => {
      const auth = raw({ strapi })
      return { ...auth, callback: async () => 'own, then ' + (await auth.callback()) }
    }`)
  expect(await act(wrapped, '/auth/local')).toBe('own, then stock callback')
  const { owner, handler } = wrapped.project.routes[0] ?? {}
  expect(owner && wrapped.project.action(handler, owner).file).toBe(EXTENSION)
})

test('an extension can add and change routes', async () => {
  const started = await extended(`
    plugin.controllers.user.hello = async () => 'hello'
    const { routes } = plugin.routes['content-api']
    routes.push({ method: 'GET', path: '/users/hello', handler: 'user.hello', config: { prefix: '' } })
    routes[3].config.auth = false`)
  expect(await act(started, '/users/hello')).toBe('hello')
  expect(started.project.routes.map(({ isStock }) => isStock)).toEqual([true, true, true, false, false])
})

test('a removed route answers 404, or 405 if another method of its path exists', async () => {
  const removing = (method: string, path: string) => `
    const api = plugin.routes['content-api']
    api.routes = api.routes.filter((route) => !(route.method === '${method}' && route.path === '${path}'))`
  const gone = await extended(removing('POST', '/auth/local/register'))
  const context = {}
  expect(gone.project.routes.filter(({ path }) => path === '/auth/local/register')).toHaveLength(1)
  expect(await act(gone, '/auth/local/register', context)).toBeUndefined()
  expect(context).toEqual({})
  const half = await extended(removing('GET', '/auth/local'))
  const headers: Record<string, string> = {}
  const other = {
    status: 404,
    set: (name: string, value: string) => Object.assign(headers, { [name]: value }),
  }
  const removed = half.project.routes.find(({ path, isStock }) => path === '/auth/local' && !isStock)
  const [run] = removed === undefined ? [] : half.project.action(removed.handler, removed.owner).run
  run?.(other, async () => undefined)
  expect([other.status, headers]).toEqual([405, { Allow: 'POST' }])
})

test('an extension can change the schema and the lifecycles of a type', async () => {
  const { registered, state } = await extended(`
    plugin.contentTypes.user.schema.attributes.nickname = { type: 'string' }
    plugin.contentTypes.user.lifecycles = { afterCreate() {} }`)
  const model = registered.models['plugin::users-permissions.user']
  expect(Object.keys(model?.attributes ?? {})).toEqual(['title', 'nickname'])
  expect(state.container.subscribers.concern('plugin::users-permissions.user', 'Create')).toBe(true)
  expect((await extended('')).registered.models).toEqual({})
})

test('code can change types in register, and can register custom fields', async () => {
  const folder = folderOf({
    'src/index.ts': `export default { register({ strapi }) {
      strapi.customFields.register({ name: 'stars', type: 'integer' })
      strapi.contentTypes['api::article.article'].attributes.rank = { type: 'customField', customField: 'global::stars' }
    } }`,
  })
  const { registered } = await start(folder, { models: modelsOf(typeOf('article'), typeOf('tag')) })
  expect(registered.customFields).toEqual({ 'global::stars': 'integer' })
  expect(Object.keys(registered.models)).toEqual(['api::article.article'])
  expect(registered.models['api::article.article']?.attributes['rank']).toEqual({
    type: 'integer',
    customField: 'global::stars',
  })
})

test('a local plugin is loaded with its configuration, and without its admin routes', async () => {
  const folder = folderOf({
    'src/plugins/shop/package.json':
      '{"strapi": {"kind": "plugin", "name": "shop"}, "exports": {"./strapi-server": {"source": "./server/src/index.ts", "require": "./dist/server/index.js"}}}',
    'src/plugins/shop/server/src/index.ts': `export default {
      config: { default: ({ env }) => ({ size: 2, name: 'shop' }), validator(config) { if (config.size > 5) throw new Error('size') } },
      register({ strapi }) { strapi.customFields.register({ name: 'price', plugin: 'shop', type: 'decimal' }) },
      controllers: { cart: ({ strapi }) => ({ show: () => strapi.plugin('shop').config('size') }) },
      services: { cart: () => ({}) },
      contentTypes: { cart: { schema: { info: { singularName: 'cart', pluralName: 'carts', displayName: 'Cart' }, attributes: {} } } },
      routes: {
        admin: { type: 'admin', routes: [{ method: 'GET', path: '/hidden', handler: 'cart.show' }] },
        'content-api': { type: 'content-api', routes: [{ method: 'GET', path: '/cart', handler: 'cart.show' }] },
      },
    }`,
  })
  const config = { plugins: { shop: { enabled: true, resolve: './src/plugins/shop', config: { size: 4 } } } }
  const started = await start(folder, { config })
  expect(started.problems).toEqual([])
  expect(started.project.routes.map(({ path }) => path)).toEqual(['/shop/cart'])
  expect(await act(started, '/shop/cart')).toBe(4)
  expect(started.registered.customFields).toEqual({ 'plugin::shop.price': 'decimal' })
  expect(started.registered.models['plugin::shop.cart']).toMatchObject({ collectionName: 'shop_cart' })
})

test('a plugin that is enabled but not installed is reported as a missing package', async () => {
  const folder = folderOf({ 'package.json': '{"dependencies": {"@x/strapi-plugin-seo-tools": "1.0.0"}}' })
  const { problems } = await start(folder, { config: { plugins: { 'seo-tools': { enabled: true } } } })
  expect(problems).toMatchObject([{ file: 'config/plugins', missing: '@x/strapi-plugin-seo-tools' }])
})

test('code that extends the GraphQL or documentation plugin runs without effect', async () => {
  const folder = folderOf({
    'package.json':
      '{"dependencies": {"@strapi/plugin-graphql": "5.54.0", "@strapi/plugin-documentation": "5.54.0"}}',
    'src/index.ts': `export default { register({ strapi }) {
      const extension = strapi.plugin('graphql').service('extension')
      extension.use(({ nexus }) => nexus.extendType({}))
      extension.shadowCRUD('api::a.a').field('b').disable()
      strapi.plugin('documentation').service('override').registerOverride({ paths: {} })
    } }`,
  })
  const { problems, files } = await start(folder)
  expect(problems).toEqual([])
  expect(files).toContainEqual({
    file: 'node_modules/@strapi/plugin-graphql',
    state: 'ignored',
    why: 'a mock answers no GraphQL, only the REST API',
  })
})
