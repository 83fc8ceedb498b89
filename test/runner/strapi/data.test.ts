/** Tests document service, query engine and entity service: arguments, middlewares and lifecycle hooks. */
import { expect, test } from 'vitest'
import { PackageError } from '../../../src/sources/runner/thread/modules/stand-in.ts'
import { constantOf } from '../../../src/sources/runner/thread/strapi/data/constants.ts'
import { plainJson } from '../../../src/sources/runner/thread/strapi/data/plain.ts'
import type { Json } from '../../../src/util/json.ts'
import { type Answer, folderOf, modelsOf, start, typeOf } from './support.ts'

const models = modelsOf(
  typeOf('article', { collectionName: 'articles', options: { draftAndPublish: true } }),
  typeOf('tag'),
)

/** Starts a project whose `bootstrap` runs the given code. */
const boot = (code: string, answer: Answer = () => null, files: Readonly<Record<string, string>> = {}) =>
  start(
    folderOf({ ...files, 'src/index.ts': `export default { async bootstrap({ strapi }) { ${code} } }` }),
    { models, answer },
  )

test('arguments are converted to JSON', () => {
  const given = { at: new Date(0), big: 12n, none: undefined, list: [undefined, Number.NaN], run: () => 1 }
  expect(plainJson(given, 'call')).toEqual({ at: '1970-01-01T00:00:00.000Z', big: '12', list: [null, null] })
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  expect(() => plainJson(cycle, 'strapi.documents("api::a.a").create')).toThrow(
    /create: an argument contains itself/,
  )
  let deep: unknown = 1
  for (let at = 0; at < 300; at++) deep = [deep]
  expect(() => plainJson(deep, 'call')).toThrow(/more than 200 levels/)
})

test('a call of a data service sends the name of the method and its arguments to the server', async () => {
  const { calls, problems } = await boot(`
    await strapi.documents('api::tag.tag').findMany({ filters: { title: 'a' } })
    await strapi.db.query('api::tag.tag').findOne({ where: { id: 1 } })
    await strapi.query('api::tag.tag').count()
    await strapi.entityService.findOne('api::tag.tag', 3, { populate: '*' })`)
  expect(problems).toEqual([])
  expect(calls).toEqual([
    { service: 'documents', uid: 'api::tag.tag', method: 'findMany', args: [{ filters: { title: 'a' } }] },
    { service: 'query', uid: 'api::tag.tag', method: 'findOne', args: [{ where: { id: 1 } }] },
    { service: 'query', uid: 'api::tag.tag', method: 'count', args: [] },
    { service: 'entity', uid: 'api::tag.tag', method: 'findOne', args: [3, { populate: '*' }] },
  ])
})

test('only the service of a type with draft & publish has `publish`', async () => {
  const { state } = await boot('')
  const { documents } = state.container
  expect(Object.keys(documents.repository('api::article.article'))).toContain('publish')
  expect(Object.keys(documents.repository('api::tag.tag'))).not.toContain('publish')
})

test('document middlewares wrap each call in order, and can change parameters and result', async () => {
  const { calls, state } = await boot(
    `
    const seen = globalThis.seen = []
    strapi.documents.use(async (context, next) => {
      seen.push([context.uid, context.action, context.contentType.uid])
      context.params.limit = 3
      const result = await next()
      return { ...result, wrapped: true }
    })
    const off = strapi.documents.use((context, next) => next())
    off()
    seen.push(await strapi.documents('api::tag.tag').findFirst())
    seen.push(await strapi.entityService.findMany('api::tag.tag', { sort: 'id' }))`,
    () => ({ id: 1 }),
  )
  const tag = 'api::tag.tag'
  expect(Reflect.get(globalThis, 'seen')).toEqual([
    [tag, 'findFirst', tag],
    { id: 1, wrapped: true },
    [tag, 'findMany', tag],
    { id: 1, wrapped: true },
  ])
  expect(calls).toEqual([
    { service: 'documents', uid: tag, method: 'findFirst', args: [{ limit: 3 }] },
    { service: 'documents', uid: tag, method: 'findMany', args: [{ sort: 'id', limit: 3 }] },
  ])
  expect(state.container.documents.hasMiddlewares()).toBe(true)
})

const HOOKS = {
  'src/api/tag/content-types/tag/lifecycles.ts': `export default {
    beforeCreate(event) { event.state.note = 'kept'; event.params.data.slug = event.params.data.title.toLowerCase() },
    afterCreate(event) { event.result.note = event.state.note + ' ' + event.model.uid + ' ' + event.action },
    beforeDelete(event) { globalThis.deleted = event.params.where },
    beforeFindMany(event) { event.params.where = { ...event.params.where, hidden: false } },
  }`,
}

