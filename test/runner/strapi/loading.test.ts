/** Tests how a project is loaded: order, names, and files that fail. */
import { expect, test } from 'vitest'
import { act, folderOf, modelsOf, start, typeOf } from './support.ts'

const ARTICLE = {
  'src/api/article/routes/article.ts':
    "import { factories } from '@strapi/strapi'\nexport default factories.createCoreRouter('api::article.article')",
  'src/api/article/controllers/article.ts':
    "import { factories } from '@strapi/strapi'\nexport default factories.createCoreController('api::article.article')",
  'src/api/article/services/article.ts':
    "import { factories } from '@strapi/strapi'\nexport default factories.createCoreService('api::article.article')",
}
const models = modelsOf(typeOf('article'))
const stateOf = ({ files }: Awaited<ReturnType<typeof start>>, file: string) =>
  files.find((report) => report.file === file)

test('every `register` runs before every `bootstrap`, and the functions of plugins run before those of src/index', async () => {
  const plugin = `export default {
    register: () => { globalThis.order = ['plugin register'] },
    bootstrap: () => { globalThis.order.push('plugin bootstrap') },
  }`
  const folder = folderOf({
    'src/index.ts': `export default {
      register: () => { globalThis.order.push('register') },
      bootstrap: async ({ strapi }) => { globalThis.order.push('bootstrap ' + strapi.isLoaded) },
      destroy: () => { globalThis.order.push('destroy') },
    }`,
    'src/plugins/local/package.json': '{"name": "local", "strapi": {"kind": "plugin", "name": "local"}}',
    'src/plugins/local/strapi-server.ts': plugin,
  })
  const config = { plugins: { local: { enabled: true, resolve: './src/plugins/local' } } }
  const { destroy, problems } = await start(folder, { config })
  await destroy()
  expect(problems).toEqual([])
  expect(Reflect.get(globalThis, 'order')).toEqual([
    'plugin register',
    'register',
    'plugin bootstrap',
    'bootstrap false',
    'destroy',
  ])
})

test('a project without code has only the routes and actions of Strapi itself', async () => {
  const started = await start(folderOf(ARTICLE), { models })
  const { project } = started
  expect(project.routes.map(({ method, path, isStock }) => [method, path, isStock])).toEqual([
    ['GET', '/articles', true],
    ['POST', '/articles', true],
  ])
  const actions = project.routes.map(({ handler, owner }) => project.action(handler, owner))
  expect(actions.map(({ uid, name, isCore }) => [uid, name, isCore])).toEqual([
    ['api::article.article', 'find', true],
    ['api::article.article', 'create', true],
  ])
  expect(actions[0]?.file).toBe('src/api/article/controllers/article.ts')
})

test("a controller without its package keeps Strapi's own actions", async () => {
  const folder = folderOf({
    ...ARTICLE,
    'src/api/article/controllers/article.ts':
      "import Stripe from 'stripe-that-is-missing'\nexport default Stripe",
    'src/api/article/routes/pay.ts':
      "export default { routes: [{ method: 'GET', path: '/pay', handler: 'article.pay' }] }",
  })
  const started = await start(folder, { models, answer: () => [{ id: 1 }] })
  expect(await act(started, '/articles')).toEqual({ results: [{ id: 1 }], pagination: {} })
  await expect(act(started, '/pay')).rejects.toThrow(
    'src/api/article/controllers/article.ts cannot run: the package "stripe-that-is-missing" is not installed',
  )
  expect(stateOf(started, 'src/api/article/controllers/article.ts')).toMatchObject({ state: 'failed' })
  expect(started.problems).toMatchObject([{ missing: 'stripe-that-is-missing' }])
})

