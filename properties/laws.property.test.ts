/** Every law, a few times each: enough to notice, with a seed that does not change. `run.ts` is for the long runs. */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createContentApi } from '../src/reference/api.ts'
import { loadDataset } from '../src/reference/graph/load.ts'
import { check, checkServer, report } from './check.ts'
import { LAWS, liveLaws } from './laws/laws.ts'

const RUNS = 60
const SEED = 20_240_115
const folderOf = (dataset: string): string =>
  fileURLToPath(new URL(`../fixtures/${dataset}`, import.meta.url))

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

describe.each(['guide', 'corners'])(`laws of any server on the dataset %s, seed ${SEED}`, (dataset) => {
  const graph = loadDataset(folderOf(dataset))
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
