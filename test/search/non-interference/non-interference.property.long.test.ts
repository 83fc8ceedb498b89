/**
 * Tests that private data changes no answer, with a few requests to pairs of datasets; `run.ts` sends more requests.
 */
import { describe, expect, test } from 'vitest'
import { SEED } from '../../support/seed.ts'
import { differences, HELD } from './compare.ts'
import { formatDifference, search } from './search.ts'

const REQUESTS = 60

console.log(`non-interference: seed ${SEED}, npm run search -- non-interference --seed ${SEED} repeats them`)

describe(`non-interference of roles, seed ${SEED}`, () => {
  test('private data changes no byte of any answer under profiles that reveal nothing', () => {
    const counts = new Map(HELD.map((profile) => [profile, 0]))
    const found: string[] = []
    let count = 0
    search(
      SEED,
      (pair, { seed, path }) => {
        for (const profile of HELD) {
          counts.set(profile, (counts.get(profile) ?? 0) + pair.requests.length)
          count += pair.requests.length
          const [first] = differences(pair, profile)
          if (first !== undefined)
            found.push(`${formatDifference(first)}\nrepeat: --seed ${seed} --path ${path}`)
        }
      },
      () => count < REQUESTS && found.length === 0,
    )
    expect(found).toEqual([])
    for (const profile of HELD) expect(counts.get(profile)).toBeGreaterThan(0)
  }, 60_000)
})
