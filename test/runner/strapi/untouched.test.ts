/**
 * Tests the decision whether an action counts as Strapi's own action, which is a single call of the server. An
 * action that code changes in any part does not count as Strapi's own action.
 */
import { expect, test } from 'vitest'
import { folderOf, modelsOf, start, typeOf } from './support.ts'

const factory = (kind: string, more = ''): string =>
  `import { factories } from '@strapi/strapi'\nexport default factories.create${kind}('api::article.article'${more})`

const PLAIN = {
  'src/api/article/routes/article.ts': factory('CoreRouter'),
  'src/api/article/controllers/article.ts': factory('CoreController'),
  'src/api/article/services/article.ts': factory('CoreService'),
}

/** Returns whether the actions `find` and `create` are Strapi's own in a project with the given files. */
async function coreWith(files: Readonly<Record<string, string>>): Promise<readonly boolean[]> {
  const { project } = await start(folderOf({ ...PLAIN, ...files }), { models: modelsOf(typeOf('article')) })
  return project.routes.slice(0, 2).map(({ handler, owner }) => project.action(handler, owner).isCore)
}

const bootstrap = (code: string) => ({
  'src/index.ts': `export default { bootstrap({ strapi }) { ${code} } }`,
})

test.each([
  ['nothing', {}, [true, true]],
  [
    'an overridden action',
    {
      'src/api/article/controllers/article.ts': factory('CoreController', ', { async find() { return 1 } }'),
    },
    [false, true],
  ],
  [
    'an overridden helper',
    {
      'src/api/article/controllers/article.ts': factory('CoreController', ', { async sanitizeOutput() {} }'),
    },
    [false, false],
  ],
  [
    'an action of its own',
    { 'src/api/article/controllers/article.ts': factory('CoreController', ', { async other() {} }') },
    [true, true],
  ],
  [
    'a method of the service',
    { 'src/api/article/services/article.ts': factory('CoreService', ', { async create() {} }') },
    [true, false],
  ],
  ['a document middleware', bootstrap('strapi.documents.use((ctx, next) => next())'), [false, false]],
  [
    'hooks of writes',
    { 'src/api/article/content-types/article/lifecycles.ts': 'export default { afterCreate() {} }' },
    [true, false],
  ],
  [
    'hooks of reads',
    bootstrap("strapi.db.lifecycles.subscribe({ models: ['api::article.article'], beforeFindMany() {} })"),
    [false, false],
  ],
  [
    'hooks of another type',
    bootstrap("strapi.db.lifecycles.subscribe({ models: ['api::tag.tag'], beforeFindMany() {} })"),
    [true, true],
  ],
  ['a listener of writes', bootstrap("strapi.eventHub.on('entry.create', () => {})"), [true, false]],
  ['a sanitizer', bootstrap("strapi.sanitizers.add('content-api.output', (data) => data)"), [false, false]],
])(
  'in a project with %s, find and create count as default actions of Strapi, or do not',
  async (_, files, expected) => {
    expect(await coreWith(files)).toEqual(expected)
  },
)

test('a default route with a middleware does not count as a default route of Strapi', async () => {
  const router = ", { config: { find: { middlewares: ['global::x'] } } }"
  const { project } = await start(
    folderOf({ ...PLAIN, 'src/api/article/routes/article.ts': factory('CoreRouter', router) }),
    { models: modelsOf(typeOf('article')) },
  )
  expect(project.routes.map(({ isStock }) => isStock)).toEqual([false, true])
})
