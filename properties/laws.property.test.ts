/** Every law, a few times each: enough to notice, with a seed that does not change. `run.ts` is for the long runs. */
import { describe, expect, test } from 'vitest'
import { createContentApi } from '../src/api.ts'
import { loadDataset } from '../src/graph/load.ts'
import { check, checkServer, report } from './check.ts'
import { LAWS, liveLaws } from './laws/laws.ts'

const RUNS = 60
const SEED = 20_240_115
const GUIDE = new URL('../fixtures/guide', import.meta.url).pathname

describe(`laws on generated worlds, seed ${SEED}`, () => {
  test.each(LAWS.map((law) => [law.id, law] as const))(
    '%s',
    async (_id, law) => {
      const failure = await check(law, { runs: RUNS, seed: SEED })
      expect(failure === undefined ? '' : report(failure)).toBe('')
    },
    20_000,
  )

  test('no two laws have one id', () => {
    expect(new Set(LAWS.map(({ id }) => id)).size).toBe(LAWS.length)
  })
})

describe(`laws of any server on the dataset of the guide, seed ${SEED}`, () => {
  const graph = loadDataset(GUIDE)
  const { answer } = createContentApi(graph)

  test.each(liveLaws.map((law) => [law.id, law] as const))(
    '%s',
    async (_id, law) => {
      const failure = await checkServer(law, answer, graph, { runs: 15, seed: SEED })
      expect(failure === undefined ? '' : report(failure)).toBe('')
    },
    20_000,
  )
})
