/** The growth of writes with their components, counted in system-independent ratios of time. */
import { expect, test } from 'vitest'
import { growthOfWrites, WRITE_KINDS } from '../support/write-growth.ts'

/** Quadratic work would be 24 times the linear one. A margin for a busy machine lies above the 1.3 of the bench. */
const MOST = 3

test.each(WRITE_KINDS)(
  '%s of 24,000 components costs at most three times the linear cost of 1,000',
  (kind) => {
    const [few = 0, many = 0] = growthOfWrites(kind, [1_000, 24_000])
    expect(many).toBeLessThan(few * 24 * MOST)
  },
)
