/**
 * Tests the LRU cache: it keeps values within its budget, and releases the values of an owner that is
 * garbage-collected.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { LruBudget } from '../../src/util/cache/lru.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Stores a value in a partition that nothing refers to afterwards. */
function storeIn(cache: LruBudget): WeakRef<object> {
  const value = { text: 'cached' }
  cache.partition<object>().set('a', value, 1)
  return new WeakRef(value)
}

/** JavaScript keeps an object that was dereferenced until the current task ends. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

test('a partition to which nothing refers is garbage-collected, even if the budget has room', async () => {
  const cache = new LruBudget(1_000_000)
  const value = storeIn(cache)
  expect(cache.bytes).toBeGreaterThan(0)
  await turn()
  collect()
  await turn()
  collect()
  expect(value.deref()).toBeUndefined()
})

test('the least recently used value is evicted first when the budget is exhausted', () => {
  const cache = new LruBudget(1_000)
  const partition = cache.partition<string>()
  for (const key of ['a', 'b', 'c']) partition.set(key, key.toUpperCase(), 10)
  expect(partition.get('a')).toBe('A')
  partition.set('d', 'D', 10)
  expect(['a', 'b', 'c', 'd'].map((key) => partition.get(key))).toEqual(['A', undefined, 'C', 'D'])
  expect(cache.bytes).toBeLessThanOrEqual(1_000)
})
