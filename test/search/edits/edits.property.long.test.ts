/**
 * Tests the law of edits briefly on generated worlds and the project's datasets, with a new seed for each run. `run.ts`
 * runs longer.
 */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dice } from '../../../properties/arbitraries/dice.ts'
import { worlds } from '../../../properties/arbitraries/world.ts'
import { graphOf } from '../../support/datasets.ts'
import { editsFault, newTally } from './law.ts'

const seed = Date.now() % 1_000_000_000
const edits = (most: number) => fc.array(dice(60), { minLength: 1, maxLength: most, size: 'max' })

console.log(`edits: seed ${seed}, npm run search -- edits --seed ${seed} repeats them`)

test(`an edited world equals the world built from the edited files, seed ${seed}`, () => {
  const tally = newTally()
  fc.assert(
    fc.property(worlds(), edits(6), fc.boolean(), (world, all, layers) => {
      expect(editsFault(world.graph, all, tally, layers)).toBeUndefined()
    }),
    { seed, numRuns: 60, endOnFailure: true },
  )
  for (const count of Object.values(tally)) expect(count).toBeGreaterThan(0)
})

test.each(['guide', 'corners', 'strapi-5.54'])(
  `an edit of the dataset %s gives the same graph as a rebuild, seed ${seed}`,
  (dataset) => {
    const tally = newTally()
    fc.assert(
      fc.property(edits(4), (all) => {
        expect(editsFault(graphOf(dataset), all, tally)).toBeUndefined()
      }),
      { seed, numRuns: dataset === 'strapi-5.54' ? 2 : 12, endOnFailure: true },
    )
  },
)
