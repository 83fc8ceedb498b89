/** Checks sequences of writes to generated worlds, with a few runs. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SEED } from '../../test/support/seed.ts'
import { dice } from '../arbitraries/dice.ts'
import { seeds } from '../arbitraries/request.ts'
import { worlds } from '../arbitraries/world.ts'
import { noWrites, writesFault } from './law.ts'

const RUNS = Number(process.env['POPULACE_WRITE_RUNS'] ?? 30)

test(`what is written is read back, and leads to sound worlds, seed ${SEED}`, () => {
  const tally = noWrites()
  const writes = fc.array(dice(80), { minLength: 1, maxLength: 8, size: 'max' })
  const asks = fc.array(seeds, { minLength: 2, maxLength: 2 })
  const { errorInstance } = fc.check(
    fc.property(worlds({ restrictions: false }), writes, asks, (world, all, requested) => {
      const fault = writesFault(world.graph, all, requested, tally)
      if (fault !== undefined) throw new Error(fault)
    }),
    { seed: SEED, numRuns: RUNS },
  )
  expect(errorInstance).toBeNull()
  for (const count of Object.values(tally)) expect(count).toBeGreaterThan(0)
})
