/** Tests that API tokens which the code of a project makes authenticate requests, as on a real server. */
import { afterAll, expect, test } from 'vitest'
import { openSource } from '../../src/server/open.ts'
import { makeCodedProject } from '../support/coded-project.ts'

const BOOTSTRAP = `module.exports = { async bootstrap({ strapi }) {
  const tokens = strapi.service('admin::api-token')
  const made = (name, type, more) =>
    strapi.db.query('admin::api-token').create({ data: { name, type, accessKey: tokens.hash(name), ...more } })
  await made('full', 'full-access')
  await made('old', 'full-access', { expiresAt: '2020-01-01T00:00:00.000Z' })
  await made('panel', 'full-access', { kind: 'admin' })
} }
`

const ROUTES = `module.exports = { routes: [
  { method: 'POST', path: '/notes/token', handler: 'own.make', config: { auth: false } },
] }
`

const CONTROLLER = `module.exports = { async make(ctx) {
  ctx.body = await strapi.service('admin::api-token').create(JSON.parse(ctx.query.given))
} }
`

const project = makeCodedProject({
  'config/admin.js': "module.exports = { apiToken: { salt: 'salt' } }\n",
  'src/index.js': BOOTSTRAP,
  'src/api/note/routes/02-token.js': ROUTES,
  'src/api/note/controllers/own.js': CONTROLLER,
})
afterAll(project.remove)

const source = openSource(project.folder, { strictTokens: true })
afterAll(async () => (await source).end())

/** Returns the status of the answer to a request with a token. */
async function status(token: string, method: string, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = method === 'POST' ? JSON.stringify({ data: { title: 'a' } }) : undefined
  const { handle } = await source
  return (
    await handle(
      new Request(`http://localhost${path}`, { method, headers, ...(body === undefined ? {} : { body }) }),
    )
  ).status
}

async function made(given: object): Promise<string> {
  const { handle } = await source
  const url = `http://localhost/api/notes/token?given=${encodeURIComponent(JSON.stringify(given))}`
  const answer: unknown = await (await handle(new Request(url, { method: 'POST' }))).json()
  return String(Object(answer).accessKey)
}

test.each([
  ['full', 201],
  ['old', 401],
  ['panel', 401],
  ['unknown', 401],
])('the token %s of bootstrap: a POST is answered with %i', async (token, expected) => {
  expect(await status(token, 'POST', '/api/notes')).toBe(expected)
})

test('an API token that bootstrap has created is valid in a new world', async () => {
  const world = (await source).world()
  const headers = { authorization: 'Bearer full' }
  const answer = await world.handle(new Request('http://localhost/api/notes', { headers }))
  expect(answer.status).toBe(200)
})

test('an API token that a request creates has the permissions of its type', async () => {
  const reading = await made({ name: 'r', type: 'read-only' })
  expect(await status(reading, 'GET', '/api/notes')).toBe(200)
  expect(await status(reading, 'POST', '/api/notes')).toBe(403)
  const custom = await made({ name: 'c', type: 'custom', permissions: ['api::note.note.create'] })
  expect(await status(custom, 'POST', '/api/notes')).toBe(201)
  expect(await status(custom, 'GET', '/api/authors')).toBe(403)
})
