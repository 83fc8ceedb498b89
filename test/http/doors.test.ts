/** Tests that a request gets the same bytes over HTTP, through the handler and from the API. */
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { datasetFolder } from '../../src/oracle/suite/suite.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { fetchHandler } from '../../src/reference/fetch.ts'
import { loadDataset } from '../../src/reference/load/load.ts'
import type { RequestLog } from '../../src/server/http/reply.ts'
import { type Running, serve } from '../../src/server/http/serve.ts'

const api = createReferenceApi(loadDataset(datasetFolder('guide')))
const handle = fetchHandler(api)
const log: RequestLog[] = []
let running: Running

beforeAll(async () => {
  running = await serve(api, { port: 0, log: (line) => log.push(line) })
})
afterAll(() => running.stop())

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends an HTTP request over a socket, without any change of its path. */
function overHttp(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(running.url, { method, path, headers, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (body += chunk))
      response.on('end', () => {
        const entries = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(entries), body })
      })
    })
    request.on('error', reject)
    request.end()
  })
}

async function overFetch(
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = handle(new Request(`http://localhost${path}`, { method, headers }))
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}

const requests: readonly [string, string, Record<string, string>?][] = [
  ['GET', '/api/restaurants?populate=*'],
  ['GET', '/api/restaurants?filters[name][$contains]=%C3%A9&populate[0]=reviews'],
  ['GET', '/api/restaurants?filters%5Bname%5D%5B%24eq%5D=Biscotte'],
  ['GET', '/api/restaurants/?fields=name'],
  ['GET', '/API/Restaurants?fields=nope'],
  ['GET', '/api/nothing'],
  ['GET', '/api/ledgers'],
  ['GET', '/api/restaurants/%zz'],
  ['GET', '/api/articles', { authorization: 'Bearer admin-token' }],
  ['GET', '/api/articles', { authorization: 'Bearer nobody-knows' }],
  ['GET', '/api/articles?fields=title', { 'strapi-response-format': 'v4' }],
  ['HEAD', '/api/restaurants'],
  ['OPTIONS', '/api/restaurants'],
  [
    'OPTIONS',
    '/api/restaurants',
    { origin: 'http://localhost:3000', 'access-control-request-method': 'GET' },
  ],
  ['POST', '/api/restaurants'],
  ['PATCH', '/api/restaurants'],
  ['DELETE', '/api/restaurants/restaurantbiscotte000001'],
]

describe('the API, HTTP and the handler', () => {
  test.each(requests)(
    '%s %s gets the same answer from the API, over HTTP and through the handler',
    async (method, url, headers = {}) => {
      const pure = api.answer({ method, url, headers })
      for (const door of [overHttp, overFetch]) {
        const answer = await door(method, url, headers)
        expect({ status: answer.status, body: answer.body }).toEqual({ status: pure.status, body: pure.body })
        expect(answer.headers).toMatchObject(pure.headers)
      }
    },
  )

  test('the server logs a request with its status, its client and its duration', async () => {
    log.length = 0
    await overHttp('GET', '/api/restaurants?fields=name')
    expect(log).toEqual([
      expect.objectContaining({
        ...{ method: 'GET', url: '/api/restaurants?fields=name', status: 200, client: '127.0.0.1' },
        milliseconds: expect.any(Number),
      }),
    ])
  })

  test('a URL that is too long gets status 431 from the API, over HTTP and through the handler', async () => {
    const path = `/api/restaurants?${'a'.repeat(17_000)}`
    expect(api.answer({ url: path }).status).toBe(431)
    expect((await overHttp('GET', path)).status).toBe(431)
    expect((await overFetch('GET', path)).status).toBe(431)
  })

  test('if the port is in use, `serve` of the library rejects with EADDRINUSE', async () => {
    const port = Number(new URL(running.url).port)
    await expect(serve(api, { port })).rejects.toThrow(/EADDRINUSE/)
  })
})
