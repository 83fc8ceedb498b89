/** Tests explanations, the journal and other profiles for a served project with its own code. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearers, makeProject } from '../support/project.ts'
import { killAll, type Started, startedOn } from '../support/serving.ts'

const MIDDLEWARE = 'src/api/author/middlewares/articles.ts'
const project = makeProject()
project.write(
  MIDDLEWARE,
  `export default () => async (ctx, next) => {
  ctx.query = { ...ctx.query, populate: ['articles'] }
  await next()
}
`,
)
project.write(
  'src/api/author/routes/author.ts',
  `import { factories } from '@strapi/strapi'
export default factories.createCoreRouter('api::author.author', {
  config: { find: { middlewares: ['api::author.articles'] } },
})
`,
)
for (const kind of ['controller', 'service'])
  project.write(
    `src/api/author/${kind}s/author.ts`,
    `import { factories } from '@strapi/strapi'
export default factories.createCore${kind === 'service' ? 'Service' : 'Controller'}('api::author.author')
`,
  )

let server: Started
beforeAll(async () => {
  server = await startedOn(project.folder, '--fake', '3')
})
afterAll(() => {
  killAll()
  project.remove()
})

const authorization = `Bearer ${bearers().get('tokenFull') ?? ''}`
const json = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}${path}`, { headers: { authorization, ...headers } })
  return { status: response.status, body: await response.json() }
}
const SET = { file: MIDDLEWARE, line: 2 }

describe('a project whose middleware sets populate', () => {
  test('a request header adds an explanation to the answer, and the explanation names the line of the middleware', async () => {
    const plain = await json('/api/authors')
    const { explanation, ...answer } = (await json('/api/authors', { 'populace-explain': 'true' })).body
    expect(plain).toMatchObject({ status: 200 })
    expect(answer).toEqual(plain.body)
    expect(answer.data[0]).toHaveProperty('articles')
    expect(explanation).toMatchObject({ answer: { status: 200 }, code: { parameters: [{ setBy: SET }] } })
  })

  test('the explanation of one path in the answer names the line of the middleware', async () => {
    const { body } = await json('/_populace/explain?why=data.0.articles&url=/api/authors')
    expect(body).toMatchObject({ isThere: true, setBy: SET })
  })

  test('the explanation does not propose a populate that the code replaces', async () => {
    const { body } = await json('/_populace/explain?why=data.0.avatar&url=/api/authors')
    expect(body).toMatchObject({ isThere: false, change: null, decidedBy: SET })
  })

  test('the code of the project also runs under another profile', async () => {
    const { body } = await json('/_populace/answer?profile=strapi-5.54-postgres&url=/api/authors')
    expect(body.data[0]).toHaveProperty('articles')
  })

  test('the journal lists the code that ran for a request', async () => {
    await json('/api/authors?sort=name')
    const { requests } = (await json('/_populace/requests?url=/api/authors?sort=name')).body
    expect(requests.at(-1).code.ran).toEqual([expect.objectContaining({ file: MIDDLEWARE })])
    await json('/api/tags')
    const others = (await json('/_populace/requests?url=/api/tags')).body.requests
    expect(others.at(-1)).not.toHaveProperty('code')
  })
})
