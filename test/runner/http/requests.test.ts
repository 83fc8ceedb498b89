/** Tests requests to the HTTP layer of a project: routing, changes of the request, and the calls to the content API. */
import type Koa from 'koa'
import { describe, expect, test } from 'vitest'
import type { CallerMessage, ServiceResult } from '../../../src/sources/runner/protocol.ts'
import type { Middleware } from '../../../src/sources/runner/thread/loaded.ts'
import { answered, bytes, NOT_FOUND, open, PUBLIC, posted, refused } from './loaded.ts'

type Code = (context: Koa.Context, next: () => Promise<unknown>) => unknown
const isContext = (context: object): context is Koa.Context => 'req' in context
/** Makes a middleware from a function that takes a Koa context; throws for any other context. */
const code =
  (run: Code): Middleware =>
  (context, next) => {
    if (!isContext(context)) throw new Error('Expected a context of Koa')
    return run(context, next)
  }

const FIND = 'api::article.article.find'
const article = (run: Code, more: object = {}) => ({
  path: '/articles',
  handler: FIND,
  middlewares: [code(run)],
  ...more,
})

const sentBy = async (run: Code, target = '/api/articles?populate=a&filters[x]=1') => {
  const { send, calls } = open({ routes: [article(run)] })
  await send(target)
  return calls
}
const CALL = { service: 'core', action: { uid: 'api::article.article', name: 'find', id: '' } }

describe('the call to the content API', () => {
  test('the call to the content API contains only the changed parts of the request', async () => {
    expect(await sentBy((_context, next) => next())).toEqual([CALL])
    expect(await sentBy(({ query }, next) => next().then(() => query))).toEqual([CALL])
    const changed = await sentBy((context, next) => {
      Object.assign(context.query, { populate: { seo: true }, when: new Date(0), run: () => 1 })
      return next()
    })
    expect(changed).toEqual([
      { ...CALL, query: { populate: { seo: true }, filters: { x: '1' }, when: '1970-01-01T00:00:00.000Z' } },
    ])
  })

  test('the call to the content API contains no query if the code sets the query and then restores the original', async () => {
    const calls = await sentBy((context, next) => {
      const before = context.query['populate']
      context.query['populate'] = 'b'
      context.query['populate'] = before
      return next()
    })
    expect(calls).toEqual([CALL])
  })

  test('the call to the content API contains a new target if the code sets the query or the URL', async () => {
    const calls = await sentBy((context, next) => {
      Reflect.set(context, 'query', { fields: ['title'] })
      return next()
    })
    expect(calls).toEqual([{ ...CALL, target: '/api/articles?fields%5B0%5D=title' }])
  })

  test('the call to the content API contains the parameter and the header that the code has set', async () => {
    const { send, calls } = open({
      routes: [
        {
          path: '/articles/:slug',
          handler: 'api::article.article.findOne',
          middlewares: [
            code((context, next) => {
              context.params.id = context.params.slug.toUpperCase()
              context.request.headers['strapi-response-format'] = 'v4'
              return next()
            }),
          ],
        },
      ],
    })
    const caller = { ...PUBLIC, permissions: ['api::article.article.findOne'] }
    await send('/api/articles/x%20y', { method: 'HEAD', caller })
    const action = { uid: 'api::article.article', name: 'findOne', id: 'X Y' }
    expect(calls).toEqual([
      { service: 'core', action, method: 'GET', headers: { 'strapi-response-format': 'v4' } },
    ])
  })

  test('the call to the content API contains a changed body', async () => {
    const routes = [
      {
        method: 'POST',
        path: '/articles',
        handler: 'api::article.article.create',
        middlewares: [
          code((context, next) => {
            const { data } = Object(context.request).body
            if (data.title === 'change') data.title = 'changed'
            return next()
          }),
        ],
      },
    ]
    const caller = { ...PUBLIC, permissions: ['*'] }
    const { send, calls } = open({ routes })
    await send('/api/articles', { ...posted({ data: { title: 'keep' } }), caller })
    await send('/api/articles', { ...posted({ data: { title: 'change' } }), caller })
    const action = { uid: 'api::article.article', name: 'create', id: '' }
    expect(calls).toEqual([
      { service: 'core', action },
      { service: 'core', action, body: { data: { title: 'changed' } } },
    ])
  })

  test('for a path without a route and for a plugin action, the call to the content API has only a target', async () => {
    const { send, calls } = open({
      routes: [{ path: '/auth/x', handler: 'plugin::users-permissions.auth.x', isStock: true, auth: false }],
      globals: [
        code((context, next) => {
          if (context.path === '/old') context.path = '/new'
          context.req.headers.authorization = 'Bearer x'
          return next()
        }),
      ],
      core: () => NOT_FOUND,
    })
    expect((await send('/old?a=1')).status).toBe(404)
    expect(calls).toEqual([{ service: 'core', target: '/new?a=1', authorization: 'Bearer x' }])
  })

  test('the call to the content API fails for a cyclic query: the answer is 500, and the log gives the reason', async () => {
    const { send, lines } = open({
      routes: [
        article((context, next) => {
          Object.assign(context.query, { self: context.query })
          return next()
        }),
      ],
    })
    expect((await send('/api/articles')).status).toBe(500)
    expect(lines[0]).toContain('ctx.query is cyclic or too large')
  })
})

