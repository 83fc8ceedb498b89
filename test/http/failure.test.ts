/** Tests that an exception gives a 500 answer and a line in the log, and the server continues. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ApiResponse, ContentApi } from '../../src/reference/api.ts'
import { type Failure, formatFailure, internalError } from '../../src/reference/failure.ts'
import { fetchHandler } from '../../src/reference/fetch.ts'
import type { RequestLog } from '../../src/server/http/reply.ts'
import { type Running, type ServeOptions, serve } from '../../src/server/http/serve.ts'
import { guide, planted } from '../support/raw.ts'

const STANDARD = {
  data: null,
  error: { status: 500, name: 'InternalServerError', message: 'Internal Server Error' },
}

const throwing = planted((url) => {
  if (url.includes('/api/broken')) throw new RangeError('too deep\nto say')
  return undefined
})

/** Returns an API whose answer to `/api/broken` has a type that only untyped JavaScript could return. */
const giving = (answer: unknown): ContentApi => ({
  graph: guide.graph,
  answer: (request) => (request.url === '/api/broken' ? (answer as ApiResponse) : guide.answer(request)),
})

let running: Running | undefined
const served = async (api: ContentApi, options: ServeOptions = {}): Promise<string> => {
  running = await serve(api, { port: 0, ...options })
  return running.url
}
afterEach(async () => {
  vi.restoreAllMocks()
  await running?.stop()
})

describe('over HTTP', () => {
  test('the caller gets the standard body, `fail` gets the error, and the next caller gets an answer', async () => {
    const failures: Failure[] = []
    const log: RequestLog[] = []
    const url = await served(throwing, { fail: (one) => failures.push(one), log: (line) => log.push(line) })
    const answer = await fetch(`${url}/api/broken?x=1`)
    expect(answer.status).toBe(500)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await answer.json()).toEqual(STANDARD)
    expect(failures).toEqual([{ method: 'GET', url: '/api/broken?x=1', error: expect.any(RangeError) }])
    expect(log).toMatchObject([{ url: '/api/broken?x=1', status: 500 }])
    expect((await fetch(`${url}/api/restaurants`)).status).toBe(200)
  })

  test('without `fail`, the server prints the error as one line to standard error', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    const url = await served(throwing)
    await fetch(`${url}/api/broken`)
    expect(printed.mock.calls).toEqual([
      [expect.stringContaining('GET /api/broken: RangeError: too deep\\u000ato say')],
    ])
  })

  test('the 500 answer to a HEAD request has no body', async () => {
    const url = await served(throwing, { fail: () => undefined })
    const answer = await fetch(`${url}/api/broken`, { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([500, ''])
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a promise', Promise.resolve({ status: 200, headers: {}, body: '' })],
    ['no status', { headers: {}, body: '' }],
    ['a status that is none', { status: 99, headers: {}, body: '' }],
    ['no body', { status: 200, headers: {} }],
    ['a header value with a line break', { status: 200, headers: { a: 'b\r\nc: d' }, body: 'text' }],
    [
      'a long body and a header value with a line break',
      { status: 200, headers: { a: 'b\rc' }, body: 'x'.repeat(100_000) },
    ],
  ])('%s in place of an answer gives a 500', async (_what, answer) => {
    const failures: Failure[] = []
    const url = await served(giving(answer), { fail: (one) => failures.push(one) })
    const got = await fetch(`${url}/api/broken`)
    expect([got.status, await got.json()]).toEqual([500, STANDARD])
    expect(failures).toHaveLength(1)
    expect((await fetch(`${url}/api/restaurants`)).status).toBe(200)
  })

  test('an exception after the answer has begun ends only the connection of its request', async () => {
    const failures: Failure[] = []
    const body = new ArrayBuffer(8)
    const url = await served(giving({ status: 200, headers: {}, body }), {
      fail: (one) => failures.push(one),
    })
    await expect(fetch(`${url}/api/broken`)).rejects.toThrow()
    expect(failures).toHaveLength(1)
    expect((await fetch(`${url}/api/restaurants`)).status).toBe(200)
  })

  test('the server prints an exception in the callback `fail` or `log`, and continues', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    const fail = (): never => {
      throw new Error('the callback')
    }
    const url = await served(throwing, { fail, log: fail })
    expect((await fetch(`${url}/api/broken`)).status).toBe(500)
    expect((await fetch(`${url}/api/restaurants`)).status).toBe(200)
    expect(printed.mock.calls.map(([line]) => String(line).includes('the callback'))).toEqual([
      true,
      true,
      true,
    ])
  })
})

describe('as a fetch handler', () => {
  test('if the API throws in a fetch handler, the answer has the standard body, and the callback gets the request and the error', async () => {
    const failures: Failure[] = []
    const handle = fetchHandler(throwing, (one) => failures.push(one))
    const answer = handle(
      new Request('http://localhost/api/broken', { headers: { origin: 'http://a.example' } }),
    )
    expect([answer.status, await answer.json()]).toEqual([500, STANDARD])
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://a.example')
    expect(failures).toEqual([
      { method: 'GET', url: 'http://localhost/api/broken', error: expect.any(RangeError) },
    ])
    expect(handle(new Request('http://localhost/api/restaurants')).status).toBe(200)
  })

  test('without a callback for failures, the handler prints the error to standard error', () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    expect(fetchHandler(throwing)(new Request('http://localhost/api/broken')).status).toBe(500)
    expect(printed).toHaveBeenCalledOnce()
  })

  test('an answer with a status that Response rejects becomes a 500', async () => {
    const api = planted(() => ({ status: 101, headers: {}, body: '' }))
    const answer = fetchHandler(api, () => undefined)(new Request('http://localhost/'))
    expect([answer.status, await answer.json()]).toEqual([500, STANDARD])
  })
})

describe('a failure', () => {
  test('a failure is logged as printable ASCII for any request', () => {
    const url = `/api/\u001b[2Jx\n\u009b31m\u202e${'a'.repeat(20_000)}`
    const line = formatFailure({ method: 'GET\r\n', url, error: new Error(`\u0007${'m'.repeat(5_000)}`) })
    expect(line).toMatch(/^[ -~]{100,1000}$/)
    expect(line).toContain('GET\\u000d\\u000a /api/\\u001b[2Jx\\u000a\\u009b31m\\u202eaaa')
  })

  test.each([['a text'], [undefined], [null], [{ message: 'x' }]])(
    'a failure is logged with the type of a thrown value that is not an error: %j',
    (error) => {
      expect(formatFailure({ method: 'GET', url: '/', error })).toContain(`thrown: ${typeof error}`)
    },
  )

  test('a failure gets an answer that pages of any origin may read', () => {
    expect(internalError('http://a.example').headers).toMatchObject({
      'access-control-allow-origin': 'http://a.example',
      vary: 'Origin',
    })
    expect(internalError(undefined).headers).not.toHaveProperty('access-control-allow-origin')
  })
})
