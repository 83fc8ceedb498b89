/**
 * Edits generated worlds both incrementally and by a rebuild, and compares the results. `--runs N` sets the number of
 * worlds with up to eight edits each, `--seed N` the seed; `--quick` skips shrinking. The exit status is 0 if the
 * results were always the same.
 */
import { parseArgs } from 'node:util'
import * as fc from 'fast-check'
import { dice } from '../../../properties/arbitraries/dice.ts'
import { worlds } from '../../../properties/arbitraries/world.ts'
import { editsFault, newTally } from './law.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    quick: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const tally = newTally()
const edits = fc.array(dice(60), { minLength: 1, maxLength: 8, size: 'max' })
const law = fc.property(worlds(), edits, fc.boolean(), (world, all, layers) => {
  const fault = editsFault(world.graph, all, tally, layers)
  if (fault !== undefined) throw new Error(fault)
})
const { failed, errorInstance, numRuns } = await fc.check(law, {
  seed,
  numRuns: Number(values.runs),
  endOnFailure: values.quick,
})
console.log(`${numRuns} worlds, seed ${seed}: ${JSON.stringify(tally)}`)
if (failed) console.log('BROKEN edits', errorInstance)
process.exitCode = failed ? 1 : 0
