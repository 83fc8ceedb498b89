/**
 * Tests code that lacks a package or the network: middlewares are skipped, and a handler answers 500 with the reason.
 */
import type Koa from 'koa'
import { describe, expect, test } from 'vitest'
import { RefusedCall } from '../../../src/sources/runner/thread/guard/refuse.ts'
import { callMethod } from '../../../src/sources/runner/thread/http/settings.ts'
import type { Middleware } from '../../../src/sources/runner/thread/loaded.ts'
import { PackageError } from '../../../src/sources/runner/thread/modules/stand-in.ts'
import { brokenFile, Unavailable } from '../../../src/sources/runner/thread/strapi/unavailable.ts'
import { answered, open } from './loaded.ts'

const uuid = (): PackageError =>
  new PackageError('The package "uuid" is not installed.', 'the package "uuid" is not installed', 'uuid')
const closed = (): RefusedCall =>
  new RefusedCall('closed', 'connects to pay.example:443', { file: 'src/pay.ts', line: 3 })

const FIND = 'api::article.article.find'
const core = () => answered(200, { data: [1], meta: {} })
const route = (more: object = {}) => ({ path: '/articles', handler: FIND, auth: false, ...more })
const messageOf = (body: unknown): unknown => JSON.parse(String(body)).error?.message

test('a middleware without its package is skipped, and one line reports it', async () => {
  const { send, lines } = open({
    core,
    globals: [
      () => {
        throw uuid()
      },
    ],
    routes: [route()],
  })
  expect((await send('/api/articles')).body).toBe('{"data":[1],"meta":{}}')
  expect((await send('/api/articles')).status).toBe(200)
  expect(lines).toEqual([
    expect.stringMatching(/^warn: loaded\.ts does not run: the package "uuid" is not installed \(.*:\d+\)$/),
  ])
})

test('if a middleware lacks a package after its call of `next`, the answer is sent unchanged', async () => {
  const late: Middleware = async (_context, next) => {
    await next()
    throw new Error('wrapped', { cause: uuid() })
  }
  const { send, lines, calls } = open({ core, routes: [route({ middlewares: [late] })] })
  expect((await send('/api/articles')).body).toBe('{"data":[1],"meta":{}}')
  expect(calls.length).toBe(1)
  expect(lines[0]).toContain('loaded.ts does not run after the answer')
})

test('the 500 answer of a failed handler is sent even if a middleware around the handler lacks a package', async () => {
  const sentry: Middleware = async (_context, next) => {
    try {
      await next()
    } catch {
      throw uuid()
    }
  }
  const fail: Middleware = (context) => callMethod(context, 'throw', [409, 'taken'])
  const { send, lines } = open({ routes: [route({ handler: fail, middlewares: [sentry] })] })
  const { status, body } = await send('/api/articles')
  expect([status, messageOf(body)]).toEqual([409, 'taken'])
  expect(lines[0]).toContain('loaded.ts does not run after the answer')
})

test('an error of the handler counts as an error of the handler, not of a middleware around it', async () => {
  const { send, lines } = open({
    routes: [
      route({
        handler: () => {
          throw uuid()
        },
        middlewares: [(_context: object, next: () => Promise<unknown>) => next()],
      }),
    ],
  })
  const { status, body } = await send('/api/articles')
  expect(status).toBe(500)
  expect(messageOf(body)).toMatch(/^The package "uuid" is not installed \(bypass\.test\.ts:\d+\)\.$/)
  expect(lines).toEqual([expect.stringContaining('error: GET /api/articles: PackageError')])
})

test('a 500 answer that the code itself sets is logged with the file and line of the code', async () => {
  const set = (status: number, body: unknown) => (context: Koa.Context) =>
    Object.assign(context, { status, body })
  const handlers = [set(500, { error: { message: 'no redis' } }), set(503, 'later'), set(404, 'nothing')]
  const { send, lines } = open({
    routes: handlers.map((handler, at) => ({ path: `/own/${at}`, handler, auth: false })),
  })
  for (const [at, status] of [500, 503, 404].entries())
    expect((await send(`/api/own/${at}`)).status).toBe(status)
  const itself = 'the code of the project answered'
  expect(lines).toEqual([
    expect.stringMatching(
      new RegExp(`^error: GET /api/own/0: ${itself} 500 itself: no redis \\(\\S+:\\d+\\)$`),
    ),
    expect.stringMatching(new RegExp(`^error: GET /api/own/1: ${itself} 503 itself \\(\\S+:\\d+\\)$`)),
  ])
})

