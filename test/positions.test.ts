/** Tests sets of row positions in lists of any length. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { everyPosition, union } from '../src/reference/fast/index/positions.ts'

const lists = (length: number) =>
  fc.array(fc.array(fc.integer({ min: 0, max: length - 1 }), { maxLength: 200 }), { maxLength: 5 })

test.each([1, 40, 999, 1_000, 100_000])(
  'the union of lists of positions below %i has each position once, in ascending order',
  (length) => {
    fc.assert(
      fc.property(lists(length), (given) => {
        const found = union(
          given.map((one) => Uint32Array.from(one)),
          length,
        )
        expect([...found]).toEqual([...new Set(given.flat())].sort((a, b) => a - b))
      }),
    )
  },
)

test('`everyPosition` lists all positions', () => expect([...everyPosition(3)]).toEqual([0, 1, 2]))
