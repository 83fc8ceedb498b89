/** Every law, a few times each: enough to notice. `run.ts` is for the long runs. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createContentApi } from '../src/reference/api.ts'
import { graphOf } from '../test/support/datasets.ts'
import { SEED } from '../test/support/seed.ts'
import { check, checkServer, type Fallen, report, sweep } from './check.ts'
import type { Law } from './laws/law.ts'
import { LAWS, liveLaws } from './laws/laws.ts'

const RUNS = 20

const named = <L extends Law>(laws: readonly L[]): readonly (readonly [string, L])[] =>
  laws.map((law) => [law.id, law])

/** The failure in its smallest form; as it was met where that does not come again. */
async function told({ law, fault, path }: Fallen): Promise<string> {
  const failure = await check(law, { runs: 1, seed: SEED, path })
  return failure === undefined ? `${fault}\npath ${path}` : report(failure)
}

describe.each([...new Set(LAWS.map(({ kind }) => kind))])(`%s, on generated worlds, seed ${SEED}`, (kind) => {
  const laws = LAWS.filter((law) => law.kind === kind)
  const fallen = new Map<Law, Fallen>()
  let worlds = 0
  beforeAll(() =>
    sweep(
      laws,
      { runs: RUNS, seed: SEED },
      (one) => void fallen.set(one.law, one),
      () => void worlds++,
    ),
  )

  test.each(named(laws))('%s', async (_id, law) => {
    const one = fallen.get(law)
    expect(one === undefined ? '' : await told(one)).toBe('')
    expect(worlds).toBe(RUNS)
  })
})

test('no two laws have one id', () => {
  expect(new Set(LAWS.map(({ id }) => id)).size).toBe(LAWS.length)
})

describe.each(['guide', 'corners'])(`laws of any server on the dataset %s, seed ${SEED}`, (dataset) => {
  const graph = graphOf(dataset)
  const { answer } = createContentApi(graph)

  test.each(named(liveLaws))('%s', async (_id, law) => {
    const failure = await checkServer(law, answer, graph, { runs: 8, seed: SEED })
    expect(failure === undefined ? '' : report(failure)).toBe('')
  })
})
