/** Tests the attacks that take seconds; `attacks.test.ts` has all other attacks, and shorter forms of these attacks. */
import { expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { BUILT, heavy, isLong, path, SEEN } from './attack-list.ts'
import { expectBounded } from './bounded.ts'

const dear = [...SEEN, ...BUILT].filter(isLong)

test('the list of attacks contains attacks that take seconds', () => expect(dear.length).toBeGreaterThan(1))

test.each(dear.map((attack) => [attack[0], attack] as const))('%s', (_what, attack) => expectBounded(attack))

test('an answer with more source maps than allowed is refused before it is written', () => {
  const url = `/api/pages?pagination[pageSize]=1000&populate=${path(4, 'related')}`
  const refused = createReferenceApi(heavy).answer({ url, headers: { 'strapi-encode-source-maps': 'true' } })
  expect(refused.status).toBe(400)
  expect(refused.body).toContain('too long to write')
})
