/** The cache stores values within its budget, and never outlives their owner. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { LruBudget } from '../../src/util/cache/lru.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Stores a value in a partition without an owner. */
function storeIn(cache: LruBudget): WeakRef<object> {
  const value = { text: 'cached' }
  cache.partition<object>().set('a', value, 1)
  return new WeakRef(value)
}

/** JavaScript retains a dereferenced object until the end of the current task. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

test('a partition without an owner is collected, even within the budget', async () => {
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
