/**
 * Tests that every read calls the same function `evaluate`, with and without caches. Only a cached answer to exactly
 * the same request may skip `evaluate`. V8 counts the calls, because an observer would disable the caches.
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

/** The functions that evaluate, find rows and render them, by file. */
const COUNTED = {
  evaluate: 'evaluate/query',
  scan: 'evaluate/scan',
  findIn: 'fast/index/listed',
  findOver: 'fast/index/overlay',
  showRows: 'evaluate/populate',
} as const
type Counted = keyof typeof COUNTED
const NAMES = ['evaluate', 'scan', 'findIn', 'findOver', 'showRows'] as const

/** Returns the number of calls of each function while `work` runs. */
function callsDuring(work: () => void): Readonly<Record<Counted, number>> {
  takeCounts()
  work()
  return takeCounts()
}

/** Returns the number of calls of each function since the last call of `takeCounts`. */
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

/** A request, with the dataset and the profile that it needs. */
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

/** Sends requests to APIs with the given options; each pair of dataset and profile has its own API. */
function asker(options: ApiOptions): (ask: Ask) => ApiResponse {
  const apis = new Map<string, ContentApi>()
  return ({ dataset, profile, request }) => {
    const key = `${dataset} ${profile}`
    const api = apis.get(key) ?? createReferenceApi(graphOf(dataset), { ...options, profile })
    apis.set(key, api)
    return api.answer(request)
  }
}

/** Whether each request is evaluated; measured with an observer, which disables the caches. */
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

/**
 * Returns the request with a condition that every row meets. The request is therefore new, but uses a cached plan and
 * cached texts.
 */
function varied({ request, ...rest }: Ask, at: number): Ask {
  const { url } = request
  return {
    ...rest,
    request: { ...request, url: `${url}${url.includes('?') ? '&' : '?'}filters[id][$gt]=-${at}` },
  }
}

test('the suite has reads, and requests that are rejected before evaluation', () => {
  expect(evaluations(asks)).toBeGreaterThan(1_000)
  expect(evaluations(asks)).toBeLessThan(asks.length)
})

/** Sends requests to one API; returns the counted calls, and the requests that no cache answered. */
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
      // The cache returns the same object each time, so an object that was returned before is a cached answer.
      if (!answers.has(found)) workedOut.push(ask)
      else expect(answers.get(found)).toBe(says)
      answers.set(found, says)
    }
  })
  return { calls, workedOut, answers }
}
/** The answers of an API, each with a text of its request. */
type Answers = Map<ApiResponse, string>

test.each([
  ['by default', {}],
  ['with indexes on every table', { keep: { rows: 0 } }],
  ['without caches', { keep: { bytes: 0 } }],
])('every read of the suite calls `evaluate` once %s', (_, options: ApiOptions) => {
  const { calls, workedOut } = evaluationsOf(asks, asker(options))
  expect(calls.evaluate).toBe(evaluations(workedOut))
  expect(workedOut.length).toBeGreaterThan(0.95 * asks.length)
  expect(calls.scan + calls.findIn + calls.findOver).toBe(calls.evaluate)
})

test('only a cached answer to exactly the same request skips the evaluation', () => {
  const answer = asker({})
  const first = evaluationsOf(asks, answer)
  const second = evaluationsOf(asks, answer, first.answers)
  const third = evaluationsOf(asks, answer, second.answers)
  for (const { calls, workedOut } of [first, second, third])
    expect(calls.evaluate).toBe(evaluations(workedOut))
  expect(evaluations(second.workedOut)).toBeGreaterThan(0.95 * evaluations(asks))
  expect(evaluations(third.workedOut)).toBeLessThan(0.3 * evaluations(asks))
})

test('a new request is evaluated even if its plan and its entries are cached', () => {
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

test('only read.ts imports `evaluate`, and only the listed files import `scan` and `showRows`', () => {
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
