import { describe, expect, test } from 'vitest'
import { SecondHitFilter } from '../../src/util/cache/second-hit.ts'

describe('what was asked for before', () => {
  test('is known from the second time on', () => {
    const seen = new SecondHitFilter()
    expect([seen.isRepeated('a'), seen.isRepeated('a'), seen.isRepeated('a')]).toEqual([false, true, true])
    expect(seen.isRepeated('b')).toBe(false)
    expect(seen.isRepeated('')).toBe(false)
  })

  test('is told from ten thousand others, all but a few', () => {
    const seen = new SecondHitFilter()
    const keys = Array.from({ length: 10_000 }, (_, at) => `GET /api/posts?filters[id]=${at}`)
    expect(keys.filter((key) => seen.isRepeated(key))).toEqual([])
    // Those that share a place have put each other out of it.
    const known = keys.filter((key) => seen.isRepeated(key)).length
    expect(known).toBeGreaterThan(4_000)
  })
})
