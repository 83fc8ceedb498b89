/** Tests `serve` with named worlds, request journal and fault injection. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AroundOptions } from '../../src/cli/serve/around.ts'
import type { Running } from '../../src/server/http/serve.ts'
import { createMock } from '../../src/server/mock.ts'
import { Worlds } from '../../src/server/worlds/worlds.ts'
import type { Json } from '../../src/util/json.ts'
import { graphOf } from '../support/datasets.ts'
import { serveWorlds } from '../support/worlds.ts'

const guide = graphOf('guide')

const start = (options?: Partial<AroundOptions>): Promise<Running> => serveWorlds(guide, options)

let running: Running
beforeAll(async () => {
  running = await start()
})
afterAll(() => running.stop())

const ask = (
  path: string,
  init: RequestInit & { readonly headers?: Record<string, string> } = {},
): Promise<Response> => fetch(`${running.url}${path}`, init)
const send = (method: string, path: string, body?: Json): Promise<Response> =>
  ask(`/_populace/${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
const inWorld = (name: string): { headers: Record<string, string> } => ({
  headers: { 'populace-world': name },
})
const names = async (path: string, init?: Parameters<typeof ask>[1]): Promise<readonly string[]> =>
  (await (await ask(path, init)).json()).data.map(({ name }: { name: string }) => name)

const CATEGORIES = '/api/categories?fields=name&sort=id'

describe('a world', () => {
  test('a world is selected by header, cookie or path, and other worlds do not see its changes', async () => {
    const before = await names(CATEGORIES)
    expect(
      (await send('PATCH', 'worlds/one', { categories: { create: { name: 'Only here' } } })).status,
    ).toBe(200)
    const changed = [...before, 'Only here']
    expect(await names(CATEGORIES, inWorld('one'))).toEqual(changed)
    expect(await names(CATEGORIES, { headers: { cookie: 'a=b; populace-world=one' } })).toEqual(changed)
    expect(await names(`/_populace/in/one${CATEGORIES}`)).toEqual(changed)
    expect(await names(CATEGORIES)).toEqual(before)
    expect(await names(CATEGORIES, inWorld('two'))).toEqual(before)
    const { worlds } = await (await ask('/_populace/worlds')).json()
    expect(worlds).toContainEqual({ name: 'one', changed: true })
    expect(worlds).toContainEqual({ name: 'two', changed: false })
    await send('DELETE', 'worlds/one')
    expect(await names(CATEGORIES, inWorld('one'))).toEqual(before)
  })

  test('a world can be changed by a patch in JSON', async () => {
    const patch = {
      categories: {
        delete: [{ name: 'Food' }],
        update: { where: { name: 'Grill' }, data: { name: 'Fire' } },
      },
      'api::review.review': { clear: true },
      article: { create: [{ title: 'Shown', publish: true }, { title: 'Draft' }] },
    }
    const answer = await send('PATCH', 'worlds/plain', patch)
    expect(answer.status).toBe(200)
    const { created } = await answer.json()
    expect(created).toEqual({
      article: [
        { id: expect.any(Number), documentId: expect.any(String), locale: 'en', status: 'draft' },
        { id: expect.any(Number), documentId: expect.any(String), locale: 'en', status: 'draft' },
      ],
    })
    const { documentId } = created.article[0]
    const shown = await ask(`/api/articles/${documentId}?fields=title`, inWorld('plain'))
    expect((await shown.json()).data.title).toBe('Shown')
    const all = await names(CATEGORIES, inWorld('plain'))
    expect(all).not.toContain('Food')
    expect(all).toContain('Fire')
    const total = async (path: string): Promise<number> =>
      (await (await ask(path, inWorld('plain'))).json()).meta.pagination.total
    expect(await total('/api/reviews')).toBe(0)
    expect(await total('/api/articles?filters[title][$in]=Shown&filters[title][$in]=Draft')).toBe(1)
    expect(
      await total('/api/articles?status=draft&filters[title][$in]=Shown&filters[title][$in]=Draft'),
    ).toBe(2)
  })

  test('a patch with `publish` publishes the entry that it updates, in the locale that it names', async () => {
    const where = { title: 'Later' }
    const data = { title: 'Now' }
    await send('PATCH', 'worlds/published', { articles: { create: { title: 'Later' } } })
    await send('PATCH', 'worlds/published', {
      articles: { update: { where, data, locale: 'en', publish: true } },
    })
    const found = await ask('/api/articles?fields=title&filters[title]=Now', inWorld('published'))
    expect((await found.json()).data).toHaveLength(1)
  })

  test('a user who registers in one world is unknown in another world', async () => {
    const body = JSON.stringify({ username: 'ada', email: 'ada@example.org', password: 'lovelace' })
    const headers = { 'content-type': 'application/json', ...inWorld('users').headers }
    const { jwt } = await (await ask('/api/auth/local/register', { method: 'POST', body, headers })).json()
    const me = (name: string) =>
      ask('/api/users/me', { headers: { authorization: `Bearer ${jwt}`, ...inWorld(name).headers } })
    expect((await me('users')).status).not.toBe(401)
    expect((await me('others')).status).toBe(401)
  })

  test('a request without a world uses `base`, and unchanged worlds follow the changes of `base`', async () => {
    const before = await names(CATEGORIES)
    await send('PATCH', 'worlds/base', { categories: { create: { name: 'For all' } } })
    expect(await names(CATEGORIES)).toContain('For all')
    expect(await names(CATEGORIES, inWorld('follows'))).toContain('For all')
    await send('PUT', 'worlds/base')
    expect(await names(CATEGORIES)).toEqual(before)
    expect(await names(CATEGORIES, inWorld('follows'))).toEqual(before)
  })

  test('many worlds that change at once do not affect each other', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => `many-${at}`)
    await Promise.all(
      ids.map(async (id) => {
        await send('PATCH', `worlds/${id}`, { categories: { clear: true, create: { name: id } } })
        expect(await names(CATEGORIES, inWorld(id))).toEqual([id])
        await send('PATCH', `worlds/${id}`, { categories: { create: { name: `${id} more` } } })
        expect(await names(CATEGORIES, inWorld(id))).toEqual([id, `${id} more`])
      }),
    )
    await Promise.all(ids.map((id) => send('DELETE', `worlds/${id}`)))
  })

  test.each<readonly [string, Json, number, string]>([
    ['worlds/bad', [], 422, 'expected an object of types'],
    ['worlds/bad', { categorys: {} }, 422, '/categorys: '],
    ['worlds/bad', { categories: [] }, 422, '/categories: expected an object with clear'],
    ['worlds/bad', { categories: { remove: 1 } }, 422, '/categories/remove: expected one of clear'],
    ['worlds/bad', { categories: { clear: 1 } }, 422, '/categories/clear: expected true'],
    ['worlds/bad', { categories: { create: { nme: 'x' } } }, 422, '/categories/create: '],
    ['worlds/bad', { categories: { create: [{ name: 'x' }, { name: 5 }] } }, 422, '/categories/create/1: '],
    [
      'worlds/bad',
      { articles: { update: { where: 'x', data: {}, nonsense: 1 } } },
      422,
      '/articles/update/nonsense: expected one of where, data, locale, publish',
    ],
    [
      'worlds/bad',
      { articles: { update: { where: 'articlegrill000000000003', data: { title: 'x' }, locale: 'fr' } } },
      422,
      '/articles/update: articles.update: "articlegrill000000000003" has no version in the locale "fr"',
    ],
    [
      'worlds/bad',
      { articles: { create: { publish: 'yes' } } },
      422,
      '/articles/create/publish: expected true or false',
    ],
    ['worlds/bad', { categories: { delete: 'nobody' } }, 422, '/categories/delete: '],
    [
      'worlds/bad',
      { categories: { update: { where: 5, data: {} } } },
      422,
      '/categories/update/where: expected',
    ],
    ['worlds/b%20d', {}, 400, 'Expected a name of letters'],
  ])('PATCH %s with %j is refused, and nothing is changed', async (path, patch, status, says) => {
    const answer = await send('PATCH', path, patch)
    expect([answer.status, (await answer.json()).error]).toEqual([status, expect.stringContaining(says)])
    expect(await names(CATEGORIES, inWorld('bad'))).toEqual(await names(CATEGORIES))
  })

  test('the endpoint for worlds rejects invalid names, bodies and methods', async () => {
    expect((await ask(CATEGORIES, inWorld('a b'))).status).toBe(400)
    expect((await ask(`/_populace/in/${'x'.repeat(101)}/api/categories`)).status).toBe(400)
    expect((await ask('/_populace/worlds/one', { method: 'PATCH', body: 'no json' })).status).toBe(400)
    expect((await ask('/_populace/worlds/one')).status).toBe(405)
    expect((await send('PUT', 'worlds')).status).toBe(405)
  })
})

test('unchanged worlds are evicted, and changed worlds are kept', () => {
  const worlds = new Worlds({ base: () => guide, make: (graph) => createMock(graph), most: 3 })
  for (const name of ['a', 'b', 'c', 'd']) worlds.get(name)
  expect(worlds.list().map(({ name }) => name)).toEqual(['b', 'c', 'd'])
  for (const name of ['b', 'c', 'd'])
    worlds.get(name)?.edit((dataset) => {
      dataset.settings = { rest: { maxLimit: 7 } }
    })
  expect(worlds.get('e')).toBeUndefined()
  worlds.reset('c')
  expect(worlds.get('e')).toBeDefined()
  expect(worlds.list().map(({ name, isChanged }) => [name, isChanged])).toEqual([
    ['b', true],
    ['d', true],
    ['e', false],
  ])
})

describe('a journal', () => {
  beforeEach(() => send('DELETE', 'requests'))

  test('a journal can be searched for a request', async () => {
    await ask('/api/articles?populate=author&fields=title')
    await ask('/api/articles?populate=cover', inWorld('journal'))
    await ask('/api/nothing')
    const count = async (query: string): Promise<number> =>
      (await (await ask(`/_populace/requests?${query}`)).json()).count
    expect(await count('')).toBe(3)
    expect(await count('url=/api/articles?populate=author')).toBe(1)
    expect(await count('url=/api/articles?fields=title%26populate=author')).toBe(1)
    expect(await count('url=/api/articles?fields=title&populate=author')).toBe(1)
    expect(await count('url=/api/articles?populate=nobody')).toBe(0)
    expect(await count('status=404')).toBe(1)
    expect(await count('world=journal')).toBe(1)
    expect(await count('world=base')).toBe(2)
    expect(await count('method=POST')).toBe(0)
    expect((await ask('/_populace/requests?colour=red')).status).toBe(400)
    expect((await ask('/_populace/requests?status=x')).status).toBe(400)
  })

  test('a journal can be exported as HAR and cleared', async () => {
    await ask('/api/articles?fields=title')
    const { log } = await (await ask('/_populace/requests.har')).json()
    expect(log.entries.map(({ request }: { request: { url: string } }) => request.url)).toEqual([
      'http://origin.example/api/articles?fields=title',
    ])
    await send('DELETE', 'requests')
    expect((await (await ask('/_populace/requests')).json()).count).toBe(0)
  })
})

describe('an injected fault', () => {
  beforeEach(() => send('DELETE', 'trouble'))

  test('the faults of one world disturb no other world, and end with the reset of their world', async () => {
    const rules = [{ path: '/api/categories', status: 503 }]
    await send('PUT', 'trouble?world=faulty', rules)
    await send('PUT', 'trouble?world=base', [{ path: '/api/articles', status: 500 }])
    const statuses = async (path: string) =>
      Promise.all(
        [undefined, inWorld('faulty'), inWorld('healthy')].map(async (how) => (await ask(path, how)).status),
      )
    expect(await statuses('/api/categories')).toEqual([200, 503, 200])
    expect(await statuses('/api/articles')).toEqual([500, 200, 200])
    expect((await ask('/_populace/in/faulty/api/categories')).status).toBe(503)
    expect(await (await ask('/_populace/trouble?world=faulty')).json()).toEqual(rules)
    expect((await send('PUT', 'trouble?wrld=x', [])).status).toBe(400)
    expect((await send('PUT', 'trouble?world=a/b', [])).status).toBe(400)
    await send('DELETE', 'trouble?world=base')
    await send('PUT', 'worlds/faulty')
    expect([await statuses('/api/categories'), await statuses('/api/articles')]).toEqual([
      [200, 200, 200],
      [200, 200, 200],
    ])
  })

  test('an injected fault comes from a rule, and can be turned off', async () => {
    await send('PUT', 'trouble', [
      { path: '/api/categories', status: 503, body: { sorry: true }, once: true },
    ])
    const first = await ask(CATEGORIES)
    expect([first.status, await first.json()]).toEqual([503, { sorry: true }])
    expect((await ask(CATEGORIES)).status).toBe(200)
    await send('PUT', 'trouble', [{ path: '/api/**', status: 500 }])
    const error = await (await ask(CATEGORIES, inWorld('any'))).json()
    const internal = { status: 500, name: 'InternalServerError', message: 'Internal Server Error' }
    expect(error).toEqual({ data: null, error: internal })
    await send('PUT', 'trouble', [{ path: '/api/**', status: 404 }])
    expect(await (await ask(CATEGORIES)).json()).toEqual({
      data: null,
      error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
    })
    expect((await ask('/_populace')).status).toBe(200)
    await send('DELETE', 'trouble')
    expect((await ask(CATEGORIES)).status).toBe(200)
    const refused = await send('PUT', 'trouble', [{ path: '/x', sttatus: 503 }])
    expect([refused.status, (await refused.json()).pointer]).toEqual([422, '/0/sttatus'])
    await send('PUT', 'trouble', [{ path: '/x', status: 503 }])
    expect(await (await ask('/_populace/trouble')).json()).toEqual([{ path: '/x', status: 503 }])
  })

  test('an injected fault can abort connections, at once and within a body', async () => {
    await send('PUT', 'trouble', [
      { path: '/api/categories', error: 'reset' },
      { path: '/api/articles', error: 'cut' },
    ])
    await expect(ask(CATEGORIES)).rejects.toThrow()
    const half = await ask('/api/articles?populate=*')
    expect(half.status).toBe(200)
    await expect(half.text()).rejects.toThrow()
  })

  test('an injected fault can delay answers and send them slowly, with the whole content', async () => {
    const right = await (await ask(CATEGORIES)).text()
    await send('PUT', 'trouble', [{ path: '/api/categories', delay: '5-10', drip: { bytes: 40, delay: 1 } }])
    const slow = await ask(CATEGORIES)
    expect(slow.headers.get('content-length')).toBe(String(Buffer.byteLength(right)))
    expect(await slow.text()).toBe(right)
  })

  test('an injected fault can be requested by headers', async () => {
    expect((await ask(CATEGORIES, { headers: { 'populace-status': '418' } })).status).toBe(418)
    expect((await ask('/uploads/any.png', { headers: { 'populace-status': '404' } })).status).toBe(404)
    await expect(ask(CATEGORIES, { headers: { 'populace-error': 'reset' } })).rejects.toThrow()
    expect(await names(CATEGORIES, { headers: { 'populace-delay': '3' } })).toContain('Food')
  })

  test('an injected fault that delays an aborted request has no effect on later requests', async () => {
    await send('PUT', 'trouble', [{ path: '/api/categories', delay: 500 }])
    const gone = new AbortController()
    const asked = ask(CATEGORIES, { signal: gone.signal })
    setTimeout(() => gone.abort(), 20)
    await expect(asked).rejects.toThrow()
    await send('DELETE', 'trouble')
    expect((await ask(CATEGORIES)).status).toBe(200)
  })
})

describe('the server itself', () => {
  test('the server lists its endpoints below /_populace, but pages of other origins cannot read the list', async () => {
    const answer = await ask('/_populace')
    expect(await answer.json()).toHaveProperty('GET /_populace/worlds')
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await ask('/_populace/worlds/base', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'PATCH' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([403, null])
    for (const path of ['/_populace/nope', '/_populace/requests/x', '/_populace/worlds/a/b'])
      expect((await ask(path)).status).toBe(404)
  })

  test('the server has no pages below /_populace if an option turns them off', async () => {
    const quiet = await start({ admin: false })
    expect((await fetch(`${quiet.url}/_populace`)).status).toBe(404)
    expect((await fetch(`${quiet.url}${CATEGORIES}`, inWorld('still'))).status).toBe(200)
    await quiet.stop()
  })
})
