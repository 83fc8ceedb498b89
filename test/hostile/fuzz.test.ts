/** Tests the reference with a short run of the fuzzer. `npm run search -- fuzz --minutes N` runs the fuzzer longer. */
import { describe, expect, test, vi } from 'vitest'
import { fuzzDatasets } from '../search/fuzz/datasets.ts'
import { type FuzzFailure, formatFuzzFailure, fuzzRound } from '../search/fuzz/fuzz.ts'
import { judge, judgeThoroughly } from '../search/fuzz/judge.ts'
import { shrunk } from '../search/fuzz/shrink.ts'
import { type Stage, stageOf } from '../search/fuzz/stage.ts'
import { graphOf } from '../support/datasets.ts'
import { SEED } from '../support/seed.ts'

vi.setConfig({ testTimeout: 60_000 })

const ROUNDS = 2
const REQUESTS = 200

const datasets = fuzzDatasets()

/** Runs a round, and records everything that it reports. */
function heard(roundSeed: number): { failures: readonly FuzzFailure[]; reported: readonly string[] } {
  const failures: FuzzFailure[] = []
  const reported: string[] = []
  fuzzRound(roundSeed, datasets, REQUESTS, {
    answered: ({ response: { status, body }, steps }) => reported.push(`${status} ${steps} ${body.length}`),
    failed: (failure) => failures.push(failure),
  })
  return { failures, reported }
}

test.each(Array.from({ length: ROUNDS }, (_, at) => SEED + at))(
  'the fuzzer finds no faulty answer of the reference with seed %d',
  (roundSeed) => {
    expect(heard(roundSeed).failures.map(formatFuzzFailure).join('\n')).toBe('')
  },
)

test('the same seed gives the fuzzer the same requests', () => {
  expect(heard(7).reported).toEqual(heard(7).reported)
})

describe('the judge of the fuzzer, tested with broken APIs', () => {
  const sound = stageOf('guide', graphOf('guide'), { base: 'documented' })
  const request = { url: '/api/restaurants?fields=name&sort=name' }
  const changed = (change: (asked: ReturnType<Stage['ask']>) => ReturnType<Stage['ask']>): Stage => ({
    ...sound,
    ask: (asked, options) => change(sound.ask(asked, options)),
  })

  test('the judge of the fuzzer accepts the unchanged API', () =>
    expect(judgeThoroughly(sound, request)).toBeUndefined())

  test.each<[string, Stage]>([
    [
      'a throw',
      changed(() => {
        throw new Error('planted')
      }),
    ],
    [
      'a status nobody knows',
      changed(({ response, ...rest }) => ({ ...rest, response: { ...response, status: 418 } })),
    ],
    ['a 500', changed(({ response, ...rest }) => ({ ...rest, response: { ...response, status: 500 } }))],
    [
      'a body cut short',
      changed(({ response, ...rest }) => ({
        ...rest,
        response: { ...response, body: response.body.slice(1) },
      })),
    ],
    ['no body', changed(({ response, ...rest }) => ({ ...rest, response: { ...response, body: '' } }))],
    [
      'a header with a line break',
      changed(({ response, ...rest }) => ({
        ...rest,
        response: { ...response, headers: { ...response.headers, vary: 'a\r\nb' } },
      })),
    ],
    ['a number of steps beyond every budget', changed((asked) => ({ ...asked, steps: 1e12 }))],
    ['a number of steps that is too high by one', changed((asked) => ({ ...asked, steps: asked.steps + 1 }))],
  ])('%s is reported', (_what, stage) => expect(judgeThoroughly(stage, request)).toBeDefined())

  test('the judge of the fuzzer reports an answer that changes when the request is repeated', () => {
    let count = 0
    const stage = changed(({ response, steps }) => ({
      steps,
      response: { ...response, headers: { ...response.headers, 'x-count': String(count++) } },
    }))
    expect(judge(stage, request).fault).toBeUndefined()
    expect(judgeThoroughly(stage, request)).toBe('asked again, the answer differs')
  })

  test('the fuzzer reduces a failing request to a small failing request', () => {
    const long = {
      method: 'GET',
      url: '/api/articles?sort=title&filters[$or][0][title][$eq]=a&populate=author&fields=id',
      headers: { origin: 'http://a', authorization: 'Bearer x' },
    }
    const fails = (smaller: unknown): boolean => JSON.stringify(smaller).includes('[$eq]')
    expect(shrunk(long, fails)).toEqual({ url: '[$eq]' })
  })
})
