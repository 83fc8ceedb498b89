/** Tests each adapter with the library that it adapts to. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { Hono } from 'hono'
import { setupServer } from 'msw/node'
import { createServer as createVite } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { fetchHandler } from '../../src/reference/fetch.ts'
import { middleware } from '../../src/server/adapters/connect.ts'
import type { Handler } from '../../src/server/adapters/handler.ts'
import { honoMiddleware } from '../../src/server/adapters/hono.ts'
import { mswHandlers } from '../../src/server/adapters/msw.ts'
import { nextRoute } from '../../src/server/adapters/next.ts'
import { populace } from '../../src/server/adapters/vite.ts'
import { graphOf } from '../support/datasets.ts'

const handle = fetchHandler(createReferenceApi(graphOf('guide')))

const URLS = [
  '/api/restaurants?populate=*&filters[name][$containsi]=a',
  '/api/articles?sort=title:desc&pagination[pageSize]=2',
  '/api/restaurants?fields=nope',
  '/api/none',
]

interface Answer {
  readonly status: number
  readonly body: string
  readonly type: string | null
}

const read = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.text(),
  type: response.headers.get('content-type'),
})

/** Returns the answer that the handler gives without an adapter. */
const right = async (url: string, init?: RequestInit): Promise<Answer> =>
  read(await handle(new Request(`http://localhost${url}`, init)))

const statuses = [200, 200, 400, 404]

/** Tests that an adapter answers below `/api` like the handler, and leaves all other paths to the application. */
function answersAlike(ask: (url: string, init?: RequestInit) => Promise<Response>): void {
  test('the adapters give the same answers as the handler without an adapter', async () => {
    for (const [at, url] of URLS.entries()) {
      const answer = await read(await ask(url))
      expect(answer).toEqual(await right(url))
      expect(answer.status).toBe(statuses[at])
    }
  })

  test('the adapters pass headers and methods on to the handler', async () => {
    const headers = { authorization: 'Bearer editor-token' }
    expect(await read(await ask('/api/articles?status=draft', { headers }))).toEqual(
      await right('/api/articles?status=draft', { headers }),
    )
    const post = { method: 'POST', body: '{"data":{}}', headers: { 'content-type': 'application/json' } }
    expect(await read(await ask('/api/articles', post))).toEqual(await right('/api/articles', post))
    const head = await ask('/api/articles', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
}

describe('MSW', () => {
  const server = setupServer(...mswHandlers(handle, { origin: 'https://cms.example' }))
  beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
  afterAll(() => server.close())
  answersAlike((url, init) => fetch(`https://cms.example${url}`, init))

  test('the MSW adapter does not handle paths outside `/api`', async () => {
    await expect(fetch('https://cms.example/apis')).rejects.toThrow()
  })

  test('the MSW adapter handles requests to any origin if its options name no origin', async () => {
    const [handler] = mswHandlers(handle, { paths: ['/cms'] })
    const answer = await handler?.run({ request: new Request('http://any.example:81/cms'), requestId: '1' })
    expect(answer?.response?.status).toBe(404)
  })
})

describe('Hono', () => {
  const app = new Hono()
  app.use(honoMiddleware(handle))
  app.get('/other', (context) => context.text('other'))
  answersAlike(async (url, init) => app.request(`http://localhost${url}`, init))

  test('the Hono adapter leaves paths outside `/api` to the application', async () => {
    expect(await (await app.request('/other')).text()).toBe('other')
    expect((await app.request('/apis')).status).toBe(404)
  })
})

/** Starts a node:http server for the tests of a block. */
function listening(listener: RequestListener): (path: string) => string {
  const server = createServer(listener)
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return (path) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
}

describe('Express', () => {
  const app = express()
  app.use(middleware(handle))
  app.use('/below', middleware(handle, { paths: ['/below'] }))
  app.use('/roomy', middleware(handle, { paths: ['/roomy'], maxBodySize: 3_000_000 }))
  app.get('/other', (_request, response) => void response.send('other'))
  const url = listening(app)
  answersAlike((path, init) => fetch(url(path), init))

  test('the Express adapter leaves paths outside `/api` to the application', async () => {
    expect(await (await fetch(url('/other'))).text()).toBe('other')
    expect((await fetch(url('/apis'))).status).toBe(404)
  })

  test('the Express adapter passes the whole path to the handler if it is mounted below a path', async () => {
    expect((await (await fetch(url('/below/x'))).json()).error.status).toBe(404)
  })

  test('the Express adapter passes errors of the handler on to Express', async () => {
    const broken = express()
    broken.use(middleware((() => Promise.reject(new Error('broken'))) satisfies Handler))
    broken.use(
      ((error, _request, response, _next) =>
        void response.status(502).send(String(error))) as express.ErrorRequestHandler,
    )
    const server = broken.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/x`)
    expect([answer.status, await answer.text()]).toEqual([502, 'Error: broken'])
    server.closeAllConnections()
    server.close()
  })

  test('the Express adapter rejects a body that is too long', async () => {
    const answer = await fetch(url('/api/articles'), { method: 'POST', body: 'x'.repeat(2_000_000) })
    expect(answer.status).toBe(413)
    const roomy = await fetch(url('/roomy/x'), { method: 'POST', body: 'x'.repeat(2_000_000) })
    expect(roomy.status).toBe(405)
  })
})

describe('Next', () => {
  const route = nextRoute(handle)
  answersAlike((url, init) => {
    const method = (init?.method ?? 'GET') as keyof typeof route
    return route[method](new Request(`http://localhost${url}`, init))
  })
})

describe('Vite', async () => {
  const vite = await createVite({
    configFile: false,
    logLevel: 'silent',
    plugins: [populace(handle)],
    server: { port: 0, host: '127.0.0.1', ws: false },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
  })
  await vite.listen()
  afterAll(() => vite.close())
  const [origin = ''] = vite.resolvedUrls?.local ?? []
  answersAlike((url, init) => fetch(new URL(url, origin), init))

  test('the Vite adapter leaves paths outside `/api` to Vite', async () => {
    expect((await fetch(new URL('/apis', origin))).status).toBe(404)
  })
})