describe('an error that the code caught', () => {
  const convert =
    (fail: (context: object) => void): Middleware =>
    (context) => {
      try {
        throw uuid()
      } catch {
        fail(context)
      }
    }
  const answers = async (handler: Middleware) => {
    const { send, lines } = open({ routes: [route({ handler })] })
    return { ...(await send('/api/articles')), lines }
  }
  const NAMED = expect.stringMatching(
    /^error: GET \/api\/articles: the package "uuid" is not installed \(bypass\.test\.ts:\d+\); the code caught this error$/,
  )

  test('a missing package whose error the code caught is named in the message of a 500 that the code throws afterwards', async () => {
    const { status, body, lines } = await answers(
      convert((context) => callMethod(context, 'throw', [500, 'no rates'])),
    )
    expect(status).toBe(500)
    expect(messageOf(body)).toMatch(/^The package "uuid" is not installed \(/)
    expect(lines).toContainEqual(NAMED)
  })

  test('an error that the code caught is named in the log if the code sets a 500 answer of its own', async () => {
    const own = (context: object): void => {
      Object.assign(context, { status: 500, body: { sorry: true } })
    }
    const { body, lines } = await answers(convert(own))
    expect(body).toBe('{"sorry":true}')
    expect(lines).toEqual([NAMED])
  })

  test('a missing package is reported neither for a caught error before an answer other than 500, nor in the 500 of a later handler', async () => {
    const fine = (context: object): void => {
      Object.assign(context, { body: 'fine' })
    }
    expect((await answers(convert(fine))).lines).toEqual([])
    const { send } = open({
      globals: [() => Promise.reject(uuid())],
      routes: [route({ handler: () => Promise.reject(new Error('broken')) })],
    })
    expect(messageOf((await send('/api/articles')).body)).toBe('Internal Server Error')
  })
})

test('a path at the start of an error message is not capitalised', async () => {
  const file = { file: 'src/api/pay.ts', line: 0, message: '', missing: 'stripe' }
  const { send } = open({
    routes: [
      route({
        handler: () => {
          throw brokenFile(file)
        },
      }),
    ],
  })
  expect(messageOf((await send('/api/articles')).body)).toBe(
    'src/api/pay.ts cannot run: the package "stripe" is not installed.',
  )
})

test('a policy without its package lets the request pass, and one line reports it', async () => {
  const policy = (): never => {
    throw uuid()
  }
  const { send, lines } = open({ core, routes: [route({ policies: [policy] })] })
  expect((await send('/api/articles')).status).toBe(200)
  expect(lines.length).toBe(1)
})

test('a middleware that needs a forbidden connection is skipped, and an action answers 500 with the host', async () => {
  const pay: Middleware = () => Promise.reject(closed())
  const around = open({ core, routes: [route({ middlewares: [pay] })] })
  expect((await around.send('/api/articles')).status).toBe(200)
  const action = open({
    core,
    routes: [route()],
    types: ['api::article.article'],
    controllers: { [FIND]: pay },
  })
  const { status, body } = await action.send('/api/articles')
  expect(status).toBe(500)
  expect(messageOf(body)).toBe('The code connects to pay.example:443, which Populace refuses (src/pay.ts:3).')
})

test("an overridden action without its package answers like Strapi's own action", async () => {
  const find: Middleware = () => {
    throw uuid()
  }
  const sketch = { core, routes: [route()], controllers: { [FIND]: find } }
  const { send, lines } = open({ ...sketch, types: ['api::article.article'] })
  expect((await send('/api/articles')).body).toBe('{"data":[1],"meta":{}}')
  expect(lines[0]).toContain(`${FIND} answers without loaded.ts: the package "uuid" is not installed`)
  // Without a content type, the action is not one of Strapi's own.
  expect((await open(sketch).send('/api/articles')).status).toBe(500)
})

test('an action that has already written and then fails does not write again', async () => {
  const uid = 'api::article.article'
  const create: Middleware = async (context) => {
    await Reflect.get(context, Symbol.for('populace.core-call')).call(context, {
      uid,
      name: 'create',
      id: '',
    })
    throw uuid()
  }
  const { send, calls } = open({
    core: () => answered(201, { data: { id: 1 }, meta: {} }),
    routes: [{ path: '/articles', method: 'POST', handler: `${uid}.create`, auth: false }],
    controllers: { [`${uid}.create`]: create },
    types: [uid],
  })
  const { status, body } = await send('/api/articles', { method: 'POST' })
  expect([status, body]).toEqual([201, '{"data":{"id":1},"meta":{}}'])
  expect(calls.length).toBe(1)
})

test('a call that the mock cannot answer gives a 500 that names the call', async () => {
  const raw = (context: object): void => {
    const query = Object(Reflect.get(context, 'query'))
    throw new Unavailable(`raw SQL cannot run: ${Object.keys(query).join()}`)
  }
  const { send } = open({ core, routes: [route({ middlewares: [raw] })] })
  const { status, body } = await send('/api/articles?a=1')
  expect([status, messageOf(body)]).toEqual([
    500,
    expect.stringMatching(/^Raw SQL cannot run: a \(bypass\.test\.ts:\d+\)\.$/),
  ])
})
