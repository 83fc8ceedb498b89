/**
 * There is one evaluation: every read that is worked out enters `evaluate`, with caches and without. Only the cached
 * answer to the very same request may skip it. V8 counts the calls, so the caches run as they do for any caller.
 */
import { Session } from 'node:inspector'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestOf } from '../../src/oracle/suite/request.ts'
import { loadSuite } from '../../src/oracle/suite/suite.ts'
import {
  type ApiOptions,
  type ApiRequest,
  type ApiResponse,
  type ContentApi,
  createReferenceApi,
} from '../../src/reference/api.ts'
import { graphOf } from '../support/datasets.ts'
import { sources } from './sources.ts'

const session = new Session()

beforeAll(() => {
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
})

afterAll(() => {
  session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
})

/** The functions that evaluate, find rows and show them, by file. */
const COUNTED = {
  evaluate: 'evaluate/query',
  scan: 'evaluate/scan',
  findIn: 'fast/index/listed',
  findOver: 'fast/index/overlay',
  showRows: 'evaluate/populate',
} as const
type Counted = keyof typeof COUNTED
const NAMES = ['evaluate', 'scan', 'findIn', 'findOver', 'showRows'] as const

/** The calls of each function while `work` runs. */
function callsDuring(work: () => void): Readonly<Record<Counted, number>> {
  takeCounts()
  work()
  return takeCounts()
}

/** The calls since the last time. */
function takeCounts(): Readonly<Record<Counted, number>> {
  const counts = { evaluate: 0, scan: 0, findIn: 0, findOver: 0, showRows: 0 }
  session.post('Profiler.takePreciseCoverage', (error, taken) => {
    if (error !== null) throw error
    for (const name of NAMES) {
      const script = taken.result.find(({ url }) => url.endsWith(`/reference/${COUNTED[name]}.js`))
      const found = script?.functions.find(({ functionName }) => functionName === name)
      counts[name] = found?.ranges[0]?.count ?? 0
    }
  })
  return counts
}

/** A request to the API of its dataset and profile. */
interface Ask {
  readonly dataset: string
  readonly profile: string
  readonly request: ApiRequest
}

const asks: readonly Ask[] = loadSuite().map((one) => ({
  dataset: one.dataset,
  profile: one.profile ?? 'documented',
  request: requestOf(one),
}))

/** Sends requests to APIs with these options, one for each dataset and profile. */
function asker(options: ApiOptions): (ask: Ask) => ApiResponse {
  const apis = new Map<string, ContentApi>()
  return ({ dataset, profile, request }) => {
    const key = `${dataset} ${profile}`
    const api = apis.get(key) ?? createReferenceApi(graphOf(dataset), { ...options, profile })
    apis.set(key, api)
    return api.answer(request)
  }
}

/** Whether the request is evaluated: an observer disables the caches and sees every evaluation. */
const isEvaluated = new Map<Ask, boolean>()
let steps: number | undefined
const observed = asker({
  spent: (taken) => {
    steps = taken
  },
})
for (const ask of asks) {
  steps = undefined
  observed(ask)
  isEvaluated.set(ask, steps !== undefined)
}
const evaluations = (those: readonly Ask[]): number => those.filter((ask) => isEvaluated.get(ask)).length

/** The request with a condition that every row meets: it is new, but its shape, plan and texts may be cached. */
function varied({ request, ...rest }: Ask, at: number): Ask {
  const { url } = request
  return {
    ...rest,
    request: { ...request, url: `${url}${url.includes('?') ? '&' : '?'}filters[id][$gt]=-${at}` },
  }
}

test('the suite has reads, and requests that are refused before they are evaluated', () => {
  expect(evaluations(asks)).toBeGreaterThan(1_000)
  expect(evaluations(asks)).toBeLessThan(asks.length)
})

/** Sends requests to one API, and compares the evaluations with the requests that no cache answers. */
function evaluationsOf(
  those: readonly Ask[],
  answer: (ask: Ask) => ApiResponse,
  before: Answers = new Map(),
) {
  const answers: Answers = new Map(before)
  const workedOut: Ask[] = []
  const calls = callsDuring(() => {
    for (const ask of those) {
      const found = answer(ask)
      const { dataset, profile, request } = ask
      const says = `${dataset} ${profile} ${request.url}`
      // A cached answer is the same object each time.
      if (!answers.has(found)) workedOut.push(ask)
      else expect(answers.get(found)).toBe(says)
      answers.set(found, says)
    }
  })
  return { calls, workedOut, answers }
}
/** The request of each answer that an API has given. */
type Answers = Map<ApiResponse, string>

test.each([
  ['by default', {}],
  ['with indexes on every table', { keep: { rows: 0 } }],
  ['without caches', { keep: { bytes: 0 } }],
])('every read is evaluated once %s', (_, options: ApiOptions) => {
  const { calls, workedOut } = evaluationsOf(asks, asker(options))
  expect(calls.evaluate).toBe(evaluations(workedOut))
  expect(workedOut.length).toBeGreaterThan(0.95 * asks.length)
  expect(calls.scan + calls.findIn + calls.findOver).toBe(calls.evaluate)
})

test('only the cached answer to the same request skips the evaluation', () => {
  const answer = asker({})
  const first = evaluationsOf(asks, answer)
  const second = evaluationsOf(asks, answer, first.answers)
  const third = evaluationsOf(asks, answer, second.answers)
  for (const { calls, workedOut } of [first, second, third])
    expect(calls.evaluate).toBe(evaluations(workedOut))
  expect(evaluations(second.workedOut)).toBeGreaterThan(0.95 * evaluations(asks))
  expect(evaluations(third.workedOut)).toBeLessThan(0.3 * evaluations(asks))
})

test('a request of a known shape, whose entries are cached, is evaluated', () => {
  const answer = asker({})
  const lists = asks.filter(
    (ask) =>
      isEvaluated.get(ask) && ask.request.query === undefined && observed(varied(ask, 1)).status === 200,
  )
  for (const at of [2, 3]) for (const ask of lists) answer(varied(ask, at))
  const known = lists.map((ask) => varied(ask, 4))
  const { calls, workedOut } = evaluationsOf(known, answer)
  expect(workedOut.length).toBeGreaterThan(500)
  expect(calls.evaluate).toBe(workedOut.length)
  expect(calls.showRows).toBeLessThan(0.5 * calls.evaluate)
})

test('only strategies find and show rows, and only a reader evaluates', () => {
  const importers = (name: string, file: string): readonly string[] =>
    sources('src')
      .filter(({ text }) =>
        new RegExp(`import \\{[^}]*(?<!type )\\b${name}\\b[^}]*\\} from '[^']*${file}'`).test(text),
      )
      .map(({ path }) => path.replace('src/reference/', ''))
  expect(importers('evaluate', 'evaluate/query.ts')).toEqual(['read.ts'])
  expect(importers('scan', 'evaluate/scan.ts')).toEqual(['fast/index/find.ts', 'read.ts'])
  expect(importers('showRows', '/populate.ts')).toEqual(['evaluate/render.ts', 'fast/texts.ts'])
})
