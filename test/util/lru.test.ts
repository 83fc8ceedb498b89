/** What is kept goes with who kept it. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { LruBudget } from '../../src/util/cache/lru.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Keeps a value on a shelf of its own, which nobody has after that. */
function keepOn(kept: LruBudget): WeakRef<object> {
  const value = { text: 'kept' }
  kept.partition<object>().set('a', value, 1)
  return new WeakRef(value)
}

/** A reference that was made or asked for stays until the end of its turn. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

test('a shelf that nobody has any more holds nothing, whatever room there is', async () => {
  const kept = new LruBudget(1_000_000)
  const value = keepOn(kept)
  expect(kept.bytes).toBeGreaterThan(0)
  await turn()
  collect()
  await turn()
  collect()
  expect(value.deref()).toBeUndefined()
})

test('what is kept is there as long as there is room, and what was used least recently goes first', () => {
  const kept = new LruBudget(1_000)
  const shelf = kept.partition<string>()
  for (const key of ['a', 'b', 'c']) shelf.set(key, key.toUpperCase(), 10)
  expect(shelf.get('a')).toBe('A')
  shelf.set('d', 'D', 10)
  expect(['a', 'b', 'c', 'd'].map((key) => shelf.get(key))).toEqual(['A', undefined, 'C', 'D'])
  expect(kept.bytes).toBeLessThanOrEqual(1_000)
})
