/** Tests bodies of the content API that stay in the server until code of the project reads them. */
import { expect, test } from 'vitest'
import { readBody, writeBody } from '../../../src/sources/runner/held-body.ts'
import { HeldBodies } from '../../../src/sources/runner/host/held-bodies.ts'
import type { CoreCall } from '../../../src/sources/runner/protocol.ts'
import type { Middleware } from '../../../src/sources/runner/thread/loaded.ts'
import { answered, open, refused } from './loaded.ts'

const DATA = { data: [{ id: 1, title: 'Öl' }], meta: {} }
const TEXT = JSON.stringify(DATA)
const HELD = { ...answered(200, null), body: { id: 0, length: Buffer.byteLength(TEXT) } }

/** Opens a route with the given middleware; the server holds back the body if the call allows it. */
function held(middleware: Middleware, globals: readonly Middleware[] = []) {
  const reads: string[] = []
  const opened = open({
    routes: [{ path: '/articles', handler: 'api::article.article.find', middlewares: [middleware] }],
    globals,
    core: (call) => ('hold' in call && call.hold === true ? HELD : answered(200, DATA)),
    read: (request, { id }) => {
      reads.push(`${request}:${id}`)
      return TEXT
    },
  })
  return { ...opened, reads }
}

const passing: Middleware = (_context, next) => next()

test('the body of an answer that no code reads stays in the server', async () => {
  const { send, reads } = held(passing)
  const answer = await send('/api/articles')
  expect(answer).toMatchObject({ status: 200, body: '', sameAs: 0 })
  expect(answer.headers).toMatchObject({ 'content-length': String(Buffer.byteLength(TEXT)) })
  expect(reads).toEqual([])
})

test('the first read of a held body fetches the body, and later answers of the same action have their bodies at once', async () => {
  const seen: unknown[] = []
  const { send, reads, calls } = held(async (context, next) => {
    await next()
    seen.push(Reflect.get(context, 'body'))
  })
  const answers = [await send('/api/articles'), await send('/api/articles')]
  expect(answers.map(({ body, sameAs }) => ({ body, sameAs }))).toEqual([{ body: TEXT }, { body: TEXT }])
  expect(seen).toEqual([DATA, DATA])
  expect(reads).toEqual(['1:0'])
  expect(calls.map((call) => 'hold' in call)).toEqual([true, false])
})

test('code that replaces `end` of the response gets the text of the body', async () => {
  const chunks: unknown[] = []
  const { send } = held((context, next) => {
    const response: { end: (chunk: unknown) => unknown } = Reflect.get(context, 'res')
    const end = response.end.bind(response)
    response.end = (chunk) => {
      chunks.push(chunk)
      return end(chunk)
    }
    return next()
  })
  expect(await send('/api/articles')).toMatchObject({ body: TEXT })
  expect(chunks).toEqual([TEXT])
})

test('text that code writes before the body is sent before the body', async () => {
  const { send } = held((context, next) => {
    Reflect.set(context, 'status', 200)
    Reflect.get(context, 'res').write('-')
    return next()
  })
  expect((await send('/api/articles')).body).toBe(`-${TEXT}`)
})

test('code can read a held body after its response is sent', async () => {
  const read = new Promise<unknown>((resolve) => {
    const { send } = held((context, next) => {
      Reflect.get(context, 'res').once('finish', () => resolve(Reflect.get(context, 'body')))
      return next()
    })
    void send('/api/articles')
  })
  expect(await read).toEqual(DATA)
})

test('an answer to HEAD has the length of a held body, but no body', async () => {
  const { send } = held(passing)
  const { body, headers, sameAs } = await send('/api/articles', { method: 'HEAD' })
  expect([body, sameAs, headers['content-length']]).toEqual(['', undefined, String(Buffer.byteLength(TEXT))])
})

test('the answer to a traced request has its body at once, because the trace compares the body', async () => {
  const { send, calls } = held(passing)
  expect(await send('/api/articles', { trace: true })).toMatchObject({ body: TEXT })
  expect(calls.map((call) => 'hold' in call)).toEqual([false])
})

test('a global middleware can read the bodies of other routes', async () => {
  const seen: unknown[] = []
  const { send } = held(passing, [
    async (context, next) => {
      await next()
      seen.push(Reflect.get(context, 'body'))
    },
  ])
  expect((await send('/api/else')).body).toBe(TEXT)
  expect(seen).toEqual([DATA])
})

const HOLD: CoreCall = { service: 'core', hold: true }
const LONG = { status: 200, headers: {}, body: JSON.stringify('ö'.repeat(1_000)) }

test('the server holds only successful bodies of medium length, and only if the call allows it', () => {
  const bodies = new HeldBodies()
  expect(bodies.resultOf(LONG, HOLD)).toMatchObject({ body: { id: 0, length: 2_002 } })
  expect(bodies.get(0)).toBe(LONG)
  expect(bodies.resultOf(LONG, { service: 'core' })).toMatchObject({ body: LONG.body })
  expect(bodies.resultOf({ ...LONG, body: '{}' }, HOLD)).toMatchObject({ body: '{}' })
  expect(bodies.resultOf({ ...LONG, status: 400 }, HOLD)).toMatchObject({ body: LONG.body })
  expect(bodies.resultOf({ ...LONG, body: 'x'.repeat(300_000) }, HOLD).body).toHaveLength(300_000)
})

test('the server holds at most two bodies of a request', () => {
  const bodies = new HeldBodies()
  const kinds = [1, 2, 3].map(() => typeof bodies.resultOf(LONG, HOLD).body)
  expect(kinds).toEqual(['object', 'object', 'string'])
})

test('a body is passed in shared memory, and reading a body that is gone throws an error', () => {
  expect(readBody(3, (memory) => writeBody(memory, 'äx'))).toBe('äx')
  expect(() => readBody(3, (memory) => writeBody(memory, undefined))).toThrow(
    'The body of this answer no longer exists: read ctx.body before the response ends',
  )
})

test('the body of an error of the content API is not held', async () => {
  const { send } = open({
    routes: [{ path: '/articles', handler: 'api::article.article.find', middlewares: [passing] }],
    core: () => refused(400, 'ValidationError', 'Invalid key x'),
    read: () => '',
  })
  expect(JSON.parse(String((await send('/api/articles')).body))).toMatchObject({ error: { status: 400 } })
})
