/** Tests that the endpoints of the plugin `strapi-typed-client` answer as a real server does over the same project. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { buildGraph } from '../../src/reference/load/build.ts'
import { createMock } from '../../src/server/mock.ts'
import { graphOf } from '../../src/sources/index.ts'
import { openProject } from '../../src/sources/project/open.ts'
import { makeProject } from '../support/project.ts'

const file = new URL('../../fixtures/strapi-5.54/beside/typed-client.json.gz', import.meta.url)
const recorded = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'))

const project = makeProject()
afterAll(project.remove)
const graph = graphOf(await openProject(project.folder, { env: {} }))
const now = (): number => Date.parse(recorded.generatedAt)
const mock = createMock(graph, { now })
const get = (path: string) => mock.answer({ url: `/api/strapi-typed-client/${path}` })

test('the schema endpoint answers the schemas, the endpoints and the hash that clients compare', async () => {
  const { status, body } = await get('schema')
  expect((await get('Schema/?any=thing')).body).toBe(body)
  expect(status).toBe(200)
  expect(JSON.parse(body)).toEqual(recorded)
})

test('the hash of the schemas is available separately, and as an event', async () => {
  const { hash, generatedAt } = recorded
  expect(JSON.parse((await get('schema-hash')).body)).toEqual({ hash, generatedAt })
  const { headers, body } = await get('schema-watch')
  expect(headers['content-type']).toBe('text/event-stream')
  expect(body).toBe(`retry: 1000\nevent: connected\ndata: ${JSON.stringify({ hash, generatedAt })}\n\n`)
})

test('the schema endpoint shows nothing private, gives another schema another hash, and refuses other methods', async () => {
  const { body } = await get('schema')
  expect(body).not.toMatch(/internalNote|aPrivate|resetPasswordToken/)
  const other = buildGraph({
    contentTypes: { note: { info: { singularName: 'note', pluralName: 'notes' }, attributes: {} } },
  })
  if (!('graph' in other)) throw new Error(JSON.stringify(other.faults))
  const asked = await createMock(other.graph).answer({ url: '/api/strapi-typed-client/schema-hash' })
  expect(JSON.parse(asked.body).hash).not.toBe(recorded.hash)
  const posted = await mock.answer({ method: 'POST', url: '/api/strapi-typed-client/schema' })
  expect(posted.status).toBe(405)
})
