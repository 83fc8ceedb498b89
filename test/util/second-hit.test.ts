import { describe, expect, test } from 'vitest'
import { SecondHitFilter } from '../../src/util/cache/second-hit.ts'

describe('the second-hit filter', () => {
  test('the second-hit filter recognizes a key from the second use', () => {
    const filter = new SecondHitFilter()
    expect([filter.isRepeated('a'), filter.isRepeated('a'), filter.isRepeated('a')]).toEqual([
      false,
      true,
      true,
    ])
    expect(filter.isRepeated('b')).toBe(false)
    expect(filter.isRepeated('')).toBe(false)
  })

  test('the second-hit filter reports none of ten thousand new keys as repeated, and recognizes over 4000 of them later', () => {
    const filter = new SecondHitFilter()
    const keys = Array.from({ length: 10_000 }, (_, at) => `GET /api/posts?filters[id]=${at}`)
    expect(keys.filter((key) => filter.isRepeated(key))).toEqual([])
    // Keys with the same slot replace each other.
    const known = keys.filter((key) => filter.isRepeated(key)).length
    expect(known).toBeGreaterThan(4_000)
  })
})
