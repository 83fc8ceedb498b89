/** Tests how the time of a write grows with its number of components, as ratios of times on the same machine. */
import { expect, test } from 'vitest'
import { allocatedBy, growthOfWrites, WRITE_KINDS } from '../support/write-growth.ts'

/**
 * The limit of the ratio of measured to linear cost: quadratic work would reach 24. The bench measures 1.3; the
 * limit leaves a margin for a busy machine.
 */
const MOST = 3

test.each(WRITE_KINDS)(
  '%s of 24,000 components costs at most three times the linear cost of 1,000',
  (kind) => {
    const [few = 0, many = 0] = growthOfWrites(kind, [1_000, 24_000])
    expect(many).toBeLessThan(few * 24 * MOST)
  },
)

/** The number of components, because a body has at most 50,000 lists and objects. */
const MANY = 49_900

test.each(WRITE_KINDS)(
  '%s of 49,900 components allocates at most 1.3 times the bytes of as many small ones',
  async (kind) => {
    await allocatedBy(kind, 1_000, 3)
    const few = await allocatedBy(kind, 1_000, 50)
    const many = await allocatedBy(kind, MANY, 1)
    expect(many / few).toBeGreaterThan(0.5)
    expect(many / few).toBeLessThan(1.3)
  },
)
