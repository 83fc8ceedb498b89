/** Tests actions of custom controllers: the permissions that they need, and the API errors that they catch. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenedSource, openSource } from '../../src/server/index.ts'
import { makeProject } from '../support/project.ts'

const project = makeProject()
project.write(
  'src/api/report/routes/report.js',
  `const names = ['granted', 'closed', 'refused']
module.exports = {
  routes: names.map((name) => ({ method: 'GET', path: '/reports/' + name, handler: 'report.' + name })),
}
`,
)
project.write(
  'src/api/report/controllers/report.js',
  `const { errors } = require('@strapi/utils')
module.exports = ({ strapi }) => ({
  granted: (ctx) => ctx.send({ fine: true }),
  closed: (ctx) => ctx.send({ fine: true }),
  async refused(ctx) {
    try {
      await strapi.controller('api::tag.tag').find(ctx)
    } catch (error) {
      ctx.body = { isKnown: error instanceof errors.ValidationError, name: error.name }
    }
  },
})
`,
)
for (const kind of ['Router', 'Controller', 'Service'])
  project.write(
    `src/api/tag/${kind === 'Router' ? 'route' : kind.toLowerCase()}s/tag.js`,
    `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::tag.tag')\n`,
  )

// The type `category` has no service, and the service of `author` lacks Strapi's methods.
for (const name of ['author', 'category']) {
  const made = (kind: string) =>
    `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::${name}.${name}')\n`
  project.write(`src/api/${name}/routes/${name}.js`, made('Router'))
  project.write(`src/api/${name}/controllers/${name}.js`, made('Controller'))
}
project.write('src/api/author/services/author.js', 'module.exports = () => ({ count: () => 1 })\n')

let site: OpenedSource
beforeAll(async () => {
  const grant = ['api::report.report.granted', 'public=api::report.report.refused']
  site = await openSource(project.folder, { env: {}, grant, tell: () => undefined })
})
afterAll(() => {
  site.end()
  project.remove()
})

const get = async (path: string) => {
  const response = await site.handle(new Request(`http://localhost/api/${path}`))
  return { status: response.status, body: await response.json() }
}

test('a granted permission allows the action that it names, but not another action', async () => {
  expect(await get('reports/granted')).toEqual({ status: 200, body: { fine: true } })
  expect((await get('reports/closed')).status).toBe(403)
})

test.each([
  ['*.find', 403],
  ['GET *', 200],
])('with the permission %s, a GET route of a custom action answers %i', async (permission, status) => {
  const options = { env: {}, grant: [permission], tell: () => undefined }
  const opened = await openSource(project.folder, options)
  const answer = await opened.handle(new Request('http://localhost/api/reports/closed'))
  opened.end()
  expect(answer.status).toBe(status)
})

test('the code of a project catches an error of the content API as the error class that it imports', async () => {
  const { body } = await get('reports/refused?filters[nope]=1')
  expect(body).toEqual({ isKnown: true, name: 'ValidationError' })
})

test.each(['authors', 'categories', 'authors/nobody', 'categories/nobody'])(
  'a default action of Strapi fails if the service of its type lacks the method: /api/%s',
  async (path) => {
    const { status, body } = await get(path)
    expect([status, body.error.name]).toEqual([500, 'InternalServerError'])
    expect((await get(`${path}?filters[nope]=1`)).status).toBe(400)
  },
)

test('a dataset without code rejects a grant of an unknown action', async () => {
  await expect(openSource('fixtures/guide', { grant: ['api::report.report.granted'] })).rejects.toThrow(
    /^grant api::report\.report\.granted: unknown action: expected /,
  )
})

test('a project rejects a grant of an action that no route has, and names the most similar one', async () => {
  const opened = openSource(project.folder, {
    env: {},
    grant: ['api::report.report.grantde'],
    tell: () => undefined,
  })
  await expect(opened).rejects.toThrow(
    'grant api::report.report.grantde: no route of the project has this action; did you mean api::report.report.granted?',
  )
})
