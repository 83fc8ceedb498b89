/** Tests the advice about refused requests that `openSource` passes to `tell`, and `createMock` to `lacks`. */
import { expect, test } from 'vitest'
import { createMock } from '../../src/server/mock.ts'
import { openSource } from '../../src/server/open.ts'
import { graphOf } from '../support/datasets.ts'

const LEDGERS = 'http://localhost/api/ledgers'

test('openSource names each missing permission once, for a read, a plugin endpoint and a write', async () => {
  const lines: string[] = []
  const { handle, end } = await openSource('fixtures/guide', { tell: (line) => lines.push(line) })
  const asked = [
    ...[LEDGERS, LEDGERS, 'http://localhost/api/users'].map((url) => new Request(url)),
    new Request('http://localhost/api/reviews', { method: 'POST', body: '{"data":{}}' }),
  ]
  for (const request of asked) expect((await handle(request)).status).toBe(403)
  end()
  const advice = (action: string): string =>
    `Refused: the role public lacks ${action}. Send a token, allow the action in Strapi (Settings, Roles, Public), ` +
    `or for this run with the option grant: ['${action}']`
  expect(lines).toEqual([
    advice('api::ledger.ledger.find'),
    advice('plugin::users-permissions.user.find'),
    advice('api::review.review.create'),
  ])
})

test('openSource reports why a permitted write is refused', async () => {
  const lines: string[] = []
  const site = await openSource('fixtures/guide', { grant: ['*.create'], tell: (line) => lines.push(line) })
  const body = JSON.stringify({ data: { titel: 'New' } })
  const headers = { 'content-type': 'application/json' }
  const { status } = await site.handle(
    new Request('http://localhost/api/reviews', { method: 'POST', body, headers }),
  )
  site.end()
  expect(status).toBe(400)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('Refused: /data/titel is not allowed. Did you mean title?')
})

test('the callback `lacks` gets the role of a known token, but is not called for permitted or unknown paths', async () => {
  const lacking: string[] = []
  const mock = createMock(graphOf('guide'), {
    keep: { bytes: 0 },
    lacks: ({ role, action }) => lacking.push(`${role} ${action}`),
  })
  const headers = { authorization: 'Bearer reader-token' }
  const ask = async (url: string) => (await mock.answer({ url, headers })).status
  expect(await ask('/api/articles')).toBe(200)
  expect(await ask('/api/nothing')).toBe(404)
  expect(await ask('/api/users/me')).toBe(403)
  expect(lacking).toEqual(['reader plugin::users-permissions.user.me'])
})
