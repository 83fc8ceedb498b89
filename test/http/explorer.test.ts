/** Tests the explorer at `/_populace`: the page, its files, and its endpoints. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { explorerFor } from '../../src/cli/serve/around.ts'
import { killAll, type Started, started } from '../support/serving.ts'

let plain: Started
let developer: Started
let silent: Started
let bare: Started
beforeAll(async () => {
  ;[plain, developer, silent, bare] = await Promise.all([
    started(),
    started('--developer'),
    started('--no-explain'),
    started('--no-admin'),
  ])
})
afterAll(killAll)

const get = (server: Started, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.url}${path}`, { headers })
const HTML = { accept: 'text/html,application/xhtml+xml' }

describe('the page', () => {
  test('the page of the explorer is HTML for clients that accept HTML; other clients get the list of endpoints', async () => {
    const page = await get(plain, '/_populace', HTML)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await page.text()).toContain('src="/_populace/explorer/app.js"')
    const list = await (await get(plain, '/_populace')).json()
    expect(list).toHaveProperty(['GET /_populace/schema'])
  })

  test('the content security policy of the explorer forbids all by default, and lists no wildcard and no URL', async () => {
    const policy = (await get(plain, '/_populace', HTML)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
  })

  test.each([
    ['app.js', 'text/javascript; charset=utf-8'],
    ['worker.js', 'text/javascript; charset=utf-8'],
    ['style.css', 'text/css; charset=utf-8'],
    ['guide.json', 'application/json; charset=utf-8'],
  ])(
    'the file %s of the explorer has its content type, and an unchanged file is answered with 304',
    async (name, type) => {
      const file = await get(plain, `/_populace/explorer/${name}`)
      expect([file.status, file.headers.get('content-type')]).toEqual([200, type])
      const etag = file.headers.get('etag') ?? ''
      expect((await get(plain, `/_populace/explorer/${name}`, { 'if-none-match': etag })).status).toBe(304)
    },
  )

  test.each(['..%2fcli.js', '.hidden.js', 'LICENSES.txt', 'nothing.js', 'a/b.js'])(
    'the explorer answers 404 for the file %s',
    async (name) => {
      expect((await get(plain, `/_populace/explorer/${name}`)).status).toBe(404)
    },
  )

  test('the path of the explorer allows no method DELETE', async () => {
    expect((await fetch(`${plain.url}/_populace/explorer/app.js`, { method: 'DELETE' })).status).toBe(405)
  })
})

const EXPLAIN = '/_populace/explain?url=/api/restaurants?fields=name&populate[ledger]=true'

describe('explanations', () => {
  test('explanations describe the request in the parameter `url`, whether the URL is encoded or not', async () => {
    const plainly = await (await get(plain, EXPLAIN)).json()
    expect(plainly.request.url).toBe('/api/restaurants?fields=name&populate[ledger]=true')
    const url = encodeURIComponent('/api/restaurants?fields=name&populate[ledger]=true')
    expect(await (await get(plain, `/_populace/explain?url=${url}`)).json()).toEqual(plainly)
  })

  test('explanations show private names only to developers', async () => {
    const outside = await (await get(plain, '/_populace/schema')).text()
    const inside = await (await get(developer, '/_populace/schema')).text()
    expect(inside).toContain('"isPrivate":true')
    expect(outside).not.toContain('"isPrivate":true')
    expect(JSON.parse(outside)).toMatchObject({ roles: [], explains: 'role' })
    expect(JSON.parse(inside)).toMatchObject({
      roles: expect.arrayContaining(['editor']),
      explains: 'developer',
    })
  })

  test('explanations are returned for one path of the answer, or together with the whole answer', async () => {
    const why = await (
      await get(plain, `/_populace/explain?why=data.0.stars&url=${'/api/restaurants?fields=name'}`)
    ).json()
    expect(why).toMatchObject({ path: 'data.0.stars', reason: 'fields' })
    const one = await (
      await get(plain, '/api/restaurants?fields=name', { 'populace-explain': 'data.0.stars' })
    ).json()
    expect(one.explanation).toEqual(why)
    const plainly = await (await get(plain, '/api/restaurants?fields=name')).json()
    const { explanation, ...answer } = await (
      await get(plain, '/api/restaurants?fields=name', { 'populace-explain': 'true' })
    ).json()
    expect(answer).toEqual(plainly)
    expect(explanation.places[0]).toMatchObject({ at: 'data', model: 'api::restaurant.restaurant' })
    const refused = await get(plain, '/api/restaurants?fields=nme', { 'populace-explain': 'true' })
    expect(refused.status).toBe(400)
    expect((await refused.json()).explanation.refused.nearest).toEqual(['name'])
    expect(
      await (await get(silent, '/api/restaurants?fields=name', { 'populace-explain': 'true' })).json(),
    ).toEqual(plainly)
  })

  const DEVELOPER = { authorization: 'Bearer admin-token', 'content-type': 'application/json' }
  const tryWrite = (server: Started, query: string, body: string, headers = DEVELOPER): Promise<Response> =>
    fetch(`${server.url}/_populace/explain?${query}`, { method: 'POST', body, headers })

  test('the explanation of a rejected write changes no entry', async () => {
    const before = await (await get(plain, '/api/articles?status=draft')).json()
    const refused = '{"data":{"titel":"Rye","topic":"recipes"}}'
    const explained = await (await tryWrite(plain, 'url=/api/articles', refused)).json()
    expect([explained.status, explained.rule, explained.faults[0].pointer]).toEqual([
      400,
      'write.keys.unknown',
      '/data/titel',
    ])
    expect(explained.body).toEqual({ data: { topic: 'recipe', title: 'Rye' } })
    const taken = await tryWrite(plain, 'method=post&url=/api/articles', JSON.stringify(explained.body))
    expect([taken.status, await taken.json()]).toEqual([200, null])
    const put = 'method=PUT&url=/api/articles/nobodyknowsthisdocument0'
    expect((await (await tryWrite(plain, put, '{"data":{}}')).json()).status).toBe(404)
    const stranger = { 'content-type': 'application/json' }
    const denied = await fetch(`${plain.url}/_populace/explain?url=/api/articles`, {
      ...{ method: 'POST', body: '{"data":{}}', headers: stranger },
    })
    expect((await denied.json()).grant).toEqual({ role: 'public', action: 'api::article.article.create' })
    expect(await (await get(plain, '/api/articles?status=draft')).json()).toEqual(before)
  })

  test('explanations of a write name private attributes only to developers', async () => {
    const asked = ['url=/api/restaurants', '{"data":{"doorcode":"1"}}'] as const
    expect(await (await tryWrite(plain, ...asked)).text()).not.toContain('doorCode')
    const explained = await (await tryWrite(developer, ...asked)).json()
    expect(explained.body).toEqual({ data: { doorCode: '1' } })
  })

  test('explanations are refused for a method that is not a write, for a long body, and if they are off', async () => {
    const long = JSON.stringify({ data: { text: 'x'.repeat(20_000) } })
    const asked = (query: string, body = '{}') => tryWrite(plain, query, body)
    const answers = await Promise.all([
      asked('method=PATCH&url=/api/articles'),
      asked('url=articles'),
      asked('url=/api/articles', long),
      asked('profile=nothing&url=/api/articles'),
      tryWrite(silent, 'url=/api/articles', '{}'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 413, 400, 403])
    expect(await (await asked('url=/nothing')).json()).toBeNull()
  })

  test('only developers may request answers with the permissions of a role that a header names', async () => {
    const role = { 'populace-role': 'editor' }
    const answer = '/_populace/answer?url=/api/ledgers'
    expect((await get(developer, answer, role)).status).toBe(200)
    expect((await get(plain, answer, role)).status).toBe(403)
  })

  test('the endpoint for answers accepts another world and another profile, and rejects an unknown profile', async () => {
    const patch = { restaurants: { update: [{ id: 1, name: 'Elsewhere' }] } }
    const body = JSON.stringify(patch)
    await fetch(`${plain.url}/_populace/worlds/w`, { method: 'PATCH', body })
    const named = { 'populace-world': 'w' }
    const asked =
      '/_populace/answer?profile=strapi-5.54-sqlite&url=/api/restaurants?filters[id]=1&fields=name'
    const [here, there] = await Promise.all([get(plain, asked), get(plain, asked, named)])
    expect([here.status, there.status]).toEqual([200, 200])
    expect((await get(plain, '/_populace/answer?profile=nothing&url=/api/restaurants')).status).toBe(400)
    expect((await get(plain, '/_populace/explain')).status).toBe(400)
  })

  test('explanations can be turned off, and --no-admin turns off all own pages', async () => {
    expect((await get(silent, EXPLAIN)).status).toBe(403)
    expect((await get(silent, '/_populace/schema')).status).toBe(403)
    expect((await get(silent, '/_populace', HTML)).status).toBe(200)
    expect((await get(bare, '/_populace', HTML)).status).toBe(404)
    expect((await get(bare, EXPLAIN)).status).toBe(404)
  })

  test('explanations are off by default if other machines reach the server', () => {
    const around = { journal: 1, admin: true }
    expect(explorerFor('127.0.0.1', 'documented', around).explains).toBe('role')
    expect(explorerFor('0.0.0.0', 'documented', around).explains).toBe('no')
    expect(explorerFor('0.0.0.0', 'documented', { ...around, explain: true }).explains).toBe('role')
    expect(() => explorerFor('0.0.0.0', 'documented', { ...around, developer: true })).toThrow('--developer')
  })
})
