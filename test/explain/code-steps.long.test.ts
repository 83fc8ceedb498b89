/**
 * Tests explanations of answers that a project's code changes within Strapi's own actions: document middlewares, hooks
 * and copied queries.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenedSource, openSource } from '../../src/server/open.ts'
import { bearers, makeProject } from '../support/project.ts'

const INDEX = `module.exports = {
  bootstrap({ strapi }) {
    strapi.documents.use(async (context, next) => {
      const isRead = context.action.startsWith('find') && context.uid === 'api::author.author'
      if (isRead && context.params.populate === undefined)
        context.params.populate = ['articles']
      return next()
    })
    strapi.documents.use(async (context, next) => {
      const result = await next()
      if (context.uid === 'api::category.category' && Array.isArray(result))
        for (const entry of result) delete entry.slug
      return result
    })
    strapi.documents.use(async (context, next) => {
      if (context.uid === 'api::tag.tag') context.params = { ...context.params, limit: 1 }
      return next()
    })
    strapi.db.lifecycles.subscribe({
      models: ['api::profile.profile'],
      afterFindMany(event) {
        for (const entry of event.result) entry.nickname = 'hidden'
      },
    })
  },
}
`
const at = (line: number) => ({ file: 'src/index.js', line })
const project = makeProject()
project.write('src/index.js', INDEX)
for (const name of ['author', 'category', 'tag', 'profile'])
  for (const kind of ['Router', 'Controller', 'Service'])
    project.write(
      `src/api/${name}/${kind === 'Router' ? 'route' : kind.toLowerCase()}s/${name}.js`,
      `const { factories } = require('@strapi/strapi')
module.exports = factories.createCore${kind}('api::${name}.${name}')
`,
    )
project.write(
  'src/api/own/routes/own.js',
  `const route = (name) => ({ method: 'GET', path: '/own/' + name, handler: 'own.' + name, config: { auth: false } })
module.exports = { routes: [route('checked'), route('made')] }
`,
)
project.write(
  'src/api/own/controllers/own.js',
  `module.exports = ({ strapi }) => ({
  async checked(ctx) {
    await strapi.contentAPI.validate.query(ctx.query, strapi.contentType('api::author.author'), {})
    ctx.body = {}
  },
  async made(ctx) {
    ctx.body = await strapi.documents('api::article.article').create({ data: { title: 5 } })
  },
})
`,
)
let site: OpenedSource
beforeAll(async () => {
  site = await openSource(project.folder, { env: {}, profile: 'strapi-5.54-sqlite', tell: () => undefined })
})
afterAll(() => {
  site.end()
  project.remove()
})

const headers = { authorization: `Bearer ${bearers().get('tokenFull') ?? ''}` }
const why = (url: string, path: string) => site.world().why({ url, headers }, path)
const body = async (url: string) =>
  (await site.handle(new Request(`http://localhost${url}`, { headers }))).json()

describe('under document middlewares', () => {
  test('the explanation describes the request that the middlewares have changed', async () => {
    const found = await site.world().explain({ url: '/api/authors', headers })
    expect(found.code).toMatchObject({
      received: '/api/authors?populate[0]=articles',
      answeredBy: null,
      parameters: [{ name: 'populate', kind: 'added', setBy: at(6) }],
    })
    expect(found.code?.ran).toEqual(expect.arrayContaining([at(3), at(9), at(15)]))
    expect(found.places.map(({ at: place }) => place)).toContain('data.articles')
  })

  test('under document middlewares, an explanation shows what the code populates, and each proposal takes effect', async () => {
    expect((await body('/api/authors')).data[0]).toHaveProperty('articles')
    expect(await why('/api/authors', 'data.0.articles')).toMatchObject({ isThere: true, setBy: at(6) })
    const { change } = await why('/api/authors', 'data.0.avatar')
    if (change?.kind !== 'request') throw new Error('Expected a proposal')
    expect((await body(change.url)).data[0]).toHaveProperty('avatar')
  })

  test('if the code changes nothing, the explanation gives the reasons of the content API', async () => {
    const found = await why('/api/authors?populate=avatar', 'data.0.articles')
    expect(found).toMatchObject({ isThere: false, reason: 'not-populated' })
    expect(found).not.toHaveProperty('setBy')
  })

  test('with document middlewares, an explanation names the line that removes an attribute from the result', async () => {
    expect((await body('/api/categories')).data[0]).not.toHaveProperty('slug')
    expect(await why('/api/categories', 'data.0.slug')).toMatchObject({
      isThere: false,
      reason: 'code',
      setBy: at(12),
    })
  })

  test('if the code copies all parameters of a query, the explanation lists only parameters with changed values', async () => {
    const found = await site.world().explain({ url: '/api/tags?sort=id', headers })
    expect(found.code?.parameters).toEqual([{ name: 'pagination', kind: 'changed', setBy: at(16) }])
    expect(found.places[0]).toMatchObject({ at: 'data', entries: 1 })
    expect(found.code?.changes.filter(({ path }) => path[0] === 'data')).toEqual([])
  })
})

test('the explanation names the line of the hook that changes the result', async () => {
  const { data } = await body('/api/profiles')
  expect(data[0].nickname).toBe('hidden')
  expect(await why('/api/profiles', 'data.0.nickname')).toMatchObject({ isThere: true, setBy: at(22) })
})

describe('if Strapi itself refuses a call of the code', () => {
  const refused = async (url: string) => (await site.world().explain({ url, headers })).refused
  const OWN = 'src/api/own/controllers/own.js'

  test('if Strapi refuses a call of the code, the explanation names the call and its line, not the last middleware', async () => {
    expect(await refused('/api/own/checked?filters[nope]=1')).toMatchObject({
      setBy: { file: OWN, line: 3 },
      advice: `${OWN}:3 calls strapi.contentAPI.validate.query, and Strapi itself refuses this call with 400.`,
    })
    expect(await refused('/api/own/made')).toMatchObject({
      setBy: { file: OWN, line: 7 },
      advice: `${OWN}:7 calls strapi.documents("api::article.article").create, and Strapi itself refuses this call with 400.`,
    })
  })

  test('if the default read action refuses the query, the explanation names the rule of the content API', async () => {
    expect(await refused('/api/authors?filters[nope]=1')).toMatchObject({ rule: 'filters.unknown' })
  })
})