test('lifecycle hooks can change the data of a write and its result', async () => {
  const echo: Answer = (asked) => ('args' in asked ? { id: 1, ...Object(asked.args[0]).data } : null)
  const { calls } = await boot(
    `globalThis.made = [
      await strapi.documents('api::tag.tag').create({ data: { title: 'ABC' } }),
      await strapi.db.query('api::tag.tag').create({ data: { title: 'DEF' } }),
    ]`,
    echo,
    HOOKS,
  )
  const note = 'kept api::tag.tag afterCreate'
  expect(Reflect.get(globalThis, 'made')).toEqual([
    { id: 1, title: 'ABC', note },
    { id: 1, title: 'DEF', slug: 'def', note },
  ])
  const tag = 'api::tag.tag'
  expect(calls.filter((call) => call.service !== 'transaction')).toEqual([
    { service: 'documents', uid: tag, method: 'create', args: [{ data: { title: 'ABC' } }], dryRun: true },
    {
      ...{ service: 'documents', uid: tag, method: 'create', args: [{ data: { title: 'ABC' } }] },
      changes: [{ status: 'published', locale: null, data: { slug: 'abc' } }],
    },
    { service: 'query', uid: tag, method: 'create', args: [{ data: { title: 'DEF', slug: 'def' } }] },
  ])
})

test('a hook of a read can change the filters of a document call', async () => {
  const { calls } = await boot(
    "await strapi.documents('api::tag.tag').findMany({ filters: { title: 'a' } })",
    () => [],
    HOOKS,
  )
  expect(calls).toMatchObject([{ args: [{ filters: { title: 'a', hidden: false } }] }])
})

test('deleting a document fires one event for each of its rows', async () => {
  const answer: Answer = (asked) =>
    'method' in asked && asked.method === 'findMany' ? [{ id: 5, documentId: 'd', publishedAt: null }] : null
  const { calls } = await boot(
    "await strapi.documents('api::tag.tag').delete({ documentId: 'd' })",
    answer,
    HOOKS,
  )
  expect(Reflect.get(globalThis, 'deleted')).toEqual({ id: 5 })
  expect(calls.map((call) => ('method' in call ? call.method : call.service))).toEqual([
    ...['transaction', 'delete', 'findMany', 'delete', 'transaction'],
  ])
})

test('a subscriber with models gets only events of these models, and a function gets all events', async () => {
  await boot(
    `const heard = globalThis.heard = []
     strapi.db.lifecycles.subscribe({ models: ['api::tag.tag'], afterFindOne: (event) => heard.push(event.result.id) })
     strapi.db.lifecycles.subscribe((event) => heard.push(event.action))
     await strapi.db.query('api::tag.tag').findOne({ where: { id: 1 } })
     await strapi.db.query('api::article.article').findOne({ where: { id: 1 } })`,
    () => ({ id: 9 }),
  )
  expect(Reflect.get(globalThis, 'heard')).toEqual([
    'beforeFindOne',
    9,
    'afterFindOne',
    'beforeFindOne',
    'afterFindOne',
  ])
})

test('publishing a document deletes its published row and creates a new one', async () => {
  const rows: readonly Json[] = [
    { id: 1, documentId: 'd', title: 'T', publishedAt: null },
    { id: 2, documentId: 'd', title: 'T', publishedAt: '2024-01-01T00:00:00.000Z' },
  ]
  await boot(
    `const seen = globalThis.published = []
     strapi.db.lifecycles.subscribe((event) => {
       if (/Delete|Create/.test(event.action)) seen.push([event.action, event.params.where?.id ?? event.params.data?.title])
     })
     await strapi.documents('api::article.article').publish({ documentId: 'd' })`,
    (asked) =>
      'method' in asked && asked.method === 'findMany' ? rows : { documentId: 'd', entries: rows.slice(1) },
  )
  expect(Reflect.get(globalThis, 'published')).toEqual([
    ['beforeDelete', 2],
    ['afterDelete', 2],
    ['beforeCreate', 'T'],
    ['afterCreate', 'T'],
  ])
})

