/** Checks the laws as tests: with few runs in `npm test`, with more in `npm run test:long`. */
import { beforeAll, describe, expect, test } from 'vitest'
import { checkLaw } from '../../properties/check/law.ts'
import { report } from '../../properties/check/report.ts'
import { check, sweep, type Violation } from '../../properties/check/worlds.ts'
import type { Law, LiveLaw } from '../../properties/laws/law.ts'
import { LAWS, liveLaws } from '../../properties/laws/laws.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { graphOf } from './datasets.ts'
import { SEED } from './seed.ts'

export interface Often {
  /** The number of generated worlds for each law. */
  readonly worlds: number
  /** The number of runs of each live law on each dataset. */
  readonly live: number
}

export function liveLaw(id: string): LiveLaw {
  const found = liveLaws.find((one) => one.id === id)
  if (found === undefined) throw new Error(`no live law ${id}`)
  return found
}

const named = <L extends Law>(laws: readonly L[]): readonly (readonly [string, L])[] =>
  laws.map((law) => [law.id, law])

/**
 * Repeats and shrinks a failure, and describes its smallest form. If the failure does not occur again, describes its
 * original form.
 */
async function failureText({ law, fault, path }: Violation): Promise<string> {
  const failure = await check(law, { runs: 1, seed: SEED, path })
  return failure === undefined ? `${fault}\npath ${path}` : report(failure)
}

export function lawsHold(often: Often): void {
  describe.each([...new Set(LAWS.map(({ kind }) => kind))])(
    `%s, on generated worlds, seed ${SEED}`,
    (kind) => {
      const laws = LAWS.filter((law) => law.kind === kind)
      const fallen = new Map<Law, Violation>()
      let worlds = 0
      beforeAll(() =>
        sweep(
          laws,
          { runs: often.worlds, seed: SEED },
          (one) => void fallen.set(one.law, one),
          () => void worlds++,
        ),
      )

      test.each(named(laws))('%s', async (_id, law) => {
        const one = fallen.get(law)
        expect(one === undefined ? '' : await failureText(one)).toBe('')
        expect(worlds).toBe(often.worlds)
      })
    },
  )

  describe.each(['guide', 'corners'])(`laws of any server on the dataset %s, seed ${SEED}`, (dataset) => {
    const graph = graphOf(dataset)
    const { answer } = createReferenceApi(graph)

    test.each(named(liveLaws))('%s', async (_id, law) => {
      const verdict = await checkLaw(law, answer, graph, { runs: often.live, seed: SEED })
      expect(verdict.outcome === 'broken' ? report(verdict.failure) : '').toBe('')
    })
  })
}
