import { expect, test } from 'vitest'
import { memoized } from '../../src/util/cache/memoized.ts'

test('the result for a text is computed only once while the cache has room', () => {
  const worked: string[] = []
  const length = memoized((text) => {
    worked.push(text)
    return text.length
  })
  expect([length('one'), length('one'), length('three')]).toEqual([3, 3, 5])
  expect(worked).toEqual(['one', 'three'])
  for (let at = 0; at < 1_000; at++) length(String(at))
  expect(length('one')).toBe(3)
  expect(worked.filter((text) => text === 'one')).toHaveLength(2)
})

test('the result for a long text is never stored', () => {
  let times = 0
  const work = memoized(() => ++times)
  const long = 'x'.repeat(10_000)
  expect([work(long), work(long)]).toEqual([1, 2])
})