describe('the answer of the content API', () => {
  const text = '{ "data": [1.0],  "meta": {} }'
  const core = () => ({ ...answered(200, {}, { 'x-a': '1' }), body: text })

  test('the answer of the content API is sent unchanged if no code reads it', async () => {
    const { send } = open({ routes: [article((_context, next) => next())], core })
    const answer = await send('/api/articles')
    expect(answer.body).toBe(text)
    expect(answer.headers).toMatchObject({ 'x-a': '1', 'content-length': String(text.length) })
    const read = open({ routes: [article((context, next) => next().then(() => context.body))], core })
    expect((await read.send('/api/articles')).body).toBe('{"data":[1],"meta":{}}')
  })

  test('the answer of the content API has no body for HEAD', async () => {
    const { send } = open({ routes: [article((_context, next) => next())], core })
    const answer = await send('/api/articles', { method: 'HEAD' })
    expect(answer).toMatchObject({
      status: 200,
      body: '',
      headers: { 'content-length': String(text.length) },
    })
  })

  test('the answer of the content API is an exception if an action fails, and only a status if no action runs', async () => {
    const seen: unknown[] = []
    const watch = code(async (context, next) => {
      await next().catch((error: Error) => seen.push(error.name))
      seen.push(context.status)
    })
    const invalid = () => refused(400, 'ValidationError', 'bad')
    await open({ routes: [article((_c, next) => next())], globals: [watch], core: invalid }).send(
      '/api/articles',
    )
    await open({ globals: [watch], core: () => refused(403, 'ForbiddenError', 'Forbidden') }).send(
      '/api/other',
    )
    await open({ globals: [watch], core: () => NOT_FOUND }).send('/api/other')
    expect(seen).toEqual(['ValidationError', 404, 403, 404])
  })

  test('the answer of the content API has its error format when globals before strapi::errors read it', async () => {
    const seen: unknown[] = []
    const global = code(async (context, next) => {
      await next()
      seen.push(context.status, Object(context.body).error.name)
    })
    const { send } = open({
      globals: [global],
      globalsBeforeErrors: 1,
      core: () => refused(400, 'ValidationError', 'x'),
    })
    await send('/api/other')
    expect(seen).toEqual([400, 'ValidationError'])
  })
})