test('a missing package is one problem, even if many files import it', async () => {
  const text = "import 'missing-one'\nexport default () => true"
  const folder = folderOf({
    'src/policies/a.ts': text,
    'src/policies/b.ts': text,
    'src/middlewares/c.ts': text,
  })
  const { problems, files, project } = await start(folder)
  expect(problems).toHaveLength(1)
  expect(files.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
  const owner = { kind: 'api', name: 'x', file: '' } as const
  expect(() => project.policy('global::a', owner).run({}, {}, { strapi: {} })).toThrow('missing-one')
  expect(() => project.middleware('global::c', owner).run({}, async () => undefined)).toThrow('missing-one')
})

test('an error in bootstrap is a problem with file and line, and the routes are kept', async () => {
  const folder = folderOf({
    ...ARTICLE,
    'src/index.ts': 'export default { bootstrap() { throw new Error("no seed") } }',
  })
  const { problems, project } = await start(folder, { models })
  expect(problems).toMatchObject([{ message: 'no seed' }])
  expect(project.routes).toHaveLength(2)
})

test("names are looked up in the API of the route, and an unknown name gives Strapi's error message", async () => {
  const folder = folderOf({
    'src/api/blog/policies/own.ts': 'export default (ctx, config) => config.level === 2',
    'src/api/blog/controllers/post.js': 'module.exports = { list: () => "listed" }',
    'src/api/blog/routes/a.js':
      "module.exports = { routes: [{ method: 'GET', path: '/list', handler: 'post.list' }, { method: 'GET', path: '/fn', handler: () => 'fn' }] }",
    'src/middlewares/tag.ts': 'export default (config, { strapi }) => () => config.tag',
  })
  const started = await start(folder)
  const { project } = started
  const owner = { kind: 'api', name: 'blog', file: 'src/api/blog/routes/a.js' } as const
  const policy = project.policy({ name: 'own', config: { level: 2 } }, owner)
  expect(policy.run({}, policy.config, { strapi: {} })).toBe(true)
  expect(policy.file).toBe('src/api/blog/policies/own.ts')
  const tag = project.middleware({ name: 'global::tag', config: { tag: 7 } }, owner)
  expect(tag.run({}, async () => undefined)).toBe(7)
  expect(await act(started, '/list')).toBe('listed')
  expect(await act(started, '/fn')).toBe('fn')
  expect(() => project.policy('other', owner)).toThrow('Policy other not found.')
  expect(() => project.middleware('global::other', owner)).toThrow('Middleware global::other not found.')
  expect(() => project.action('post.other', owner)).toThrow('Handler not found "post.other"')
})

test('global modules keep their names, and names of API modules are normalized', async () => {
  const folder = folderOf({
    'src/policies/isOwner.ts': 'export default () => true',
    'src/api/blog/policies/isReader.ts': 'export default () => true',
  })
  const { state } = await start(folder)
  expect(state.container.policies.keys().filter((uid) => !uid.startsWith('admin::'))).toEqual([
    'api::blog.is-reader',
    'global::isOwner',
  ])
})

test("a service whose factory throws keeps Strapi's own methods", async () => {
  const folder = folderOf({
    ...ARTICLE,
    'src/api/article/services/article.ts': 'export default () => { throw new Error("no key") }',
  })
  const started = await start(folder, { models, answer: () => [] })
  expect(await act(started, '/articles')).toEqual({ results: [], pagination: {} })
  expect(started.state.reports.files()).toContainEqual({
    file: 'src/api/article/services/article.ts',
    state: 'failed',
    why: 'no key',
  })
  const service = started.state.container.services.get('api::article.article')
  expect(() => Reflect.get(Object(service), 'pay')()).toThrow('cannot run: no key')
})

test('global middlewares run in order, and the middlewares before strapi::errors are counted', async () => {
  const folder = folderOf({ 'src/middlewares/one.ts': 'export default (config) => () => config.value' })
  const config = {
    middlewares: [
      { name: 'global::one', config: { value: 1 } },
      'strapi::errors',
      { resolve: './src/middlewares/one', config: { value: 2 } },
      'global::missing',
    ],
  }
  const { project, problems } = await start(folder, { config })
  expect(project.globals.map(({ run }) => run({}, async () => undefined))).toEqual([1, 2])
  expect(Reflect.get(project, 'globalsBeforeErrors')).toBe(1)
  expect(problems).toMatchObject([{ message: 'Middleware global::missing not found.' }])
})

test('files of a project that do not affect the content API are reported as ignored', async () => {
  const folder = folderOf({
    'src/admin/app.tsx': 'export default {}',
    'database/migrations/2024.js': '',
    'src/extensions/unknown/strapi-server.ts': 'export default (plugin) => plugin',
  })
  const { files } = await start(folder)
  expect(files.map(({ file, state }) => [file, state])).toEqual([
    ['database/migrations/2024.js', 'ignored'],
    ['src/admin/app.tsx', 'ignored'],
    ['src/extensions/unknown/strapi-server.ts', 'ignored'],
  ])
})

test('without `allowJs`, JavaScript files of a TypeScript project are not loaded', async () => {
  const files = {
    ...ARTICLE,
    'src/policies/plain.js': 'module.exports = () => true',
    'src/api/article/services/helper.js': 'module.exports = () => ({ help: () => 1 })',
  }
  const loaded = async (tsconfig: string) => {
    const started = await start(folderOf({ ...files, 'tsconfig.json': tsconfig }), { models })
    const file = 'src/api/article/services/helper.js'
    return [stateOf(started, file)?.state, stateOf(started, 'src/policies/plain.js')?.state]
  }
  expect(await loaded('{}')).toEqual(['ignored', 'ignored'])
  expect(await loaded('{ "compilerOptions": { "allowJs": true } }')).toEqual(['ran', 'ran'])
  expect(await loaded('{ "extends": "./none.json" }')).toEqual(['ran', 'ran'])
})

test('the files of routers count, even if the TypeScript build leaves out the files or they have no routes', async () => {
  const hasRouters = async (files: Readonly<Record<string, string>>) =>
    (await start(folderOf(files), { models })).project.hasRouters
  const plain = { 'src/api/article/routes/article.js': 'module.exports = { routes: [] }' }
  expect(await hasRouters({ ...plain, 'tsconfig.json': '{}' })).toBe(true)
  expect(await hasRouters(plain)).toBe(true)
  expect(await hasRouters({ 'src/api/article/services/article.ts': 'export default () => ({})' })).toBe(false)
  expect(await hasRouters({ 'src/api/article/routes/article.test.ts': '', 'tsconfig.json': '{}' })).toBe(
    false,
  )
})
