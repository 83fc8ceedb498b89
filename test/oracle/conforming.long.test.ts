/**
 * Tests that a check of a conforming server has no findings, with each kind of target and with ids that differ from
 * the dataset's ids.
 */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckOptions,
  check,
  checkTarget,
  commandTarget,
  httpTarget,
  type Report,
  serverTarget,
} from '../../src/oracle/index.ts'
import { fetchHandler } from '../../src/reference/fetch.ts'
import { type Running, serve } from '../../src/server/http/serve.ts'
import { SEED } from '../support/seed.ts'
import { api, graph, PATIENT, RUNS, some, suite } from './conforming.ts'
import { renamedServer } from './renamed.ts'

const options: CheckOptions = { graph, suite, seed: SEED, runs: RUNS, methods: 'all', ...PATIENT }
/**
 * The options of a check with a sample of the suite, which is enough to test another comparison or another kind of
 * target.
 */
const part: CheckOptions = { ...options, suite: some }

/** Expects a report without findings, in which most cases passed. */
function expectConformant(report: Report, cases = suite.length): void {
  const found = report.causes.map(({ key, example }) => [key, example.sent.url, example.difference])
  expect(found).toEqual([])
  expect(report.verdict).toBe('conformant')
  expect(report.cases.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(cases * 0.9)
  expect(report.counts.passed).toBeGreaterThan(RUNS / 2)
}

describe('the reference itself', () => {
  let running: Running
  beforeAll(async () => {
    running = await serve(api, { port: 0 })
  })
  afterAll(() => running.stop())

  test('the reference itself passes a check as a function', async () => {
    expectConformant(await check(api.answer, options))
  })

  test('the reference itself passes a check as a function, compared with `ids: exact` and `times: exact`', async () => {
    const exact = { ...part, ids: 'exact', times: 'exact', seed: SEED + 1 } as const
    expectConformant(await check(api.answer, exact), some.length)
  })

  test('the reference itself passes a check as a fetch handler', async () => {
    const handle = fetchHandler(api)
    const target = serverTarget(async ({ method = 'GET', url, headers }) => {
      const response = await handle(
        new Request(`http://localhost${url}`, {
          method,
          headers: { ...headers } as Record<string, string>,
        }),
      )
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      }
    }, PATIENT)
    expectConformant(await checkTarget(target, { ...part, seed: SEED + 2 }), some.length)
  })

  test('the reference itself passes a check over HTTP', async () => {
    const target = httpTarget(running.url, { ...PATIENT, concurrency: 4 })
    expectConformant(await checkTarget(target, { ...part, seed: SEED + 3 }), some.length)
  })

  test('the reference itself passes a check as a subprocess that reads and writes JSON lines', async () => {
    const adapter = fileURLToPath(new URL('adapter.mjs', import.meta.url))
    const target = commandTarget(`exec '${process.execPath}' '${adapter}' ${running.url}`, PATIENT)
    expectConformant(await checkTarget(target, { ...part, seed: SEED + 4 }), some.length)
  })
})

describe('a server with other ids', () => {
  test('a server conforms although its ids, documentIds, instants, uploads and key orders differ from those of the reference', async () => {
    const report = await check(renamedServer(graph), { ...options, seed: SEED + 5 })
    expectConformant(report, suite.length * 0.8)
  })

  test('a server with other ids differs from the reference with `ids: exact`', async () => {
    const report = await check(renamedServer(graph), { ...options, ids: 'exact', bail: true })
    expect(report.verdict).toBe('different')
  })

  test('a server with other ids does not conform if some of its answers have another id for the same entry', async () => {
    let asked = 0
    const report = await check(
      (request) => {
        const response = api.answer(request)
        return ++asked % 5 === 0
          ? { ...response, body: response.body.replaceAll('"id":2,', '"id":77,') }
          : response
      },
      { ...options, runs: 0, bail: true },
    )
    expect(report.verdict).toBe('different')
  })
})