describe('super.find', () => {
  const CORE_CALL = Symbol.for('populace.core-call')
  const controller = (name: string) =>
    code((context) => {
      context.query['own'] = '1'
      return Reflect.get(context, CORE_CALL).call(context, { uid: 'api::article.article', name, id: '7' })
    })
  const opened = (core: () => ServiceResult) =>
    open({ routes: [{ path: '/own', handler: controller('create'), auth: false }], core })

  test('`super.find` returns the body of the content API, and sets the status of a created entry', async () => {
    const { send, calls } = opened(() => answered(201, { data: { id: 1 } }))
    expect(await send('/api/own')).toMatchObject({ status: 201, body: '{"data":{"id":1}}' })
    const action = { uid: 'api::article.article', name: 'create', id: '7' }
    expect(calls).toEqual([{ service: 'core', action, query: { own: '1' }, open: true }])
  })

  test('`super.find` returns null for a missing document, and throws for other errors', async () => {
    expect((await opened(() => NOT_FOUND).send('/api/own')).status).toBe(404)
    const refusal = await opened(() => refused(400, 'ValidationError', 'bad')).send('/api/own')
    expect(refusal.body).toContain('"name":"ValidationError","message":"bad"')
  })
})

describe('routes', () => {
  const named = (name: string) => code((context) => context.send({ name, params: context.params }))
  const routes = [
    { path: '/episodes/:guid/download.:extension', handler: named('download'), auth: false },
    { path: '/articles/featured', handler: named('featured'), auth: false },
    { path: '/articles/:id', handler: 'api::article.article.findOne', isStock: true },
    { path: '/articles', handler: FIND, isStock: true },
    { method: 'DELETE', path: '/articles/:id', handler: 'api::article.article.delete', isStock: true },
    { path: '/tags', handler: 'api::tag.tag.find', isStock: true, middlewares: [named('x')] },
  ]

  test('routes of a project match like those of @koa/router', async () => {
    const { send } = open({ routes })
    const { body } = await send('/api/episodes/a-b/download.mp3')
    expect(body).toBe(
      '{"name":"download","params":{"0":"api/episodes/a-b/download.mp3","guid":"a-b","extension":"mp3"}}',
    )
    expect((await send('/api/Articles/featured/')).body).toContain('featured')
  })

  test('routes of a project answer 405 to other methods, and list their methods for OPTIONS', async () => {
    const { send } = open({ routes, core: () => NOT_FOUND })
    const wrong = await send('/api/articles/1', { method: 'POST' })
    expect(wrong).toMatchObject({
      status: 405,
      body: 'Method Not Allowed',
      headers: { allow: 'HEAD, GET, DELETE' },
    })
    const options = await send('/api/articles', { method: 'OPTIONS' })
    expect(options).toMatchObject({ status: 200, headers: { allow: 'HEAD, GET' } })
  })

  test('the header `allow` of a 405 answer lists the methods of the content API and of the routes of a project', async () => {
    const allow = { allow: 'HEAD, GET, PATCH' }
    const core = () => ({ ...answered(405, {}), headers: allow, body: 'Method Not Allowed' })
    const wrong = await open({ routes, core }).send('/api/articles/1', { method: 'POST' })
    expect(wrong).toMatchObject({ status: 405, headers: { allow: 'HEAD, GET, DELETE, PATCH' } })
  })

  test('the routes of a project are listed, and so are the default actions that no code changes', () => {
    const { app } = open({ routes })
    expect(app.routes.map(({ path }) => path)).toEqual([
      '/api/episodes/:guid/download.:extension',
      '/api/articles/featured',
    ])
    expect(app.routes[0]).toMatchObject({ method: 'GET', isOpen: true, handler: '' })
    // The project's route `/articles/featured` comes before `/articles/:id`, which matches it too.
    expect(app.untouched).toEqual(['api::article.article.find', 'api::article.article.delete'])
    expect(app.seesAll).toBe(false)
    expect(open({ routes, globals: [named('x')] }).app).toMatchObject({ seesAll: true, untouched: [] })
  })

  test('routes of a project without a handler answer 500 and are reported as problems', async () => {
    const { app, send, lines } = open({ routes: [{ path: '/x', handler: 'nowhere.find', auth: false }] })
    expect(app.problems[0]?.message).toBe('Error creating endpoint GET /x: Handler not found "nowhere.find"')
    expect((await send('/api/x')).status).toBe(500)
    expect(lines[0]).toContain('Handler not found')
  })
})

