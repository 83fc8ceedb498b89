/** Tests a server behind a proxy, several replicas, and the endpoints for operators. */
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ComponentNode, Row } from '../../src/reference/graph/graph.ts'
import { nodesOf } from '../../src/reference/graph/nodes.ts'
import { loginAnswer } from '../../src/server/admin/access.ts'
import { Metrics } from '../../src/server/admin/metrics.ts'
import { metricsText } from '../../src/server/admin/scrape.ts'
import { REPLICAS } from '../../src/server/http/limits.ts'
import { isPrefix, placed } from '../../src/server/http/prefix.ts'
import { type Running, serve } from '../../src/server/http/serve.ts'
import { createMock, type Mock } from '../../src/server/mock.ts'
import { patched } from '../../src/server/worlds/patch.ts'
import { Worlds } from '../../src/server/worlds/worlds.ts'
import { firstIds, IdSource } from '../../src/writing/ids.ts'
import { graphOf } from '../support/datasets.ts'
import { serveWorlds } from '../support/worlds.ts'

const guide = graphOf('guide')

describe('the base path', () => {
  test.each([
    ['/cms/api/x?y', {}, '/cms', '/api/x?y', '/cms'],
    ['/cms', {}, '/cms', '/', '/cms'],
    ['/cms?y', {}, '/cms', '/?y', '/cms'],
    ['/cmsx/api', {}, '/cms', '/cmsx/api', '/cms'],
    ['/_health', {}, '/cms', '/_health', '/cms'],
    ['/api/x', { 'x-forwarded-prefix': '/edge' }, '', '/api/x', '/edge'],
    ['/api/x', { 'x-forwarded-prefix': '/edge/' }, '/cms', '/api/x', '/edge'],
    ['/cms/api/x', { 'x-forwarded-prefix': '/edge' }, '/cms', '/api/x', '/edge/cms'],
    ['/api/x', { 'x-forwarded-prefix': '//other.example' }, '', '/api/x', ''],
    ['/api/x', { 'x-forwarded-prefix': '/a"><script>' }, '', '/api/x', ''],
    ['http://localhost/api/x', {}, '/cms', 'http://localhost/api/x', '/cms'],
  ])(
    'the base path is found for the target %s with headers %j and the option "%s"',
    (target, headers, basePath, url, prefix) => {
      expect(placed(target, headers, basePath)).toEqual({ url, prefix })
    },
  )

  test('the base path is part of the cookie path and of the redirect after a login', () => {
    const access = { isLocal: false, secret: 'some-secret-text' }
    const answer = loginAnswer({ url: '/_populace?secret=some-secret-text', prefix: '/cms' }, access)
    expect(answer?.headers).toMatchObject({
      location: '/cms/_populace',
      'set-cookie': expect.stringContaining('; Path=/cms/_populace; '),
    })
  })

  test('the base path is accepted only if it is a path without a host or special characters', () => {
    expect(['/cms', '/a/b.c', '/~me'].map(isPrefix)).toEqual([true, true, true])
    expect(['', '/', 'cms', '/a//b', '//host', '/a b', '/a?b', '/%2e'].map(isPrefix)).not.toContain(true)
  })
})

