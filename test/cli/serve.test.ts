/** Tests endpoints, warnings and options of `populace serve` that other tests do not cover. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { killAll, started, startedOn } from '../support/serving.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(killAll)

const TOKEN = 'nobody-was-given-this-token'
const ask = (url: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}${path}`, { headers: { authorization: `Bearer ${TOKEN}`, ...headers } })

/** A copy of the guide's dataset without its list of tokens. */
const withoutTokens = mkdtempSync(join(tmpdir(), 'populace-'))
beforeAll(() => {
  cpSync(fileURLToPath(new URL('../../fixtures/guide', import.meta.url)), withoutTokens, { recursive: true })
  const file = join(withoutTokens, 'access.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), tokens: {} }))
})
afterAll(() => rmSync(withoutTokens, { recursive: true }))

describe('populace serve', () => {
  test('without listed tokens, an unknown token may read, and a warning without the token appears once', async () => {
    const { url, said } = await startedOn(withoutTokens, '--cors-headers', 'X-Preview, X-Region')
    for (const path of ['/api/ledgers', '/api/ledgers', '/api/users'])
      expect((await ask(url, path)).status).toBe(200)
    await vi.waitFor(() => expect(said()).toContain('to refuse it, use --strict-tokens'))
    expect(said().split('--strict-tokens').length).toBe(2)
    expect(said()).not.toContain(TOKEN.slice(0, 8))
    const preflight = await fetch(`${url}/api/articles`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost', 'access-control-request-method': 'GET' },
    })
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'Content-Type,Authorization,Origin,Accept,X-Preview,X-Region',
    )
    const picture = await ask(url, '/uploads/bread_1.jpg')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await ask(url, '/_health')).status).toBe(204)
  })

  test('populace serve prints once which permission a write lacks, and accepts the write with `--grant`', async () => {
    const review = (url: string, headers: Record<string, string> = {}) =>
      fetch(`${url}/api/reviews`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ data: { title: 'New' } }),
      })
    const { url, said } = await started()
    for (const _ of [1, 2]) expect((await review(url)).status).toBe(403)
    expect((await review(url, { authorization: 'Bearer reader-token' })).status).toBe(403)
    expect((await review(url, { authorization: `Bearer ${TOKEN}` })).status).toBe(401)
    expect((await fetch(`${url}/api/upload`, { method: 'POST', body: new FormData() })).status).toBe(403)
    await vi.waitFor(() => expect(said().match(/Refused: .*/g)).toHaveLength(3))
    expect(said().match(/--grant .*/g)).toEqual([
      '--grant api::review.review.create',
      '--grant reader=api::review.review.create',
      '--grant plugin::upload.content-api.upload',
    ])
    const granted = await started('--grant', 'api::review.review.create', '--grant', 'reader=*.create')
    expect((await review(granted.url)).status).toBe(201)
    expect((await review(granted.url, { authorization: 'Bearer reader-token' })).status).toBe(201)
    expect(granted.said()).toBe('')
    const wrong = await fetch(`${granted.url}/api/reviews`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { titel: 'New', score: 'many' } }),
    })
    expect(wrong.status).toBe(400)
    await vi.waitFor(() =>
      expect(granted.said()).toContain('A body that the server accepts: {"data":{"score":1,"title":"New"}}'),
    )
    expect(granted.said()).toContain('Refused: /data/titel is not allowed. Did you mean title?')
  })

  test.each([
    { name: 'with --strict-tokens', start: () => startedOn(withoutTokens, '--strict-tokens') },
    { name: 'if tokens are listed', start: () => started() },
  ])('populace serve refuses an unknown token $name', async ({ start }) => {
    const { url, said } = await start()
    for (const path of ['/api/ledgers', '/api/users']) expect((await ask(url, path)).status).toBe(401)
    expect(said()).toBe('')
  })
})
