/** Tests a few mutants of the shipped datasets. `npm run search -- hostile` tests many mutants. */
import { describe, expect, test } from 'vitest'
import { KINDS } from '../search/hostile/mutant.ts'
import { mutantOf } from '../search/hostile/mutants.ts'
import { type LoadOutcome, tallyOf } from '../search/hostile/tally.ts'
import { runMutants } from '../search/hostile/try.ts'
import { SEED } from '../support/seed.ts'

const COUNT = 5
/** Mutants of folders need pipes and links, which Windows lacks. */
const TRIED = process.platform === 'win32' ? KINDS.filter((kind) => kind !== 'folder') : KINDS

describe(`mutants of seed ${SEED}`, () => {
  const outcomes: LoadOutcome[] = []

  test.each(TRIED)(
    '%s: each mutant is loaded completely or rejected completely',
    { timeout: 120_000 },
    (kind) => {
      const own: LoadOutcome[] = []
      runMutants({ seed: SEED, from: 0, to: COUNT, only: kind }, (outcome) => own.push(outcome))
      outcomes.push(...own)
      expect(own.filter(({ end }) => end === 'other')).toEqual([])
      expect(own).toHaveLength(COUNT)
    },
  )

  test('the outcomes of loading mutated datasets are counted by kind of mutant', () => {
    expect(tallyOf(outcomes)).toMatch(new RegExp(`^all .* 0 +${COUNT * TRIED.length}$`, 'm'))
  })
})

test('the same seed and number give the same mutant', () => {
  for (const kind of KINDS) {
    const [one, again] = [mutantOf(7, 3, kind), mutantOf(7, 3, kind)]
    expect(again.says).toBe(one.says)
    expect(again.change.at).toBe(one.change.at)
  }
  const says = Array.from({ length: 40 }, (_, number) => mutantOf(7, number).says)
  expect(new Set(says).size).toBeGreaterThan(30)
})
