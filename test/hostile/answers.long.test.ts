/** Tests the check of a server with more rounds of its fuzzer, and that the fuzzer repeats a round from its seed. */
import { afterAll, describe, expect, test, vi } from 'vitest'
import { fuzzGround } from '../search/fuzz/answers/ground.ts'
import { answersRound, formatAnswersRound, LAWS_EVERY } from '../search/fuzz/answers/round.ts'
import { SEED } from '../support/seed.ts'

describe('targets with hostile answers', () => {
  vi.setConfig({ testTimeout: 120_000 })
  afterAll(() => void vi.resetConfig())
  const ground = fuzzGround()
  // The seeds of this test begin after the seeds of `answers.test.ts`.
  const first = LAWS_EVERY * SEED + 3

  test.each([0, 1].map((at) => first + at))(
    'the reports about a server with hostile answers have no faults with seed %d',
    async (seed) => {
      const round = await answersRound(seed, ground)
      expect(round.faults.length === 0 ? '' : formatAnswersRound(round)).toBe('')
    },
  )

  test('the same seed gives the same round of hostile answers', async () => {
    const [round, again] = [await answersRound(7, ground), await answersRound(7, ground)]
    const timeless = ({ report, ...rest }: typeof round): unknown => ({
      ...rest,
      report: {
        ...report,
        milliseconds: 0,
        cases: report?.cases.map((line) => ({ ...line, milliseconds: 0 })),
      },
    })
    expect(timeless(again)).toEqual(timeless(round))
  })
})
