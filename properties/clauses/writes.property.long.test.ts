/**
 * Tests that each faulty implementation of writes breaks the law of its clause. The fault may break no other law
 * except the laws in its member `also`.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { WRITE_LAWS } from '../writes/laws.ts'
import { WRITE_CLAUSES } from './clauses.ts'
import { brokenWriteLaws, type WriteGround, writeGroundOf } from './subjects.ts'

const SEED = 1
/**
 * The number of generated inputs on which all laws run, and the number of inputs on which only the law of a rare
 * clause runs.
 */
const [RUNS, MORE_RUNS] = [15, 200]

let grounds: readonly WriteGround[] = []
const timeout = 1_200_000

beforeAll(async () => {
  grounds = await Promise.all(WRITE_LAWS.map((law) => writeGroundOf(law, { runs: RUNS, seed: SEED })))
}, timeout)

describe('implementations that break one clause', () => {
  test.each(WRITE_LAWS.map((law) => [law.id, law] as const))(
    'the check notices each implementation that breaks one clause of %s',
    { timeout },
    async (id, law) => {
      for (const { says, faults } of WRITE_CLAUSES[id] ?? [])
        for (const fault of faults) {
          const broken = new Set((await brokenWriteLaws(fault, grounds)).keys())
          if (!broken.has(id)) {
            const more = await writeGroundOf(law, { runs: MORE_RUNS, seed: SEED + 1 })
            if ((await brokenWriteLaws(fault, [more])).size > 0) broken.add(id)
          }
          const expected = [id, ...Object.keys(fault.also ?? {})]
          expect([...broken].toSorted(), `${says} ${fault.says}`).toEqual(expected.toSorted())
        }
    },
  )
})
