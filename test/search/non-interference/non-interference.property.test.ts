/** A few requests to twins, with a new seed each time; `run.ts` is for the long runs. */
import { describe, expect, test } from 'vitest'
import { differences, HELD } from './compare.ts'
import { search, told } from './search.ts'

const SEED = Date.now() % 1_000_000_000
const REQUESTS = 200

console.log(`twins: seed ${SEED}, npm run search:non-interference -- --seed ${SEED} makes them again`)

describe(`what a role may not see, seed ${SEED}`, () => {
  test('changes no byte of any answer under a profile that reveals nothing', () => {
    const counts = new Map(HELD.map((profile) => [profile, 0]))
    const found: string[] = []
    let count = 0
    search(
      SEED,
      (twins, { seed, path }) => {
        for (const profile of HELD) {
          counts.set(profile, (counts.get(profile) ?? 0) + twins.requests.length)
          count += twins.requests.length
          const [first] = differences(twins, profile)
          if (first !== undefined) found.push(`${told(first)}\nrepeat: --seed ${seed} --path ${path}`)
        }
      },
      () => count < REQUESTS && found.length === 0,
    )
    expect(found).toEqual([])
    for (const profile of HELD) expect(counts.get(profile)).toBeGreaterThan(0)
  }, 60_000)
})
