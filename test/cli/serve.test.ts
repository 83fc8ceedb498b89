/** `populace serve`: what it has besides content, what it warns of, and what its options change. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { killAll, started } from '../support/serving.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(killAll)

const TOKEN = 'nobody-was-given-this-token'
const ask = (url: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}${path}`, { headers: { authorization: `Bearer ${TOKEN}`, ...headers } })

describe('populace serve', () => {
  test('lets a token that nobody was given read, and says so once without telling it', async () => {
    const { url, said } = await started('--cors-headers', 'X-Preview, X-Region')
    for (const path of ['/api/ledgers', '/api/ledgers', '/api/users'])
      expect((await ask(url, path)).status).toBe(200)
    await vi.waitFor(() => expect(said()).toContain('--strict-tokens refuses it'))
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
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await ask(url, '/_health')).status).toBe(204)
  })

  test('refuses it with --strict-tokens', async () => {
    const { url, said } = await started('--strict-tokens')
    for (const path of ['/api/ledgers', '/api/users']) expect((await ask(url, path)).status).toBe(401)
    expect(said()).toBe('')
  })
})
