/** Tests that the examples of all pages print the output that the pages show, in one process. */
import { expect, test } from 'vitest'
import { examples } from './support/docs.ts'
import { linesOf, ranTogether } from './support/ran-examples.ts'

test('the short examples of the documentation print the output that its pages show', async () => {
  const short = examples.filter(({ isLong }) => !isLong)
  expect(short.length).toBeGreaterThan(10)
  expect(short.some(({ page }) => page === 'README.md')).toBe(true)
  expect(await ranTogether(short)).toEqual({ code: 0, lines: linesOf(short) })
})
