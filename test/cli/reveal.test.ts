/**
 * Tests that `populace serve` reveals private data, as the real server does, only with `--reveal`;
 * `reveal.long.test.ts` tests the option.
 */
import { describe, expect, test } from 'vitest'
import { served } from './revealing.ts'

describe('populace serve', () => {
  test('populace serve hides private data by default, and prints how to reveal it', async () => {
    const { start, found } = await served('--profile', 'strapi-5.54-sqlite')
    expect(start).toMatch(/Private data that the real server reveals stays hidden; --reveal shows it\./)
    expect(found).toBe(0)
  })
})
