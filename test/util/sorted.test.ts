import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstPlace, firstPlaceNear } from '../../src/util/sorted.ts'

/** A sorted list, part of it, and what is looked for there. */
const searched = fc
  .record({
    list: fc.array(fc.nat(40), { maxLength: 80 }).map((list) => [...list].sort((a, b) => a - b)),
    wanted: fc.nat(45),
    bounds: fc.tuple(fc.nat(80), fc.nat(80)),
  })
  .map(({ list, wanted, bounds: [one, other] }) => {
    const begin = Math.min(one, other, list.length)
    const end = Math.min(Math.max(one, other), list.length)
    return { list, wanted, begin, end }
  })

test('the first place that is reached is that of a loop, near or far', () => {
  fc.assert(
    fc.property(searched, ({ list, wanted, begin, end }) => {
      const isReached = (place: number): boolean => {
        // Nothing outside is looked at.
        expect(place >= begin && place < end).toBe(true)
        return (list[place] ?? 0) >= wanted
      }
      let expected = begin
      while (expected < end && (list[expected] ?? 0) < wanted) expected++
      expect(firstPlace(end, isReached, begin)).toBe(expected)
      expect(firstPlaceNear(end, isReached, begin)).toBe(expected)
    }),
    { numRuns: 500 },
  )
})

test('what is near is found with few looks, and what is far with twice those of halving', () => {
  const looks = (place: number): number => {
    let count = 0
    firstPlaceNear(1 << 20, (at) => ++count > 0 && at >= place, 0)
    return count
  }
  expect(looks(0)).toBe(1)
  expect(looks(1)).toBe(2)
  expect(looks(100)).toBeLessThan(15)
  expect(looks((1 << 20) - 1)).toBeLessThanOrEqual(41)
})
