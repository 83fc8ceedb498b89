/** Tests that `populace serve` reveals private data only with `--reveal`, and then prints a notice. */
import { describe, expect, test } from 'vitest'
import { served } from './revealing.ts'

describe('populace serve', () => {
  test('populace serve hides private data by default, and prints how to reveal it', async () => {
    const { start, found } = await served('--profile', 'strapi-5.54-sqlite')
    expect(start).toMatch(/Private data that the real server reveals stays hidden; --reveal shows it\./)
    expect(found).toBe(0)
  })

  test.each([
    [['--profile', 'strapi-5.54-sqlite', '--no-reveal'], /reveals stays hidden; --reveal/, 0],
    [
      ['--profile', 'strapi-5.54-sqlite', '--reveal'],
      /Private data is revealed like on the real server: .*search-private/,
      1,
    ],
  ])('%s', async (args, line, count) => {
    const { start, found } = await served(...args)
    expect(start).toMatch(line)
    expect(found).toBe(count)
  })

  test('populace serve starts without a warning about revealed data if the profile reveals none', async () => {
    expect((await served()).start).not.toMatch(/reveal/i)
  })
})
