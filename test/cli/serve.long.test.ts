/** Tests which requests `populace serve` refuses, and the permissions that it proposes. */
import { rmSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { killAll, started, startedOn } from '../support/serving.ts'
import { ask, makeWithoutTokens, TOKEN } from './guests.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(killAll)

const withoutTokens = makeWithoutTokens()
afterAll(() => rmSync(withoutTokens, { recursive: true }))

describe('populace serve', () => {
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