test('the creation of a document emits `entry.create` on `strapi.eventHub`', async () => {
  await boot(
    `strapi.eventHub.on('entry.create', (event) => { globalThis.event = event })
     await strapi.documents('api::tag.tag').create({ data: {} })`,
    () => ({ id: 4 }),
  )
  expect(Reflect.get(globalThis, 'event')).toEqual({ model: 'tag', uid: 'api::tag.tag', entry: { id: 4 } })
})

test('the error of refused raw SQL names the call in the code', async () => {
  const { problems } = await boot("await strapi.db.connection.raw('SELECT id FROM articles')")
  expect(problems[0]?.message).toMatch(
    /^raw SQL reads what the data of a mock lacks \(no such table: articles\): strapi.db.connection.raw at /,
  )
  const inside = await boot('await strapi.db.transaction(({ trx }) => trx.raw("SELECT 1"))')
  expect(inside.problems[0]?.message).toMatch(/: trx.raw at .+ Use strapi.documents/)
  const { state } = await boot('')
  const { connection } = state.container.database
  expect(await Reflect.get(Object(connection), 'raw')('SELECT 1 AS ok')).toEqual([{ ok: 1 }])
  expect(() => typeof connection === 'function' && connection('articles')).toThrow('strapi.db.connection')
  expect(Reflect.get(Object(connection), 'client').config.client).toBe('sqlite')
  const schema = Reflect.get(Object(connection), 'schema')
  expect(await schema.hasTable('articles')).toBe(true)
  expect(await schema.hasTable('articles_author_lnk')).toBe(false)
  expect(await schema.hasColumn('articles', 'document_id')).toBe(true)
  expect(await schema.hasColumn('articles', 'title')).toBe(true)
  expect(await schema.hasColumn('articles', 'old_title')).toBe(false)
  expect(() => schema.dropTable('articles')).toThrow('strapi.db.connection.schema.dropTable')
})

test.each([
  ['sqlite', 'SELECT 1', [{ 1: 1 }]],
  ['sqlite', ' select 1 as ok; ', [{ ok: 1 }]],
  ['postgres', 'SELECT 1', { command: 'SELECT', rowCount: 1, rows: [{ '?column?': 1 }] }],
  ['mysql', 'SELECT 1', [[{ 1: 1 }], []]],
  ['sqlite', 'SELECT 1 FROM articles', undefined],
  ['sqlite', 'SELECT version()', undefined],
])('a health check on %s gets the result of %s', (client, statement, result) => {
  expect(constantOf(statement, client)).toEqual(result)
})

test('a hook or document middleware without its package is skipped', async () => {
  const missing = "Object.assign(new Error('x'), { cause: globalThis.missing })"
  Reflect.set(
    globalThis,
    'missing',
    new PackageError('', 'the package "slugify" is not installed', 'slugify'),
  )
  const { problems, calls, lines } = await boot(
    `strapi.documents.use(() => { throw ${missing} })
     await strapi.documents('api::tag.tag').findMany()
     strapi.db.lifecycles.subscribe({ beforeCreate() { throw ${missing} } })
     await strapi.db.query('api::tag.tag').create({ data: {} })`,
  )
  expect(problems).toEqual([])
  expect(calls.map(({ service }) => service)).toEqual(['documents', 'query'])
  expect(lines).toEqual([
    expect.stringContaining('a document middleware does not run: the package "slugify" is not installed'),
    expect.stringContaining('beforeCreate of api::tag.tag does not run: the package "slugify"'),
  ])
})

test('the store contains the stored rows of the database', async () => {
  const folder = folderOf({
    'src/index.ts': `export default { async bootstrap({ strapi }) {
      const { get } = strapi.store({ name: 'seed' })
      globalThis.stored = [await get({ key: 'done' }), await get({ key: 'count' }), await get({ key: 'at' })]
    } }`,
  })
  const row = (key: string, value: string, type: string) => ({ key: `core_seed_${key}`, value, type })
  const store = [
    row('done', 'true', 'boolean'),
    row('count', '3', 'number'),
    { ...row('at', '1', 'number'), tag: 'x' },
  ]
  await start(folder, { models, store })
  expect(Reflect.get(globalThis, 'stored')).toEqual([true, 3, null])
})

test('a transaction runs its function first and then its commit callbacks', async () => {
  const { problems } = await boot(`
    globalThis.steps = []
    globalThis.steps.push(await strapi.db.transaction(async ({ onCommit }) => {
      onCommit(() => globalThis.steps.push('committed'))
      return 'result'
    }))`)
  expect(problems).toEqual([])
  expect(Reflect.get(globalThis, 'steps')).toEqual(['committed', 'result'])
})