describe('callers', () => {
  const route = {
    path: '/mine',
    handler: code((context) => context.send(context.state['user'] ?? {})),
    auth: { scope: ['api::article.article.mine'] },
  }
  const status = async (permissions: readonly string[], changes: object = {}, method = 'GET') =>
    (
      await open({ routes: [{ ...route, method }] }).send('/api/mine', {
        method,
        caller: { ...PUBLIC, permissions, ...changes },
      })
    ).status

  test('callers need the permission for the action of the route', async () => {
    expect(await status(['api::article.article.find'])).toBe(403)
    expect(await status(['api::article.article.mine'])).toBe(200)
    expect(await status([])).toBe(401)
    expect(await status(['*'], { kind: 'token' })).toBe(200)
    expect(await status(['*'], { kind: 'refused' })).toBe(401)
  })

  test.each<[CallerMessage['kind'], string]>([
    ['refused', 'Missing or invalid credentials'],
    ['locked', 'Invalid credentials'],
  ])('callers that are %s get the error message of Strapi', async (kind, message) => {
    const { body } = await open({ routes: [{ ...route, method: 'GET' }] }).send('/api/mine', {
      caller: { ...PUBLIC, kind },
    })
    expect(JSON.parse(String(body))).toMatchObject({ error: { status: 401, message } })
  })

  test('callers with permission to read everything may request any GET route', async () => {
    expect(await status(['GET *'], { kind: 'token' })).toBe(200)
    expect(await status(['GET *'])).toBe(200)
    expect(await status(['GET *'], { kind: 'token' }, 'POST')).toBe(403)
  })

  test('callers with a read-only token may request only actions whose names end in find or findOne', async () => {
    const reader = { kind: 'token', permissions: ['*.find', '*.findOne'] }
    const asked = async (scope: readonly string[], caller: object, method = 'GET') =>
      (
        await open({ routes: [{ ...route, method, auth: { scope } }] }).send('/api/mine', {
          method,
          caller: { ...PUBLIC, ...caller },
        })
      ).status
    expect(await asked(['api::article.article.mine'], reader)).toBe(403)
    expect(await asked(['api::article.article.refind'], reader)).toBe(200)
    expect(await asked(['api::article.article.refind'], reader, 'POST')).toBe(200)
    expect(await asked(['api::article.article.find', 'api::article.article.mine'], reader)).toBe(403)
    expect(await asked(['api::article.article.refind'], { permissions: reader.permissions })).toBe(403)
  })

  test('if a global middleware changes the authorization header, the new header determines the caller', async () => {
    const caller = {
      kind: 'user',
      role: 'Editor',
      user: { id: 7 },
      permissions: ['api::article.article.mine'],
    }
    const { send, calls } = open({
      routes: [route],
      globals: [
        code((context, next) => {
          context.request.headers.authorization = 'Bearer y'
          return next()
        }),
      ],
      core: () => ({ ok: true, value: caller }),
    })
    expect((await send('/api/mine')).body).toBe('{"id":7}')
    expect(calls).toEqual([{ service: 'caller', authorization: 'Bearer y' }])
  })
})