describe('a server', () => {
  let running: Running
  let isReady = false
  beforeAll(async () => {
    const mock = createMock(guide)
    running = await serve(mock.api, {
      ...{ port: 0, layers: mock.layers, basePath: '/cms', isReady: () => isReady },
    })
  })
  afterAll(() => running.stop())
  const status = async (path: string): Promise<number> => (await fetch(`${running.url}${path}`)).status

  test('a server serves content below its base path, and a health check also outside the base path', async () => {
    expect(await status('/cms/api/categories')).toBe(200)
    expect(await status('/_health')).toBe(204)
  })

  test('the endpoint /_ready answers 200 from the end of loading until the server begins to stop', async () => {
    expect(await status('/_ready')).toBe(503)
    isReady = true
    expect(await status('/cms/_ready')).toBe(200)
    const socket = createConnection(Number(new URL(running.url).port), '127.0.0.1')
    await once(socket, 'connect')
    const drained = running.drain(10_000)
    socket.write('GET /_ready HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 503 [\s\S]*connection: close[\s\S]*\{"ready":false\}$/i)
    await drained
  })
})

describe('metrics', () => {
  test('metrics have only labels from a fixed list, which clients cannot extend', () => {
    const metrics = new Metrics()
    for (const method of ['GET', 'GET', 'BREW', 'PURGE'])
      metrics.count({ method, status: 200, milliseconds: 3 })
    metrics.count({ method: 'GET', status: 0, milliseconds: 20_000 })
    const text = metricsText(metrics, { version: '1.0.0', worlds: { all: 3, changed: 1, most: 9 } })
    const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(samples).toEqual(
      expect.arrayContaining([
        'populace_requests_total{method="GET",code="2xx"} 2',
        'populace_requests_total{method="other",code="2xx"} 2',
        'populace_requests_total{method="GET",code="cut"} 1',
        'populace_request_duration_seconds_bucket{le="0.001"} 0',
        'populace_request_duration_seconds_bucket{le="0.005"} 4',
        'populace_request_duration_seconds_bucket{le="+Inf"} 5',
        'populace_request_duration_seconds_count 5',
        'populace_worlds{changed="false"} 2',
        'populace_worlds_limit 9',
      ]),
    )
    for (const line of samples)
      expect(line).toMatch(/^[a-z_]+(?:\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})? \d[\d.e+-]*$/)
  })

  test('metrics are served by an endpoint', async () => {
    const running = await serveWorlds(guide)
    await fetch(`${running.url}/api/categories`, { headers: { 'populace-world': 'one' } })
    const scraped = await fetch(`${running.url}/_populace/metrics`)
    const text = await scraped.text()
    const posted = await fetch(`${running.url}/_populace/metrics`, { method: 'POST' })
    await running.stop()
    expect(scraped.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(text).toContain('populace_requests_total{method="GET",code="2xx"} 1\n')
    expect(text).toContain('populace_worlds{changed="false"} 1\n')
    expect(posted.status).toBe(405)
  })
})

describe('replicas', () => {
  const create = async (replica: number | undefined): Promise<readonly string[]> => {
    const mock = createMock(guide, replica === undefined ? { admit } : { admit, replica })
    const made: string[] = []
    for (const name of ['One', 'Two', 'Three']) {
      const body = async (): Promise<Uint8Array> => Buffer.from(JSON.stringify({ data: { name } }))
      const headers = { authorization: 'Bearer admin-token', 'content-type': 'application/json' }
      const answer = await mock.answer({ method: 'POST', url: '/api/categories', headers, body })
      const { data } = JSON.parse(answer.body)
      made.push(`id ${data.id}`, data.documentId)
    }
    return made
  }
  const admit = (): void => undefined

  test('replicas give different ids to new entries, and two servers without a replica number give equal ids', async () => {
    const all = await Promise.all([undefined, undefined, 0, 1, 7].map(create))
    const [alone, again, ...replicas] = all
    expect(alone).toEqual(again)
    expect(new Set(replicas.flat()).size).toBe(replicas.flat().length)
  })

  test('replicas give different ids to the entries and components of a patch, and to new users', async () => {
    const blocks = [{ __component: 'blocks.quote', text: 'x' }]
    const patch = {
      restaurants: {
        create: [
          { name: 'One', blocks },
          { name: 'Two', blocks },
        ],
      },
    }
    const body = async (): Promise<Uint8Array> =>
      Buffer.from('{"username":"new","email":"new@crumb.example","password":"secret-1"}')
    const made: string[] = []
    for (const replica of [0, 1, 7]) {
      const mock = createMock(guide, { replica })
      const { graph, created } = patched(guide, patch, mock.newIds)
      const before = guide.tables.get('api::restaurant.restaurant')?.byId
      const rows = graph.tables.get('api::restaurant.restaurant')?.rows ?? []
      for (const row of rows.filter(({ id }) => before?.has(id) !== true))
        for (const { uid, id } of nodesOf<Row | ComponentNode>(row)) made.push(`${uid} ${id}`)
      for (const entry of created['restaurants'] ?? []) made.push(String(Object(entry).documentId))
      mock.use(graph)
      const headers = { 'content-type': 'application/json' }
      const request = { method: 'POST', url: '/api/auth/local/register', headers, body }
      made.push(`user ${JSON.parse((await mock.answer(request)).body).user.id}`)
    }
    expect(made).toHaveLength(3 * 7)
    expect(new Set(made).size).toBe(made.length)
  })

  test('replicas never give the same id twice, even if a row already has the highest id', () => {
    const seen = new Set<number>()
    for (let replica = 0; replica < REPLICAS; replica++) {
      const ids = new IdSource(firstIds(guide, '', { number: replica, of: REPLICAS }))
      ids.take('api::category.category', replica % 3 === 0 ? 1000 : 1)
      for (let count = 0; count < 5; count++) seen.add(ids.next('api::category.category'))
      expect(ids.left.replica?.number).toBe(replica)
    }
    expect(seen.size).toBe(5 * REPLICAS)
  })
})

test('a server whose worlds are all changed reports its limit and the remedy', async () => {
  const make = (graph: typeof guide): Mock => createMock(graph)
  const worlds = new Worlds({ base: () => guide, make, most: 1 })
  worlds.get('a')?.edit((dataset) => {
    dataset.settings = { rest: { maxLimit: 7 } }
  })
  expect(worlds.counts()).toEqual({ all: 1, changed: 1, most: 1 })
  expect(await worlds.answer('b', { url: '/api/categories' })).toBeUndefined()
  expect(worlds.full).toBe(
    'All 1 worlds are changed, which is the limit of --max-worlds: DELETE /_populace/worlds/NAME frees one',
  )
})
