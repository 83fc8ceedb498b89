/** Tests with a few runs that each law of writes holds. `laws.property.long.test.ts` has more runs. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SEED } from '../../test/support/seed.ts'
import { worlds } from '../arbitraries/world.ts'
import { REFERENCE } from '../laws/subject.ts'
import { memoryTarget } from './commanded.ts'
import { removeWritten, writeCommands } from './commands.ts'
import { writtenDocuments } from './documents.ts'
import { WRITE_LAWS } from './laws.ts'

const RUNS = Number(process.env['POPULACE_WRITE_RUNS'] ?? 2)

test.each(WRITE_LAWS.map((law) => [law.id, law] as const))(
  `%s, seed ${SEED}`,
  { timeout: 60_000 + RUNS * 1_000 },
  async (_id, law) => {
    const { fault } = await law.check(REFERENCE, { runs: RUNS, seed: SEED })
    expect(fault).toBeUndefined()
  },
)

test('no two laws of writes have the same id', () => {
  expect(new Set(WRITE_LAWS.map(({ id }) => id)).size).toBe(WRITE_LAWS.length)
})

test('`removeWritten` deletes every document that the commands of `writeCommands` wrote', async () => {
  const [world] = fc.sample(worlds({ restrictions: false, documents: 6 }), { seed: SEED, numRuns: 1 })
  if (world === undefined) throw new Error('there is a world')
  const [commands = []] = fc.sample(writeCommands(world.graph), { seed: SEED, numRuns: 1 })
  const [model, real] = [writtenDocuments(), memoryTarget(world.graph, REFERENCE)]
  await fc.asyncModelRun(() => ({ model, real }), commands)
  await removeWritten(world.graph, model, real)
  expect(model.documents.size).toBe(0)
})
