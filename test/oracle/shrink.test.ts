/**
 * Tests that the shrinker's result is small and still shows the mismatch, and that the shrinker makes at most the
 * permitted number of attempts.
 */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reduceDataset } from '../../src/oracle/shrink/dataset.ts'
import { needlessParts, withoutParts } from '../../src/oracle/shrink/query.ts'
import { createShrinker, halves, removeNeedless } from '../../src/oracle/shrink/shrink.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'

describe('removeNeedless', () => {
  const places = fc.integer({ min: 0, max: 40 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      needed: fc.uniqueArray(fc.nat(Math.max(0, count - 1)), { maxLength: count }),
      closesUp: fc.boolean(),
    }),
  )

  test('`removeNeedless` keeps exactly the needed pieces', async () => {
    await fc.assert(
      fc.asyncProperty(places, async ({ count, needed, closesUp }) => {
        const isEnough = async (gone: ReadonlySet<number>): Promise<boolean> =>
          needed.every((place) => !gone.has(place))
        const gone = await removeNeedless(count, { sizes: halves(count), closesUp }, isEnough)
        const left = Array.from({ length: count }, (_, place) => place).filter((place) => !gone.has(place))
        expect(left).toEqual(needed.toSorted((a, b) => a - b))
      }),
    )
  })

  test('`removeNeedless` tries large groups of pieces first', async () => {
    const tried: string[] = []
    await removeNeedless(4, { sizes: halves(4), closesUp: false }, async (gone) => {
      tried.push([...gone].join(''))
      return !gone.has(2)
    })
    expect(tried).toEqual(['0123', '01', '0123', '012', '013'])
  })

  test('`removeNeedless` with `closesUp`, removes new neighbours together', async () => {
    const sizes = [1, 2]
    const runs = async (closesUp: boolean): Promise<readonly string[]> => {
      const tried: string[] = []
      await removeNeedless(4, { sizes, closesUp }, async (gone) => {
        tried.push([...gone].join(''))
        return gone.size === 1 && gone.has(1)
      })
      return tried
    }
    expect((await runs(true)).slice(-2)).toEqual(['102', '13'])
    expect((await runs(false)).slice(-2)).toEqual(['10', '123'])
  })
})

describe('a query', () => {
  test('a shrunk query keeps the parts that the mismatch needs', async () => {
    const url = '/api/x?a=1&b=2&c=3&d=4'
    const gone = await needlessParts(url, async (tried) => tried.includes('b=2') && tried.includes('d=4'))
    expect(withoutParts(url, gone)).toBe('/api/x?b=2&d=4')
    expect(withoutParts('/api/x?a=1', new Set([0]))).toBe('/api/x')
    expect(withoutParts('/api/x', new Set([0]))).toBe('/api/x')
  })
})

describe('a dataset', () => {
  const row = (id: number): { readonly id: number; readonly name: string; readonly size: number } => ({
    id,
    name: `row ${id}`,
    size: id,
  })
  const files: DatasetFiles = {
    contentTypes: {},
    entries: { a: [1, 2, 3, 4, 5].map(row), b: [1, 2].map(row) },
    media: [1, 2, 3].map(row),
  }

  test('a shrunk dataset keeps the rows and members that the mismatch needs', async () => {
    const smallest = await reduceDataset(files, async ({ entries, media }) => {
      const text = JSON.stringify([entries, media])
      return text.includes('{"id":4') && text.includes('"name":"row 4"') && text.includes('"id":2')
    })
    expect(smallest.entries).toEqual({ a: [{ id: 4, name: 'row 4' }], b: [] })
    expect(smallest.media).toEqual([{ ...row(2) }])
  })
})

describe('choices', () => {
  const isLarge = async (value: number): Promise<number | undefined> => (value >= 1234 ? value : undefined)
  const at = { seed: 3, index: 7 }
  const numbers = fc.nat(1_000_000)
  const first = fc.sample(numbers, { seed: at.seed, path: String(at.index), numRuns: 1 })[0] ?? 0

  test('the random choices shrink to a minimum, with a path that replays the minimum', async () => {
    const shrinker = createShrinker(first, 1000)
    const path = await shrinker.choices(numbers, at, isLarge)
    expect(shrinker.smallest()).toBe(1234)
    expect(fc.sample(numbers, { seed: at.seed, path, numRuns: 1 })).toEqual([1234])
  })

  test('the shrinker tries random choices at most as often as the limit permits', async () => {
    const counted = (tries: number) => {
      let tried = 0
      const shrinker = createShrinker(first, tries)
      const show = async (value: number): Promise<number | undefined> => {
        tried++
        return isLarge(value)
      }
      return { shrinker, show, tried: () => tried }
    }
    const few = counted(5)
    await few.shrinker.choices(numbers, at, few.show)
    expect(few.tried()).toBe(5)
    expect(await few.shrinker.attempt(async () => 0)).toBe(false)
    few.shrinker.grant(1)
    expect(await few.shrinker.attempt(async () => 0)).toBe(true)
    expect(few.shrinker.smallest()).toBe(0)
    expect(await few.shrinker.attempt(async () => 0)).toBe(false)
  })
})
