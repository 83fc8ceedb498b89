/** Tests that the server's own pages reject pages of other origins, and other machines without the secret. */
import { describe, expect, test } from 'vitest'
import { type AdminAccess, whyRefused } from '../../src/server/admin/access.ts'
import type { MockRequest } from '../../src/server/layer.ts'
import { graphOf } from '../support/datasets.ts'
import { serveWorlds } from '../support/worlds.ts'

const SECRET = 'a-long-secret-of-this-start'
const HERE: AdminAccess = { isLocal: true, secret: SECRET }
const OPEN: AdminAccess = { isLocal: false, secret: SECRET }
const LOCAL_HOST = { host: '127.0.0.1:1337' }

const refused = (headers: MockRequest['headers'], access = HERE, more: Partial<MockRequest> = {}): boolean =>
  whyRefused({ url: '/_populace/requests', headers: { ...LOCAL_HOST, ...headers }, ...more }, access) !==
  undefined

describe('a request from a page of another origin to the own pages is rejected', () => {
  test.each<Readonly<Record<string, string>>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { origin: 'http://evil.example' },
    { origin: 'http://localhost:3000' },
    { origin: 'null' },
    { referer: 'http://evil.example/page' },
    { 'sec-fetch-site': 'cross-site', 'populace-secret': SECRET },
  ])('%j', (headers) => expect(refused(headers)).toBe(true))

  test('a link on a page of another site may open the explorer in a tab', () => {
    const link = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    expect(refused(link, HERE, { url: '/_populace' })).toBe(false)
    expect(refused({ ...link, 'sec-fetch-dest': 'iframe' }, HERE, { url: '/_populace' })).toBe(true)
    expect(refused(link, HERE, { url: '/_populace', method: 'POST' })).toBe(true)
  })
})

test.each<Readonly<Record<string, string>>>([
  {},
  { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:5173' },
  { 'sec-fetch-site': 'none' },
  { origin: 'http://127.0.0.1:1337' },
  { referer: 'http://127.0.0.1:1337/_populace' },
])("programs of this machine and the server's own pages are accepted: %j", (headers) =>
  expect(refused(headers)).toBe(false),
)

describe('another machine needs the secret', () => {
  test.each<[string, Readonly<Record<string, string>>, boolean]>([
    ['none', {}, true],
    ['a wrong one', { 'populace-secret': `${SECRET}x` }, true],
    ['a header', { 'populace-secret': SECRET }, false],
    ['a cookie', { cookie: `a=b; populace-secret=${SECRET}` }, false],
  ])('%s', (_what, headers, isRefused) => expect(refused(headers, OPEN)).toBe(isRefused))

  test('a request whose `Host` header names another host, as through a tunnel, needs the secret too', () => {
    expect(refused({ host: 'tunnel.example' })).toBe(true)
    expect(refused({ host: 'tunnel.example', 'populace-secret': SECRET })).toBe(false)
  })

  test('if the server has no secret, it rejects requests of other machines to its own pages', () => {
    expect(refused({ 'populace-secret': '' }, { isLocal: false })).toBe(true)
    expect(refused({ 'populace-secret': 'undefined' }, { isLocal: false })).toBe(true)
  })
})

describe('over HTTP', () => {
  const asked = async (path: string, init: RequestInit, access?: AdminAccess): Promise<Response> => {
    const running = await serveWorlds(graphOf('guide'), access === undefined ? {} : { access })
    try {
      const answer = await fetch(`${running.url}${path}`, { redirect: 'manual', ...init })
      return new Response(answer.body && (await answer.text()), answer)
    } finally {
      await running.stop()
    }
  }
  const evil = { origin: 'http://evil.example' }

  test.each<[string, RequestInit]>([
    ['/_populace/requests', { headers: evil }],
    ['/_populace/requests.har', { headers: evil }],
    ['/_populace/worlds', { headers: evil }],
    ['/_populace/worlds/base', { headers: evil, method: 'PATCH', body: '{"categories":{"clear":true}}' }],
    ['/_populace/worlds/base', { headers: evil, method: 'DELETE' }],
    ['/_populace/trouble', { headers: evil, method: 'PUT', body: '[]' }],
    ['/_populace', { headers: evil }],
  ])('%s answers 403 to a page of another origin', async (path, init) => {
    const answer = await asked(path, init)
    expect(answer.status).toBe(403)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('a path below `/_populace/in/NAME` is content, so frontends of other origins may request it', async () => {
    expect((await asked('/_populace/in/a/api/restaurants', { headers: evil })).status).toBe(200)
  })

  test('a visit to the printed URL stores the secret in a cookie that other sites cannot use', async () => {
    const answer = await asked(`/_populace?secret=${SECRET}`, {}, OPEN)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/_populace'])
    expect(answer.headers.get('set-cookie')).toBe(
      `populace-secret=${SECRET}; Path=/_populace; HttpOnly; SameSite=Strict`,
    )
    expect((await asked('/_populace?secret=wrong', {}, OPEN)).status).toBe(403)
    expect(
      (await asked('/_populace/requests', { headers: { 'populace-secret': SECRET } }, OPEN)).status,
    ).toBe(200)
  })
})