describe('odd requests', () => {
  test.each([
    `/api/articles?${'a[b]=1&'.repeat(2300)}`,
    `/api/articles?${'[a]'.repeat(5000)}=1`,
    '/api/articles?__proto__=1&constructor[prototype][x]=1',
    '/api/articles?__proto__',
    '/api/articles?%E0%A4%A&%=%&=&&[]=1&a[=1',
    '/api/%E0%A4%A',
    '//?',
    '/api/articles/%00',
  ])('%.40s does not end the application', async (target) => {
    const { send } = open({
      routes: [article((context, next) => (Object.keys(context.query).length >= 0 ? next() : undefined))],
      globals: [code((context, next) => (context.query === undefined ? undefined : next()))],
      core: () => NOT_FOUND,
    })
    expect([400, 404]).toContain((await send(target)).status)
    expect(Reflect.get({}, 'x')).toBe(undefined)
  })

  test('an error that a global middleware throws is logged with file and line', async () => {
    const { send, lines } = open({
      globals: [
        () => {
          throw new TypeError('broken\nsecond line')
        },
      ],
    })
    expect((await send('/api/x')).status).toBe(500)
    expect(lines[0]).toMatch(/^error: GET \/api\/x: TypeError: broken \(requests\.test\.ts:\d+\)$/)
  })

  test('a body stream that fails gives 500', async () => {
    const { Readable } = await import('node:stream')
    const { send } = open({
      globals: [
        code((context) => {
          context.body = new Readable({
            read() {
              this.destroy(new Error('lost'))
            },
          })
        }),
      ],
    })
    expect((await send('/api/x')).status).toBe(500)
  })

  test('a multipart form is parsed into fields and files', async () => {
    const { send } = open({
      routes: [
        {
          method: 'POST',
          path: '/form',
          auth: false,
          handler: code(async (context) => {
            const { body, files } = Object(context.request)
            const { readFileSync } = await import('node:fs')
            context.body = [
              body,
              files.file.originalFilename,
              files.file.size,
              readFileSync(files.file.filepath, 'utf8'),
            ]
          }),
        },
      ],
    })
    const form = [
      '--b',
      'content-disposition: form-data; name="a"',
      '',
      '1',
      '--b',
      'content-disposition: form-data; name="a"',
      '',
      '2',
      '--b',
      'content-disposition: form-data; name="file"; filename="x.txt"',
      'content-type: text/plain',
      '',
      'text',
      '--b--',
      '',
    ]
    const answer = await send('/api/form', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: bytes(form.join('\r\n')),
    })
    expect(answer.body).toBe('[{"a":["1","2"]},"x.txt",4,"text"]')
  })

  test('code of a project can read the body of the request as a stream', async () => {
    const { send } = open({
      globals: [
        code(async (context) => {
          const chunks: string[] = []
          for await (const chunk of context.req) chunks.push(String(chunk))
          context.body = [chunks.join(''), context.ip]
        }),
      ],
    })
    expect((await send('/x', { ...posted({ a: 1 }), ip: '10.0.0.1' })).body).toBe(
      '["{\\"a\\":1}","10.0.0.1"]',
    )
  })
})

describe('code that reads the user of a request', () => {
  type User = { readonly id: number; readonly role: { readonly id: number } }
  type Context = { readonly state: { readonly user: User; readonly hasUser: User } }
  const own = ({ state }: Context): number => state.user.id
  const destructured = ({ state }: Context): number => {
    const { id } = state.user
    return id
  }
  const userless = ({ state }: Context): number => state.hasUser.id
  const roleless = (_context: Context, user = Object({})): number => user.role.id
  const logged = async (handler: unknown, kind: 'public' | 'user') => {
    const { send, lines } = open({ routes: [{ path: '/own', handler, auth: false }] })
    const { status } = await send('/api/own', { caller: { ...PUBLIC, kind } })
    expect(status).toBe(500)
    return lines.join()
  }

  test('code that reads the user of a request without a user gets the advice to log in', async () => {
    for (const handler of [own, destructured])
      expect(await logged(handler, 'public')).toMatch(
        /requests\.test\.ts:\d+\); the request has no user: send the token/,
      )
    expect(await logged(own, 'user')).not.toContain('no user')
  })

  test('code that reads a member of another value gets no advice to log in', async () => {
    for (const handler of [userless, roleless])
      expect(await logged(handler, 'public')).not.toContain('no user')
  })
})
