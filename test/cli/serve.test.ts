/**
 * Tests endpoints, warnings and options of `populace serve` that other tests do not cover. `serve.long.test.ts` tests
 * refused requests.
 */
import { rmSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { killAll, startedOn } from '../support/serving.ts'
import { ask, makeWithoutTokens, TOKEN } from './guests.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(killAll)

const withoutTokens = makeWithoutTokens()
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
})
