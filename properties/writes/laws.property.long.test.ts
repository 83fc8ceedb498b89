/** Tests that each law of writes holds, and that the generated inputs could have broken the law. */
import { expect, test } from 'vitest'
import { SEED } from '../../test/support/seed.ts'
import { REFERENCE } from '../laws/subject.ts'
import { WRITE_LAWS } from './laws.ts'

const RUNS = Number(process.env['POPULACE_WRITE_RUNS'] ?? 15)

test.each(WRITE_LAWS.map((law) => [law.id, law] as const))(
  `%s, seed ${SEED}`,
  { timeout: 60_000 + RUNS * 1_000 },
  async (_id, law) => {
    const { fault, seen } = await law.check(REFERENCE, { runs: RUNS, seed: SEED })
    expect(fault).toBeUndefined()
    for (const what of law.sees) expect(seen.get(what), what).toBeGreaterThan(0)
  },
)
