import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstPlace, firstPlaceNear } from '../../src/util/sorted.ts'

/** A sorted list, a range of positions in it, and a value to search for. */
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

test('bisection and the search for near positions find the same position as a loop', () => {
  fc.assert(
    fc.property(searched, ({ list, wanted, begin, end }) => {
      const isReached = (place: number): boolean => {
        // The search must test only positions within the range.
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

test('a near position needs few comparisons, and a far position at most twice as many as bisection', () => {
  const probes = (place: number): number => {
    let count = 0
    firstPlaceNear(1 << 20, (at) => ++count > 0 && at >= place, 0)
    return count
  }
  expect(probes(0)).toBe(1)
  expect(probes(1)).toBe(2)
  expect(probes(100)).toBeLessThan(15)
  expect(probes((1 << 20) - 1)).toBeLessThanOrEqual(41)
})
